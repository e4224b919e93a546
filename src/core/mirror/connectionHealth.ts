import { PaymentsError } from '../errors.ts';
import { longestServicePauseMs } from '../polling/chooseNextPoll.ts';
import type { Connection } from '../polling/messageState.ts';
import { createHeadersWatch } from '../polling/pollLoop.ts';
import type { Clock } from '../time.ts';
import type { GatewayClient } from './gatewayClient.ts';

interface HealthContext {
  client: GatewayClient;
  clock: Clock;
  /** Whether the page follows the gateway. */
  isActive: () => boolean;
  /** The gateway refused the credentials, and the host has new ones. */
  onNewHeaders: () => void;
}

/** How well the page reaches its gateway, by the answers to its requests and by its stream. */
export function createConnectionHealth({ client, clock, isActive, onNewHeaders }: HealthContext) {
  const health = {
    /** Requests in a row that the gateway did not answer. */
    failures: 0,
    connection: 'ok' as Connection,
    /** When the gateway answered or sent last (epoch ms). */
    heardAt: undefined as number | undefined,
    /** The gateway, or a proxy, wants no request until then (monotonic ms). */
    restUntil: -Infinity,
  };
  const watchHeaders = createHeadersWatch({
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
    const { code, status, retryAfterMs = 0 } = error instanceof PaymentsError ? error : {};
    health.failures += status === 429 ? 0 : 1;
    if (code === 'unauthorized') {
      health.connection = 'needs-auth';
      void watchHeaders();
    } else if (status === 429 || status === 503) {
      health.connection = 'slowed';
      health.restUntil = clock.monotonic() + Math.min(longestServicePauseMs, retryAfterMs);
    } else if (health.failures >= 2) health.connection = 'degraded';
  };

  return {
    state: health as Readonly<typeof health>,
    heard,
    /** Takes the answer to a request, or the error of one. Returns whether it says anything about the connection. */
    onAnswer(error?: unknown): boolean {
      // The page itself aborted or refused the request.
      const code = error instanceof PaymentsError ? error.code : undefined;
      if (code === 'aborted' || code === 'invalid-input') return false;
      if (error === undefined || isFromGateway(error)) heard();
      else failed(error);
      return true;
    },
    /** Whether the last two requests got no answer. Answers from before the page stopped following do not count. */
    isAway: () => isActive() && health.failures >= 2 && health.connection !== 'needs-auth',
    /** An operator asks: requests go out even if the gateway wanted none. */
    endRest() {
      health.restUntil = -Infinity;
    },
  };
}

/** Whether the gateway itself answered. A demand for another sign-in does not count: the page cannot follow until then. */
function isFromGateway(error: unknown): boolean {
  if (!(error instanceof PaymentsError) || error.refusal?.code === 'not-authorized') return false;
  return error.refusal !== undefined || error.operationState !== undefined || isUnreadableRowError(error);
}

/** Whether the answer had a row with a field that this page cannot read, as from a newer gateway. A proxy's page has no rows. */
export const isUnreadableRowError = (error: unknown): boolean =>
  error instanceof PaymentsError && error.code === 'contract' && /[.[]/.test(error.field ?? '');
