import { Redis, Cluster, type RedisOptions } from 'ioredis';
import { afterAll, afterEach, beforeAll, describe, expect, test, beforeEach, vi } from 'vitest';
import { createVirtualClock } from '../../../src/core/time.ts';
import { defineService } from '../../../src/core/wire/defineService.ts';
import { createRedisStore } from '../../../src/gateway/redis/createRedisStore.ts';
import { type RedisServer, redisIsInstalled, startRedis } from '../redisServer.ts';
import { type CreateHarness, testOperations } from '../storeConformance.ts';
import { operationId, sale, tillOrigin } from '../gatewayTill.ts';
import { approved, entryOf, startedAt } from '../storeEntries.ts';
import { testPolls } from '../storePolls.ts';
import { createGateway } from '../../../src/gateway/createGateway.ts';
import { createSandbox } from '../../../src/sandbox/createSandbox.ts';
import { allowConsole } from '../../console.ts';
import { startRedisProxy } from '../redisProxy.ts';

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

const rules = { limit: 4, windowMs: 10_000, minGapMs: 1000 };
const timeoutMs = 400;
const soonMs = 4000; // on a busy machine; the client alone would try for longer

describe.skipIf(!redisIsInstalled)('createRedisStore', { timeout: 30_000 }, () => {
  let server: RedisServer;
  let redis: Redis;
  const closers: (() => unknown)[] = [];

  const client = (options: Omit<RedisOptions, 'replyMapping'> = {}) => {
    const one = new Redis({ retryStrategy: () => 20, ...options, port: options.port ?? server.port });
    one.on('error', () => undefined); // a connection that breaks is what this is for
    closers.push(() => one.disconnect());
    return one;
  };

  beforeAll(async () => {
    server = await startRedis();
  });
  beforeEach(async () => {
    redis = client();
    await redis.flushall();
  });
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });
  afterAll(() => server.stop());

  /** A gateway whose store is reached through a client. */
  const redisTill = (one: Redis) => {
    const sandbox = createSandbox({ latencyMs: 0 });
    const store = createRedisStore(one, { timeoutMs: 2000 });
    const gateway = createGateway({
      baseUrl: sandbox.baseUrl,
      headers: { authorization: 'sandbox' },
      authorize: () => true,
      allowedOrigins: [tillOrigin],
      service: defineService({ operationIdHeader: 'x-operation-id' }),
      fetcher: sandbox.fetch,
      store,
    });
    return { sandbox, store, gateway };
  };

  /** What a promise rejects with, and after how long. */
  const refusalOf = async (promise: Promise<unknown>) => {
    const start = performance.now();
    const error: unknown = await promise.then(
      () => 'not refused',
      (reason: unknown) => reason,
    );
    return { error, ms: performance.now() - start };
  };

  describe('on Redis’ own clock', () => {
    test('claims, polls and counts for how long nothing was forgotten', async () => {
      const store = createRedisStore(redis, { keepMs: 60_000 });
      expect(await store.knownForMs()).toBe(0);
      expect(await store.claim(entryOf(1))).toBeUndefined();
      const ttl = await redis.pttl(`tillkit:{gateway}:operation:${entryOf(1).id}`);
      expect(ttl).toBeGreaterThan(50_000);
      expect(ttl).toBeLessThanOrEqual(60_000);
      expect(await store.askFor('m', rules)).toMatchObject({ isGranted: true });
      const { isGranted, waitMs } = await store.askFor('m', rules);
      expect(isGranted).toBe(false);
      expect(waitMs).toBeGreaterThan(500);
      expect(waitMs).toBeLessThanOrEqual(1000);
      await vi.waitFor(async () => expect(await store.knownForMs()).toBeGreaterThan(0));
      expect(await store.knownForMs()).toBeLessThan(30_000);
    });

    test('lets one of a hundred claim that come over two connections', async () => {
      const [one, two] = [createRedisStore(redis), createRedisStore(client())];
      const held = await Promise.all(
        Array.from({ length: 100 }, (_, number) =>
          (number % 2 ? one : two).claim(entryOf(1, { subject: `${number}` })),
        ),
      );
      expect(held.filter((holder) => holder === undefined)).toHaveLength(1);
    });

    test('that was set back holds up no poll for longer than two windows', async () => {
      const clock = createVirtualClock(startedAt);
      const store = createRedisStore(redis, { clock });
      for (const name of ['a', 'b', 'c', 'd']) {
        await store.keepMessage(name, { body: '', isFinal: false });
        await store.askFor(name, rules);
      }
      await store.rest(5000, 'm');
      clock.jump(-3_600_000);
      expect(await store.askFor('a', rules)).toMatchObject({ isGranted: false, waitMs: 10_000 });
      await clock.advance(10_000);
      expect(await store.askFor('a', rules)).toMatchObject({ isGranted: true });
      expect(await store.knownForMs()).toBe(0);
    });
  });

  describe('for how long nothing was forgotten', () => {
    const clock = createVirtualClock(startedAt);
    const aged = async (keepMs = 3_600_000) => {
      const store = createRedisStore(redis, { clock, keepMs });
      await store.claim(entryOf(1));
      await clock.advance(60_000);
      return store;
    };

    test('begins anew with another process of Redis, even where its data is still there', async () => {
      const store = await aged();
      expect(await store.knownForMs()).toBe(60_000);
      await server.restart();
      expect(await store.find(entryOf(1).id)).toMatchObject(entryOf(1));
      expect(await store.knownForMs()).toBe(0);
      await clock.advance(1000);
      expect(await store.knownForMs()).toBe(1000);
    });

    test('begins anew when its data was thrown away', async () => {
      const store = await aged();
      await redis.flushall();
      expect(await store.knownForMs()).toBe(0);
    });

    test('is no more than what was kept before, when it is to keep for longer', async () => {
      const short = await aged(10_000);
      expect(await short.knownForMs()).toBe(10_000);
      expect(await createRedisStore(redis, { clock, keepMs: 3_600_000 }).knownForMs()).toBe(10_000);
    });
  });

  describe('a Redis that may forget', () => {
    test.each(['allkeys-lru', 'volatile-ttl'])(
      'is refused while its maxmemory-policy is %s',
      async (policy) => {
        const clock = createVirtualClock(startedAt);
        const store = createRedisStore(redis, { clock });
        await store.claim(entryOf(1));
        await clock.advance(5000);
        await redis.config('SET', 'maxmemory-policy', policy);
        closers.unshift(() => redis.config('SET', 'maxmemory-policy', 'noeviction'));
        const refusal = { code: 'configuration', message: expect.stringContaining(`"${policy}"`) };
        await expect(store.claim(entryOf(2))).rejects.toMatchObject(refusal);
        await expect(store.knownForMs()).rejects.toMatchObject(refusal);
        await redis.config('SET', 'maxmemory-policy', 'noeviction');
        expect(await store.knownForMs()).toBe(0);
        expect(await store.claim(entryOf(2))).toBeUndefined();
      },
    );

    test('at a crash: says once what that means', async () => {
      allowConsole(/append/);
      const warn = vi.spyOn(console, 'warn');
      const claimWith = async (settings: Record<string, string>, number: number) => {
        for (const [name, value] of Object.entries(settings)) await redis.config('SET', name, value);
        const store = createRedisStore(redis);
        await store.claim(entryOf(number));
        await redis.ping();
        await redis.ping();
      };
      await claimWith({}, 1);
      expect(warn).not.toHaveBeenCalled();
      await claimWith({ appendfsync: 'everysec' }, 2);
      await vi.waitFor(() =>
        expect(warn.mock.calls.flat()).toEqual([expect.stringMatching(/the last second/)]),
      );
      await claimWith({ appendonly: 'no' }, 3);
      await vi.waitFor(() =>
        expect(warn.mock.calls.flat()).toContainEqual(expect.stringMatching(/no append-only/)),
      );
      await claimWith({}, 4);
      expect(warn).toHaveBeenCalledTimes(2);
      await redis.config('SET', 'appendonly', 'yes');
      await redis.config('SET', 'appendfsync', 'always');
    });
  });

  describe('a Redis that does not answer', () => {
    test('is given up in time; a claim that took effect after all is told by its name', async () => {
      const store = createRedisStore(redis, { timeoutMs });
      await store.claim(entryOf(1));
      server.freeze();
      closers.push(() => server.thaw());
      const calls = [
        store.claim(entryOf(2)),
        store.find(entryOf(1).id),
        store.answer(entryOf(1).id, approved),
        store.askFor('m', rules),
        store.keepMessage('m', { body: '', isFinal: true }),
        store.rest(1, 'm'),
        store.knownForMs(),
      ];
      for (const { error, ms } of await Promise.all(calls.map(refusalOf))) {
        expect(error).toMatchObject({ code: 'storage', message: expect.stringContaining('nothing is sent') });
        expect(ms).toBeLessThan(soonMs);
      }
      server.thaw();
      const next = await store.claim(entryOf(2, { claimedBy: 'copy-2' }));
      expect(next?.claimedBy).toBe('copy-1');
    });

    test('is given up in time when it is gone; nothing is sent late when it comes back', async () => {
      const patient = client({ maxRetriesPerRequest: null });
      const store = createRedisStore(patient, { timeoutMs });
      await store.claim(entryOf(1));
      await server.kill();
      await vi.waitFor(() => expect(patient.status).not.toBe('ready'));
      const { error, ms } = await refusalOf(store.claim(entryOf(2)));
      expect(error).toMatchObject({ code: 'storage' });
      expect(ms).toBeLessThan(soonMs);
      expect((await refusalOf(store.find(entryOf(1).id))).error).toMatchObject({ code: 'storage' });
      await server.restart();
      await vi.waitFor(() => patient.ping(), 20_000);
      expect(await patient.info('commandstats')).not.toContain('eval');
      expect(await store.find(entryOf(1).id)).toMatchObject(entryOf(1));
      expect(await store.find(entryOf(2).id)).toBeUndefined();
    });

    test('is refused at once when its client was closed', async () => {
      const store = createRedisStore(redis, { timeoutMs: 20_000 });
      await redis.quit();
      await vi.waitFor(() => expect(redis.status).toBe('end'));
      const { error, ms } = await refusalOf(store.claim(entryOf(1)));
      expect(error).toMatchObject({ code: 'storage', message: expect.stringContaining('"end"') });
      expect(ms).toBeLessThan(soonMs);
    });

    test('F3: but recorded the claim, which its client sends again: the payment goes out once', async () => {
      const line = await startRedisProxy(server.port);
      closers.push(() => line.close());
      const { gateway, sandbox, store } = redisTill(client({ port: line.port }));
      await store.claim(entryOf(9)); // Redis has the script now
      line.loseNextAnswer();
      const answer = await gateway.fetch(sale(entryOf(1).id));
      expect(answer.status).toBe(200);
      expect(sandbox.ledger.requests).toHaveLength(1);
      expect(await store.find(entryOf(1).id)).toMatchObject({ state: 'sent', answer: { status: 200 } });
    });

    test('F3: but recorded the claim, and its client gives up: the payment never goes out, and says so', async () => {
      const line = await startRedisProxy(server.port);
      closers.push(() => line.close());
      const redisOptions = { port: line.port, autoResendUnfulfilledCommands: false };
      const { gateway, sandbox, store } = redisTill(client(redisOptions));
      await store.claim(entryOf(9)); // Redis has the script now
      line.loseNextAnswer();
      expect((await gateway.fetch(sale(entryOf(1).id))).status).toBe(503);
      await vi.waitFor(
        async () => expect(await store.find(entryOf(1).id)).toMatchObject({ answer: { isNotSent: true } }),
        20_000,
      );
      expect(sandbox.ledger.requests).toEqual([]);
    });

    test('as a replica that takes no writes: refuses what would be lost', async () => {
      const store = createRedisStore(redis, { timeoutMs });
      await store.claim(entryOf(1));
      await redis.replicaof('127.0.0.1', 9);
      closers.unshift(() => redis.replicaof('NO', 'ONE'));
      const refusal = { code: 'storage', message: expect.stringContaining('READONLY') };
      await expect(store.claim(entryOf(2))).rejects.toMatchObject(refusal);
      await expect(store.answer(entryOf(1).id, approved)).rejects.toMatchObject(refusal);
      await expect(store.askFor('m', rules)).rejects.toMatchObject(refusal);
    });
  });

  test('keeps no more of the polls than their window', async () => {
    const clock = createVirtualClock(startedAt);
    const store = createRedisStore(redis, { clock });
    for (let number = 0; number < 40; number += 1) {
      await store.askFor(`m-${number}`, rules);
      await clock.advance(3000);
    }
    const key = (name: string) => `tillkit:{gateway}:${name}`;
    expect(await redis.llen(key('slots'))).toBeLessThanOrEqual(4);
    expect(await redis.zcard(key('wanted'))).toBeLessThanOrEqual(4);
    expect(await redis.zcard(key('asked'))).toBeLessThanOrEqual(4);
    const lives = await Promise.all(['slots', 'wanted', 'asked'].map((name) => redis.pttl(key(name))));
    expect(lives.every((ms) => ms > 0)).toBe(true);
  });

  test('works with a Redis that tells nothing about itself', async () => {
    await redis.acl('SETUSER', 'till', 'on', '>secret', '~*', '&*', '+@all', '-info', '-config');
    closers.unshift(() => redis.acl('DELUSER', 'till'));
    const till = client({ username: 'till', password: 'secret', enableReadyCheck: false });
    const store = createRedisStore(till, { timeoutMs: 20_000 });
    expect(await store.claim(entryOf(1))).toBeUndefined();
    expect(await store.claim(entryOf(1))).toMatchObject(entryOf(1));
    expect(await store.knownForMs()).toBeLessThan(5000);
  });

  test('connects a client that waits for its first command', async () => {
    const store = createRedisStore(client({ lazyConnect: true }), { timeoutMs: 20_000 });
    expect(await store.find(entryOf(1).id)).toBeUndefined();
  });

  test('needs no scripts of before: Redis forgot them', async () => {
    const store = createRedisStore(redis);
    await store.claim(entryOf(1));
    await redis.script('FLUSH');
    expect(await store.claim(entryOf(1))).toMatchObject(entryOf(1));
  });

  test('keeps to its prefix', async () => {
    for (const prefix of ['one:', 'two:']) {
      expect(await createRedisStore(redis, { prefix }).claim(entryOf(1))).toBeUndefined();
    }
    expect((await redis.keys('*')).every((key) => /^(one|two):\{gateway\}:/.test(key))).toBe(true);
  });

  test('works in a cluster: all keys are on one node', async () => {
    const node = await startRedis({ 'cluster-enabled': 'yes', 'cluster-announce-ip': '127.0.0.1' });
    closers.push(() => node.stop());
    const direct = client({ port: node.port });
    await direct.cluster('ADDSLOTSRANGE', 0, 16_383);
    await vi.waitFor(async () => expect(await direct.cluster('INFO')).toContain('cluster_state:ok'), 10_000);
    const cluster = new Cluster([{ host: '127.0.0.1', port: node.port }]);
    closers.unshift(() => cluster.disconnect());
    const store = createRedisStore(cluster, { timeoutMs: 20_000 });
    expect(await store.claim(entryOf(1))).toBeUndefined();
    await store.answer(entryOf(1).id, approved);
    expect(await store.find(entryOf(1).id)).toMatchObject({ ...entryOf(1), answer: approved });
    expect(await store.askFor('m', rules)).toMatchObject({ isGranted: true });
    await store.keepMessage('m', { body: 'over', isFinal: true });
    await store.rest(1000, 'm');
    expect(await store.askFor('m', rules)).toMatchObject({ known: { body: 'over' } });
    expect(await store.knownForMs()).toBeLessThan(5000);
  });
});
