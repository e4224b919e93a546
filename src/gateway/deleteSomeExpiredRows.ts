import { longestOpenOrUnseenMs } from '../core/operations/terminalOperation.ts';
import { firstPendingOrGivenUpEventId } from './deliveries.ts';
import type { GatewayContext } from './gatewayContext.ts';
import type { StoreSteps, StoreTransaction } from './gatewayStore.ts';
import { mayHaveReceivers } from './eventOptions.ts';
import type { OperationRow } from './recordRows.ts';

/** How long a message that belongs to no operation here is kept after the last page stopped asking about it (ms). */
const foreignKeptMs = 60 * 60_000;
const many = 200;
/** `oldestAnswers` searches in steps, from new to old. Each step reads this many operations. */
const searched = 500;
/**
 * The search ends after this many sent operations in a row without a stored answer. Answers are deleted oldest first,
 * so those of all older operations are gone too. A smaller number would prove nothing, because single answers may have
 * been lost. Ids that were closed unsent do not count, because they may never have had an answer.
 */
const mostLost = 50;
/** The search also ends after this many steps without an answer. */
const mostSteps = 100;

/** Deletes expired rows, some at a time. Returns whether there may be more. */
export async function deleteSomeExpiredRows(context: GatewayContext): Promise<boolean> {
  const { record, store, keepAnswersMs, keepEventsMs, rules } = context;
  // If no receiver is configured, pending deliveries expire like those that were given up.
  const hasAnyReceiver = mayHaveReceivers(context.options);
  const slotsKeptMs = 2 * rules.limits.windowMs;
  const limitsAt = (now: number) => ({
    answers: now - keepAnswersMs,
    operations: { below: now - store.keepMs },
    // An open operation holds its terminal, so it is kept this long even if `keepMs` is shorter.
    open: { below: now - Math.max(store.keepMs, longestOpenOrUnseenMs) },
    foreign: { below: now - foreignKeptMs },
    events: { at: { below: now - keepEventsMs } },
    undelivered: {
      state: hasAnyReceiver ? ('undelivered' as const) : undefined,
      firstAt: { below: now - keepEventsMs },
    },
    slots: { at: { below: now - slotsKeptMs } },
    legs: { at: { below: now - store.keepMs } },
    orders: { namedAt: { below: now - store.keepMs } },
  });

  const found = await record.read('', function* (tx) {
    const limits = limitsAt(tx.now);
    const answered = yield* oldestAnswers(tx, limits.answers);
    const byAge = { by: ['claimedAt'], limit: many } as const;
    const forgotten = [
      ...(yield* tx.operations.list({ isOpen: false, claimedAt: limits.operations }, byAge)),
      ...(yield* tx.operations.list({ isOpen: true, claimedAt: limits.open }, byAge)),
    ];
    const byWish = { by: ['wantedUntil'], limit: many } as const;
    const foreign = yield* tx.messages.list({ wantedUntil: limits.foreign }, byWish);
    const others = [
      ...(yield* tx.events.sums(limits.events, byAccount)),
      ...(yield* tx.deliveries.sums(limits.undelivered, byAccount)),
      ...(yield* tx.slots.sums(limits.slots, byAccount)),
      ...(yield* tx.legs.sums(limits.legs, byAccount)),
      ...(yield* tx.orders.sums(limits.orders, byAccount)),
    ];
    const rows = [...forgotten, ...foreign, ...others];
    const accounts = new Set([...answered.keys(), ...rows.map(({ account }) => account)]);
    return { answered, forgotten, foreign, accounts, now: tx.now };
  });

  let isMore = found.forgotten.length >= many || found.foreign.length === many;
  for (const account of found.accounts) {
    const isOf = (row: { account: string }) => row.account === account;
    const below = limitsAt(found.now).answers;
    for (let next = found.answered.get(account); next !== undefined;) {
      const claimedAt = { from: next, below };
      next = await record.change(account, (tx) => forgetAnswers(tx, account, claimedAt), 'write');
    }
    await record.change(
      account,
      function* (tx) {
        const limits = limitsAt(tx.now);
        yield* forgetOperations(tx, account, found.forgotten.filter(isOf));
        for (const { provider, id } of found.foreign.filter(isOf)) {
          const wantedUntil = limits.foreign;
          yield* tx.messages.remove({ account, provider, id, operationId: null, wantedUntil });
        }
        yield* tx.slots.remove({ account, ...limits.slots });
        yield* tx.legs.remove({ account, ...limits.legs }, { by: ['at'], limit: many });
        yield* tx.orders.remove({ account, ...limits.orders }, { by: ['namedAt'], limit: many });
      },
      'write',
    );
    const removed = await record.change(
      account,
      function* (tx) {
        const limits = limitsAt(tx.now);
        yield* tx.deliveries.remove({ account, ...limits.undelivered }, { by: ['id'], limit: many });
        // If there are receivers, keeps the oldest event with a pending or given-up delivery, and all later ones.
        const waiting = hasAnyReceiver ? yield* firstPendingOrGivenUpEventId(tx, account) : undefined;
        const id = waiting === undefined ? undefined : { below: waiting };
        const events = { account, isDispatched: true, id, ...limits.events };
        return yield* tx.events.remove(events, { by: ['id'], limit: many });
      },
      'background',
    );
    isMore ||= removed === many;
  }
  return isMore;
}

const byAccount = { by: ['account'], of: [] } as const;

/** For each account, the `claimedAt` of the oldest operation whose answer has expired and is still stored. */
function* oldestAnswers(tx: StoreTransaction, before: number): StoreSteps<Map<string, number>> {
  const oldest = new Map<string, number>();
  const order = { by: ['claimedAt'], isDescending: true, limit: searched } as const;
  let [steps, lost] = [0, 0];
  for (let below = before; ;) {
    const rows = yield* tx.operations.list({ claimedAt: { below } }, order);
    const answered = rows.filter(({ answer }) => answer !== null);
    for (const { account, claimedAt } of answered) oldest.set(account, claimedAt);
    const last = rows.at(-1)?.claimedAt ?? 0;
    if (answered.length > 0) lost = 0;
    else {
      steps += 1;
      lost += rows.filter(({ state }) => state === 'sent').length;
    }
    if (rows.length < searched || lost >= mostLost || steps > mostSteps) return oldest;
    // Further rows may have the same `claimedAt` as the last row, so the next step begins at that time.
    below = Math.min(last + 1, below - 1);
  }
}

/** Deletes expired answers, the oldest first. Returns where the next call must begin; undefined at the end. */
function* forgetAnswers(
  tx: StoreTransaction,
  account: string,
  claimedAt: { from: number; below: number },
): StoreSteps<number | undefined> {
  const rows = yield* tx.operations.list({ account, claimedAt }, { by: ['claimedAt'], limit: many });
  const id = { in: rows.map((row) => row.id) };
  yield* tx.operations.change({ account, id, answer: { not: null } }, { answer: null });
  const last = rows[many - 1]?.claimedAt;
  // If all these rows have the same `claimedAt`, goes on after it: otherwise the same rows would be read forever.
  return last === claimedAt.from ? last + 1 : last;
}

function* forgetOperations(
  tx: StoreTransaction,
  account: string,
  rows: readonly OperationRow[],
): StoreSteps<void> {
  if (rows.length === 0) return;
  for (const { id, provider, msgIdentifier } of rows) {
    if (msgIdentifier === null) continue;
    const providers = { in: ['', provider ?? ''] };
    yield* tx.messages.remove({ account, provider: providers, id: msgIdentifier, operationId: id });
  }
  const ids = { in: rows.map(({ id }) => id) };
  yield* tx.resolutions.remove({ account, operationId: ids });
  yield* tx.acknowledgements.remove({ account, operationId: ids });
  yield* tx.operations.remove({ account, id: ids });
  const [left] = yield* tx.operations.list({ account }, { by: ['createdAt', 'id'], limit: 1 });
  const isOver = { until: tx.now };
  if (!left) yield* tx.budgets.remove({ account, restUntil: isOver, strangersRestUntil: isOver });
}
