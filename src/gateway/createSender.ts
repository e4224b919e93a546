import type { OperationState } from '../core/errors.ts';
import { createOperationId } from '../core/operations/terminalOperation.ts';
import { type Clock, sleep } from '../core/time.ts';
import type { OperationName } from '../core/wire/routes.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { assertOwner } from './authorize.ts';
import { createExpiringMap } from './createMemoryStore.ts';
import { type GatewayContext, storeRefusal } from './gatewayContext.ts';
import type { HeldOperation, OperationAnswer, OperationEntry } from './gatewayStore.ts';
import { stateOfAnswer } from './replies.ts';

/** One copy of a request that must reach the service once. */
export interface RequestCopy {
  id: string;
  operation: OperationName;
  bodyHash: string;
  subject: string;
  /** Asks the service. Called for one copy of an id at most. */
  ask: () => Promise<OperationAnswer>;
}

type SentOperation = OperationEntry & { operation: OperationName; claimedBy: string };

export interface Outcome {
  /** Nothing where it is not certain: the store may have forgotten an earlier copy. */
  state: OperationState | undefined;
  answer: OperationAnswer;
}

export interface Sender {
  send: (copy: RequestCopy) => Promise<Outcome>;
  /** What this process sends, or lately sent or closed, whatever became of the store meanwhile. */
  knownHere: (id: string) => HeldOperation | undefined;
  /** Takes an id that nothing was sent under, for good. Gives who holds it now. */
  close: (id: string, subject: string) => Promise<HeldOperation>;
  /** Closes the id of a request that is refused. Gives whether it is certain that nothing was or will be sent under it. */
  closeUnsent: (id: string, subject: string) => Promise<boolean>;
}

/** An answer may still be written when the service's time is up. */
const graceMs = 5_000;
/** How long after the first copy a browser, or what stands before the gateway, may send another. */
const longestResendMs = 120_000;
const firstLookMs = 50;
const longestLookMs = 1_000;
const laterMs = [200, 1_000, 5_000, 15_000, 60_000];

const unanswered: OperationAnswer = /*#__PURE__*/ inPlace(
  504,
  'unanswered',
  'The service gave no answer. What became of the operation is not known.',
);
const notSent: OperationAnswer = {
  ...inPlace(502, 'unreachable', 'The service could not be reached. Nothing was sent.'),
  isNotSent: true,
};

/** Sends each operation id to the service at most once, whatever number of copies comes, to whatever instance. */
export function createSender(context: GatewayContext): Sender {
  const { store, service, paymentTimeoutMs, isRefusal, report } = context;
  const { clock } = service;
  const answerWithinMs = paymentTimeoutMs + graceMs;
  /** What this process sent or closed: the store may not have the answer yet, or may lose all of it. */
  const here = createExpiringMap<{ entry: OperationEntry; asking?: Promise<OperationAnswer> }>(
    answerWithinMs + longestResendMs,
  );

  const knownHere = (id: string): HeldOperation | undefined => {
    const now = clock.monotonic();
    const known = here.get(id, now);
    return known && { ...known.entry, ageMs: here.ageOf(id, now) };
  };

  const close = async (id: string, subject: string): Promise<HeldOperation> => {
    const entry = { id, state: 'closed', subject, answerWithinMs: 0 } as const;
    const holder = knownHere(id) ?? (await store.claim(entry)) ?? knownHere(id);
    if (holder) return holder;
    here.set(id, { entry }, clock.monotonic());
    return { ...entry, ageMs: 0 };
  };

  // A store that has just begun, or begun anew, may have known an earlier copy.
  const remembersCopies = async () => {
    try {
      return (await store.knownForMs()) >= longestResendMs;
    } catch {
      return false;
    }
  };

  const keep = async (id: string, answer: OperationAnswer) => {
    try {
      await store.answer(id, answer);
      return true;
    } catch {
      return false;
    }
  };

  // The service has answered: that the answer could not be recorded must not hold it back. The store may have lost the id, too.
  const claimAndKeep = async (entry: SentOperation, answer: OperationAnswer) => {
    const holder = await store.claim(entry);
    if (!holder?.answer) await store.answer(entry.id, answer);
  };

  const askService = async ({ ask }: RequestCopy, entry: SentOperation): Promise<OperationAnswer> => {
    const { id } = entry;
    const told = { operation: entry.operation, operationId: id };
    let answer: OperationAnswer;
    const isBelieved = isNodesOwnFetch(context.options.fetcher ?? globalThis.fetch);
    try {
      answer = await ask();
    } catch (error) {
      report({
        type: 'service-unreachable',
        ...told,
        message: 'The service gave no answer to an operation.',
      });
      answer = isBelieved && neverLeft(error) ? notSent : unanswered;
    }
    entry.answer = answer;
    if (!(await keep(id, answer))) {
      report({
        type: 'answer-not-kept',
        ...told,
        message: 'The answer to an operation could not be recorded yet.',
      });
      void tryLater(clock, () => claimAndKeep(entry, answer));
    }
    return answer;
  };

  const claim = async (entry: SentOperation): Promise<HeldOperation | undefined> => {
    const { id, operation, claimedBy } = entry;
    try {
      const holder = await store.claim(entry);
      // A store's client may repeat a claim whose answer it lost, and meet the one it made.
      return holder?.claimedBy === claimedBy ? undefined : holder;
    } catch (cause) {
      void tryLater(clock, () => withdraw(id, claimedBy));
      throw storeRefusal(context, operation, cause, id);
    }
  };

  // A claim whose answer was lost may have been recorded: this copy was not sent, and so nobody ever sends one.
  const withdraw = async (id: string, claimedBy: string) => {
    if ((await store.find(id))?.claimedBy !== claimedBy) throw new Error('It may still be recorded.');
    await store.answer(id, notSent);
  };

  const find = async ({ id, operation }: RequestCopy) => {
    try {
      return await store.find(id);
    } catch (cause) {
      throw storeRefusal(context, operation, cause, id);
    }
  };

  /** The answer to the copy that was first, here or on another instance. */
  const answerOfFirst = async (copy: RequestCopy, first: HeldOperation): Promise<OperationAnswer> => {
    let held: HeldOperation | undefined = first;
    for (let ms = firstLookMs; held; ms = Math.min(2 * ms, longestLookMs)) {
      if (held.answer) return held.answer;
      const asking = here.get(copy.id, clock.monotonic())?.asking;
      if (asking) return asking;
      if (held.ageMs >= held.answerWithinMs) return unanswered;
      await sleep(clock, ms);
      held = await find(copy);
    }
    return unanswered;
  };

  const answerTo = async (copy: RequestCopy): Promise<OperationAnswer> => {
    const { id, operation, bodyHash, subject } = copy;
    const claimedBy = createOperationId();
    const entry = { id, state: 'sent', operation, bodyHash, subject, claimedBy, answerWithinMs } as const;
    const first = knownHere(id) ?? (await claim(entry)) ?? knownHere(id);
    if (first) {
      assertSameRequest(copy, first);
      return answerOfFirst(copy, first);
    }
    // Nothing is awaited since the last look.
    const kept: SentOperation = { ...entry };
    const asking = askService(copy, kept);
    here.set(id, { entry: kept, asking }, clock.monotonic());
    return asking;
  };

  return {
    knownHere,
    close,
    async send(copy) {
      const answer = await answerTo(copy);
      const state = stateOfAnswer(isRefusal, copy.operation, answer);
      return { answer, state: state === 'not-seen' && !(await remembersCopies()) ? undefined : state };
    },
    async closeUnsent(id, subject) {
      try {
        return (await close(id, subject)).state === 'closed' && (await remembersCopies());
      } catch {
        return false;
      }
    },
  };
}

/** Runs what failed again a few times, until it does not. */
export async function tryLater(clock: Clock, run: () => Promise<unknown>): Promise<void> {
  for (const ms of laterMs) {
    await sleep(clock, ms);
    try {
      await run();
      return;
    } catch {
      // again, later
    }
  }
}

function inPlace(status: number, code: string, message: string): OperationAnswer {
  return { status, body: JSON.stringify({ error: { code, message } }), isOwn: true };
}

const failedToConnect = /*#__PURE__*/ new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
]);

// Node tells where a connection failed. Elsewhere the request counts as sent; so it does where an open connection failed:
// the system has the same codes for that.
function neverLeft(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code = '', syscall = 'connect' } = cause as { code?: string; syscall?: string };
    if (failedToConnect.has(code)) return syscall === 'connect' || syscall === 'getaddrinfo';
  }
  return false;
}

/** Whether it is Node's own, which asks once. What a host put in its place may have asked before it failed. */
function isNodesOwnFetch(fetcher: unknown): boolean {
  return (
    typeof fetcher === 'function' &&
    Function.prototype.toString.call(fetcher).includes('internal/deps/undici')
  );
}

function assertSameRequest(copy: RequestCopy, first: OperationEntry): void {
  assertOwner(first, copy.subject);
  if (first.state === 'closed') {
    throw new GatewayRefusal(
      410,
      'closed',
      'This operation id was closed before it was sent. Nothing was sent for it.',
    );
  }
  if (first.operation !== copy.operation || first.bodyHash !== copy.bodyHash) {
    throw new GatewayRefusal(
      409,
      'other-body',
      'This operation id was used for another request. This one was not sent: it needs an id of its own.',
    );
  }
}
