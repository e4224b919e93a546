export { createSqlStore, type SqlStoreOptions } from '../gateway/sql/createSqlStore.ts';
export type { PostgresPool } from '../gateway/sql/postgresConnection.ts';
export type { SqliteConnection } from '../gateway/sql/sqliteDatabase.ts';
