import { PaymentsError } from '../core/errors.ts';
import { checkResolution } from '../core/operations/operationDraft.ts';
import { isOpen, type Resolution } from '../core/operations/terminalOperation.ts';
import { sleep } from '../core/time.ts';
import type { JsonObject } from '../core/wire/read.ts';
import { isMoneyOperation } from '../core/wire/routes.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { authorizeRequest, checkOrigin, corsHeaders, unknownSubject, preflightReply } from './authorize.ts';
import { createFollower } from './createFollower.ts';
import { createOperationEndpoints } from './createOperationEndpoints.ts';
import { createPollHandler } from './createPollHandler.ts';
import { createRateLimit } from './createRateLimit.ts';
import { createRequestsInProgress, createPostHandler, createUnsentCheck } from './createPostHandler.ts';
import { createSender } from './createSender.ts';
import { createGatewayContext, type GatewayContext, storeRefusal } from './gatewayContext.ts';
import type { GatewayOperation, GatewayOptions, GatewayProblem, RecordOperation } from './gatewayOptions.ts';
import {
  assertProviderAndCurrency,
  isRecordOperation,
  operationIdHeader,
  type RouteMatch,
} from './gatewayRoutes.ts';
import { createOutbox, type UndeliveredEvent } from './createOutbox.ts';
import { hasReceivers } from './eventOptions.ts';
import { listQuery, forwardToService } from './prepareCall.ts';
import { createRecordQueries } from './createRecordQueries.ts';
import { findOperation } from './record.ts';
import { jsonReply, operationStateHeader, refusalReply } from './replies.ts';
import { readJsonBody } from './requestBody.ts';
import { createEventStreams } from './createEventStreams.ts';
import { recordedOperation } from './visibility.ts';

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
  const { onEvent, webhooks, sendWebhook } = options;
  const outbox = createOutbox({ store, clock, onEvent, webhooks, sendWebhook, report });
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
  const answerPost = createPostHandler(context, sender, follower);
  const isProvenUnsent = createUnsentCheck(context, sender);
  const inProgress = createRequestsInProgress();
  // Pages of other origins must not fill the log.
  const mayReport = createRateLimit(clock, { most: 10, everyMs: 60_000 });

  const operationReader =
    (id: string) =>
    async (account: string = '') => {
      const row = await record.read(account, (tx) => findOperation(tx, account, id));
      if (!row?.operation) return undefined;
      const { isOwn: _, ...operation } = recordedOperation(
        { ...row, operation: row.operation },
        unknownCaller,
      );
      return operation;
    };

  const answerOfRecord = async (
    request: Request,
    operation: RecordOperation,
    { provider = '', id = '' }: RouteMatch,
  ): Promise<Response> => {
    const query = new URL(request.url).searchParams;
    const call = { query: queryParametersOf(query) };
    switch (operation) {
      case 'askOperation': {
        const caller = await authorizeRequest(context, request, operation, { operationId: id });
        const told = await endpoints.askOperation(id, caller);
        const known = await queries.getOperation(caller, id);
        // If no follower runs, a page's question makes one poll, as a page's poll does.
        const isFollowed = follower.isRunning() || !known || !isOpen(known.operation);
        const asked = isFollowed ? undefined : await follower.askOne(caller.account).catch(() => undefined);
        if (!asked) return jsonReply({ ...told, ...known });
        return jsonReply({ ...told, ...(await queries.getOperation(caller, id)) });
      }
      case 'closeOperation': {
        const caller = await authorizeRequest(context, request, operation, { operationId: id });
        return jsonReply(await endpoints.closeOperation(id, caller));
      }
      case 'resolveOperation':
      case 'acknowledgeOperation': {
        const body = await readJsonBody(context, request);
        const { seq: said, ...rest } = body;
        const seq = readSeq(said);
        const resolution = operation === 'resolveOperation' ? readResolution(rest) : undefined;
        const about = { operationId: id, body, operation: operationReader(id) };
        const caller = await authorizeRequest(context, request, operation, about);
        const told = resolution
          ? await endpoints.resolveOperation(id, caller, { ...resolution, seq })
          : await endpoints.acknowledgeOperation(id, caller, { seq });
        return jsonReply({ ...told, ...(await queries.getOperation(caller, id)) });
      }
      case 'listOperations':
      case 'listTransactions':
      case 'getReport':
        return jsonReply(
          await queries[operation](await authorizeRequest(context, request, operation, call), query),
        );
      case 'getTransaction': {
        const caller = await authorizeRequest(context, request, operation, {
          query: { provider, pnRefNum: id },
        });
        const found = await queries.getTransaction(caller, provider, id);
        if (!found) throw new GatewayRefusal(404, 'not-found', 'The record holds no such transaction.');
        return jsonReply(found);
      }
      case 'health': {
        const caller = await authorizeRequest(context, request, operation, {}).catch(() => undefined);
        return jsonReply(await queries.health(caller));
      }
      case 'streamOperations': {
        const caller = await authorizeRequest(context, request, operation, {});
        if (isStopped)
          throw new GatewayRefusal(
            503,
            'busy',
            'This instance is stopping. Connect again to reach another one.',
          );
        return streams.open(request.headers.get('last-event-id'), caller, request.signal);
      }
    }
  };

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

  let [starts, isStopped] = [0, false];
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

const unknownCaller = { account: '', subject: unknownSubject, actor: undefined, sees: 'own' } as const;

/** All query parameters, so that `authorize` sees everything that is asked. */
function queryParametersOf(query: URLSearchParams): Record<string, string | string[]> {
  const entries = [...new Set(query.keys())].map((name) => {
    const [value = '', ...others] = query.getAll(name);
    return [name, others.length === 0 ? value : [value, ...others]];
  });
  return Object.fromEntries(entries) as Record<string, string | string[]>;
}

/** Throws a refusal. */
function readSeq(seq: unknown): number | undefined {
  if (seq === undefined || (Number.isSafeInteger(seq) && Number(seq) >= 0)) return seq as number | undefined;
  const message = 'seq must be a whole number from 0 on, as the operation had it when it was looked at.';
  throw new GatewayRefusal(400, 'invalid-input', message, { field: 'seq' });
}

/** Throws a refusal. */
function readResolution(body: JsonObject): Resolution {
  try {
    return checkResolution(body);
  } catch (cause) {
    if (!(cause instanceof PaymentsError)) throw cause;
    throw new GatewayRefusal(400, 'invalid-input', cause.shortMessage, { field: cause.field, cause });
  }
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
