import { PaymentsError } from '../../core/errors.ts';
import { systemClock } from '../../core/time.ts';
import type { Access, Steps, Transaction } from '../gatewayStore.ts';
import { query } from './sqlDatabase.ts';

interface Waiting {
  access: Access;
  steps: (tx: Transaction) => Steps<unknown>;
  since: number;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/** Runs steps in a transaction of its own. */
export type Commit = <T>(line: string, access: Access, steps: (tx: Transaction) => Steps<T>) => Promise<T>;

/** PostgreSQL keeps that many savepoints of a transaction at hand. */
const most = 50;

/**
 * Who writes in a line while another one of it does waits, and then all of them are one transaction: the disk is waited for once.
 * What one of them throws takes back what that one did; where the transaction fails, it fails for all.
 */
export function createGroupCommit(commit: Commit, timeoutMs: number): Commit {
  const lines = new Map<string, Waiting[]>();

  const serve = async (name: string, line: Waiting[]) => {
    while (line.length > 0) {
      await turnOfEventLoop(); // others of this turn come along
      const taken = line.splice(0, most);
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

  const together = async (name: string, taken: Waiting[], line: Waiting[]) => {
    if (taken.length === 0) return;
    const access = taken.some((one) => one.access === 'durable') ? 'durable' : 'write';
    const startedAt = systemClock.monotonic();
    try {
      const settled = await commit(name, access, function* (tx) {
        const settling: (() => void)[] = [];
        for (const [at, { steps, resolve, reject }] of taken.entries()) {
          // None shall fail because it came with others.
          if (at > 0 && systemClock.monotonic() - startedAt > timeoutMs / 4)
            line.unshift(...taken.splice(at));
          else if (taken.length === 1) settling.push(yield* settledBy(steps(tx), resolve));
          else settling.push(yield* apart(steps(tx), resolve, reject));
        }
        return settling;
      });
      for (const settle of settled) settle();
    } catch (error) {
      for (const { reject } of taken) reject(error);
    }
  };

  return (name, access, steps) =>
    new Promise((resolve, reject) => {
      const line = lines.get(name) ?? [];
      const since = systemClock.monotonic();
      line.push({ access, steps, since, resolve: resolve as Waiting['resolve'], reject });
      if (lines.has(name)) return;
      lines.set(name, line);
      void serve(name, line);
    });
}

/** Where a statement failed nothing has succeeded, whatever the steps made of it: PostgreSQL would commit nothing. */
function* settledBy(steps: Steps<unknown>, resolve: Waiting['resolve']): Steps<() => void> {
  let step = steps.next();
  while (!step.done) {
    let rows;
    try {
      rows = yield step.value;
    } catch (error) {
      steps.throw(error);
      throw error;
    }
    step = steps.next(rows);
  }
  const { value } = step;
  return () => resolve(value);
}

/** What it throws is for itself only. */
function* apart(
  steps: Steps<unknown>,
  resolve: Waiting['resolve'],
  reject: Waiting['reject'],
): Steps<() => void> {
  yield* query('savepoint apart');
  try {
    return yield* settledBy(steps, resolve);
  } catch (error) {
    try {
      yield* query('rollback to savepoint apart');
    } catch {
      throw error; // a full disk or a broken one has ended the whole transaction
    }
    return () => reject(error);
  }
}

const notInTime = (ms: number) =>
  new PaymentsError(
    'storage',
    `The gateway's store had no turn for this within ${ms} ms, so nothing is sent. The database is too slow for what is asked of it.`,
  );

const turnOfEventLoop = () =>
  new Promise<void>((resolve) => {
    if (typeof setImmediate === 'function') setImmediate(resolve);
    else resolve();
  });
