import { systemClock, withTimeout } from '../../core/time.ts';
import type { SqlRow, SqlValue } from './sqlDatabase.ts';

interface PostgresResult {
  rows: unknown[];
}

/** A statement for `pg`. If it has a name, each connection plans it only once. */
interface PostgresQuery {
  name: string | undefined;
  text: string;
  values: SqlValue[];
}

interface PostgresListening {
  (event: 'error', listener: () => void): unknown;
  (event: 'notification', listener: (message: { payload?: string | undefined }) => void): unknown;
}

export interface PostgresClient {
  /** For a text with several statements, returns a list with the result of each. */
  query: (asked: string | PostgresQuery) => Promise<PostgresResult | PostgresResult[]>;
  on: PostgresListening;
  off: PostgresListening;
  unref?: () => void;
  release: (isToBeDestroyed?: boolean) => void;
}

interface PoolListening {
  (event: 'error', listener: () => void): unknown;
  (event: 'connect', listener: (client: PostgresClient) => void): unknown;
  (event: 'release', listener: (error: unknown, client: PostgresClient) => void): unknown;
}

/** What the store needs of `pg`: a `Pool`. */
export interface PostgresPool {
  connect: () => Promise<PostgresClient>;
  on: PoolListening;
  off: PoolListening;
  readonly options?: { readonly max?: number | undefined };
}

const ignore = () => undefined;

/** Ignores errors of idle connections, which would end the process without a listener. The next query fails anyway. */
export function ignoreErrorsOfIdleConnections(pool: PostgresPool): void {
  pool.off('error', ignore);
  pool.on('error', ignore);
}

/** Takes a connection from the pool. After the timeout, a connection that arrives late goes back at once. */
export async function takeConnection(pool: PostgresPool, timeoutMs: number): Promise<PostgresClient> {
  const connecting = pool.connect();
  const client = await withTimeout(systemClock, timeoutMs, connecting, () => {
    void connecting.then((late) => late.release(), ignore);
  });
  client.on('error', ignore); // the running statement reports the failure
  return client;
}

/**
 * Takes a connection with the search path that the pool gives its connections, by the role, by options or when they
 * connect. Closes those on which the application has left another one.
 */
export async function takeConnectionAsMade(pool: PostgresPool, timeoutMs: number): Promise<PostgresClient> {
  // A pool that does not tell of new connections gives one after it had to close all of its own.
  for (let left = pool.options?.max ?? 10; ; left -= 1) {
    const made = new Set<PostgresClient>();
    const note = (client: PostgresClient) => void made.add(client);
    // While this waits, the application may use a new connection, and give it back with another search path.
    const forget = (_error: unknown, client: PostgresClient) => void made.delete(client);
    pool.on('connect', note);
    pool.on('release', forget);
    const client = await takeConnection(pool, timeoutMs).finally(() => {
      pool.off('connect', note);
      pool.off('release', forget);
    });
    if (left === 0 || made.has(client)) return client;
    const asked = queryRows(client, unchangedSearchPath);
    const rows = await withTimeout(systemClock, timeoutMs, asked).catch(() => []);
    if (rows.length > 0) return client;
    releaseConnection(client, false);
  }
}

const unchangedSearchPath = `select 1 from pg_settings where name = 'search_path' and setting = reset_val`;

/** Releases a connection. If it is not usable, it is closed, which rolls its transaction back. */
export function releaseConnection(client: PostgresClient, isUsable: boolean): void {
  client.off('error', ignore);
  client.release(!isUsable);
}

/** Runs a statement and returns its rows. A text without values may hold several: then returns the rows of the last. */
export async function queryRows(
  client: PostgresClient,
  asked: string | PostgresQuery,
): Promise<readonly SqlRow[]> {
  const results = await client.query(asked);
  const result = Array.isArray(results) ? results.at(-1) : results;
  return (result?.rows ?? []) as SqlRow[];
}
