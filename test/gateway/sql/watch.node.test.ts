import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createVirtualClock } from '../../../src/core/time.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { createSqlStore, type SqlStoreOptions } from '../../../src/gateway/sql/createSqlStore.ts';
import type { PostgresPool } from '../../../src/gateway/sql/postgresConnection.ts';
import { allowConsole } from '../../console.ts';
import {
  deaf,
  poolOfRestrictedRole,
  type PostgresServer,
  postgresIsInstalled,
  startPostgres,
} from './postgresServer.ts';
import { openSqlite, removeSqliteFiles, sqliteDrivers, sqlitePath } from './sqliteFiles.ts';
import { endChildren, startChild } from './startChild.ts';
import { account, claim, find, slotOf, startedAt } from '../store/storeEntries.ts';

describe.each(Object.keys(sqliteDrivers))('who watches a file with %s', (driver) => {
  removeSqliteFiles();
  endChildren();

  async function watched() {
    const path = await sqlitePath();
    const clock = createVirtualClock(startedAt);
    const timers = vi.spyOn(clock, 'setTimeout');
    const connection = openSqlite(path, driver);
    const [store, other] = [
      createSqlStore(connection, { clock }),
      createSqlStore(openSqlite(path, driver), { clock }),
    ];
    await Promise.all([store.open(), other.open()]);
    return { path, clock, timers, connection, store, other };
  }

  test('hears of what others wrote, not of what was read, and not of what it wrote itself', async () => {
    const { clock, store, other } = await watched();
    const onChange = vi.fn();
    store.watch(onChange);
    await clock.advance(1000);
    expect(onChange).toHaveBeenCalledTimes(0);
    await claim(other, 1);
    expect(onChange).toHaveBeenCalledTimes(0);
    await clock.advance(250);
    expect(onChange).toHaveBeenCalledTimes(1);
    await claim(store, 2);
    await find(other, 2);
    await clock.advance(1000);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  test('hears nothing any more once it left, and nothing runs when all have left', async () => {
    const { clock, timers, store, other } = await watched();
    const [one, two] = [vi.fn(), vi.fn()];
    const [leaveOne, leaveTwo] = [store.watch(one), store.watch(two)];
    leaveOne();
    await claim(other, 1);
    await clock.advance(250);
    expect([one.mock.calls.length, two.mock.calls.length]).toEqual([0, 1]);
    leaveTwo();
    timers.mockClear();
    await claim(other, 2);
    await clock.advance(10_000);
    expect([two.mock.calls.length, timers.mock.calls.length]).toEqual([1, 0]);
    const again = vi.fn();
    store.watch(again);
    await claim(other, 3);
    await clock.advance(250);
    expect(again).toHaveBeenCalledTimes(1);
  });

  test('is not hurt by a connection that was closed', async () => {
    const { clock, connection, store } = await watched();
    const onChange = vi.fn();
    store.watch(onChange);
    connection.close();
    await clock.advance(1000);
    expect(onChange).not.toHaveBeenCalled();
  });

  test('keeps no process alive', async () => {
    const child = await startChild({ kind: 'watch', sqlite: await sqlitePath() });
    await expect(child.ended).resolves.toBeUndefined();
  });
});

describe.skipIf(!postgresIsInstalled)('who watches PostgreSQL', { timeout: 60_000 }, () => {
  let server: PostgresServer;
  let pool: Pool;
  let other: GatewayStore;
  const closers: (() => unknown)[] = [];
  const listening = `select pid from pg_stat_activity where query like 'listen%'`;

  const connect = (options: object = {}) => {
    const one = new Pool({ ...server.address, ...options });
    closers.push(() => one.end());
    return one;
  };
  /** Timers wait for the test; what is heard comes as it comes. */
  function watching(on: PostgresPool, options: SqlStoreOptions = {}) {
    const clock = createVirtualClock(startedAt);
    const store = createSqlStore(on, { clock, timeoutMs: 20_000, ...options });
    const onChange = vi.fn();
    const leave = store.watch(onChange);
    closers.push(leave);
    return { clock, store, onChange, leave };
  }
  /** A store on which nothing is on its way any more: it notifies of its opening after that resolved. */
  async function opened(on: Pool): Promise<GatewayStore> {
    const store = createSqlStore(on, { timeoutMs: 20_000 });
    await store.open();
    await vi.waitFor(() => expect(on.idleCount).toBe(on.totalCount), 20_000);
    return store;
  }
  const heard = (onChange: ReturnType<typeof vi.fn>, times: number) =>
    vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(times), 20_000);
  const isListening = (count: number) =>
    vi.waitFor(async () => expect((await pool.query(listening)).rows).toHaveLength(count), 20_000);
  beforeAll(async () => {
    server = await startPostgres();
  });
  beforeEach(async () => {
    pool = connect();
    pool.on('error', () => undefined);
    await pool.query('drop schema public cascade; create schema public');
    other = await opened(connect());
  });
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });
  afterAll(() => server.stop());

  test('hears at once of what others wrote, not of what it wrote itself, and not of other gateways', async () => {
    const { store, onChange } = watching(connect());
    await heard(onChange, 1); // of what came before
    await claim(store, 1);
    await find(other, 1);
    await createSqlStore(connect(), { prefix: 'other_', timeoutMs: 20_000 }).open();
    await claim(other, 2);
    await heard(onChange, 2);
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  test('hears nothing of what another instance notes of its webhooks', async () => {
    const { onChange } = watching(connect());
    await heard(onChange, 1);
    await other.transact(account, 'background', (tx) => tx.slots.add(slotOf()));
    await claim(other, 1);
    await heard(onChange, 2);
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  test('hears in another schema what is written there', async () => {
    await pool.query('create schema two');
    const two = { options: '-c search_path=two' };
    const beside = await opened(connect(two));
    const { onChange } = watching(connect(two));
    await heard(onChange, 1);
    await claim(other, 1);
    await claim(beside, 1);
    await heard(onChange, 2);
    expect(onChange).toHaveBeenCalledTimes(2);
  });

  test('hears and locks out a role that reaches the tables by another search path', async () => {
    await pool.query('create schema of_role');
    closers.push(() => pool.query('drop schema of_role'));
    const { store, onChange } = watching(connect({ options: '-c search_path=of_role,public' }));
    await heard(onChange, 1);
    await claim(other, 1);
    await heard(onChange, 2);
    for (let number = 2; number <= 20; number += 1) {
      const holders = await Promise.all([claim(other, number), claim(store, number)]);
      expect(holders.filter((holder) => !holder)).toHaveLength(1);
    }
  });

  test('takes one connection, and gives it back when it leaves', async () => {
    const one = connect();
    const { onChange, leave } = watching(one);
    await heard(onChange, 1);
    await isListening(1);
    leave();
    await isListening(0);
    await vi.waitFor(() => expect(one.totalCount).toBe(one.idleCount), 20_000);
  });

  test('gives it back too when it leaves before it had it, or when the host ends its pool', async () => {
    watching(connect()).leave();
    const one = new Pool(server.address);
    const { clock, onChange } = watching(one);
    await heard(onChange, 1);
    await isListening(1);
    const ended = one.end();
    await clock.advance(5000);
    await expect(ended).resolves.toBeUndefined();
    await isListening(0);
  });

  test('listens again when its connection was lost, and looks whether anything came meanwhile', async () => {
    const { clock, onChange } = watching(connect());
    await heard(onChange, 1);
    await pool.query(`select pg_terminate_backend(pid) from (${listening}) as those`);
    await isListening(0);
    await claim(other, 1);
    await clock.advance(800);
    await vi.waitFor(() => expect(onChange.mock.calls.length).toBeGreaterThan(1), 20_000);
    await isListening(1);
    const before = onChange.mock.calls.length;
    await claim(other, 2);
    await vi.waitFor(() => expect(onChange.mock.calls.length).toBeGreaterThan(before), 20_000);
  });

  test('listens again when the server was away', async () => {
    const { clock, onChange } = watching(connect());
    await heard(onChange, 1);
    await server.crash();
    await clock.advance(5000);
    await server.start();
    await vi.waitFor(async () => {
      await clock.advance(10_000);
      expect((await pool.query(listening)).rows).toHaveLength(1);
    }, 20_000);
    const before = onChange.mock.calls.length;
    await claim(other, 2);
    await vi.waitFor(() => expect(onChange.mock.calls.length).toBeGreaterThan(before), 20_000);
  });

  test.each([
    ['nothing is heard', () => deaf(connect())],
    ['the pool has one connection only', () => connect({ max: 1 })],
  ])('looks where %s, and says so once', async (_, poolOf) => {
    allowConsole(/LISTEN/);
    const warn = vi.spyOn(console, 'warn');
    vi.resetModules();
    const { createSqlStore: createAnew } = await import('../../../src/gateway/sql/createSqlStore.ts');
    const clock = createVirtualClock(startedAt);
    const store = createAnew(poolOf(), { clock, timeoutMs: 1000 });
    const onChange = vi.fn();
    closers.push(store.watch(onChange));
    const looks = async (times: number) =>
      vi.waitFor(async () => {
        await clock.advance(800);
        expect(onChange.mock.calls.length).toBeGreaterThanOrEqual(times);
      }, 20_000);
    await looks(1); // of what came before
    await vi.waitFor(async () => {
      await clock.advance(800);
      expect(warn.mock.calls).toEqual([[expect.stringContaining('polls for changes every second')]]);
    }, 20_000);
    await isListening(0);
    const before = onChange.mock.calls.length;
    await claim(other, 1);
    await looks(before + 1);
    await claim(store, 2);
    await clock.advance(60_000);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });

  test('is no condition of a payment: where the server notifies nobody, what was written stays written', async () => {
    const onNotice = vi.fn();
    const writer = await poolOfRestrictedRole(server, pool, (remove) => closers.push(remove));
    await pool.query('revoke execute on function pg_notify(text, text) from public');
    closers.push(() => pool.query('grant execute on function pg_notify(text, text) to public'));
    writer.on('connect', (client) => client.on('notice', onNotice));
    const store = createSqlStore(writer, { prefix: 'mute_', timeoutMs: 20_000 });
    for (const number of [1, 2]) {
      expect(await claim(store, number)).toBeUndefined();
      expect(await find(store, number)).toMatchObject({ state: 'sent' });
    }
    expect(await claim(store, 1)).toMatchObject({ state: 'sent' });
    expect(onNotice).not.toHaveBeenCalled();
  });

  test('is told by one transaction of what many wrote at once', async () => {
    const { onChange } = watching(connect());
    await heard(onChange, 1);
    await Promise.all(Array.from({ length: 50 }, (_, number) => claim(other, number)));
    await heard(onChange, 2);
    await claim(other, 50);
    await heard(onChange, 3);
    expect(onChange).toHaveBeenCalledTimes(3);
  });
});
