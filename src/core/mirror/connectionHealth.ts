import { PaymentsError } from '../errors.ts';
import { longestServicePauseMs } from '../polling/chooseNextPoll.ts';
import type { Connection } from '../polling/messageState.ts';
import { createWatchForNewHeaders } from '../polling/pollLoop.ts';
import type { Clock } from '../time.ts';
import type { GatewayClient } from './gatewayClient.ts';

interface HealthContext {
  client: GatewayClient;
  clock: Clock;
  /** Whether the page follows the gateway, that is, keeps its operations up to date with the gateway's. */
  isActive: () => boolean;
  /** Called when the host has new credentials, after the gateway refused the earlier ones. */
  onNewHeaders: () => void;
}

/** How well the page reaches its gateway, as the answers to its requests and the gateway's stream show. */
export function createConnectionHealth({ client, clock, isActive, onNewHeaders }: HealthContext) {
  const health = {
    /** Requests in a row that the gateway did not answer. */
    failures: 0,
    connection: 'ok' as Connection,
    /** Whether the host (not the gateway) refused the last request because the operator is not signed in. */
    isSignedOut: false,
    /** When anything last came from the gateway (epoch ms). */
    heardAt: undefined as number | undefined,
    /** Before this time the page sends no request, because the gateway or a proxy asked for a pause (monotonic ms). */
    restUntil: -Infinity,
  };
  const watchForNewHeaders = createWatchForNewHeaders({
    client,
    clock,
    isRefused: () => isActive() && health.connection === 'needs-auth',
    onNewHeaders,
  });

  const heard = () => {
    health.failures = 0;
    health.connection = 'ok';
    health.heardAt = clock.now();
  };
  const failed = (error: unknown) => {
    const { code, status, refusal, retryAfterMs = 0 } = error instanceof PaymentsError ? error : {};
    // A 403 does not prove that the sign-in is lost: the host may forbid only this request.
    health.isSignedOut = code === 'unauthorized' && status !== 403 && !refusal;
    health.failures += status === 429 ? 0 : 1;
    if (code === 'unauthorized') {
      health.connection = 'needs-auth';
      void watchForNewHeaders();
    } else if (status === 429 || status === 503) {
      health.connection = 'slowed';
      health.restUntil = clock.monotonic() + Math.min(longestServicePauseMs, retryAfterMs);
    } else if (health.failures >= 2) health.connection = 'degraded';
  };

  return {
    state: health as Readonly<typeof health>,
    heard,
    /** Counts a request as answered or as failed. If the page itself aborted or refused the request, counts nothing and returns false. */
    onAnswer(error?: unknown): boolean {
      const code = error instanceof PaymentsError ? error.code : undefined;
      if (code === 'aborted' || code === 'invalid-input') return false;
      if (error === undefined || isFromGateway(error)) {
        health.isSignedOut = false;
        heard();
      } else failed(error);
      return true;
    },
    /** Whether two or more requests in a row got no answer. False while the page does not follow the gateway or must sign in. */
    isAway: () => isActive() && health.failures >= 2 && health.connection !== 'needs-auth',
    /** Ends a pause that the gateway or a proxy asked for: the page may send requests again. */
    endRest() {
      health.restUntil = -Infinity;
    },
  };
}

/** Whether the gateway itself answered. `not-authorized` counts as no answer, because with it the page gets no operations. */
function isFromGateway(error: unknown): boolean {
  if (!(error instanceof PaymentsError) || error.refusal?.code === 'not-authorized') return false;
  return error.refusal !== undefined || error.operationState !== undefined || isUnreadableRowError(error);
}

/** Whether an answer has an unreadable row, for example from a newer gateway. Then `field` is a path such as `items[0].phase`. */
export const isUnreadableRowError = (error: unknown): boolean =>
  error instanceof PaymentsError && error.code === 'contract' && /[.[]/.test(error.field ?? '');
