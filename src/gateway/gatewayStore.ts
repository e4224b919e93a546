import { ConfigurationError } from '../core/errors.ts';
import type { RecordRows } from './recordRows.ts';

/** One SQL statement. A store in memory yields none. */
export interface Statement {
  text: string;
  values: readonly (string | number | null)[];
}

/**
 * The work of one transaction: a generator that yields statements and receives their rows. Nothing is awaited between
 * two statements of a synchronous driver, so no other transaction can run between them. A store may begin again
 * from the start, with a new generator.
 */
export type StoreSteps<T> = Generator<Statement, T, readonly Readonly<Record<string, unknown>>[]>;

export type ColumnCondition<Value> =
  | Value
  | { readonly in: readonly Value[] }
  /** Any value except the given one. Null is such a value, unless null is given. */
  | { readonly not: Value | null }
  /** A text that begins with the given one. The condition uses no index. */
  | { readonly startsWith: string }
  /** Null, or a text that does not begin with the given one. */
  | { readonly notStartsWith: string }
  | { readonly from?: Value; readonly above?: Value; readonly until?: Value; readonly below?: Value };

/** Conditions that must all hold. Undefined restricts nothing; `null` selects rows without a value. */
export type Where<Row> = { readonly [Column in keyof Row]?: ColumnCondition<Row[Column]> | undefined };

/** How rows are sorted: by all columns of `by` in one direction. Nulls come first. */
export interface RowOrderAndLimit<Row> {
  readonly by: readonly (keyof Row & string)[];
  readonly isDescending?: boolean | undefined;
  /** Only rows that follow this place in the order. A place has one value for each column of `by`. */
  readonly after?: readonly (string | number)[] | undefined;
  readonly limit?: number | undefined;
}

/** The count of rows, and the sums of number columns, for each combination of `by`. */
interface GroupedSums<Row, By extends keyof Row, Of extends keyof Row> {
  readonly by: readonly By[];
  readonly of: readonly Of[];
  /** A number column. The sums then also have `nonZeroCount`: in how many rows the column is not 0. */
  readonly nonZero?: (keyof Row & string) | undefined;
}

/** One table of the record. The rows that a caller gets are copies. */
export interface Table<Row extends object> {
  list: (where: Where<Row>, order?: RowOrderAndLimit<Row>) => StoreSteps<Row[]>;
  /** How many rows meet the conditions, counted up to `most`. */
  count: (where: Where<Row>, most: number) => StoreSteps<number>;
  /** As `list`, but only the columns of `by`. If an index has all columns of `by` and `where`, no row is read. */
  listColumns: <By extends keyof Row & string>(
    where: Where<Row>,
    order: RowOrderAndLimit<Row> & { readonly by: readonly By[] },
  ) => StoreSteps<Pick<Row, By>[]>;
  /** Inserts the row, or replaces the row with the same key. */
  put: (row: Row) => StoreSteps<void>;
  /** Adds a row, numbers its `serial` column, and returns the row. */
  add: (row: { [Column in keyof Row]?: Row[Column] }) => StoreSteps<Row>;
  /** Adds rows, and numbers their `serial` column in the given order. */
  addAll: (rows: readonly { [Column in keyof Row]?: Row[Column] }[]) => StoreSteps<void>;
  change: (where: Where<Row>, patch: Partial<Row>) => StoreSteps<number>;
  /** Removes at most `limit` rows, the first in `order`. */
  remove: (where: Where<Row>, order?: RowOrderAndLimit<Row>) => StoreSteps<number>;
  sums: <By extends keyof Row & string, Of extends keyof Row & string>(
    where: Where<Row>,
    sums: GroupedSums<Row, By, Of>,
  ) => StoreSteps<
    (Pick<Row, By> & { readonly count: number; readonly nonZeroCount?: number } & {
      readonly [Column in Of]: number;
    })[]
  >;
}

export type AnyRow = Record<string, unknown>;

/** A table as a store implements it, for rows of any type. */
export interface AnyTable extends Omit<Table<AnyRow>, 'listColumns' | 'sums'> {
  listColumns: (where: Where<AnyRow>, order: RowOrderAndLimit<AnyRow>) => StoreSteps<AnyRow[]>;
  sums: (where: Where<AnyRow>, sums: GroupedSums<AnyRow, string, string>) => StoreSteps<AnyRow[]>;
}

export type RunTogether = <Results extends readonly unknown[]>(
  ...all: { readonly [At in keyof Results]: StoreSteps<Results[At]> }
) => StoreSteps<Results>;

// eslint-disable-next-line require-yield
export function* noSteps(): StoreSteps<undefined> {
  return undefined;
}

export const runInSequence: RunTogether = function* <Results extends readonly unknown[]>(
  ...all: { readonly [At in keyof Results]: StoreSteps<Results[At]> }
) {
  const results: unknown[] = [];
  for (const steps of all) results.push(yield* steps);
  return results as readonly unknown[] as Results;
};

/** The tables of the gateway's record, within one transaction of the store. */
export type RecordTables = { readonly [Name in keyof RecordRows]: Table<RecordRows[Name]> };

export interface StoreTransaction extends RecordTables {
  /** Runs independent lists and sums, or writes of different rows, together: a remote database gets one statement. */
  readonly together: RunTogether;
  /** Whole epoch ms by the store's clock, which never goes back. */
  readonly now: number;
  /** For how long (ms) the store has remembered everything. The store may not know an earlier operation. */
  readonly knownForMs: number;
  /** When an instance last noticed that the database was replaced or restored from a backup (epoch ms); 0 if never. */
  readonly forgotAt: number;
}

/**
 * What a transaction may do, and how safe its writes are. `durable`: once the transaction is done, its writes survive a
 * crash of the machine. `write`: a crash may lose the last writes. `background`: like `write`, but queued separately,
 * so that no payment waits; transactions of other modes must not change the same rows.
 */
export type TransactionMode = 'read' | 'write' | 'background' | 'durable';

/**
 * Keeps what must outlive a request. Every method rejects with `storage` if the store cannot be reached; a gateway
 * then refuses payments. Instances that share a store share everything in it.
 */
export interface GatewayStore {
  /**
   * Runs steps in one transaction. Of the transactions that write for one account, only one runs at a time, on all
   * instances together (background ones have a queue of their own). So rows are numbered in the order in which other
   * transactions see them.
   */
  transact: <T>(
    account: string,
    access: TransactionMode,
    steps: (tx: StoreTransaction) => StoreSteps<T>,
  ) => Promise<T>;
  /** Creates the tables, or migrates them to this version. Without this call, the first use of the store does the same. */
  open: () => Promise<void>;
  /** Calls back soon after another instance's change becomes visible. Changes of this instance are not reported. */
  watch: (onChange: () => void) => () => void;
  /** The random key of the hashes in rows, the same for all instances. Without it, a hashed value cannot be guessed. */
  secret: () => Promise<string>;
  /** How long operations are kept (ms). */
  readonly keepMs: number;
}

/** Throws `configuration` unless the option is a number above 0. A text, as from `process.env`, is refused too. */
export function checkedPositiveOption(option: string, value: unknown, most = Infinity): number {
  if (typeof value === 'number' && value > 0 && value <= most) return value;
  const limit = most === Infinity ? '' : `, and at most ${most}`;
  throw new ConfigurationError(option, `${option} must be a number above 0${limit}.`);
}
