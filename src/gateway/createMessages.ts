import type { Resolution } from '../core/operations/terminalOperation.ts';
import type { Clock } from '../core/time.ts';
import { readOptionalId } from '../core/wire/check.ts';
import { readBatchClosed } from '../core/wire/message.ts';
import { isObject, parseJson, unwrap } from '../core/wire/read.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { assertOwner, type Caller } from './authorize.ts';
import type { Follower } from './createFollower.ts';
import { createExpiringMap, knownForMs, type OperationKey, type Sender } from './createSender.ts';
import { wantedForMs } from './following.ts';
import { type GatewayContext, storeRefusal } from './gatewayContext.ts';
import type { GatewayOperation } from './gatewayOptions.ts';
import type { Steps, Transaction } from './gatewayStore.ts';
import { applyFacts, findOperation, type HeldOperation, newMessage, stateOf } from './record.ts';
import type { MessageRow } from './recordRows.ts';
import { jsonReply, textReply } from './replies.ts';
import { maySee } from './seenBy.ts';

const operation = 'getProcessedMessage';

/** A message as a page asks for it. */
export interface MessageName {
  id: string;
  provider?: string | undefined;
  currency?: string | undefined;
}

/**
 * Answers polls with what is known of a message. Where nothing follows by itself, as before `start`, each poll asks one question of
 * its account, about the message that waits longest.
 */
export function createMessages(context: GatewayContext, follower: Follower) {
  const { record, rules } = context;

  /** Who asks for a message wants to hear of it. */
  function* want(
    tx: Transaction,
    caller: Caller,
    { id, provider, currency }: MessageName,
  ): Steps<MessageRow> {
    const { account } = caller;
    const named = provider === undefined || !rules.isPerProvider ? undefined : provider;
    const found = yield* tx.messages.list({ account, id });
    const known = found.find((row) => named === undefined || row.provider === '' || row.provider === named);
    if (known?.operationId) {
      const row = yield* findOperation(tx, account, known.operationId);
      if (row && row.subject !== caller.subject && !maySee(caller, row, tx.now)) throw notYours();
      return known;
    }
    if (known && isEnded(known)) return known;
    const strange = { account, provider: named ?? '', id, ...newMessage(tx.now), currency: currency ?? null };
    const wanted: MessageRow = { ...(known ?? strange), wantedUntil: tx.now + wantedForMs };
    yield* tx.messages.put({ ...wanted, dueAt: wanted.dueAt ?? tx.now });
    return wanted;
  }

  const look = (caller: Caller, message: MessageName) =>
    record.change(
      caller.account,
      function* (tx) {
        return { row: yield* want(tx, caller, message), now: tx.now };
      },
      'write',
    );

  return async (caller: Caller, message: MessageName): Promise<Response> => {
    try {
      const first = await look(caller, message);
      if (isEnded(first.row)) return told(first.row, first.now);
      if (follower.isRunning()) follower.nudge(caller.account);
      else if (!follower.asking(first.row)) await follower.askOne(caller.account);
      const answer = await follower.asking(first.row);
      const { row, now } = await look(caller, message);
      // What the service says that is no result is the page's to read; of silence it hears what is known.
      return answer && answer.status !== 200 && !isPause(answer.status) ? textReply(answer) : told(row, now);
    } catch (cause) {
      throw cause instanceof GatewayRefusal ? cause : storeRefusal(context, operation, cause);
    }
  };
}

const isPause = (status: number) => status === 429 || status === 503;
const isEnded = ({ state: { status } }: Pick<MessageRow, 'state'>) =>
  status === 'complete' || status === 'failed';

/** An id exists only because the service accepted the message: before the first answer, it is `received`. */
function told({ id, state, heardAt, dueAt }: MessageRow, now: number): Response {
  const { message, misfit, missing } = state;
  const waitMs = Math.max(0, (dueAt ?? now) - now);
  const headers: Record<string, string> = {
    ...(isEnded({ state }) ? {} : { 'retry-after': `${Math.max(1, Math.ceil(waitMs / 1000))}` }),
    ...(heardAt === null ? {} : { age: `${Math.max(0, Math.floor((now - heardAt) / 1000))}` }),
  };
  if (!message && missing > 0) {
    const error = { code: 'not-found', message: 'The service knows no such message.' };
    return jsonReply({ error }, 404, headers);
  }
  if (message) {
    const { serviceMessage, ...record } = message;
    return jsonReply({ data: { ...record, message: serviceMessage } }, 200, headers);
  }
  // A word that nobody described is told as it was, so that the page names it.
  const status = misfit?.startsWith(strangeWord) ? misfit.slice(strangeWord.length) : 'received';
  return jsonReply({ data: { msgIdentifier: id, status } }, 200, headers);
}

const strangeWord = 'unrecognised-status: ';

function notYours(): GatewayRefusal {
  return new GatewayRefusal(403, 'not-yours', 'This message belongs to somebody else.');
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

  const guarded = async <T>(name: GatewayOperation, id: string, run: () => Promise<T>): Promise<T> => {
    try {
      return await run();
    } catch (cause) {
      throw cause instanceof GatewayRefusal ? cause : storeRefusal(context, name, cause, id);
    }
  };
  const keyOf = ({ account }: Caller, id: string): OperationKey => ({ account, id });

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
        if (!known) assertMayClose(caller.subject);
        const row = known ?? (await sender.close({ ...key, subject: caller.subject }));
        return reply(context, id, caller, row);
      }),
    /** A person says what became of an operation that nobody knows. What the service says later still wins. */
    resolveOperation: (id: string, caller: Caller, { charged, basis, note }: Resolution) =>
      guarded('resolveOperation', id, async () => {
        const { account, subject, actor = null } = caller;
        await record.change(account, function* (tx) {
          const row = yield* seenRow(tx, id, caller);
          const said = { charged, basis, note: note ?? null, subject, actor, at: tx.now };
          yield* tx.resolutions.add({ account, operationId: id, ...said });
          const resolved = { type: 'resolved', charged, basis } as const;
          yield* applyFacts(tx, row, [{ ...resolved, at: tx.now }], [{ ...resolved, note }]);
        });
        return reply(context, id, caller, await sender.find(keyOf(caller, id)));
      }),
    /** A till has shown how an operation ended. */
    acknowledgeOperation: (id: string, caller: Caller) =>
      guarded('acknowledgeOperation', id, async () => {
        const { account, subject, actor = null } = caller;
        await record.change(account, function* (tx) {
          const row = yield* seenRow(tx, id, caller);
          if (!row.operation || row.endedAt === null) return;
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

function* seenRow(tx: Transaction, id: string, caller: Caller): Steps<HeldOperation> {
  const row = yield* findOperation(tx, caller.account, id);
  if (row && maySee(caller, row, tx.now)) return row;
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
    knownForMs: await knownForMs(context, caller.account),
    ...(state === 'accepted' && row ? idsOf(row) : {}),
    answer: row?.answer ?? undefined,
  };
}

/** Where the answer is kept no longer, the operation has its ids. */
function idsOf({ answer, msgIdentifier, pnRefNum }: HeldOperation) {
  if (answer) return acceptedIds(answer.body);
  return { msgIdentifier: msgIdentifier ?? undefined, pnRefNum: pnRefNum ?? undefined };
}
