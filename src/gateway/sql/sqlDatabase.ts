import { PaymentsError } from '../../core/errors.ts';
import type { Clock } from '../../core/time.ts';
import type { TransactionMode, Statement, StoreSteps, RunTogether } from '../gatewayStore.ts';

export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, unknown>>;

/** What differs between the databases. Statements have a `?` for each value. */
export interface SqlDatabase {
  name: string;
  /** Whether only this machine uses the database. Then there is one clock, and one writing transaction at a time. */
  isLocal: boolean;
  /** An SQL expression for the time (epoch ms). */
  time: string;
  /**
   * An SQL expression that identifies this database: its value differs in every other database, and in a restored copy.
   * The value has parts separated by `:`. A part that this connection may not read is empty.
   */
  identity: (table: string) => string;
  /** When the database's file was last written before this process first used it (epoch ms); 0 if that is not known. */
  writtenBefore: () => number;
  /** The type of a column that numbers its rows. */
  serial: string;
  /** The type of a text that is compared by code points. */
  text: string;
  /** Stands after a nullable column in the definition of an index. */
  nullsFirst: string;
  /** Stands after a select of rows to delete: skips rows that another transaction holds. */
  skipLocked: string;
  /** A statement that returns a row if the table exists. */
  hasTable: (table: string) => Statement;
  together: RunTogether;
  /** Sets up the connection, so that acknowledged writes are durable. */
  prepare: () => Promise<void>;
  /**
   * Runs steps in a transaction. Of the transactions that write with the same `lock`, one runs at a time. A failed
   * statement throws where it was yielded; after a conflict with another transaction, the steps start again instead.
   * Rejects with `storage` after `limitMs`, by default the store's timeout; the work may be committed even then.
   */
  run: <T>(access: TransactionMode, lock: string, steps: () => StoreSteps<T>, limitMs?: number) => Promise<T>;
  /** Calls back after other connections' changes become visible. */
  watch: (onChange: () => void) => () => void;
}

export interface SqlDatabaseOptions {
  prefix: string;
  timeoutMs: number;
  clock: Clock | undefined;
}

export function* runStatement<Row extends SqlRow>(
  text: string,
  values: readonly SqlValue[] = [],
): StoreSteps<readonly Row[]> {
  return (yield { text, values }) as readonly Row[];
}

export function paymentsErrorOrStorage(name: string, cause: unknown): PaymentsError {
  if (cause instanceof PaymentsError) return cause;
  const said = cause instanceof Error ? cause.message : String(cause);
  return new PaymentsError(
    'storage',
    `${name} failed to do what the gateway's store asked, so nothing is sent. ${said}`,
    { cause },
  );
}

/** Calls `make` once for each key, and caches what it returns. A full cache is cleared. */
export function memoize<Value>(make: (key: string) => Value): (key: string) => Value {
  const kept = new Map<string, Value>();
  return (key) => {
    const known = kept.get(key);
    if (known !== undefined) return known;
    const made = make(key);
    if (kept.size >= 1000) kept.clear();
    kept.set(key, made);
    return made;
  };
}
