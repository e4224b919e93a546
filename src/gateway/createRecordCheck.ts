import { cleanRecord } from './cleanRecord.ts';
import { createAlarm } from './createAlarm.ts';
import { createCountMeasure } from './createCountMeasure.ts';
import { type GatewayContext, reportStoreFailure } from './gatewayContext.ts';
import { noSteps, type StoreSteps, type StoreTransaction } from './gatewayStore.ts';
import { endOverdue, findOverdue } from './overdueOperations.ts';
import type { FollowRules } from './pollTurns.ts';
import type { OperationRow } from './recordRows.ts';

/** How often due messages are searched, and how soon after another instance's change (ms). */
export const checkMs = 5_000;
const afterOthersMs = 1_000;
const cleanMs = 60_000;

interface RecordCheck {
  start: () => void;
  /** Resolves when the running check has ended. */
  stop: () => Promise<void>;
}

/** Until `stop`, finds due messages (`onDue` gets their accounts) and overdue operations, and cleans the record. */
export function createRecordCheck(context: GatewayContext, onDue: (account: string) => void): RecordCheck {
  const { record, rules, store } = context;
  const { clock } = context.service;
  const measureCounts = createCountMeasure(context);
  const alarm = createAlarm(clock);
  let isRunning = false;
  let checking: Promise<void> | undefined;
  let checkedAt = -Infinity;
  let cleanedAt = -Infinity;
  let unwatch: (() => void) | undefined;

  const reportFailure = (cause: unknown) =>
    reportStoreFailure(context, cause, { operation: 'getProcessedMessage' });

  const check = async () => {
    checkedAt = clock.monotonic();
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
    checking = undefined;
    checkIn(checkMs);
  };

  const clean = async () => {
    // A database remembers everything since its first write, which would otherwise be the first sale.
    await record.change('', () => noSteps(), 'write');
    cleanedAt = clock.monotonic();
    await measureCounts();
    if (await cleanRecord(context)) cleanedAt = -Infinity;
  };

  const checkNow = () => {
    checking ??= check();
  };
  const checkIn = (ms: number) => {
    if (isRunning && !checking) alarm.set(ms, checkNow);
  };

  return {
    start() {
      isRunning = true;
      unwatch = store.watch(() => checkIn(Math.max(0, checkedAt + afterOthersMs - clock.monotonic())));
      checkNow();
    },
    async stop() {
      isRunning = false;
      unwatch?.();
      alarm.clear();
      await checking;
    },
  };
}

function* findWork(
  tx: StoreTransaction,
  rules: FollowRules,
): StoreSteps<{ due: { account: string }[]; overdue: OperationRow[] }> {
  const dueAt = { from: 0, until: tx.now + checkMs };
  return {
    due: yield* tx.messages.sums({ dueAt }, { by: ['account'], of: [] }),
    overdue: yield* findOverdue(tx, rules),
  };
}
