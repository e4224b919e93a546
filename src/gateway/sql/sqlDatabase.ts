import { PaymentsError } from '../../core/errors.ts';

export type SqlValue = string | number | null;
export type SqlRow = Readonly<Record<string, unknown>>;

/** One statement, with a `?` for each value. */
export interface SqlStatement {
  text: string;
  values: readonly SqlValue[];
}

/**
 * What is done in one transaction: it yields statements and gets their rows. Nothing is awaited in between, so that nobody else's
 * statements come between those of a connection that works synchronously. It may be run again from its beginning.
 */
export type SqlSteps<T> = Generator<SqlStatement, T, readonly SqlRow[]>;

/** `durable`: what it wrote survives a crash, of the machine too, once it is done. `write`: perhaps not the last of it. */
export type SqlAccess = 'read' | 'write' | 'durable';

/** What the two kinds of databases do differently. */
export interface SqlDatabase {
  /** As a person calls it. */
  name: string;
  /** Whether only this machine uses it, so that its time is this machine's. */
  isLocal: boolean;
  /** An expression for the time (epoch ms). */
  time: string;
  /** An expression for what tells this database from another one, and from itself after it was put back. */
  identity: (table: string) => string;
  /** The type of a column that numbers its rows. */
  serial: string;
  /** Follows a select whose rows are about to be deleted. */
  skipLocked: string;
  /** Gives a row where the table is there. */
  hasTable: (table: string) => SqlStatement;
  /** Waits until no other transaction holds what has this name, until the end of this one. */
  lock: (name: string) => SqlSteps<void>;
  /** Makes sure that it keeps what it acknowledges. */
  prepare: () => Promise<void>;
  /** Runs steps in a transaction. Rejects with `storage` in time; what it was told last may take effect all the same. */
  run: <T>(access: SqlAccess, steps: () => SqlSteps<T>) => Promise<T>;
}

export function* query<Row extends SqlRow>(
  text: string,
  values: readonly SqlValue[] = [],
): SqlSteps<readonly Row[]> {
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
