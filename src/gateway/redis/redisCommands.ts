import { PaymentsError } from '../../core/errors.ts';
import { systemClock, withinMs } from '../../core/time.ts';

/** What the store needs of `ioredis`: a `Redis` or a `Cluster` of version 5 or 6. */
export interface RedisClient {
  readonly status: string;
  connect: () => Promise<unknown>;
  once: (event: 'ready' | 'end', listener: () => void) => unknown;
  off: (event: 'ready' | 'end', listener: () => void) => unknown;
  eval: (script: string, keyCount: number, ...args: (string | number)[]) => Promise<unknown>;
  evalsha: (hash: string, keyCount: number, ...args: (string | number)[]) => Promise<unknown>;
  info: (section: string) => Promise<string>;
  config: (subcommand: 'GET', setting: string) => Promise<unknown>;
}

export interface RedisCommands {
  /** Runs a script in Redis, or rejects in time. One that was sent may take effect all the same. */
  run: (script: string, keys: string[], args: (string | number)[]) => Promise<unknown>;
}

/** Never leaves a command in the client's own queue, from which it would be sent long after it was given up. */
export function createRedisCommands(redis: RedisClient, timeoutMs: number): RedisCommands {
  const hashes = new Map<string, Promise<string>>();
  let connecting: Promise<void> | undefined;

  const send = async (script: string, keys: string[], args: (string | number)[]): Promise<unknown> => {
    const hash = hashes.get(script) ?? sha1(script);
    hashes.set(script, hash);
    try {
      return await redis.evalsha(await hash, keys.length, ...keys, ...args);
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT'))) throw error;
      return redis.eval(script, keys.length, ...keys, ...args);
    }
  };
  const whenReady = (): Promise<void> => {
    if (redis.status === 'ready') return Promise.resolve();
    connecting ??= untilReady(redis, timeoutMs).finally(() => {
      connecting = undefined;
    });
    return connecting;
  };

  return {
    async run(script, keys, args) {
      const startedAt = systemClock.monotonic();
      try {
        await whenReady();
        const leftMs = Math.max(1, timeoutMs - (systemClock.monotonic() - startedAt));
        return await withinMs(systemClock, leftMs, send(script, keys, args));
      } catch (cause) {
        throw notDone(redis, cause);
      }
    },
  };
}

/** Resolves when commands go out at once. A client that was told to wait for the first command is connected. */
async function untilReady(redis: RedisClient, timeoutMs: number): Promise<void> {
  const given = new AbortController();
  const ready = new Promise<void>((resolve, reject) => {
    const end = () => reject(new Error('The connection was closed.'));
    redis.once('ready', resolve);
    redis.once('end', end);
    given.signal.addEventListener('abort', () => {
      redis.off('ready', resolve);
      redis.off('end', end);
    });
    if (redis.status === 'end') end();
    if (redis.status === 'wait') redis.connect().catch(reject);
  });
  try {
    await withinMs(systemClock, timeoutMs, ready);
  } finally {
    given.abort();
  }
}

async function sha1(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

function notDone(redis: RedisClient, cause: unknown): PaymentsError {
  const said = cause instanceof Error ? cause.message : String(cause);
  return new PaymentsError(
    'storage',
    `Redis did not do what the gateway's store asked, so nothing is sent. Its connection is "${redis.status}". ${said}`,
    { cause },
  );
}
