import { PaymentsError } from '../../core/errors.ts';
import { query, type SqlDatabase, type SqlSteps } from './sqlDatabase.ts';

/** The tables of a gateway; times are epoch ms of the store's clock. */
export interface SqlTables {
  store: string;
  operations: string;
  messages: string;
  slots: string;
  wanted: string;
  rests: string;
}

export const tablesOf = (prefix: string): SqlTables => ({
  store: `${prefix}store`,
  operations: `${prefix}operations`,
  messages: `${prefix}messages`,
  slots: `${prefix}poll_slots`,
  wanted: `${prefix}poll_wanted`,
  rests: `${prefix}poll_rests`,
});

type Migration = (tables: SqlTables, database: SqlDatabase) => readonly string[];

/** Each brings a database from the version of its place to the next. What was published is never changed. */
const migrations: readonly Migration[] = [
  (tables, { serial }) => [
    `create table ${tables.operations} (
      id text primary key,
      state text not null,
      operation text,
      body_hash text,
      subject text not null,
      claimed_by text,
      claimed_at double precision not null,
      answer_within_ms double precision not null,
      answer text
    )`,
    `create index ${tables.operations}_claimed_at on ${tables.operations} (claimed_at)`,
    `create table ${tables.messages} (
      id text primary key,
      body text not null,
      is_final integer not null,
      kept_at double precision not null
    )`,
    `create index ${tables.messages}_kept_at on ${tables.messages} (kept_at)`,
    `create table ${tables.slots} (id ${serial}, message_id text, at double precision not null)`,
    `create table ${tables.wanted} (
      place text primary key,
      wanted_at double precision not null,
      asked_at double precision
    )`,
    `create table ${tables.rests} (who text primary key, until_at double precision not null)`,
  ],
];

const newestVersion = migrations.length;

/** Brings the tables to this version, one instance at a time. */
export async function migrate(database: SqlDatabase, tables: SqlTables): Promise<void> {
  await database.prepare();
  if ((await database.run('read', () => readVersion(database, tables))) === newestVersion) return;
  await database.run('durable', function* () {
    yield* database.lock(`${tables.store} migrate`);
    const version = yield* readVersion(database, tables);
    if (version === undefined) yield* createStoreTable(tables);
    for (const migration of migrations.slice(version ?? 0)) {
      for (const text of migration(tables, database)) yield* query(text);
    }
    yield* query(`update ${tables.store} set version = ? where id = 1`, [newestVersion]);
  });
}

/** Later code may keep what this one does not know of, as who has a terminal. */
export function checkVersion(version: number): void {
  if (version <= newestVersion) return;
  throw new PaymentsError(
    'storage',
    `The gateway's tables are of version ${version}, and this code knows ${newestVersion}: a newer tillkit has used them, so ` +
      'nothing is sent. Use that one; the tables do not go back.',
  );
}

function* readVersion(database: SqlDatabase, tables: SqlTables): SqlSteps<number | undefined> {
  const [found] = yield database.hasTable(tables.store);
  if (!found) return undefined;
  const [row] = yield* query<{ version: number }>(`select version from ${tables.store}`);
  if (row) checkVersion(row.version);
  return row?.version;
}

// This one table is read before anything is known of the others: its column `version` stays as it is.
function* createStoreTable(tables: SqlTables): SqlSteps<void> {
  yield* query(`create table if not exists ${tables.store} (
    id integer primary key,
    version integer not null,
    marker text not null,
    identity text not null,
    since double precision not null,
    keep_ms double precision not null,
    seen_at double precision not null,
    moved_ms double precision not null,
    forgot_at double precision not null
  )`);
  yield* query(`insert into ${tables.store} values (1, 0, '', '', 0, 0, 0, 0, 0)`);
}
