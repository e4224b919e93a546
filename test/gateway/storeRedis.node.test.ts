import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { createVirtualClock } from '../../src/core/time/virtualClock.ts';
import { createRedisStore } from '../../src/gateway/redis/createRedisStore.ts';
import { type RedisServer, redisIsInstalled, startRedis } from './redisServer.ts';
import { type CreateHarness, testOperations } from './storeConformance.ts';
import { startedAt } from './storeEntries.ts';
import { testPolls } from './storePolls.ts';

describe.skipIf(!redisIsInstalled)('createRedisStore', { timeout: 30_000 }, () => {
  let server: RedisServer;
  let redis: Redis;
  let prefixes = 0;
  const closers: (() => void)[] = [];

  beforeAll(async () => {
    server = await startRedis();
    redis = new Redis(server.port);
  });
  afterEach(() => {
    for (const close of closers.splice(0)) close();
  });
  afterAll(async () => {
    redis.disconnect();
    await server.stop();
  });

  const keysOf = (prefix: string) => redis.keys(`${prefix}*`);

  const create: CreateHarness = async ({ keepMs } = {}) => {
    const clock = createVirtualClock(startedAt);
    prefixes += 1;
    const prefix = `test-${prefixes}:`;
    const store = createRedisStore(redis, { prefix, keepMs, clock });
    return {
      store,
      clock,
      async another() {
        const connection = new Redis(server.port);
        closers.push(() => connection.disconnect());
        return createRedisStore(connection, { prefix, keepMs, clock });
      },
      async letTimePass(ms) {
        await clock.advance(ms);
        for (const key of await keysOf(prefix)) {
          const left = await redis.pttl(key);
          if (left >= 0) await redis.pexpire(key, left - ms);
        }
      },
      async kept() {
        const keys = await keysOf(prefix);
        const values = await Promise.all(
          keys.map(async (key) =>
            (await redis.type(key)) === 'hash' ? Object.entries(await redis.hgetall(key)).flat() : [],
          ),
        );
        return [keys, values].flat(2).join('\n');
      },
    };
  };

  testOperations(create);
  testPolls(create, { runs: 25 });
});
