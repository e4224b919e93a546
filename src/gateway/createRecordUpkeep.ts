import { undecidedPhases } from '../core/operations/terminalOperation.ts';
import { longestServicePauseMs } from '../core/polling/chooseNextPoll.ts';
import { deleteSomeExpiredRows } from './deleteSomeExpiredRows.ts';
import { createAlarm } from './createAlarm.ts';
import { type GatewayContext, reportStoreFailure } from './gatewayContext.ts';
import { noSteps, type StoreSteps, type StoreTransaction } from './gatewayStore.ts';
import type { ServicePollRules } from './pollTurns.ts';
import { applyAndStoreFacts, markLostIfOverdue } from './record.ts';
import type { OperationRow } from './recordRows.ts';

/** How often the upkeep runs (ms). */
export const recordUpkeepIntervalMs = 5_000;
/** How soon after another instance's change the upkeep runs (ms). */
const afterOthersMs = 1_000;
const cleanMs = 60_000;
const byAccount = { by: ['account'], of: [] } as const;

/** Until `stop`, finds due messages (`onDue` gets their accounts), ends overdue operations, deletes expired rows. */
export function createRecordUpkeep(context: GatewayContext, onDue: (account: string) => void) {
  const { record, rules, store } = context;
  const { clock } = context.service;
  const measureCounts = createCountMeasure(context);
  const alarm = createAlarm(clock);
  let isStarted = false;
  let currentRun: Promise<void> | undefined;
  let ranAt = -Infinity;
  let cleanedAt = -Infinity;
  let unwatch: (() => void) | undefined;

  const reportFailure = (cause: unknown) =>
    reportStoreFailure(context, cause, { operation: 'getProcessedMessage' });

  const run = async () => {
    ranAt = clock.monotonic();
    try {
      const { due, overdue } = await record.read('', (tx) => findWork(tx, rules));
      for (const { account } of due) onDue(account);
      for (const { account, id } of overdue) {
        await record.change(account, (tx) => endOverdue(tx, { account, id }, rules)).catch(reportFailure);
      }
      if (clock.monotonic() - cleanedAt >= cleanMs) await clean();
    } catch (error) {
      reportFailure(error);
    }
    currentRun = undefined;
    runIn(recordUpkeepIntervalMs);
  };

  const clean = async () => {
    // `knownForMs` counts from the store's first write. This empty write starts the count before the first sale.
    await record.change('', () => noSteps(), 'write');
    cleanedAt = clock.monotonic();
    await measureCounts();
    if (await deleteSomeExpiredRows(context)) cleanedAt = -Infinity;
  };

  const runNow = () => {
    currentRun ??= run();
  };
  const runIn = (ms: number) => {
    if (isStarted && !currentRun) alarm.set(ms, runNow);
  };

  return {
    start() {
      isStarted = true;
      unwatch = store.watch(() => runIn(Math.max(0, ranAt + afterOthersMs - clock.monotonic())));
      runNow();
    },
    /** Resolves when the current run has ended. */
    async stop() {
      isStarted = false;
      unwatch?.();
      alarm.clear();
      await currentRun;
    },
  };
}

// The service may pause polls, so that an operation waits longer than `maxWaitMs`.
const stuckBefore = (now: number, { maxWaitMs }: ServicePollRules) => now - maxWaitMs - longestServicePauseMs;

/**
 * Finds the upkeep's work. `due`: accounts with messages to poll. `overdue`: operations that only the upkeep ends,
 * because the instance that sent them was killed, or because they have waited for a result longer than the longest
 * pause of polls explains.
 */
function* findWork(
  tx: StoreTransaction,
  rules: ServicePollRules,
): StoreSteps<{ due: { account: string }[]; overdue: OperationRow[] }> {
  const dueAt = { from: 0, until: tx.now + recordUpkeepIntervalMs };
  const oldest = { by: ['answerBy'], limit: 200 } as const;
  const sending = { phase: 'sending', answerBy: { until: tx.now } } as const;
  const stuck = { phase: 'waiting', answerBy: { below: stuckBefore(tx.now, rules) } } as const;
  return {
    due: yield* tx.messages.sums({ dueAt }, byAccount),
    overdue: [...(yield* tx.operations.list(sending, oldest)), ...(yield* tx.operations.list(stuck, oldest))],
  };
}

/** Makes an operation unknown if it is still overdue. */
function* endOverdue(
  tx: StoreTransaction,
  { account, id }: Pick<OperationRow, 'account' | 'id'>,
  rules: ServicePollRules,
): StoreSteps<void> {
  const [row] = yield* tx.operations.list({ account, id });
  const after = row && (yield* markLostIfOverdue(tx, row));
  const isStuck = after?.phase === 'waiting' && after.answerBy < stuckBefore(tx.now, rules);
  if (isStuck) yield* applyAndStoreFacts(tx, after, [{ type: 'gave-up', at: tx.now, reason: 'max-wait' }]);
}

/** Returns a function that measures each account's open operations and undelivered events. */
function createCountMeasure({ options, record, measure }: GatewayContext): () => Promise<void> {
  /** Accounts that were measured before, and get a 0 once nothing is left. */
  const counted = new Set<string>();
  return async () => {
    if (!options.onMetric) return;
    const { open, undelivered } = await record.read('', function* (tx) {
      // The condition on `phase` lets a database use an index.
      const isOpen = { isOpen: true, phase: { in: undecidedPhases } };
      return {
        open: yield* tx.operations.sums(isOpen, byAccount),
        undelivered: yield* tx.deliveries.sums({}, byAccount),
      };
    });
    for (const { account } of [...open, ...undelivered]) counted.add(account);
    for (const account of counted) {
      const isOf = (one: { account: string }) => one.account === account;
      measure('open-operations', open.find(isOf)?.count ?? 0, account);
      measure('undelivered-events', undelivered.find(isOf)?.count ?? 0, account);
    }
  };
}
