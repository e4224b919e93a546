import { keepUnresolvedMs } from '../core/operations/terminalOperation.ts';
import { firstWaiting } from './deliveries.ts';
import type { GatewayContext } from './gatewayContext.ts';
import type { Steps, Transaction } from './gatewayStore.ts';
import { hasReceivers } from './outbox.ts';
import type { MessageRow, OperationRow } from './recordRows.ts';

/** What nobody accepted here, and nobody asked about for so long, is forgotten (ms). */
const strangersKeptMs = 60 * 60_000;
const many = 200;
/** So many operations in a row without an answer: none before them has one, since answers are forgotten in their order. */
const manyWithout = 500;

/** Forgets what is kept no longer, a little at a time. Gives whether there may be more. */
export async function cleanRecord(context: GatewayContext): Promise<boolean> {
  const { record, store, keepAnswersMs, keepEventsMs, rules } = context;
  // Where nobody is told any more, what waits for receivers of before is as old as what was given up.
  const isTold = hasReceivers(context.options);
  const slotsKeptMs = 2 * rules.limits.windowMs;
  const limitsAt = (now: number) => ({
    answers: now - keepAnswersMs,
    operations: { below: now - store.keepMs },
    open: now - keepUnresolvedMs,
    strangers: { below: now - strangersKeptMs },
    events: { at: { below: now - keepEventsMs } },
    undelivered: {
      state: isTold ? ('undelivered' as const) : undefined,
      firstAt: { below: now - keepEventsMs },
    },
    slots: { at: { below: now - slotsKeptMs } },
  });

  const found = await record.read('', function* (tx) {
    const limits = limitsAt(tx.now);
    const answered = yield* oldestAnswers(tx, limits.answers);
    const byAge = { by: ['claimedAt'], limit: many } as const;
    const old = yield* tx.operations.list({ claimedAt: limits.operations }, byAge);
    // What is open holds its terminal.
    const forgotten = old.filter(({ isOpen, claimedAt }) => !isOpen || claimedAt < limits.open);
    const byWish = { by: ['wantedUntil'], limit: many } as const;
    const strange = yield* tx.messages.list({ wantedUntil: limits.strangers }, byWish);
    const others = [
      ...(yield* tx.events.sums(limits.events, byAccount)),
      ...(yield* tx.deliveries.sums(limits.undelivered, byAccount)),
      ...(yield* tx.slots.sums(limits.slots, byAccount)),
    ];
    const rows = [...forgotten, ...strange, ...others];
    const accounts = new Set([...answered.keys(), ...rows.map(({ account }) => account)]);
    return { answered, forgotten, strange, accounts, isMore: old.length === many, now: tx.now };
  });

  let isMore = found.isMore || found.strange.length === many;
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
        yield* forgetStrangers(tx, found.strange.filter(isOf), limits.strangers);
        yield* tx.slots.remove({ account, ...limits.slots });
      },
      'write',
    );
    const removed = await record.change(
      account,
      function* (tx) {
        const limits = limitsAt(tx.now);
        yield* tx.deliveries.remove({ account, ...limits.undelivered }, { by: ['id'], limit: many });
        // What a receiver has yet to get is kept, and told, however late.
        const waiting = isTold ? yield* firstWaiting(tx, account) : undefined;
        const id = waiting === undefined ? undefined : { below: waiting };
        const events = { account, isDispatched: true, id, ...limits.events };
        return yield* tx.events.remove(events, { by: ['id'], limit: many });
      },
      'aside',
    );
    isMore ||= removed === many;
  }
  return isMore;
}

const byAccount = { by: ['account'], of: [] } as const;

/** When the oldest operation was claimed that still has an answer from before, of each account. */
function* oldestAnswers(tx: Transaction, before: number): Steps<Map<string, number>> {
  const oldest = new Map<string, number>();
  const order = { by: ['claimedAt'], isDescending: true, limit: manyWithout } as const;
  for (let below = before; ;) {
    const rows = yield* tx.operations.list({ claimedAt: { below } }, order);
    const answered = rows.filter(({ answer }) => answer !== null);
    for (const { account, claimedAt } of answered) oldest.set(account, claimedAt);
    const last = rows.at(-1)?.claimedAt ?? 0;
    if (answered.length === 0 || rows.length < manyWithout) return oldest;
    // Of those that were claimed at the same moment some may be left.
    below = Math.min(last + 1, below - 1);
  }
}

/** Forgets the answers to some operations, the oldest first. Gives from when there may be more. */
function* forgetAnswers(
  tx: Transaction,
  account: string,
  claimedAt: { from: number; below: number },
): Steps<number | undefined> {
  const rows = yield* tx.operations.list({ account, claimedAt }, { by: ['claimedAt'], limit: many });
  const id = { in: rows.map((row) => row.id) };
  yield* tx.operations.change({ account, id, answer: { not: null } }, { answer: null });
  const last = rows[many - 1]?.claimedAt;
  // Of those that were claimed at the same moment some may be left, for the next time.
  return last === claimedAt.from ? last + 1 : last;
}

function* forgetOperations(tx: Transaction, account: string, rows: readonly OperationRow[]): Steps<void> {
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

function* forgetStrangers(
  tx: Transaction,
  rows: readonly MessageRow[],
  wantedUntil: { below: number },
): Steps<void> {
  for (const { account, provider, id } of rows) {
    yield* tx.messages.remove({ account, provider, id, operationId: null, wantedUntil });
  }
}
