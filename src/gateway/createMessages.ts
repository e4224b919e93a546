import { retryAfterMs } from '../core/client/readAnswer.ts';
import { requestUrl } from '../core/client/requestUrl.ts';
import type { Clock } from '../core/time.ts';
import { readOptionalId } from '../core/wire/check.ts';
import { readBatchClosed, readProcessedMessage } from '../core/wire/message.ts';
import { isObject, objectAt, parseJson, unwrap } from '../core/wire/read.ts';
import { dependsOnProvider, type OperationName } from '../core/wire/routes.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { assertOwner } from './authorize.ts';
import { createExpiringMap } from './createMemoryStore.ts';
import { type Sender, tryLater } from './createSender.ts';
import { type GatewayContext, storeRefusal } from './gatewayContext.ts';
import type { HeldOperation, PollTurn } from './gatewayStore.ts';
import { prepareCall } from './prepareCall.ts';
import { jsonReply, type ServiceAnswer, stateOf, textReply } from './replies.ts';

const operation = 'getProcessedMessage';
const pollTimeoutMs = 10_000;
const restMs = 60_000;
const longestRestMs = 15 * 60_000;

/** A message as the service knows it: another merchant or provider may have one of the same id. */
export interface MessageName {
  id: string;
  provider?: string | undefined;
  account?: string | undefined;
}

export interface Messages {
  /** Answers a poll. */
  askFor: (message: MessageName) => Promise<Response>;
  /** The service has accepted an operation as this message. What was kept of an earlier one under its id is dropped. */
  handOut: (message: MessageName, by: { operation: OperationName; operationId: string }) => Promise<void>;
}

const handedOut = { body: '', isFinal: false };

/**
 * Answers what is known of a message. The service is asked only when all dashboards and instances together may ask again; until
 * then the last answer stands, with its age and when to come back.
 */
export function createMessages(context: GatewayContext): Messages {
  const { store, polls, report, service } = context;
  const asking = new Map<string, Promise<ServiceAnswer | undefined>>();
  /** Handed out again, and the store could not be told: what it keeps is about another message. */
  const outdated = new Set<string>();

  const pathFor = (provider: string | undefined) => {
    const parts = { provider, messageId: 'id' };
    return requestUrl(service.base(), service.service.route(operation), parts).pathname;
  };
  // Where the path of a message needs a provider, there is no message without one.
  const isPerProvider = dependsOnProvider(service.service.route(operation));
  const plainPath = isPerProvider ? undefined : pathFor(undefined);
  const { providers = [] } = service.service.description;
  // Providers that are asked under one path share their ids. No id holds a line break.
  const keyOf = ({ id, account }: MessageName, path: string) =>
    account === undefined && path === plainPath ? id : `${JSON.stringify([account, path])}\n${id}`;

  /** None where a message has no path: the service has accepted, and nothing may hold that back. */
  const keysOf = (message: MessageName, provider: string | undefined) => {
    try {
      return [keyOf(message, pathFor(provider))];
    } catch {
      return [];
    }
  };

  const drop = async (key: string): Promise<boolean> => {
    const wasThere = await store.keepMessage(key, handedOut);
    outdated.delete(key);
    return wasThere;
  };

  const takeTurn = async (key: string): Promise<PollTurn> => {
    if (outdated.has(key)) await drop(key).catch(() => undefined);
    try {
      const turn = await store.askFor(key, polls);
      return outdated.has(key) ? { ...turn, known: undefined } : turn;
    } catch (cause) {
      throw storeRefusal(context, operation, cause);
    }
  };

  /** Gives nothing where the answer says nothing of the message. */
  const ask = async (
    message: MessageName,
    key: string,
    isCurrent: () => boolean,
  ): Promise<ServiceAnswer | undefined> => {
    const { id, provider, account } = message;
    const send = await prepareCall(context, {
      operation,
      messageId: id,
      provider,
      account,
      timeoutMs: pollTimeoutMs,
    });
    let answer: ServiceAnswer;
    try {
      answer = await send();
    } finally {
      await keep(() => store.pollEnded(key));
    }
    const { status, body } = answer;
    if (status === 429 || status === 503) {
      await keep(() => store.rest(restOf(context, answer), key));
      return undefined;
    }
    if (status !== 200) return answer;
    if (!isAbout(id, body)) {
      report({ type: 'message-id', operation, message: 'The service answered a poll with another message.' });
      return undefined;
    }
    if (isCurrent()) await keep(() => store.keepMessage(key, { body, isFinal: isFinal(body) }));
    return answer;
  };

  // What could not be kept costs a question more, no more than that.
  const keep = async (run: () => Promise<unknown>) => {
    try {
      await run();
    } catch {
      report({ type: 'store-failed', operation, message: 'The answer to a poll could not be kept.' });
    }
  };

  const askOnce = (message: MessageName, key: string): Promise<ServiceAnswer | undefined> => {
    const current = asking.get(key);
    if (current) return current;
    const isCurrent = () => asking.get(key) === started;
    const started: Promise<ServiceAnswer | undefined> = ask(message, key, isCurrent).finally(() => {
      if (isCurrent()) asking.delete(key);
    });
    asking.set(key, started);
    return started;
  };

  return {
    async askFor(message) {
      const key = keyOf(message, pathFor(message.provider));
      if (!asking.has(key)) {
        const turn = await takeTurn(key);
        if (!turn.isGranted) return lastKnown(message.id, turn);
      }
      try {
        const answer = await askOnce(message, key);
        if (!answer) return lastKnown(message.id, await takeTurn(key));
        return textReply(answer, answer.status === 200 ? { age: '0' } : {});
      } catch (cause) {
        report({
          type: 'service-unreachable',
          operation,
          message: 'The service gave no answer to a poll.',
        });
        throw new GatewayRefusal(
          502,
          'unreachable',
          'The service cannot be reached. The payment is not affected.',
          { cause },
        );
      }
    },
    async handOut(message, by) {
      // Where the path of the operation names no provider, it may be anyone's.
      const mayBeOf =
        message.provider === undefined
          ? [...(isPerProvider ? [] : [undefined]), ...providers]
          : [message.provider];
      const keys = [...new Set(mayBeOf.flatMap((provider) => keysOf(message, provider)))];
      const wereThere = keys.map(async (key) => {
        asking.delete(key); // what comes of it is about the earlier one
        outdated.add(key);
        try {
          return await drop(key);
        } catch {
          void tryLater(service.clock, async () => outdated.has(key) && drop(key));
          return false;
        }
      });
      const isAgain = (await Promise.all(wereThere)).includes(true) && keys.length === 1;
      if (isAgain) {
        report({
          type: 'message-id',
          ...by,
          message:
            'The service handed out again a message id of before. The result of the earlier one is dropped.',
        });
      }
    },
  };
}

/** Whether an answer is about a message: one without an id is about the one that was asked for. */
function isAbout(id: string, body: string): boolean {
  try {
    const { value, path } = unwrap(parseJson(body));
    return (readOptionalId(objectAt(value, path), path, 'msgIdentifier') ?? id) === id;
  } catch {
    return true; // it says nothing of any, and is handed on
  }
}

function restOf({ service }: GatewayContext, { headers }: ServiceAnswer): number {
  return Math.min(retryAfterMs(headers, service.clock.now()) ?? restMs, longestRestMs);
}

// The service's `timeout` is no end: a late result may follow (contract: open points).
function isFinal(body: string): boolean {
  try {
    const { status } = readProcessedMessage(parseJson(body));
    return status === 'complete' || status === 'failed';
  } catch {
    return false;
  }
}

/** An id exists only because the service accepted the message: before the first answer, it is `received`. */
function lastKnown(id: string, { known, waitMs }: PollTurn): Response {
  const retryAfter: Record<string, string> = known?.isFinal
    ? {}
    : { 'retry-after': `${Math.max(1, Math.ceil(waitMs / 1000))}` };
  if (!known?.body) return jsonReply({ data: { msgIdentifier: id, status: 'received' } }, 200, retryAfter);
  return textReply(
    { status: 200, body: known.body },
    { age: `${Math.floor(known.ageMs / 1000)}`, ...retryAfter },
  );
}

/** The ids in the service's answer to what it accepted, where they can be read. */
export function acceptedIds(body: string): {
  msgIdentifier?: string | undefined;
  pnRefNum?: string | undefined;
} {
  try {
    const parsed = parseJson(body);
    const { value } = unwrap(parsed);
    const { msgIdentifier } = readBatchClosed(parsed);
    return { msgIdentifier, pnRefNum: isObject(value) ? readOptionalId(value, '', 'pnRefNum') : undefined };
  } catch {
    return {};
  }
}

/** Says yes `most` times at once, and then once in `everyMs`. */
export function createAllowance(
  clock: Pick<Clock, 'monotonic'>,
  { most, everyMs }: { most: number; everyMs: number },
): () => boolean {
  let left = most;
  let countedAt = clock.monotonic();
  return () => {
    const now = clock.monotonic();
    left = Math.min(most, left + (now - countedAt) / everyMs);
    countedAt = now;
    if (left < 1) return false;
    left -= 1;
    return true;
  };
}

/** What one subject may close at once, and how often after that. A page closes what it lost the answer to. */
const closings = { most: 60, everyMs: 5_000 };
/** An allowance that nobody used for so long is full again (ms). */
const allowanceMs = closings.most * closings.everyMs;

export function createTeller(context: GatewayContext, sender: Sender) {
  const { store, service } = context;
  const { clock } = service;
  const allowances = createExpiringMap<() => boolean>(allowanceMs);

  const find = async (id: string) => sender.knownHere(id) ?? (await store.find(id));

  const assertMayClose = (subject: string) => {
    const now = clock.monotonic();
    const mayClose = allowances.get(subject, now) ?? createAllowance(clock, closings);
    allowances.set(subject, mayClose, now);
    if (mayClose()) return;
    throw new GatewayRefusal(429, 'busy', 'Too many operation ids were closed. Nothing was changed.', {
      headers: { 'retry-after': `${closings.everyMs / 1000}` },
    });
  };

  return {
    /** Answers what became of an operation id. */
    async askOperation(id: string, subject: string): Promise<Response> {
      try {
        return await reply(context, id, subject, await find(id));
      } catch (cause) {
        throw cause instanceof GatewayRefusal ? cause : storeRefusal(context, 'askOperation', cause, id);
      }
    },
    /** Makes sure that an id which was not seen never will be sent, and answers what became of it. */
    async closeOperation(id: string, subject: string): Promise<Response> {
      try {
        const known = await find(id);
        if (!known) assertMayClose(subject);
        return await reply(context, id, subject, known ?? (await sender.close(id, subject)));
      } catch (cause) {
        throw cause instanceof GatewayRefusal ? cause : storeRefusal(context, 'closeOperation', cause, id);
      }
    },
  };
}

async function reply(
  context: GatewayContext,
  id: string,
  subject: string,
  entry: HeldOperation | undefined,
): Promise<Response> {
  if (entry) assertOwner(entry, subject);
  const state = entry ? stateOf(context, entry) : 'not-seen';
  return jsonReply({
    id,
    state,
    isClosed: (entry && state === 'not-seen') || undefined,
    knownForMs: await context.store.knownForMs(),
    ...(state === 'accepted' ? acceptedIds(entry?.answer?.body ?? '') : {}),
    answer: entry?.answer,
  });
}
