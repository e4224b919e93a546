import { PaymentsError } from '../../core/errors.ts';
import { systemClock } from '../../core/time.ts';
import type { TransactionMode, StoreSteps, StoreTransaction } from '../gatewayStore.ts';
import { letOtherWorkRun } from '../readInTurn.ts';

interface QueuedSteps {
  access: TransactionMode;
  steps: (tx: StoreTransaction) => StoreSteps<unknown>;
  since: number;
  /** Whether these steps must run in a transaction of their own, because they threw in a shared transaction. */
  isAlone?: boolean;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

export type RunTransaction = <T>(
  line: string,
  access: TransactionMode,
  steps: (tx: StoreTransaction) => StoreSteps<T>,
) => Promise<T>;

const mostPerTransaction = 50;

/**
 * Runs queued steps together in one transaction, so that one wait for the disk serves all. If steps throw after they have
 * written, or a statement fails, the transaction is rolled back: those steps then run alone, the others in transactions
 * before and after. If the transaction itself fails, all its steps fail.
 */
export function createGroupCommit(commit: RunTransaction, timeoutMs: number): RunTransaction {
  const lines = new Map<string, QueuedSteps[]>();

  const serve = async (name: string, line: QueuedSteps[]) => {
    while (line.length > 0) {
      await letOtherWorkRun(); // steps that are queued in the same turn join
      const alone = line.findIndex(({ isAlone }) => isAlone);
      const taken = line.splice(0, alone < 0 ? mostPerTransaction : Math.max(1, alone));
      const late = taken.filter(({ since }) => systemClock.monotonic() - since > timeoutMs);
      for (const one of late) one.reject(notInTime(timeoutMs));
      await together(
        name,
        taken.filter((one) => !late.includes(one)),
        line,
      );
    }
    lines.delete(name);
  };

  const together = async (name: string, taken: QueuedSteps[], line: QueuedSteps[]) => {
    const [first] = taken;
    if (!first) return;
    const { access } = taken.find((one) => one.access === 'durable') ?? first;
    const startedAt = systemClock.monotonic();
    let thrower: QueuedSteps | undefined;
    try {
      const results = await commit(name, access, function* (tx) {
        const ended: SharedResult[] = [];
        for (const [at, one] of taken.entries()) {
          // A shared transaction must end within `timeoutMs` too. Once it has taken a quarter of that time, the
          // remaining steps wait for the next transaction.
          if (at > 0 && systemClock.monotonic() - startedAt > timeoutMs / 4) {
            line.unshift(...taken.splice(at));
            break;
          }
          try {
            ended.push(yield* runInShared(one.steps(tx)));
          } catch (error) {
            thrower = one;
            throw error;
          }
        }
        return ended;
      });
      for (const [at, { resolve, reject }] of taken.entries()) {
        const result = results[at];
        if (result && 'refusal' in result) reject(result.refusal);
        else resolve(result?.value);
      }
    } catch (error) {
      if (!thrower || taken.length === 1) for (const { reject } of taken) reject(error);
      else {
        thrower.isAlone = true;
        line.unshift(...taken);
      }
    }
  };

  return (name, access, steps) =>
    new Promise((resolve, reject) => {
      const line = lines.get(name) ?? [];
      const since = systemClock.monotonic();
      line.push({ access, steps, since, resolve: resolve as QueuedSteps['resolve'], reject });
      if (lines.has(name)) return;
      lines.set(name, line);
      void serve(name, line);
    });
}

type SharedResult = { value: unknown } | { refusal: unknown };

/**
 * Runs steps in a shared transaction. If they throw before they have written, returns what they threw: nothing has to
 * be rolled back. If a statement fails, throws even if the steps caught the error: PostgreSQL would not commit.
 */
function* runInShared(steps: StoreSteps<unknown>): StoreSteps<SharedResult> {
  let hasWritten = false;
  let rows: Parameters<typeof steps.next>[0] | undefined;
  for (;;) {
    let step;
    try {
      step = rows ? steps.next(rows) : steps.next();
    } catch (refusal) {
      if (hasWritten) throw refusal;
      return { refusal };
    }
    if (step.done) return { value: step.value };
    hasWritten ||= !step.value.text.startsWith('select');
    try {
      rows = yield step.value;
    } catch (error) {
      steps.throw(error);
      throw error;
    }
  }
}

const notInTime = (ms: number) =>
  new PaymentsError(
    'storage',
    `The gateway's store did not finish within ${ms} ms, so nothing is sent. The database is too slow for this load.`,
  );
