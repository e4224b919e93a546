import { systemClock, withTimeout } from '../../core/time.ts';
import type { SqlRow, SqlValue } from './sqlDatabase.ts';

interface PostgresResult {
  rows: unknown[];
}

/** One with a name is planned once for each connection. */
export interface PostgresQuery {
  name: string | undefined;
  text: string;
  values: SqlValue[];
}

interface PostgresListening {
  (event: 'error', listener: () => void): unknown;
  (event: 'notification', listener: (message: { payload?: string | undefined }) => void): unknown;
}

export interface PostgresClient {
  /** Of several statements in one text it gives several results. */
  query: (asked: string | PostgresQuery) => Promise<PostgresResult | PostgresResult[]>;
  on: PostgresListening;
  off: PostgresListening;
  unref?: () => void;
  release: (isToBeDestroyed?: boolean) => void;
}

/** What the store needs of `pg`: a `Pool`. */
export interface PostgresPool {
  connect: () => Promise<PostgresClient>;
  on: (event: 'error', listener: () => void) => unknown;
  off: (event: 'error', listener: () => void) => unknown;
  readonly options?: { readonly max?: number | undefined };
}

const ignore = () => undefined;

/** Of an idle connection: whoever asks next is told. Nobody listening would end the process. */
export function ignoreIdleErrors(pool: PostgresPool): void {
  pool.off('error', ignore);
  pool.on('error', ignore);
}

/** A connection of the pool's, unless that takes too long; then it goes back as soon as it comes. */
export async function connectTo(pool: PostgresPool, timeoutMs: number): Promise<PostgresClient> {
  const connecting = pool.connect();
  const client = await withTimeout(systemClock, timeoutMs, connecting, () => {
    void connecting.then((late) => late.release(), ignore);
  });
  client.on('error', ignore); // the statement that runs is told
  return client;
}

/** A connection that ends takes its transaction back. */
export function giveBack(client: PostgresClient, isUsable: boolean): void {
  client.off('error', ignore);
  client.release(!isUsable);
}

/** Without values it may be several statements; the rows are those of the last. */
export async function rowsOf(
  client: PostgresClient,
  asked: string | PostgresQuery,
): Promise<readonly SqlRow[]> {
  const results = await client.query(asked);
  const result = Array.isArray(results) ? results.at(-1) : results;
  return (result?.rows ?? []) as SqlRow[];
}
