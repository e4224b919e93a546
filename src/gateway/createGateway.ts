import { PaymentsError } from '../core/errors.ts';
import { checkResolution } from '../core/operations/operationDraft.ts';
import { isOpen, type Resolution } from '../core/operations/terminalOperation.ts';
import { sleep } from '../core/time.ts';
import type { JsonObject } from '../core/wire/read.ts';
import { isMoneyOperation } from '../core/wire/routes.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { authorized, checkOrigin, corsHeaders, nobody, preflight } from './authorize.ts';
import { createFollower } from './createFollower.ts';
import { createAllowance, createMessages, createTeller } from './createMessages.ts';
import { createArrivals, createPosts, createUnseen } from './createPosts.ts';
import { createSender } from './createSender.ts';
import { createGatewayContext, type GatewayContext, storeRefusal } from './gatewayContext.ts';
import type { GatewayOperation, GatewayOptions, GatewayProblem, RecordOperation } from './gatewayOptions.ts';
import { assertWishes, isOfRecord, operationIdHeader, type RouteMatch } from './gatewayRoutes.ts';
import { createOutbox, hasReceivers, type UndeliveredEvent } from './outbox.ts';
import { listQuery, passOn } from './prepareCall.ts';
import { createQuestions } from './questions.ts';
import { findOperation } from './record.ts';
import { jsonReply, operationStateHeader, refusalReply } from './replies.ts';
import { readJsonBody } from './requestBody.ts';
import { createStream } from './stream.ts';
import { recordedOperation } from './seenBy.ts';

export interface Gateway {
  /** Answers a request of a dashboard. Never rejects. */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * Follows every payment to its ending, tells of events, and forgets what is kept no longer, until `stop`. Creating a gateway starts
   * nothing.
   */
  readonly start: () => void;
  /** Ends what `start` began, and all streams; resolves when the payments and questions that are under way have their answers. */
  readonly stop: () => Promise<void>;
  /** Does so for a while, for platforms where no process stays and a clock calls. Several at once share the work. */
  readonly work: (options: { forMs: number }) => Promise<void>;
  /** Events of a merchant that a receiver did not take for three days. */
  readonly undelivered: (account?: string) => Promise<UndeliveredEvent[]>;
  /** Tries them once more. Gives how many. */
  readonly redeliver: (account?: string) => Promise<number>;
}

/**
 * A proxy on the merchant's own server. It keeps the secret headers, sends every payment to the service at most once, follows it to
 * its ending, and keeps the record that pages ask and hear. Throws `configuration`, naming the option.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const context = createGatewayContext(options);
  const { record, store } = context;
  const { clock } = context.service;
  const sender = createSender(context);
  const follower = createFollower(context);
  const teller = createTeller(context, sender);
  const questions = createQuestions({ store, isHeard: hasReceivers(options) });
  const { keepEventsMs, report, measure } = context;
  const { onEvent, webhooks, sendWebhook } = options;
  const outbox = createOutbox({ store, clock, onEvent, webhooks, sendWebhook, report });
  /** Pages that hear a stream ask nothing: while there is one, payments are followed, also where nobody called `start`. */
  const followedFor = new Set<string>();
  const followFor = (account: string, isHeard: boolean) => {
    if (isHeard === followedFor.has(account)) return;
    if (isHeard) {
      followedFor.add(account);
      follower.start();
    } else {
      followedFor.delete(account);
      void follower.stop();
    }
  };
  const streams = createStream({
    store,
    clock,
    keepEventsMs,
    onCount(count, account) {
      measure('streams', count, account);
      followFor(account, count > 0);
    },
    onFailure: (cause) => storeRefusal(context, 'streamOperations', cause),
  });
  record.onEvents((account) => {
    streams.nudge(account);
    outbox.nudge(account);
  });
  const askFor = createMessages(context, follower, sender);
  const post = createPosts(context, sender, follower);
  const isUnseen = createUnseen(context, sender);
  const arrivals = createArrivals();
  // Pages that are not allowed must not fill a log.
  const mayReport = createAllowance(clock, { most: 10, everyMs: 60_000 });

  const operationIn =
    (id: string) =>
    async (account: string = '') => {
      const row = await record.read(account, (tx) => findOperation(tx, account, id));
      if (!row?.operation) return undefined;
      const { isOwn: _, ...operation } = recordedOperation(
        { ...row, operation: row.operation },
        nobodysCaller,
      );
      return operation;
    };

  const answerOfRecord = async (
    request: Request,
    operation: RecordOperation,
    { provider = '', id = '' }: RouteMatch,
  ): Promise<Response> => {
    const query = new URL(request.url).searchParams;
    const call = { query: saidIn(query) };
    switch (operation) {
      case 'askOperation': {
        const caller = await authorized(context, request, operation, { operationId: id });
        const told = await teller.askOperation(id, caller);
        const known = await questions.getOperation(caller, id);
        // Where nothing follows by itself, a page that asks makes the gateway ask the service, as its poll does.
        const isFollowed = follower.isRunning() || !known || !isOpen(known.operation);
        const asked = isFollowed ? undefined : await follower.askOne(caller.account).catch(() => undefined);
        if (!asked) return jsonReply({ ...told, ...known });
        return jsonReply({ ...told, ...(await questions.getOperation(caller, id)) });
      }
      case 'closeOperation': {
        const caller = await authorized(context, request, operation, { operationId: id });
        return jsonReply(await teller.closeOperation(id, caller));
      }
      case 'resolveOperation':
      case 'acknowledgeOperation': {
        const body = await readJsonBody(context, request);
        const { seq: said, ...rest } = body;
        const seq = readSeq(said);
        const resolution = operation === 'resolveOperation' ? readResolution(rest) : undefined;
        const about = { operationId: id, body, operation: operationIn(id) };
        const caller = await authorized(context, request, operation, about);
        const told = resolution
          ? await teller.resolveOperation(id, caller, { ...resolution, seq })
          : await teller.acknowledgeOperation(id, caller, { seq });
        return jsonReply({ ...told, ...(await questions.getOperation(caller, id)) });
      }
      case 'listOperations':
      case 'listTransactions':
      case 'getReport':
        return jsonReply(
          await questions[operation](await authorized(context, request, operation, call), query),
        );
      case 'getTransaction': {
        const caller = await authorized(context, request, operation, { query: { provider, pnRefNum: id } });
        const found = await questions.getTransaction(caller, provider, id);
        if (!found) throw new GatewayRefusal(404, 'not-found', 'The record knows no such transaction.');
        return jsonReply(found);
      }
      case 'health': {
        const caller = await authorized(context, request, operation, {}).catch(() => undefined);
        return jsonReply(await questions.health(caller));
      }
      case 'streamOperations': {
        const caller = await authorized(context, request, operation, {});
        if (isStopped)
          throw new GatewayRefusal(503, 'busy', 'This instance stops. Come again: another one tells.');
        return streams.open(request.headers.get('last-event-id'), caller, request.signal);
      }
    }
  };

  const answer = async (request: Request, match: RouteMatch): Promise<Response> => {
    const { operation, provider, currency, id = '', isFresh } = match;
    if (isOfRecord(operation)) {
      try {
        return await answerOfRecord(request, operation, match);
      } catch (cause) {
        const isStore = cause instanceof PaymentsError && cause.code === 'storage';
        throw isStore ? storeRefusal(context, operation, cause) : cause;
      }
    }
    switch (operation) {
      case 'getProcessedMessage': {
        const caller = await authorized(context, request, operation, { msgIdentifier: id });
        return askFor(caller, { id, provider, currency, isFresh });
      }
      case 'listTerminals':
      case 'listPaymentLinks': {
        const query = listQuery(request, context.service.service.pages);
        const { account } = await authorized(context, request, operation, { query });
        return passOn(context, { operation, provider, account, query, currency, signal: request.signal });
      }
      default:
        return post(request, { ...match, operation });
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
      // A page comes again at once, over a connection that a server which closes still has: its stream would keep both.
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
      const leave = arrivals.enter(operationId);
      try {
        origin = checkOrigin(request, options);
        if (request.method === 'OPTIONS') return preflight(origin, options);
        match = context.routes.match(request);
        assertWishes(context.service, match);
        return withHeaders(await answer(request, match), corsHeaders(origin));
      } catch (error) {
        const refusal = asRefusal(error);
        if (refusal.code === 'origin') {
          match = matchOrNone(context, request);
          if (match && mayReport()) context.report(originRefused(request, match));
        }
        const isSaid = refusal.headers[operationStateHeader] !== undefined;
        const isOnce = !isSaid && match !== undefined && isSentOnce(match.operation, operationId);
        // Another copy that is still on its way in may be sent.
        const isNotSent = isOnce && arrivals.isAlone(operationId) && (await isUnseen(request, refusal));
        const state = isNotSent ? { [operationStateHeader]: 'not-seen' } : {};
        return withHeaders(refusalReply(refusal), { ...corsHeaders(origin), ...state });
      } finally {
        leave();
      }
    },
  };
}

const nobodysCaller = { account: '', subject: nobody, actor: undefined, sees: 'own' } as const;

/** All that a question says: whoever authorizes must not look at less than is asked. */
function saidIn(query: URLSearchParams): Record<string, string | string[]> {
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

/** What whoever set the gateway up has to know: of their own page's sign-in nothing is wrong. */
function originRefused({ headers }: Request, { operation }: RouteMatch): GatewayProblem {
  const origin = headers.get('origin')?.slice(0, 200) ?? 'none';
  const message = `A page of the origin ${origin} was refused. If it is yours, name it in allowedOrigins.`;
  return { type: 'origin-refused', operation, operationId: undefined, message };
}

/** Of what carries no id, as a link may, an earlier copy may have been sent. */
function isSentOnce(operation: GatewayOperation, operationId: string | null): boolean {
  return isMoneyOperation(operation) || (operation === 'createPaymentLink' && operationId !== null);
}

function asRefusal(error: unknown): GatewayRefusal {
  if (error instanceof GatewayRefusal) return error;
  return new GatewayRefusal(
    500,
    'busy',
    'The gateway failed. Whether something was sent must be asked for.',
    { cause: error },
  );
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
