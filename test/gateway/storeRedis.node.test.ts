import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../src/core/time.ts';
import { createRedisStore } from '../../src/gateway/redis/createRedisStore.ts';
import { type RedisServer, redisIsInstalled, startRedis } from './redisServer.ts';
import { type CreateHarness, testOperations } from './storeConformance.ts';
import { operationId } from './gatewayTill.ts';
import { approved, entryOf, startedAt } from './storeEntries.ts';
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

  test('every key goes by itself, but for the one that says for how long nothing was forgotten', async () => {
    const { store } = await create();
    await store.claim(entryOf(1));
    await store.answer(operationId(1), approved);
    await store.keepMessage('never-asked', { body: 'processing', isFinal: false });
    await store.askFor('m', { limit: 4, windowMs: 10_000, minGapMs: 1000 });
    await store.pollEnded('m');
    await store.keepMessage('m', { body: 'over', isFinal: true });
    await store.rest(1000, 'm');
    const keys = await keysOf(`test-${prefixes}:`);
    const lasting = [];
    for (const key of keys) if ((await redis.pttl(key)) < 0) lasting.push(key);
    expect(lasting).toEqual([`test-${prefixes}:{gateway}:since`]);
    expect(keys.length).toBeGreaterThan(6);
  });

  testOperations(create);
  testPolls(create, { runs: 25 });
});
