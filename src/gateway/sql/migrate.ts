import { PaymentsError } from '../../core/errors.ts';
import type { StoreSteps } from '../gatewayStore.ts';
import { orderSearchColumns, type RecordRows } from '../recordRows.ts';
import {
  type AnyTableShape,
  closingsShapeOfVersion5,
  legsShapeOfVersion3,
  ordersShapeOfVersion3,
  tableShapes,
} from '../tableShapes.ts';
import { runStatement, type SqlDatabase } from './sqlDatabase.ts';
import { escapeForStore, sqlColumnsByProperty, unescapeFromStore } from './sqlTable.ts';

/** The names of the tables. `store` has a single row, with facts about the whole database. */
export type TableNames = Readonly<Record<keyof RecordRows | 'store', string>>;

export function prefixedTableNames(prefix: string): TableNames {
  const names = ['store', ...Object.keys(tableShapes)];
  return Object.fromEntries(names.map((name) => [name, prefix + name])) as TableNames;
}

type Migration = (tables: TableNames, database: SqlDatabase) => StoreSteps<void>;

/** Each migration brings a database to the next version, from version 1 on. A published migration never changes. */
const migrations: readonly Migration[] = [addOrderSearch, addOrders, addApprover, addClosings, addTips];

const newestVersion = migrations.length + 1;

/** How long a migration may take (ms): the index of a big table needs minutes. */
const migrationMs = 10 * 60_000;

/** Brings the tables to the newest version. Only one instance migrates at a time. */
export async function migrate(database: SqlDatabase, tables: TableNames): Promise<void> {
  await database.prepare();
  if ((await database.run('read', '', () => readVersion(database, tables))) === newestVersion) return;
  const migrating = function* () {
    const version = yield* readVersion(database, tables);
    if (version === undefined) yield* createTables(tables, database);
    else for (const step of migrations.slice(version - 1)) yield* step(tables, database);
    yield* runStatement(`update ${tables.store} set version = ? where id = 1`, [newestVersion]);
  };
  await database.run('durable', 'migrate', migrating, migrationMs);
}

/** Throws if a newer tillkit has changed the tables: this code may be unable to read them. */
export function assertTablesNotNewer(version: number): void {
  if (version <= newestVersion) return;
  throw new PaymentsError(
    'storage',
    `The gateway's tables are of version ${version}, and this code knows ${newestVersion}: a newer tillkit has changed them, so ` +
      'nothing is sent. Use that version: tables cannot be downgraded.',
  );
}

function* readVersion(database: SqlDatabase, tables: TableNames): StoreSteps<number | undefined> {
  const [found] = yield database.hasTable(tables.store);
  if (!found) return undefined;
  const [row] = yield* runStatement<{ version: number }>(`select version from ${tables.store}`);
  if (row) assertTablesNotNewer(row.version);
  return row?.version;
}

function* createTables(tables: TableNames, database: SqlDatabase): StoreSteps<void> {
  yield* createStoreTable(tables);
  const shapes = Object.entries(tableShapes).map(([name, shape]): [string, AnyTableShape] => [
    tables[name as keyof RecordRows],
    shape,
  ]);
  const expected = shapes.flatMap(([table, shape]) => expectationsOf(table, shape));
  yield* runAll([
    ...shapes.flatMap(([table, shape]) => creationOf(table, shape, database)),
    ...(database.isLocal
      ? [`analyze ${tables.store}`, ...expected, reloadStatistics] // the first `analyze` creates the table of statistics
      : []),
  ]);
}

function* runAll(statements: readonly string[]): StoreSteps<void> {
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
  yield* runStatement(`insert into ${tables.store} values (1, 0, '', '', 0, 0, 0, 0, 0, ?)`, [
    `${crypto.randomUUID()}${crypto.randomUUID()}`,
  ]);
}

function creationOf(table: string, shape: AnyTableShape, database: SqlDatabase): string[] {
  const columns = sqlColumnsByProperty(shape);
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
  const columns = sqlColumnsByProperty(shape);
  const parts = index.map((column) => {
    const { name = column, isNullable = false } = columns[column] ?? {};
    return isNullable ? name + database.nullsFirst : name;
  });
  return `create index ${table}_${number} on ${table} (${parts.join(', ')})`;
}

/** How many of a million rows probably share a value (a flag: its rarer value). If a column is not listed: only one. */
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
 * Statements that insert expected statistics, because no operator runs `analyze`. Without statistics, SQLite takes the
 * first column of every index for selective.
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

const reloadStatistics = 'analyze sqlite_master';

/** Version 2: an operation is found by who started it, and by the beginning or end of its order number. */
function* addOrderSearch({ operations }: TableNames, database: SqlDatabase): StoreSteps<void> {
  const [lower, backwards] = ['order_number_lower', 'order_number_reversed'];
  yield* runAll(
    [lower, backwards].map((name) => `alter table ${operations} add column ${name} ${database.text}`),
  );
  for (let last = ['', '']; ;) {
    const rows = yield* runStatement<{ account: string; id: string; order_number: string }>(
      `select account, id, order_number from ${operations}
        where (account, id) > (?, ?) and order_number is not null order by account, id limit ${rowsAtOnce}`,
      last,
    );
    const values = rows.flatMap(({ account, id, order_number }) => {
      const { orderNumberLower, orderNumberReversed } = orderSearchColumns(unescapeFromStore(order_number));
      return [account, id, escapeForStore(orderNumberLower), escapeForStore(orderNumberReversed)];
    });
    if (rows.length === 0) break;
    last = values.slice(-4, -2);
    yield* runStatement(
      `with found (account, id, lower, backwards) as (values ${rows.map(() => '(?, ?, ?, ?)').join(', ')})
        update ${operations} set ${lower} = found.lower, ${backwards} = found.backwards from found
        where ${operations}.account = found.account and ${operations}.id = found.id`,
      values,
    );
  }
  const indexes = [
    [17, 'actor', 50_000],
    [18, lower, 1],
    [19, backwards, 1],
  ] as const;
  for (const [number, column, shared] of indexes) {
    const name = `${operations}_${number}`;
    const columns = `account, ${column}${database.nullsFirst}, created_at, id`;
    yield* runStatement(`create index ${name} on ${operations} (${columns})`);
    if (database.isLocal) yield* runStatement(expectation(operations, name, [1_000_000, shared, 1, 1]));
  }
  if (database.isLocal) yield* runStatement(reloadStatistics);
}

const rowsAtOnce = 500;

/** Version 3: the totals of orders, and their legs. */
function addOrders({ orders, legs }: TableNames, database: SqlDatabase): StoreSteps<void> {
  return addTables({ [orders]: ordersShapeOfVersion3, [legs]: legsShapeOfVersion3 }, database);
}

function* addTables(
  shapes: Readonly<Record<string, AnyTableShape>>,
  database: SqlDatabase,
): StoreSteps<void> {
  for (const [table, shape] of Object.entries(shapes))
    yield* runAll([
      ...creationOf(table, shape, database),
      ...(database.isLocal ? expectationsOf(table, shape) : []),
    ]);
  if (database.isLocal) yield* runStatement(reloadStatistics);
}

/** Version 4: who approved an operation. */
function* addApprover({ operations }: TableNames, database: SqlDatabase): StoreSteps<void> {
  yield* runStatement(`alter table ${operations} add column approved_by ${database.text}`);
}

/** Version 5: closed periods. */
function addClosings({ closings }: TableNames, database: SqlDatabase): StoreSteps<void> {
  return addTables({ [closings]: closingsShapeOfVersion5 }, database);
}

/** Version 6: the part of an approved amount that is a tip. */
function* addTips({ operations }: TableNames): StoreSteps<void> {
  yield* runStatement(`alter table ${operations} add column tip_cents double precision`);
  for (let last = ['', '']; ;) {
    const rows = yield* runStatement<{ account: string; id: string; operation: string }>(
      `select account, id, operation from ${operations}
        where (account, id) > (?, ?) and operation like '%"tipCents":%' order by account, id limit ${rowsAtOnce}`,
      last,
    );
    const values = rows.flatMap(({ account, id, operation }) => {
      const { tipCents = null } = JSON.parse(operation) as { tipCents?: number };
      return [account, id, tipCents];
    });
    if (rows.length === 0) break;
    last = values.slice(-3, -1) as string[];
    const given = rows.map(() => '(?, ?, cast(? as double precision))').join(', ');
    yield* runStatement(
      `with found (account, id, tip) as (values ${given})
        update ${operations} set tip_cents = found.tip from found
        where ${operations}.account = found.account and ${operations}.id = found.id`,
      values,
    );
  }
}
