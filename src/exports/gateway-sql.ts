export { createSqlStore, type SqlStore, type SqlStoreOptions } from '../gateway/sql/createSqlStore.ts';
export type { PostgresPool } from '../gateway/sql/postgresDatabase.ts';
export type { SqliteConnection } from '../gateway/sql/sqliteDatabase.ts';
