import type { Resolution } from '../core/operations/terminalOperation.ts';
import { minPollGapMs } from '../core/polling/chooseNextPoll.ts';
import type { Clock } from '../core/time.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { assertOwner, type Caller, nobody } from './authorize.ts';
import { type Follower, identityOf } from './createFollower.ts';
import { timesOf, type Sender } from './createSender.ts';
import { restOf, wantedForMs } from './following.ts';
import { type GatewayContext, storeRefusal } from './gatewayContext.ts';
import type { GatewayOperation } from './gatewayOptions.ts';
import { createExpiringMap, type OperationKey } from './knownIds.ts';
import type { Steps, Transaction } from './gatewayStore.ts';
import {
  applyFacts,
  findOperation,
  forgottenAnswer,
  held,
  type HeldOperation,
  newMessage,
  stateOf,
} from './record.ts';
import { unreadable } from './prepareCall.ts';
import type { MessageRow } from './recordRows.ts';
import { acceptedIds, jsonReply, textReply } from './replies.ts';
import { mayAskAbout, maySee } from './seenBy.ts';

const operation = 'getProcessedMessage';

/** A message as a page asks for it. */
export interface MessageName {
  id: string;
  provider?: string | undefined;
  currency?: string | undefined;
  /** A person wants it asked about again, however long ago the last question is. */
  isFresh?: boolean | undefined;
}

/** What is known of a message. Times are of the store's clock. */
interface Seen {
  row: MessageRow | undefined;
  now: number;
  /** Nobody asks about it before. */
  restUntil: number;
}

/** So many messages that nobody accepted here are asked about at once. */
const mostStrangers = 50;
/** When to come back for one that is not (ms). */
const crowdedMs = 15_000;

/**
 * Answers polls with what is known of a message. Where nothing follows by itself, as before `start`, each poll asks one question of
 * its account, about the message that waits longest.
 */
export function createMessages(context: GatewayContext, follower: Follower, sender: Sender) {
  const { record, rules } = context;
  const providerOf = ({ provider = '' }: MessageName) => (rules.isPerProvider ? provider : '');

  function* look(tx: Transaction, caller: Caller, message: MessageName): Steps<Seen> {
    const { account } = caller;
    // One that was accepted without a provider is of whichever its till names.
    const providers = { in: ['', providerOf(message)] };
    const found = yield* tx.messages.list({ account, provider: providers, id: message.id });
    const row = found.toSorted((a, b) => b.since - a.since)[0];
    const operationId = row?.operationId;
    const owner = operationId == null ? undefined : yield* findOperation(tx, account, operationId);
    if (owner && owner.subject !== caller.subject && !maySee(caller, owner, tx.now)) throw notYours();
    return { row, now: tx.now, restUntil: yield* restOf(tx, account, row) };
  }

  /** Whether nothing is to be written for somebody to hear of it. */
  const isSettled = (row: MessageRow, message: MessageName, now: number) => {
    const { operationId, dueAt, wantedUntil } = row;
    if (message.isFresh && !isEnded(row) && (dueAt ?? Infinity) > soonest(row, now)) return false;
    const isWanted = dueAt !== null && (wantedUntil ?? 0) > now + wantedForMs / 2;
    return row.provider === providerOf(message) && (operationId !== null || isEnded(row) || isWanted);
  };

  /** Who asks for a message wants to hear of it. */
  function* want(tx: Transaction, caller: Caller, message: MessageName): Steps<Seen & { row: MessageRow }> {
    const seen = yield* look(tx, caller, message);
    const { row: known, now } = seen;
    if (known && isSettled(known, message, now)) return { ...seen, row: known };
    const { account } = caller;
    const provider = providerOf(message);
    const row = { account, id: message.id, ...newMessage(now), ...known, provider };
    row.currency ??= message.currency ?? null;
    if (known && known.provider !== provider)
      yield* tx.messages.remove({ account, provider: known.provider, id: message.id });
    if (row.operationId === null) {
      const others = { account, operationId: null, dueAt: { from: 0 }, wantedUntil: { above: now } };
      if (!known && (yield* tx.messages.list(others, oldest)).length === mostStrangers)
        return { ...seen, row: { ...row, dueAt: now + crowdedMs } };
      row.wantedUntil = now + wantedForMs;
      row.dueAt ??= soonest(row, now);
    }
    if (message.isFresh && !isEnded(row)) row.dueAt = Math.min(row.dueAt ?? Infinity, soonest(row, now));
    yield* tx.messages.put(row);
    return { ...seen, row };
  }

  return async (caller: Caller, message: MessageName): Promise<Response> => {
    const { account } = caller;
    const seeNow = async () => {
      const seen = await record.read(account, (tx) => look(tx, caller, message));
      if (seen.row && isSettled(seen.row, message, seen.now)) return { ...seen, row: seen.row };
      return record.change(account, (tx) => want(tx, caller, message), 'write');
    };
    try {
      const seen = await seeNow();
      const { row } = seen;
      // What the store knows is about an earlier one of this id.
      if (sender.isUnkept(account, message.id))
        return told({ ...seen, row: { ...row, ...newMessage(seen.now) } });
      if (isEnded(row)) return told(seen);
      if (follower.isRunning()) {
        if (row.operationId === null || message.isFresh) follower.nudge(account, 0);
        return told(seen);
      }
      const asked = follower.asking(row) ? undefined : await follower.askOne(account);
      const isAboutIt = asked && identityOf(asked.message) === identityOf(row);
      const answer = isAboutIt ? asked.answer : await follower.asking(row);
      // What the service says that is no result is the page's to read; of silence it hears what is known.
      if (answer && answer.status !== 200 && !isPause(answer.status)) return textReply(answer);
      return told(await seeNow());
    } catch (cause) {
      throw cause instanceof GatewayRefusal ? cause : storeRefusal(context, operation, cause);
    }
  };
}

const oldest = { by: ['dueAt'], limit: mostStrangers } as const;
const soonest = ({ askedAt }: MessageRow, now: number) => Math.max(now, (askedAt ?? 0) + minPollGapMs);
const isPause = (status: number) => status === 429 || status === 503;
const isEnded = ({ state: { status } }: Pick<MessageRow, 'state'>) =>
  status === 'complete' || status === 'failed';

// An id exists only because the service accepted the message: before the first answer, it is `received`. Where the last answer
// could not be read, that is told: of what was known before the page has heard.
function told({ row: { id, state, heardAt, dueAt }, now, restUntil }: Seen & { row: MessageRow }): Response {
  const { message, misfit, missing } = state;
  const waitMs = Math.max(0, (dueAt ?? now) - now, restUntil - now);
  const headers: Record<string, string> = {
    ...(isEnded({ state }) ? {} : { 'retry-after': `${Math.max(1, Math.ceil(waitMs / 1000))}` }),
    ...(heardAt === null || misfit !== undefined
      ? {}
      : { age: `${Math.max(0, Math.floor((now - heardAt) / 1000))}` }),
  };
  if (!message && missing > 0) {
    const error = { code: 'not-found', message: 'The service knows no such message.' };
    return jsonReply({ error }, 404, headers);
  }
  if (misfit?.startsWith(strangeWord)) {
    // It is told as it was, so that the page names it.
    const status = misfit.slice(strangeWord.length);
    return jsonReply({ data: { msgIdentifier: id, status } }, 200, headers);
  }
  if (misfit !== undefined) return textReply({ status: 200, body: unreadable }, headers);
  if (!message) return jsonReply({ data: { msgIdentifier: id, status: 'received' } }, 200, headers);
  const { serviceMessage, ...record } = message;
  return jsonReply({ data: { ...record, message: serviceMessage } }, 200, headers);
}

const strangeWord = 'unrecognised-status: ';

function notYours(): GatewayRefusal {
  return new GatewayRefusal(403, 'not-yours', 'This message belongs to somebody else.');
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

/** Which state of an operation a person looked at, by its counter; nothing where the page does not say. */
interface SeenState {
  seq?: number | undefined;
}

export function createTeller(context: GatewayContext, sender: Sender) {
  const { record, service } = context;
  const { clock } = service;
  const allowances = createExpiringMap<() => boolean>(allowanceMs);

  const assertMayClose = (subject: string) => {
    const now = clock.monotonic();
    const mayClose = allowances.get(subject, now) ?? createAllowance(clock, closings);
    allowances.set(subject, mayClose, now);
    if (mayClose()) return;
    throw new GatewayRefusal(429, 'busy', 'Too many operation ids were closed. Nothing was changed.', {
      headers: { 'retry-after': `${closings.everyMs / 1000}` },
    });
  };

  // A browser asks about what it sent for whoever was signed in then. Like `createUnseen`, it closes first, then looks.
  const assertNobodySent = async ({ account, id }: OperationKey) => {
    if (account !== '') await sender.close({ account: '', id, subject: nobody });
    const rows = await record.read('', (tx) => tx.operations.list({ id }));
    if (rows.every((row) => stateOf(context, held(row, 0)) === 'not-seen')) return;
    throw new GatewayRefusal(403, 'not-yours', 'This operation belongs to somebody else.');
  };

  const guarded = async <T>(name: GatewayOperation, id: string, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (cause) {
      throw cause instanceof GatewayRefusal ? cause : storeRefusal(context, name, cause, id);
    }
  };

  return {
    /** What became of an operation id. */
    askOperation: (id: string, caller: Caller) =>
      guarded('askOperation', id, async () =>
        reply(context, id, caller, await sender.find(keyOf(caller, id))),
      ),
    /** Makes sure that an id which was not seen never will be sent, and gives what became of it. */
    closeOperation: (id: string, caller: Caller) =>
      guarded('closeOperation', id, async () => {
        const key = keyOf(caller, id);
        const known = await sender.find(key);
        if (!known) {
          assertMayClose(caller.subject);
          await assertNobodySent(key);
        }
        const row = known ?? (await sender.close({ ...key, subject: caller.subject }));
        return reply(context, id, caller, row);
      }),
    /**
     * A person says what became of an operation that nobody knows. What the service says later still wins. With `seq`, the state that
     * was judged: of another one that is open still it says nothing.
     */
    resolveOperation: (id: string, caller: Caller, { charged, basis, note, seq }: Resolution & SeenState) =>
      guarded('resolveOperation', id, async () => {
        const { account, subject, actor = null } = caller;
        await record.change(account, function* (tx) {
          const row = yield* seenRow(tx, id, caller);
          if (hasMovedOn(row, seq) && isUndecided(row)) throw otherState();
          const said = { charged, basis, note: note ?? null, subject, actor, at: tx.now };
          yield* tx.resolutions.add({ account, operationId: id, ...said });
          const resolved = { type: 'resolved', charged, basis } as const;
          // A person who says that waits no longer, even where the record still did.
          const left = yield* applyFacts(tx, row, [{ ...waitsNoMore(row), at: tx.now }]);
          yield* applyFacts(tx, left, [{ ...resolved, at: tx.now }], [{ ...resolved, note }]);
        });
        return reply(context, id, caller, await sender.find(keyOf(caller, id)));
      }),
    /** A till has shown how an operation ended. With `seq`, the ending that was seen: a later one stands until it is seen too. */
    acknowledgeOperation: (id: string, caller: Caller, { seq }: SeenState = {}) =>
      guarded('acknowledgeOperation', id, async () => {
        const { account, subject, actor = null } = caller;
        await record.change(account, function* (tx) {
          const row = yield* seenRow(tx, id, caller);
          if (!row.operation || row.endedAt === null) return;
          if (hasMovedOn(row, seq) && row.isUnseen) return;
          const about = { account, operationId: id, subject };
          const [before] = yield* tx.acknowledgements.list(about);
          if (!before || before.at < row.endedAt)
            yield* tx.acknowledgements.put({ ...about, actor, at: tx.now });
          yield* applyFacts(tx, row, [{ type: 'acknowledged', at: tx.now, seen: row.operation }]);
        });
        return reply(context, id, caller, await sender.find(keyOf(caller, id)));
      }),
  };
}

const hasMovedOn = (row: HeldOperation, seq = row.seq) => row.seq > seq;
const isUndecided = ({ phase }: HeldOperation) =>
  phase === 'sending' || phase === 'waiting' || phase === 'unknown';

function otherState(): GatewayRefusal {
  const message = 'The operation has moved on since it was looked at. Nothing was changed: look at it again.';
  return new GatewayRefusal(409, 'other-state', message);
}

const waitsNoMore = ({ phase }: HeldOperation) =>
  phase === 'sending'
    ? ({ type: 'lost', reason: 'no-response' } as const)
    : ({ type: 'gave-up', reason: 'stopped' } as const);

const keyOf = ({ account }: Caller, id: string): OperationKey => ({ account, id });

function* seenRow(tx: Transaction, id: string, caller: Caller): Steps<HeldOperation> {
  const row = yield* findOperation(tx, caller.account, id);
  if (row && mayAskAbout(caller, row, tx.now)) return row;
  throw new GatewayRefusal(404, 'not-found', 'There is no such operation.');
}

async function reply(
  context: GatewayContext,
  id: string,
  caller: Caller,
  row: HeldOperation | undefined,
): Promise<object> {
  if (row && !maySee(caller, row, row.claimedAt + row.ageMs)) assertOwner(row, caller.subject);
  const state = row ? stateOf(context, row) : 'not-seen';
  return {
    id,
    state,
    isClosed: (row && state === 'not-seen') || undefined,
    ...(await timesOf(context, caller.account)),
    ...(state === 'accepted' && row ? idsOf(row) : {}),
    // That the service refused it stays so, also where its answer is kept no longer.
    answer: row?.answer ?? (row && state === 'refused' ? forgottenAnswer(row) : undefined),
  };
}

/** Where the answer is kept no longer, the operation has its ids. */
function idsOf({ answer, msgIdentifier, pnRefNum }: HeldOperation) {
  if (answer) return acceptedIds(answer.body);
  return { msgIdentifier: msgIdentifier ?? undefined, pnRefNum: pnRefNum ?? undefined };
}
