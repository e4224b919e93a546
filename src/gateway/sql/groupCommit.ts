import { PaymentsError } from '../../core/errors.ts';
import { systemClock } from '../../core/time.ts';
import type { Access, Steps, Transaction } from '../gatewayStore.ts';

interface Waiting {
  access: Access;
  steps: (tx: Transaction) => Steps<unknown>;
  since: number;
  /** It threw beside others, and gets a transaction of its own. */
  isAlone?: boolean;
  resolve: (value: unknown) => void;
  reject: (reason: unknown) => void;
}

/** Runs steps in a transaction of its own. */
export type Commit = <T>(line: string, access: Access, steps: (tx: Transaction) => Steps<T>) => Promise<T>;

/** So that none is without an end. */
const most = 50;

/**
 * Who writes in a line while another one of it does waits, and then all of them are one transaction: the disk is waited for once.
 * Where one of them throws all is taken back, and done again without it; where the transaction fails, it fails for all.
 */
export function createGroupCommit(commit: Commit, timeoutMs: number): Commit {
  const lines = new Map<string, Waiting[]>();

  const serve = async (name: string, line: Waiting[]) => {
    while (line.length > 0) {
      await turnOfEventLoop(); // others of this turn come along
      const alone = line.findIndex(({ isAlone }) => isAlone);
      const taken = line.splice(0, alone < 0 ? most : Math.max(1, alone));
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
    const access = taken.find((one) => one.access === 'durable')?.access ?? 'write';
    const startedAt = systemClock.monotonic();
    let thrower: Waiting | undefined;
    try {
      const values = await commit(name, access, function* (tx) {
        const given: unknown[] = [];
        for (const [at, one] of taken.entries()) {
          // None shall fail because it came with others.
          if (at > 0 && systemClock.monotonic() - startedAt > timeoutMs / 4) {
            line.unshift(...taken.splice(at));
            break;
          }
          try {
            given.push(yield* unforgiving(one.steps(tx)));
          } catch (error) {
            thrower = one;
            throw error;
          }
        }
        return given;
      });
      for (const [at, { resolve }] of taken.entries()) resolve(values[at]);
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
      line.push({ access, steps, since, resolve: resolve as Waiting['resolve'], reject });
      if (lines.has(name)) return;
      lines.set(name, line);
      void serve(name, line);
    });
}

/** Where a statement failed nothing has succeeded, whatever the steps made of it: PostgreSQL would commit nothing. */
function* unforgiving<T>(steps: Steps<T>): Steps<T> {
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
  return step.value;
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
