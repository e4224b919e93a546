import Database from 'libsql';
import { createSqlStore } from 'tillkit/gateway/sql';

// For `tsc` only. Until version 6, TypeScript read the types of libsql and better-sqlite3 in another way than now.
export const openStore = (path: string) => createSqlStore(new Database(path));
