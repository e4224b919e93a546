import { PaymentsError } from '../../core/errors.ts';
import type { Clock } from '../../core/time.ts';
import type { Access, Statement, Steps, Together } from '../gatewayStore.ts';

export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, unknown>>;

/** What the two kinds of databases do differently. Their statements have a `?` for each value. */
export interface SqlDatabase {
  /** As a person calls it. */
  name: string;
  /** Whether only this machine uses it, so that its time is this machine's and one writes at a time. */
  isLocal: boolean;
  /** An expression for the time (epoch ms). */
  time: string;
  /** An expression for what tells this database from another one, and from itself after it was put back. */
  identity: (table: string) => string;
  /** The type of a column that numbers its rows. */
  serial: string;
  /** The type of a text that is compared by its code points. */
  text: string;
  /** Follows a column of an index that may be null. */
  nullsFirst: string;
  /** Follows a select whose rows are about to be deleted. */
  skipLocked: string;
  /** Gives a row where the table is there. */
  hasTable: (table: string) => Statement;
  /** How it is asked for what does not depend on each other. */
  together: Together;
  /** Makes sure that it keeps what it acknowledges. */
  prepare: () => Promise<void>;
  /**
   * Runs steps in a transaction, one that writes when no other one of this `lock` does. What a statement fails with is thrown where
   * it was yielded. Rejects with `storage` in time, `limitMs` where it is given; what it was told last may take effect all the same.
   */
  run: <T>(access: Access, lock: string, steps: () => Steps<T>, limitMs?: number) => Promise<T>;
  /** Calls back after what others have written may be seen. */
  watch: (onChange: () => void) => () => void;
}

export interface SqlDatabaseOptions {
  prefix: string;
  timeoutMs: number;
  clock: Clock | undefined;
}

export function* query<Row extends SqlRow>(
  text: string,
  values: readonly SqlValue[] = [],
): Steps<readonly Row[]> {
  return (yield { text, values }) as readonly Row[];
}

export function notDone(name: string, cause: unknown): PaymentsError {
  if (cause instanceof PaymentsError) return cause;
  const said = cause instanceof Error ? cause.message : String(cause);
  return new PaymentsError(
    'storage',
    `${name} did not do what the gateway's store asked, so nothing is sent. ${said}`,
    { cause },
  );
}

/** What is the same for the same key, made once. It begins anew before it has too many. */
export function createCache<Value>(make: (key: string) => Value, most = 1000): (key: string) => Value {
  const kept = new Map<string, Value>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    if (kept.size >= most) kept.clear();
    kept.set(key, made);
    return made;
  };
}
