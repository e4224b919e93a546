import { warnOnce } from '../../core/errors.ts';
import { unrefClock, type Clock, systemClock, withTimeout } from '../../core/time.ts';
import { connectTo, giveBack, type PostgresClient, type PostgresPool, rowsOf } from './postgresConnection.ts';

/** How often it is looked whether anybody has written (ms), where nobody tells. */
const lookMs = 800;
/** How often it is tried whether what is told is heard (ms). */
const proveMs = 5000;
/** After what time it is tried again to be told (ms), where nothing was heard. */
const retryMs = 30_000;

interface WatchOptions {
  /** An expression for the channel's name. */
  channel: string;
  /** What this one tells it is not told. */
  instance: string;
  timeoutMs: number;
  clock: Clock | undefined;
}

/**
 * Listens, on a connection of its own, to what others tell when they have written. Whether it hears anything it tries again and
 * again: behind a pooler nothing may come, and a dead connection does not say so. As long as it does not hear, it looks.
 */
export function watchPostgres(
  pool: PostgresPool,
  { channel, instance, timeoutMs, clock }: WatchOptions,
  onChange: () => void,
): () => void {
  const [looking, listening] = [createRest(clock), createRest(clock)];
  let isLeft = false;
  let isHearing = false;
  const echo = `${instance}?`;

  const rowsIn = (client: PostgresClient, text: string) =>
    withTimeout(systemClock, timeoutMs, rowsOf(client, text));
  const ask = async (text: string) => {
    const client = await connectTo(pool, timeoutMs);
    let isUsable = false;
    try {
      const rows = await rowsIn(client, text);
      isUsable = true;
      return rows;
    } finally {
      giveBack(client, isUsable);
    }
  };
  const tell = () => {
    if (!isLeft) onChange();
  };

  const keepLooking = async () => {
    let seen: unknown;
    for (;;) {
      await looking.rest(lookMs);
      if (isLeft) return;
      if (isHearing) {
        seen = undefined;
        continue;
      }
      try {
        // It is another one after whatever was written. Where it is new there may have been something before.
        const [row] = await ask('select pg_current_snapshot()::text as snapshot');
        if (row?.['snapshot'] !== seen) tell();
        seen = row?.['snapshot'];
      } catch {
        // Whoever asks for something is told.
      }
    }
  };

  /** Listens until nothing is heard any more; gives whether anything ever was. */
  const listen = async (): Promise<boolean> => {
    const client = await connectTo(pool, timeoutMs);
    let [hasHeard, isEchoed, isLost] = [false, false, false];
    client.on('error', () => {
      isLost = true;
      listening.wake();
    });
    client.on('notification', ({ payload = '' }) => {
      if (payload === echo) {
        isEchoed = true;
        listening.wake();
      } else if (hasHeard && payload !== instance && !payload.endsWith('?')) tell();
    });
    client.unref?.();
    const hears = async () => {
      if (isLeft || isLost) return false;
      isEchoed = false;
      const heard = listening.rest(timeoutMs);
      await ask(`select pg_notify(${channel}, '${echo}')`).catch(listening.wake);
      await heard;
      return isEchoed && !isLeft;
    };
    try {
      const [row] = await rowsIn(client, `select ${channel} as channel`);
      await rowsIn(client, `listen "${String(row?.['channel'])}"`);
      while (await hears()) {
        hasHeard = true;
        isHearing = true;
        tell(); // who writes may end before it tells
        await listening.rest(proveMs);
      }
      if (!hasHeard && !isLeft) warnThatItLooks();
      return hasHeard;
    } finally {
      isHearing = false;
      giveBack(client, false);
    }
  };

  const keepListening = async () => {
    if (pool.options?.max === 1) return warnThatItLooks();
    for (;;) {
      const hasHeard = await listen().catch(() => false);
      if (isLeft) return;
      await listening.rest(hasHeard ? lookMs : retryMs);
      if (isLeft) return;
    }
  };

  void keepLooking();
  void keepListening();
  return () => {
    isLeft = true;
    looking.wake();
    listening.wake();
  };
}

/** Waits, unless somebody wakes it. */
function createRest(clock: Clock | undefined) {
  const background = unrefClock(clock);
  let wake: (() => void) | undefined;
  return {
    rest: (ms: number) =>
      new Promise<void>((resolve) => {
        const timer = background.setTimeout(resolve, ms);
        wake = () => {
          background.clearTimeout(timer);
          resolve();
        };
      }),
    wake: () => wake?.(),
  };
}

function warnThatItLooks(): void {
  warnOnce(
    'PostgreSQL does not tell the gateway here of what other instances change, so it looks every second. LISTEN wants a connection ' +
      'of its own, which a pooler in between or a pool of one does not give.',
    { always: true },
  );
}
