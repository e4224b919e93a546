import { PaymentsError } from '../../core/errors.ts';
import type { StoreSteps } from '../gatewayStore.ts';
import type { AnyTableShape } from '../createMemoryStore.ts';
import { type RecordRows, tableShapes } from '../recordRows.ts';
import { query, type SqlDatabase } from './sqlDatabase.ts';
import { sqlColumns } from './sqlTable.ts';

/** The names of the tables. `store` has one row about all the others. */
export type TableNames = Readonly<Record<keyof RecordRows | 'store', string>>;

export const tableNames = (prefix: string): TableNames => ({
  store: `${prefix}store`,
  operations: `${prefix}operations`,
  messages: `${prefix}messages`,
  slots: `${prefix}slots`,
  budgets: `${prefix}budgets`,
  events: `${prefix}events`,
  deliveries: `${prefix}deliveries`,
  receivers: `${prefix}receivers`,
  resolutions: `${prefix}resolutions`,
  acknowledgements: `${prefix}acknowledgements`,
});

type Migration = (tables: TableNames, database: SqlDatabase) => readonly string[];

/** Each migration brings a database from the version of its position to the next. A published migration never changes. */
const migrations: readonly Migration[] = [
  (tables, database) => {
    const shapes = Object.entries(tableShapes).map(([name, shape]): [string, AnyTableShape] => [
      tables[name as keyof RecordRows],
      shape,
    ]);
    return [
      ...shapes.flatMap(([table, shape]) => creationOf(table, shape, database)),
      ...(database.isLocal ? expectationsOf(tables, shapes) : []),
    ];
  },
];

const newestVersion = migrations.length;

/** How long a migration may take (ms): the index of a big table needs minutes. */
const migrationMs = 10 * 60_000;

/** Brings the tables to this version, one instance at a time. */
export async function migrate(database: SqlDatabase, tables: TableNames): Promise<void> {
  await database.prepare();
  if ((await database.run('read', '', () => readVersion(database, tables))) === newestVersion) return;
  const migrating = function* () {
    const version = yield* readVersion(database, tables);
    if (version === undefined) yield* createStoreTable(tables);
    for (const migration of migrations.slice(version ?? 0)) {
      for (const text of migration(tables, database)) yield* query(text);
    }
    yield* query(`update ${tables.store} set version = ? where id = 1`, [newestVersion]);
  };
  await database.run('durable', 'migrate', migrating, migrationMs);
}

/** A newer version may have written what this code cannot read. */
export function assertKnownVersion(version: number): void {
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
  const [row] = yield* query<{ version: number }>(`select version from ${tables.store}`);
  if (row) assertKnownVersion(row.version);
  return row?.version;
}

// This table is read before the version is known, so its column `version` must never change.
function* createStoreTable(tables: TableNames): StoreSteps<void> {
  yield* query(`create table if not exists ${tables.store} (
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
  yield* query(`insert into ${tables.store} values (1, 0, '', '', 0, 0, 0, 0, 0, ?)`, [
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
    ...shape.indexes.map((index, number) => {
      const parts = index.map((column) => {
        const { name = column, isNullable = false } = columns[column] ?? {};
        return isNullable ? name + database.nullsFirst : name;
      });
      return `create index ${table}_${number + 1} on ${table} (${parts.join(', ')})`;
    }),
  ];
}

/**
 * Of a million rows, how many share a value in a column; in columns not listed, none do. For a flag, the rare value
 * counts, since queries ask for that one.
 */
const rowsPerValue: Readonly<Record<string, number>> = {
  account: 1_000_000,
  provider: 1_000_000,
  phase: 300_000,
  kind: 300_000,
  state: 300_000,
  terminalId: 50_000,
  subject: 50_000,
  receiver: 50_000,
  dueAt: 50_000,
  isDispatched: 1000,
  isOpen: 1000,
  isUnseen: 1000,
};

const expectedOf = (index: readonly string[]) =>
  index.map((_, at) => Math.min(...index.slice(0, at + 1).map((column) => rowsPerValue[column] ?? 1)));

/**
 * Without statistics SQLite assumes that the first column of an index is selective. No operator runs `analyze`, so
 * the migration writes the statistics itself.
 */
function expectationsOf(tables: TableNames, shapes: readonly (readonly [string, AnyTableShape])[]): string[] {
  const expected = shapes.flatMap(([table, { columns, key, indexes }]) => [
    ...(key.some((column) => columns[column] === 'serial')
      ? []
      : [[table, `sqlite_autoindex_${table}_1`, [...expectedOf(key.slice(0, -1)), 1]] as const]),
    ...indexes.map((index, number) => [table, `${table}_${number + 1}`, expectedOf(index)] as const),
  ]);
  return [
    `analyze ${tables.store}`, // creates the statistics table
    ...expected.map(
      ([table, index, counts]) =>
        `insert into sqlite_stat1 values ('${table}', '${index}', '${[1_000_000, ...counts].join(' ')}')`,
    ),
    'analyze sqlite_master', // reloads the statistics
  ];
}
