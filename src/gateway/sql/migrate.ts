import { PaymentsError } from '../../core/errors.ts';
import type { Steps } from '../gatewayStore.ts';
import type { AnyShape } from '../createMemoryStore.ts';
import { type RecordRows, recordShapes } from '../recordRows.ts';
import { query, type SqlDatabase } from './sqlDatabase.ts';
import { columnsOf } from './sqlTable.ts';

/** What the tables are called; `store` has one row, about all of them. */
export type SqlTables = Readonly<Record<keyof RecordRows | 'store', string>>;

export const tablesOf = (prefix: string): SqlTables => ({
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

type Migration = (tables: SqlTables, database: SqlDatabase) => readonly string[];

/** Each brings a database from the version of its place to the next. What was published is never changed. */
const migrations: readonly Migration[] = [
  (tables, database) => {
    const shapes = Object.entries(recordShapes).map(([name, shape]): [string, AnyShape] => [
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

/** How long it may take (ms): an index of a big table is made in minutes. */
const migrationMs = 10 * 60_000;

/** Brings the tables to this version, one instance at a time. */
export async function migrate(database: SqlDatabase, tables: SqlTables): Promise<void> {
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

/** Later code may keep what this one does not know of. */
export function checkVersion(version: number): void {
  if (version <= newestVersion) return;
  throw new PaymentsError(
    'storage',
    `The gateway's tables are of version ${version}, and this code knows ${newestVersion}: a newer tillkit has used them, so ` +
      'nothing is sent. Use that one; the tables do not go back.',
  );
}

function* readVersion(database: SqlDatabase, tables: SqlTables): Steps<number | undefined> {
  const [found] = yield database.hasTable(tables.store);
  if (!found) return undefined;
  const [row] = yield* query<{ version: number }>(`select version from ${tables.store}`);
  if (row) checkVersion(row.version);
  return row?.version;
}

// This one table is read before anything is known of the others: its column `version` stays as it is.
function* createStoreTable(tables: SqlTables): Steps<void> {
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

function creationOf(table: string, shape: AnyShape, database: SqlDatabase): string[] {
  const columns = columnsOf(shape);
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

/** Of a million rows, how many are alike in a column; in the others none are. Of a flag it is what is asked for that is rare. */
const alike: Readonly<Record<string, number>> = {
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
  index.map((_, at) => Math.min(...index.slice(0, at + 1).map((column) => alike[column] ?? 1)));

/** SQLite takes the first column of an index for the one that says most, unless it knows better; and nobody has it analyze. */
function expectationsOf(tables: SqlTables, shapes: readonly (readonly [string, AnyShape])[]): string[] {
  const expected = shapes.flatMap(([table, { columns, key, indexes }]) => [
    ...(key.some((column) => columns[column] === 'serial')
      ? []
      : [[table, `sqlite_autoindex_${table}_1`, [...expectedOf(key.slice(0, -1)), 1]] as const]),
    ...indexes.map((index, number) => [table, `${table}_${number + 1}`, expectedOf(index)] as const),
  ]);
  return [
    `analyze ${tables.store}`, // makes the table in which it is kept
    ...expected.map(
      ([table, index, counts]) =>
        `insert into sqlite_stat1 values ('${table}', '${index}', '${[1_000_000, ...counts].join(' ')}')`,
    ),
    'analyze sqlite_master', // reads it
  ];
}
