import type { OperationState } from '../core/errors.ts';
import { createOperationId } from '../core/operations/terminalOperation.ts';
import { backgroundClock, type Clock, sleep } from '../core/time.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { assertOwner, nobody } from './authorize.ts';
import { type GatewayContext, storeRefusal } from './gatewayContext.ts';
import {
  answerOperation,
  type Claim,
  claimOperation,
  closeOperation,
  findOperation,
  forgottenAnswer,
  type HeldOperation,
  rowHere,
  stateOf,
} from './record.ts';
import type { OperationRow } from './recordRows.ts';
import { acceptedIds, keptAnswer, type OperationAnswer, stateOfAnswer } from './replies.ts';

/** One copy of a request that must reach the service once. */
export interface RequestCopy extends Omit<Claim, 'claimedBy' | 'answerWithinMs'> {
  /** Asks the service. Called for one copy of an id at most. */
  ask: () => Promise<OperationAnswer>;
}

export interface Outcome {
  /** Nothing where it is not certain: the store may have forgotten an earlier copy. */
  state: OperationState | undefined;
  answer: OperationAnswer;
}

/** Whose id it is. */
export type OperationKey = Pick<Claim, 'account' | 'id'>;

export interface Sender {
  send: (copy: RequestCopy) => Promise<Outcome>;
  /** What this process sends, or lately sent or closed, whatever became of the store meanwhile; else what the store knows. */
  find: (key: OperationKey) => Promise<HeldOperation | undefined>;
  /** Takes an id that nothing was sent under, for good. Gives who holds it now. */
  close: (key: OperationKey & { subject: string }) => Promise<HeldOperation>;
  /** Whether the service gave this id to a message that the store could not be told of: what it knows is about an earlier one. */
  isUnkept: (account: string, msgIdentifier: string) => boolean;
  /** Closes the id of a request that is refused. Gives whether it is certain that nothing was or will be sent under it. */
  closeUnsent: (key: OperationKey & { subject: string }) => Promise<boolean>;
  /** Resolves when what is being sent has its answer, and the record has that. */
  idle: () => Promise<void>;
}

/** An answer may still be written when the service's time is up. */
const graceMs = 5_000;
/** How long after the first copy a browser, or what stands before the gateway, may send another. */
const longestResendMs = 120_000;
const firstLookMs = 50;
const longestLookMs = 1_000;
const laterMs = [200, 1_000, 5_000, 15_000, 60_000];
/** What the service said is not known to anybody else: it is tried for an hour more. */
const muchLaterMs = Array<number>(59).fill(60_000);

const closedSentence = 'This operation id was closed before it was sent. Nothing was sent for it.';

const unanswered: OperationAnswer = /*#__PURE__*/ inPlace(
  504,
  'unanswered',
  'The service gave no answer. What became of the operation is not known.',
);
/** What the gateway says in its place where nothing was sent, and nothing ever will be. */
const notReached = /*#__PURE__*/ never(
  502,
  'unreachable',
  'The service could not be reached. Nothing was sent.',
);
const notRecorded = /*#__PURE__*/ never(
  503,
  'store',
  'The gateway could not record this in time, so it was not sent.',
);
const closedBefore = /*#__PURE__*/ never(410, 'closed', closedSentence);

/** What this process knows of an id by itself. */
interface KnownHere {
  row: OperationRow;
  asking?: Promise<OperationAnswer>;
  at: number;
}

/** Sends each operation id to the service at most once, whatever number of copies comes, to whatever instance. */
export function createSender(context: GatewayContext): Sender {
  const { record, service, paymentTimeoutMs, isRefusal, report, measure, rules } = context;
  const { clock } = service;
  const answerWithinMs = paymentTimeoutMs + graceMs;
  /** What this process sent or knows to be closed: the store may not have the answer yet, or may lose all of it. */
  const here = createExpiringMap<KnownHere>(answerWithinMs + longestResendMs);

  const underWay = new Set<Promise<unknown>>();
  /** None of them rejects. */
  const keepUnderWay = <T>(task: Promise<T>): Promise<T> => {
    underWay.add(task);
    void task.then(() => underWay.delete(task));
    return task;
  };

  const knownHere = (key: OperationKey) => here.get(nameOf(key), clock.monotonic());
  const keepHere = (row: OperationRow) => {
    const at = clock.monotonic();
    const kept: KnownHere = { row, at };
    here.set(nameOf(row), kept, at);
    return kept;
  };
  const rowOf = ({ row, at }: KnownHere): HeldOperation => ({ ...row, ageMs: clock.monotonic() - at });

  /** What the store knows, and what this process knows better. */
  const found = async (key: OperationKey): Promise<HeldOperation | undefined> => {
    const known = knownHere(key);
    try {
      const row = await record.read(key.account, (tx) => findOperation(tx, key.account, key.id));
      if (!known) return row;
      // That it was sent is more than that it was closed: the store forgot in between.
      if (!row || (row.state === 'closed' && known.row.state === 'sent')) return rowOf(known);
      return row.state === known.row.state ? { ...row, answer: row.answer ?? known.row.answer } : row;
    } catch (error) {
      if (known) return rowOf(known);
      throw error;
    }
  };

  /** Who holds an id, where this process knows it. */
  const holderHere = async (key: OperationKey): Promise<HeldOperation | undefined> => {
    const known = knownHere(key);
    if (known?.row.state === 'closed') return (await found(key)) ?? rowOf(known);
    return known && rowOf(known);
  };

  const close: Sender['close'] = async (key) => {
    const known = await holderHere(key);
    if (known) return known;
    const row = await record.change(key.account, (tx) => closeOperation(tx, key));
    const meanwhile = knownHere(key);
    if (meanwhile) return rowOf(meanwhile);
    if (stateOf(context, row) === 'not-seen') keepHere(row);
    return row;
  };

  // A store that has just begun, or begun anew, may have known an earlier copy.
  const remembersCopies = async ({ account }: OperationKey) => {
    try {
      return (await knownForMs(context, account)) >= longestResendMs;
    } catch {
      return false;
    }
  };

  /** Messages whose ids the service gave while the store could not be told. */
  const unkept = new Set<string>();

  /** Gives what is told of it. */
  const keepAnswer = async (claim: Claim, answer: OperationAnswer): Promise<OperationAnswer> => {
    const { account, id, kind } = claim;
    const kept = keptAnswer(kind, answer);
    const { isHandedOutAgain, instead = answer } = await record.change(account, (tx) =>
      answerOperation(tx, claim, kept, rules),
    );
    // What the store knows of that message by now is no earlier one's.
    unkept.delete(messageIn(claim, answer) ?? '');
    if (!isHandedOutAgain) return answer;
    report({
      type: 'message-id',
      operation: kind,
      operationId: id,
      message:
        'The service handed out again a message id of before. The result of the earlier one is dropped.',
    });
    return instead;
  };

  // The service has answered: that the answer could not be recorded must not hold it back. The store may have lost the id, too.
  const claimAndKeep = async (claim: Claim, answer: OperationAnswer) => {
    await record.change(claim.account, (tx) => claimOperation(tx, claim, { ...rules, isForced: true }));
    await keepAnswer(claim, answer);
  };

  const keepLater = async (claim: Claim, answer: OperationAnswer) => {
    const message = messageIn(claim, answer);
    if (message !== undefined) unkept.add(message);
    const keep = () => claimAndKeep(claim, answer);
    // A deployment does not wait for more, nor does a process that has nothing else to do.
    if (!(await tryLater(clock, laterMs, keep))) void tryLater(backgroundClock(clock), muchLaterMs, keep);
  };

  const askService = async ({ ask }: RequestCopy, claim: Claim): Promise<OperationAnswer> => {
    const told = { operation: claim.kind, operationId: claim.id };
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
      answer = isBelieved && neverLeft(error) ? notReached : unanswered;
    }
    const known = knownHere(claim);
    if (known) known.row.answer = answer;
    try {
      answer = await keepAnswer(claim, answer);
      if (known) known.row.answer = answer;
    } catch {
      report({
        type: 'answer-not-kept',
        ...told,
        message: 'The answer to an operation could not be recorded yet.',
      });
      void keepUnderWay(keepLater(claim, answer));
    }
    return answer;
  };

  const take = async (claim: Claim): Promise<HeldOperation | undefined> => {
    const { account, id, kind, claimedBy } = claim;
    const startedAt = clock.monotonic();
    const wallAt = clock.now();
    try {
      const holder = await record.change(account, (tx) => claimOperation(tx, claim, rules));
      // A store's client may repeat a claim whose answer it lost, and meet the one it made.
      if (holder && holder.claimedBy !== claimedBy) return holder;
      if (await isClosedByNobody(claim)) return await withdraw(claim, closedBefore);
      const passedMs = Math.max(clock.monotonic() - startedAt, clock.now() - wallAt);
      // A process that stood still must not send what the others believe to be over.
      return passedMs > graceMs ? await withdraw(claim, notRecorded) : undefined;
    } catch (cause) {
      void tryLater(clock, laterMs, () => withdraw(claim, notRecorded));
      throw storeRefusal(context, kind, cause, id);
    }
  };

  // A copy that was refused before anybody knew whose it is has closed the id for all accounts, perhaps at this moment: whoever
  // closes looks for claims after that, and whoever claims looks here after that, so that one of them sees the other.
  const isClosedByNobody = async ({ account, id }: Claim) => {
    const row = account === '' ? undefined : await record.read('', (tx) => findOperation(tx, '', id));
    return row !== undefined && isNobodys(row);
  };

  // What was claimed by a copy that is not sent, nobody ever sends; a claim whose answer was lost may have been recorded.
  const withdraw = (claim: Claim, answer: OperationAnswer) =>
    record.change(claim.account, function* (tx) {
      const row = yield* findOperation(tx, claim.account, claim.id);
      if (row?.claimedBy !== claim.claimedBy) throw new Error('It may still be recorded.');
      yield* answerOperation(tx, claim, answer, rules);
      return { ...row, answer: row.answer ?? answer };
    });

  const find = async (copy: RequestCopy) => {
    try {
      return await found(copy);
    } catch (cause) {
      throw storeRefusal(context, copy.kind, cause, copy.id);
    }
  };

  /** The answer to the copy that was first, here or on another instance. */
  const answerOfFirst = async (copy: RequestCopy, first: HeldOperation): Promise<OperationAnswer> => {
    let row: HeldOperation | undefined = first;
    for (let ms = firstLookMs; row; ms = Math.min(2 * ms, longestLookMs)) {
      const answer = row.answer ?? forgottenAnswer(row);
      if (answer) return answer;
      const asking = knownHere(copy)?.asking;
      if (asking) return asking;
      if (row.ageMs >= row.answerBy - row.claimedAt) return unanswered;
      await sleep(clock, ms);
      row = await find(copy);
    }
    return unanswered;
  };

  const answerTo = async ({ ask, ...copy }: RequestCopy): Promise<OperationAnswer> => {
    const claim: Claim = { ...copy, claimedBy: createOperationId(), answerWithinMs };
    const first = (await holderHere(copy)) ?? (await take(claim));
    const meanwhile = knownHere(copy);
    const holder = first ?? (meanwhile && rowOf(meanwhile));
    if (holder) {
      if (stateOf(context, holder) === 'not-seen') keepHere(holder);
      if (isRefused(holder)) measure('claims-refused', 1, copy.account);
      assertSameRequest(copy, holder);
      return answerOfFirst({ ...copy, ask }, holder);
    }
    // Nothing is awaited since the last look.
    measure('claims', 1, copy.account);
    const kept = keepHere(rowHere(copy, claim));
    kept.asking = keepUnderWay(askService({ ...copy, ask }, claim));
    return kept.asking;
  };

  return {
    find: found,
    close,
    isUnkept: (account, msgIdentifier) => unkept.has(nameOf({ account, id: msgIdentifier })),
    async send(copy) {
      const answer = await answerTo(copy);
      const state = stateOfAnswer(isRefusal, copy.kind, answer);
      return { answer, state: state === 'not-seen' && !(await remembersCopies(copy)) ? undefined : state };
    },
    async closeUnsent(key) {
      try {
        return stateOf(context, await close(key)) === 'not-seen' && (await remembersCopies(key));
      } catch {
        return false;
      }
    },
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}

/** Closed before anybody knew whose it is: for all merchants. */
export const isNobodys = ({ account, state, subject }: OperationRow) =>
  account === '' && state === 'closed' && subject === nobody;

const nameOf = ({ account, id }: OperationKey) => JSON.stringify([account, id]);

/** The message that an answer gives an id of. */
function messageIn({ account }: OperationKey, { body }: OperationAnswer): string | undefined {
  const { msgIdentifier } = acceptedIds(body);
  return msgIdentifier === undefined ? undefined : nameOf({ account, id: msgIdentifier });
}

/** For how long the store has forgotten nothing. */
export function knownForMs({ record }: GatewayContext, account: string): Promise<number> {
  return record.change(
    account,
    // eslint-disable-next-line require-yield
    function* (tx) {
      return tx.knownForMs;
    },
    'write',
  );
}

interface ExpiringMap<Value> {
  get: (key: string, now: number) => Value | undefined;
  set: (key: string, value: Value, at: number) => void;
}

/** A map that forgets what was set `keepMs` ago. Times are of one clock that never goes back. */
export function createExpiringMap<Value>(keepMs: number): ExpiringMap<Value> {
  const kept = new Map<string, { value: Value; at: number }>(); // oldest first
  const isOver = (at: number, now: number) => at + keepMs <= now;

  return {
    get(key, now) {
      const found = kept.get(key);
      return found && !isOver(found.at, now) ? found.value : undefined;
    },
    set(key, value, at) {
      kept.delete(key);
      kept.set(key, { value, at });
      for (const [oldest, entry] of kept) {
        if (!isOver(entry.at, at)) return;
        kept.delete(oldest);
      }
    },
  };
}

/** Runs what failed again after each of these times, until it does not. Gives whether it did in the end. */
async function tryLater(
  clock: Clock,
  waitsMs: readonly number[],
  run: () => Promise<unknown>,
): Promise<boolean> {
  for (const ms of waitsMs) {
    await sleep(clock, ms);
    try {
      await run();
      return true;
    } catch {
      // again, later
    }
  }
  return false;
}

function inPlace(status: number, code: string, message: string): OperationAnswer {
  return { status, body: JSON.stringify({ error: { code, message } }), isOwn: true };
}

function never(...said: Parameters<typeof inPlace>): OperationAnswer {
  return { ...inPlace(...said), isNotSent: true };
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

/** By lock or guard: a second copy hears that as well. */
const isRefused = ({ state, answer }: HeldOperation) => state === 'closed' && answer !== null;

function assertSameRequest(copy: Omit<RequestCopy, 'ask'>, first: HeldOperation): void {
  assertOwner(first, copy.subject);
  if (first.state === 'closed' && !isRefused(first)) throw new GatewayRefusal(410, 'closed', closedSentence);
  if (first.kind !== copy.kind || first.bodyHash !== copy.bodyHash) {
    throw new GatewayRefusal(
      409,
      'other-body',
      'This operation id was used for another request. This one was not sent: it needs an id of its own.',
    );
  }
}
