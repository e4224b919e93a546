import { PaymentsError } from '../../core/errors.ts';
import type { StoreSteps } from '../gatewayStore.ts';
import type { RecordRows } from '../recordRows.ts';
import { type AnyTableShape, tableShapes } from '../tableShapes.ts';
import { runStatement, type SqlDatabase } from './sqlDatabase.ts';
import { sqlColumns } from './sqlTable.ts';

/** The names of the tables. `store` has a single row, with facts about the whole database. */
export type TableNames = Readonly<Record<keyof RecordRows | 'store', string>>;

export function tableNames(prefix: string): TableNames {
  const names = ['store', ...Object.keys(tableShapes)];
  return Object.fromEntries(names.map((name) => [name, prefix + name])) as TableNames;
}

/**
 * The version of the tables. Version 6 is the first that was published. If `tableShapes` changes, raise the version, and
 * write the steps that bring tables of version 6 to it.
 */
const tablesVersion = 6;

/** How long the creation may take (ms). */
const creationMs = 10 * 60_000;

/** Creates the tables if there are none. Only one instance creates them. */
export async function ensureTables(database: SqlDatabase, tables: TableNames): Promise<void> {
  await database.prepare();
  if (await database.run('read', '', () => hasTables(database, tables))) return;
  const create = function* () {
    if (!(yield* hasTables(database, tables))) yield* createTables(tables, database);
  };
  await database.run('durable', 'migrate', create, creationMs);
}

/** Throws if another version of tillkit made or changed the tables: this code may be unable to read them. */
export function assertKnownVersion(version: number): void {
  if (version === tablesVersion) return;
  const who =
    version > tablesVersion ? 'a newer tillkit has changed them' : 'a tillkit before 0.1.0 made them';
  throw new PaymentsError(
    'storage',
    `The gateway's tables are of version ${version}, and this code knows ${tablesVersion}: ${who}, so nothing is sent. Use ` +
      'that version: tables cannot be converted.',
  );
}

function* hasTables(database: SqlDatabase, tables: TableNames): StoreSteps<boolean> {
  const [found] = yield database.hasTable(tables.store);
  if (!found) return false;
  const [row] = yield* runStatement<{ version: number }>(`select version from ${tables.store}`);
  if (row) assertKnownVersion(row.version);
  return true;
}

function* createTables(tables: TableNames, database: SqlDatabase): StoreSteps<void> {
  yield* createStoreTable(tables);
  const shapes = Object.entries(tableShapes).map(([name, shape]): [string, AnyTableShape] => [
    tables[name as keyof RecordRows],
    shape,
  ]);
  const expected = shapes.flatMap(([table, shape]) => expectationsOf(table, shape));
  const statements = [
    ...shapes.flatMap(([table, shape]) => creationOf(table, shape, database)),
    // The first `analyze` creates the table of statistics, the second one reads it again.
    ...(database.isLocal ? [`analyze ${tables.store}`, ...expected, 'analyze sqlite_master'] : []),
  ];
  for (const text of statements) yield* runStatement(text);
}

// This table is read before the version is known, so its column `version` must never change.
function* createStoreTable(tables: TableNames): StoreSteps<void> {
  yield* runStatement(`create table if not exists ${tables.store} (
    id integer primary key,
    version integer not null,
    marker text not null,
    identity text not null,
    since double precision not null,
    keep_ms double precision not null,
    seen_at double precision not null,
    moved_ms double precision not null,
    forgot_at double precision not null,
    secret text not null
  )`);
  yield* runStatement(`insert into ${tables.store} values (1, ${tablesVersion}, '', '', 0, 0, 0, 0, 0, ?)`, [
    `${crypto.randomUUID()}${crypto.randomUUID()}`,
  ]);
}

function creationOf(table: string, shape: AnyTableShape, database: SqlDatabase): string[] {
  const columns = sqlColumns(shape);
  const types: Record<string, string> = {
    text: database.text,
    json: 'text',
    number: 'double precision',
    flag: 'integer',
    serial: database.serial,
  };
  const named = (list: readonly string[]) => list.map((column) => columns[column]?.name ?? column);
  const definitions = Object.values(columns).map(({ name, kind, isNullable }) =>
    kind === 'serial' ? `${name} ${types[kind]}` : `${name} ${types[kind]}${isNullable ? '' : ' not null'}`,
  );
  const isNumbered = Object.values(columns).some(({ kind }) => kind === 'serial');
  const key = isNumbered ? [] : [`primary key (${named(shape.key).join(', ')})`];
  return [
    `create table ${table} (${[...definitions, ...key].join(', ')})`,
    ...shape.indexes.map((index, number) => indexOf(table, number + 1, index, shape, database)),
  ];
}

function indexOf(
  table: string,
  number: number,
  index: readonly string[],
  shape: AnyTableShape,
  database: SqlDatabase,
): string {
  const columns = sqlColumns(shape);
  const parts = index.map((column) => {
    const { name = column, isNullable = false } = columns[column] ?? {};
    return isNullable ? name + database.nullsFirst : name;
  });
  return `create index ${table}_${number} on ${table} (${parts.join(', ')})`;
}

/** Estimates how many of a million rows have the same value; for a flag, the rarer value. In other columns, one row. */
const rowsPerValue: Readonly<Record<string, number>> = {
  account: 1_000_000,
  provider: 1_000_000,
  phase: 300_000,
  kind: 300_000,
  state: 300_000,
  terminalId: 50_000,
  subject: 50_000,
  receiver: 50_000,
  actor: 50_000,
  dueAt: 50_000,
  name: 300_000,
  isDispatched: 1000,
  isOpen: 1000,
  isUnseen: 1000,
};

const expectedOf = (index: readonly string[]) =>
  index.map((_, at) => Math.min(...index.slice(0, at + 1).map((column) => rowsPerValue[column] ?? 1)));

/**
 * Statements that insert statistics, since no operator runs `analyze`. Without statistics, SQLite expects the first
 * column of every index to be selective.
 */
function expectationsOf(table: string, { columns, key, indexes }: AnyTableShape): string[] {
  const isNumbered = key.some((column) => columns[column] === 'serial');
  const ofKey = expectation(table, `sqlite_autoindex_${table}_1`, [...expectedOf(key.slice(0, -1)), 1]);
  return [
    ...(isNumbered ? [] : [ofKey]),
    ...indexes.map((index, number) => expectation(table, `${table}_${number + 1}`, expectedOf(index))),
  ];
}

const expectation = (table: string, index: string, counts: readonly number[]) =>
  `insert into sqlite_stat1 values ('${table}', '${index}', '${[1_000_000, ...counts].join(' ')}')`;
