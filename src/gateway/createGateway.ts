import { PaymentsError } from '../core/errors.ts';
import { sleep } from '../core/time.ts';
import { isMoneyOperation } from '../core/wire/routes.ts';
import { authorizeRequest, checkOrigin, corsHeaders, preflightReply } from './authorize.ts';
import { createEventStreams } from './createEventStreams.ts';
import { createFollower } from './createFollower.ts';
import { createOperationEndpoints } from './createOperationEndpoints.ts';
import { createClosingEndpoints } from './createClosingEndpoints.ts';
import { createOrderEndpoints } from './createOrderEndpoints.ts';
import { createOutbox, type UndeliveredEvent } from './createOutbox.ts';
import { createPollHandler } from './createPollHandler.ts';
import { createPostHandler, createRequestsInProgress, createUnsentCheck } from './createPostHandler.ts';
import { createRateLimit } from './createRateLimit.ts';
import { createRecordHandler } from './createRecordHandler.ts';
import { createRecordQueries } from './createRecordQueries.ts';
import { createSender } from './createSender.ts';
import { hasReceivers } from './eventOptions.ts';
import { createGatewayContext, type GatewayContext, storeRefusal } from './gatewayContext.ts';
import type { GatewayOperation, GatewayOptions, GatewayProblem } from './gatewayOptions.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import {
  assertProviderAndCurrency,
  isRecordOperation,
  operationIdHeader,
  type RouteMatch,
} from './gatewayRoutes.ts';
import { forwardToService, listQuery } from './prepareCall.ts';
import { operationStateHeader, refusalReply } from './replies.ts';

export interface Gateway {
  /** Answers a request of a page. Never rejects. */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * Until `stop`: follows every payment to its ending, delivers events and deletes expired rows. Creating a gateway
   * starts nothing.
   */
  readonly start: () => void;
  /** Ends what `start` began, and all streams. Resolves when payments and polls in flight have their answers. */
  readonly stop: () => Promise<void>;
  /**
   * Runs the work of `start` for a while, for platforms that call a function on a schedule. Several calls at once
   * share the work.
   */
  readonly work: (options: { forMs: number }) => Promise<void>;
  /** Events of a merchant whose delivery was given up after three days. */
  readonly undelivered: (account?: string) => Promise<UndeliveredEvent[]>;
  /** Tries given-up deliveries again. Returns their number. */
  readonly redeliver: (account?: string) => Promise<number>;
}

/**
 * A proxy on the merchant's own server. It holds the secret headers, sends every payment to the service at most once,
 * follows each to its ending, and keeps the record that pages query and subscribe to. Throws `configuration`, naming
 * the option.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const context = createGatewayContext(options);
  const { record, store } = context;
  const { clock } = context.service;
  const sender = createSender(context);
  const follower = createFollower(context);
  const endpoints = createOperationEndpoints(context, sender);
  const queries = createRecordQueries({ store, hasReceivers: hasReceivers(options) });
  const { keepEventsMs, report, measure } = context;
  const { onEvent, onOrderPaid, webhooks, sendWebhook } = options;
  const outbox = createOutbox({ store, clock, onEvent, onOrderPaid, webhooks, sendWebhook, report });
  /** Accounts with open streams. Their pages do not poll, so payments are followed even without `start`. */
  const streamedAccounts = new Set<string>();
  const setFollowed = (account: string, hasStreams: boolean) => {
    if (hasStreams === streamedAccounts.has(account)) return;
    if (hasStreams) {
      streamedAccounts.add(account);
      follower.start();
    } else {
      streamedAccounts.delete(account);
      void follower.stop();
    }
  };
  const streams = createEventStreams({
    store,
    clock,
    keepEventsMs,
    onCount(count, account) {
      measure('streams', count, account);
      setFollowed(account, count > 0);
    },
    onFailure: (cause) => storeRefusal(context, 'streamOperations', cause),
  });
  record.onEventsWritten((account) => {
    streams.nudge(account);
    outbox.nudge(account);
  });
  const answerPoll = createPollHandler(context, follower, sender);
  const answerPost = createPostHandler(context, { sender, follower, queries });
  const isProvenUnsent = createUnsentCheck(context, sender);
  const inProgress = createRequestsInProgress();
  let [starts, isStopped] = [0, false];
  const answerOfRecord = createRecordHandler(context, {
    endpoints,
    orders: createOrderEndpoints(context),
    closings: createClosingEndpoints(context),
    queries,
    follower,
    streams,
    isStopped: () => isStopped,
  });
  // Pages of other origins must not fill the log.
  const mayReport = createRateLimit(clock, { most: 10, everyMs: 60_000 });

  const answer = async (request: Request, match: RouteMatch): Promise<Response> => {
    const { operation, provider, currency, id = '', isFresh } = match;
    if (isRecordOperation(operation)) {
      try {
        return await answerOfRecord(request, operation, match);
      } catch (cause) {
        const isStore = cause instanceof PaymentsError && cause.code === 'storage';
        throw isStore ? storeRefusal(context, operation, cause) : cause;
      }
    }
    switch (operation) {
      case 'getProcessedMessage': {
        const caller = await authorizeRequest(context, request, operation, { msgIdentifier: id });
        return answerPoll(caller, { id, provider, currency, isFresh });
      }
      case 'listTerminals':
      case 'listPaymentLinks': {
        const query = listQuery(request, context.service.service.pages);
        const { account } = await authorizeRequest(context, request, operation, { query });
        return forwardToService(context, {
          operation,
          provider,
          account,
          query,
          currency,
          signal: request.signal,
        });
      }
      default:
        return answerPost(request, { ...match, operation });
    }
  };

  const start = () => {
    follower.start();
    outbox.start();
  };
  const halt = async () => {
    await Promise.all([follower.stop(), outbox.stop()]);
  };

  return {
    undelivered: (account = '') => outbox.undelivered(account),
    redeliver: (account = '') => outbox.redeliver(account),
    start() {
      starts += 1;
      isStopped = false;
      start();
    },
    async stop() {
      starts = Math.max(0, starts - 1);
      // A page reconnects at once, over a connection that a closing server still accepts; its stream would keep both
      // open.
      isStopped = starts === 0;
      streams.stop();
      await Promise.all([halt(), sender.idle()]);
    },
    async work({ forMs }) {
      start();
      await sleep(clock, forMs);
      await halt();
    },
    async fetch(request) {
      let origin: string | undefined;
      let match: RouteMatch | undefined;
      const operationId = request.headers.get(operationIdHeader);
      const leave = inProgress.enter(operationId);
      try {
        origin = checkOrigin(request, options);
        if (request.method === 'OPTIONS') return preflightReply(origin, options);
        match = context.routes.match(request);
        assertProviderAndCurrency(context.service, match);
        return withHeaders(await answer(request, match), corsHeaders(origin));
      } catch (error) {
        const refusal = asRefusal(error);
        if (refusal.code === 'origin') {
          match = matchOrNone(context, request);
          if (match && mayReport()) context.report(originProblem(request, match));
        }
        const isSaid = refusal.headers[operationStateHeader] !== undefined;
        const isOnce = !isSaid && match !== undefined && isSentOnce(match.operation, operationId);
        // Another copy of the request that is still arriving may be sent.
        const isNotSent =
          isOnce && inProgress.isOnlyCopy(operationId) && (await isProvenUnsent(request, refusal));
        const state = isNotSent ? { [operationStateHeader]: 'not-seen' } : {};
        return withHeaders(refusalReply(refusal), { ...corsHeaders(origin), ...state });
      } finally {
        leave();
      }
    },
  };
}

function matchOrNone({ routes }: GatewayContext, request: Request): RouteMatch | undefined {
  try {
    return routes.match(request);
  } catch {
    return undefined;
  }
}

/** Tells an operator who forgot to allow an origin; the sign-in works. */
function originProblem({ headers }: Request, { operation }: RouteMatch): GatewayProblem {
  const origin = headers.get('origin')?.slice(0, 200) ?? 'none';
  const message = `A page of the origin ${origin} was refused. If the page is yours, add the origin to allowedOrigins.`;
  return { type: 'origin-refused', operation, operationId: undefined, message };
}

/** Without an id, as a payment link may be sent, an earlier copy of the request may have been sent. */
function isSentOnce(operation: GatewayOperation, operationId: string | null): boolean {
  return isMoneyOperation(operation) || (operation === 'createPaymentLink' && operationId !== null);
}

function asRefusal(error: unknown): GatewayRefusal {
  if (error instanceof GatewayRefusal) return error;
  return new GatewayRefusal(
    500,
    'busy',
    'The gateway failed. Ask for the operation to learn whether it was sent.',
    { cause: error },
  );
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
