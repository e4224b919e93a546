import type { RecordRows } from './recordRows.ts';

/** One statement of a database; a store in memory has none. */
export interface Statement {
  text: string;
  values: readonly (string | number | null)[];
}

/**
 * What is done in one transaction: it yields statements and gets their rows. Nothing is awaited in between, so that nobody else's
 * statements come between those of a connection that works synchronously. It may be run again from its beginning.
 */
export type Steps<T> = Generator<Statement, T, readonly Readonly<Record<string, unknown>>[]>;

/** A value, or which values a column may have. */
export type Condition<Value> =
  | Value
  | { readonly in: readonly Value[] }
  | { readonly not: null }
  | { readonly from?: Value; readonly above?: Value; readonly until?: Value; readonly below?: Value };

/** Rows for which all of these hold; what is left out, or undefined, is not asked. `null` asks for none. */
export type Where<Row> = { readonly [Column in keyof Row]?: Condition<Row[Column]> | undefined };

/** One direction for all columns. Nulls come first. */
export interface Order<Row> {
  readonly by: readonly (keyof Row & string)[];
  readonly isDescending?: boolean | undefined;
  /** Only rows behind this place: a value for each column of `by`. */
  readonly after?: readonly (string | number)[] | undefined;
  readonly limit?: number | undefined;
}

/** A count of rows, and sums over columns of numbers, for each combination of `by`. */
export interface Sums<Row, By extends keyof Row, Of extends keyof Row> {
  readonly by: readonly By[];
  readonly of: readonly Of[];
}

/** One kind of rows. Whoever uses it sees its own copies. */
export interface Table<Row extends object> {
  list: (where: Where<Row>, order?: Order<Row>) => Steps<Row[]>;
  /** Takes the place of the row with the same key. */
  put: (row: Row) => Steps<void>;
  /** Adds a row whose `serial` column is given by the table; gives it. */
  add: (row: { [Column in keyof Row]?: Row[Column] }) => Steps<Row>;
  /** Adds rows, which get their numbers in this order. */
  addAll: (rows: readonly { [Column in keyof Row]?: Row[Column] }[]) => Steps<void>;
  change: (where: Where<Row>, patch: Partial<Row>) => Steps<number>;
  /** At most `limit`, the first in `order`. */
  remove: (where: Where<Row>, order?: Order<Row>) => Steps<number>;
  sums: <By extends keyof Row & string, Of extends keyof Row & string>(
    where: Where<Row>,
    sums: Sums<Row, By, Of>,
  ) => Steps<(Pick<Row, By> & { readonly count: number } & { readonly [Column in Of]: number })[]>;
}

export type Together = <Results extends readonly unknown[]>(
  ...all: { readonly [At in keyof Results]: Steps<Results[At]> }
) => Steps<Results>;

/** One after the other. */
export const inTurn: Together = function* <Results extends readonly unknown[]>(
  ...all: { readonly [At in keyof Results]: Steps<Results[At]> }
) {
  const results: unknown[] = [];
  for (const steps of all) results.push(yield* steps);
  return results as readonly unknown[] as Results;
};

/** The record within one transaction. */
export type RecordTables = { readonly [Name in keyof RecordRows]: Table<RecordRows[Name]> };

export interface Transaction extends RecordTables {
  /**
   * Does what does not depend on each other: only lists and sums, or only writes, of different rows. A database that is not on this
   * machine is asked for all of it at once.
   */
  readonly together: Together;
  /** Epoch ms by the store's clock, which never goes back. */
  readonly now: number;
  /** For how long it has forgotten nothing (ms): an operation older than that may be unknown to it although it was sent. */
  readonly knownForMs: number;
  /** When it was seen to be another one than before, or older; 0 where it never was. */
  readonly forgotAt: number;
}

/**
 * `durable`: what it wrote survives a crash, of the machine too, once it is done. `write`: perhaps not the last of it. `aside`: as
 * `write`, and in a line of its own, so that no payment waits for it: what it writes nobody else does.
 */
export type Access = 'read' | 'write' | 'aside' | 'durable';

/**
 * Where a gateway keeps what must outlive a request. Every method rejects with `storage` when the store cannot be reached; a
 * gateway then refuses payments. Instances that share a store share all of it.
 */
export interface GatewayStore {
  /**
   * Runs steps in a transaction. No other one that writes for this account in its line, on whatever instance, comes between its
   * beginning and its end: what they number is numbered in the order in which others can see it.
   */
  transact: <T>(account: string, access: Access, steps: (tx: Transaction) => Steps<T>) => Promise<T>;
  /** Creates what it needs, or brings it up to date; else the first use does. */
  open: () => Promise<void>;
  /** Calls back soon after a change that another instance has made may be seen. Those of this one are not told. */
  watch: (onChange: () => void) => () => void;
  /** Random, the same for all instances: what is hashed with it cannot be guessed by somebody who reads rows. */
  secret: () => Promise<string>;
  /** How long operations are kept (ms). */
  readonly keepMs: number;
}
