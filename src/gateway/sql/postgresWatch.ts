import { warnOnce } from '../../core/errors.ts';
import { unrefClock, type Clock, systemClock, withTimeout } from '../../core/time.ts';
import { createPause } from '../createRoundLoop.ts';
import {
  takeConnection,
  releaseConnection,
  type PostgresClient,
  type PostgresPool,
  queryRows,
} from './postgresConnection.ts';

/** How often changes are polled while no notifications arrive (ms). */
const lookMs = 800;
/** How often an instance sends a notification to itself, to prove that notifications arrive (ms). */
const proveMs = 5000;
/** The delay before listening is tried again if nothing arrived (ms). */
const retryMs = 30_000;

interface WatchOptions {
  /** Returns an SQL expression for the channel's name. */
  channel: () => string;
  /** The id of this instance, whose own notifications are ignored. */
  instance: string;
  timeoutMs: number;
  clock: Clock | undefined;
}

/**
 * Listens to other instances' notifications on a connection of its own, and keeps proving that they arrive: a pooler
 * may drop them, and a dead connection does not report itself. While they do not arrive, changes are polled.
 */
export function watchPostgres(
  pool: PostgresPool,
  { channel, instance, timeoutMs, clock }: WatchOptions,
  onChange: () => void,
): () => void {
  const background = unrefClock(clock);
  const [looking, listening] = [createPause(background), createPause(background)];
  let isLeft = false;
  let isHearing = false;
  const echo = `${instance}?`;

  const tell = () => {
    if (!isLeft) onChange();
  };

  const keepLooking = async () => {
    let seen: unknown;
    for (;;) {
      await looking.for(lookMs);
      if (isLeft) return;
      if (isHearing) {
        seen = undefined;
        continue;
      }
      try {
        // The snapshot differs after every write. The first snapshot that is read counts as a change.
        const [row] = await ask(pool, timeoutMs, 'select pg_current_snapshot()::text as snapshot');
        if (row?.['snapshot'] !== seen) tell();
        seen = row?.['snapshot'];
      } catch {
        // This failure is not reported: if the database is down, the store's next transaction fails as well.
      }
    }
  };

  /** Listens until notifications stop arriving. Returns whether any arrived. */
  const listen = async (): Promise<boolean> => {
    const client = await takeConnection(pool, timeoutMs);
    let [hasReceived, isEchoed, isLost] = [false, false, false];
    client.on('error', () => {
      isLost = true;
      listening.end();
    });
    client.on('notification', ({ payload = '' }) => {
      if (payload === echo) {
        isEchoed = true;
        listening.end();
      } else if (hasReceived && payload !== instance && !payload.endsWith('?')) tell();
    });
    client.unref?.();
    const hears = async () => {
      if (isLeft || isLost) return false;
      isEchoed = false;
      const echoed = listening.for(timeoutMs);
      await ask(pool, timeoutMs, `select pg_notify(${channel()}, '${echo}')`).catch(listening.end);
      await echoed;
      return isEchoed && !isLeft;
    };
    try {
      const [row] = await rowsWithin(client, timeoutMs, `select ${channel()} as channel`);
      await rowsWithin(client, timeoutMs, `listen "${String(row?.['channel'])}"`);
      while (await hears()) {
        hasReceived = true;
        isHearing = true;
        tell(); // a writer may have died before it notified
        await listening.for(proveMs);
      }
      if (!hasReceived && !isLeft) warnThatItLooks();
      return hasReceived;
    } finally {
      isHearing = false;
      releaseConnection(client, false);
    }
  };

  const keepListening = async () => {
    if (pool.options?.max === 1) return warnThatItLooks();
    for (;;) {
      const hasHeard = await listen().catch(() => false);
      if (isLeft) return;
      await listening.for(hasHeard ? lookMs : retryMs);
      if (isLeft) return;
    }
  };

  void keepLooking();
  void keepListening();
  return () => {
    isLeft = true;
    looking.end();
    listening.end();
  };
}

const rowsWithin = (client: PostgresClient, timeoutMs: number, text: string) =>
  withTimeout(systemClock, timeoutMs, queryRows(client, text));

/** Runs a statement on any connection of the pool. */
async function ask(pool: PostgresPool, timeoutMs: number, text: string) {
  const client = await takeConnection(pool, timeoutMs);
  let isUsable = false;
  try {
    const rows = await rowsWithin(client, timeoutMs, text);
    isUsable = true;
    return rows;
  } finally {
    releaseConnection(client, isUsable);
  }
}

function warnThatItLooks(): void {
  warnOnce(
    'PostgreSQL sends this gateway no notifications of other instances, so the gateway polls for changes every second. ' +
      'LISTEN needs a connection of its own: use a pool of at least two connections, and no pooler in between.',
  );
}
