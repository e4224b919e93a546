import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createVirtualClock } from '../../../src/core/time.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { createSqlStore, type SqlStoreOptions } from '../../../src/gateway/sql/createSqlStore.ts';
import type { OperationRow } from '../../../src/gateway/recordRows.ts';
import type { PostgresPool } from '../../../src/gateway/sql/postgresConnection.ts';
import { allowConsole } from '../../console.ts';
import {
  type AroundStatement,
  type PostgresServer,
  poolOfRestrictedRole,
  poolWith,
  postgresIsInstalled,
  startPostgres,
} from './postgresServer.ts';
import { bigAnswer } from './sqlChild.ts';
import { passed, refusalOf } from './refusalOf.ts';
import { endChildren, startChild } from './startChild.ts';
import {
  account,
  answer,
  approved,
  claim,
  eventOf,
  find,
  knownForMs,
  operationRow,
  reading,
  startedAt,
  timeOf,
} from '../store/storeEntries.ts';

const hourMs = 3_600_000;
const timeoutMs = 400;
const soonMs = 4000; // on a busy machine; the driver alone would wait for ever

describe.skipIf(!postgresIsInstalled)('createSqlStore on PostgreSQL', { timeout: 60_000 }, () => {
  let server: PostgresServer;
  let pool: Pool;
  const closers: (() => unknown)[] = [];
  endChildren();

  /** A pool as a host makes it, without anybody who listens to its errors. */
  const connect = () => {
    const one = new Pool(server.address);
    closers.push(() => one.end());
    return one;
  };
  const open = (options: SqlStoreOptions = {}, on: PostgresPool = pool) =>
    createSqlStore(on, { timeoutMs: 20_000, ...options });

  /** A store that has known everything for an hour, by a clock that stands still until told. */
  async function aged() {
    const clock = createVirtualClock(startedAt);
    const store = open({ clock });
    await claim(store, 1);
    await clock.advance(hourMs);
    expect(await knownForMs(store)).toBe(hourMs);
    return { clock, store };
  }

  const poolThat = (around: AroundStatement, isHeld = false) =>
    poolWith(pool, around, isHeld ? (release) => closers.push(release) : undefined);

  beforeAll(async () => {
    server = await startPostgres();
  });
  beforeEach(async () => {
    pool = connect();
    await pool.query('drop schema public cascade; create schema public');
  });
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
  });
  afterAll(() => server.stop());

  test('has a time of its own, and says for how long nothing was forgotten', async () => {
    const store = open({ keepMs: 60_000 });
    const first = await timeOf(store);
    expect(first.knownForMs).toBe(0);
    expect(Math.abs(first.now - Date.now())).toBeLessThan(60_000);
    await vi.waitFor(async () => expect(await knownForMs(store)).toBeGreaterThan(10), 20_000);
  });

  test('whose clock was set back goes on where it was', async () => {
    const { clock, store } = await aged();
    const told = await timeOf(store);
    clock.jump(-hourMs);
    for (const one of [store, open({ clock }, connect())]) expect(await timeOf(one)).toEqual(told);
    await clock.advance(10_000);
    expect(await timeOf(store)).toMatchObject({ now: told.now + 10_000, knownForMs: hourMs + 10_000 });
  });

  test('behind a pooler that gives each transaction another connection asks without names', async () => {
    let asked = 0;
    const pooled = poolThat(async (_, query, name) => {
      if (name === undefined) return query();
      asked += 1;
      throw Object.assign(new Error(`prepared statement "${name}" does not exist`), { code: '26000' });
    });
    const store = open({}, pooled);
    for (const number of [1, 2, 3]) expect(await claim(store, number)).toBeUndefined();
    expect(asked).toBe(1);
  });

  describe('that crashes', () => {
    test('in the middle of claims: all that it acknowledged is there, though it was set not to wait for its disk', async () => {
      pool.on('error', () => undefined); // the test's own
      const child = await startChild({ kind: 'fill', postgres: server.address });
      await child.hasKept(20);
      await server.crash();
      const kept = [...child.kept];
      await child.kill();
      await server.start();
      pool = connect();
      const store = open();
      for (const number of kept) {
        expect(await find(store, number)).toMatchObject({ ...operationRow(number), answer: bigAnswer });
      }
    });

    test('refuses at once, and goes on when it is back; it has forgotten nothing', async () => {
      const { clock, store } = await aged();
      await server.crash();
      const calls = [claim(store, 2), find(store, 1), timeOf(store)];
      for (const { error, ms } of await Promise.all(calls.map(refusalOf))) {
        expect(error).toMatchObject({ code: 'storage', message: expect.stringContaining('nothing is sent') });
        expect(ms).toBeLessThan(soonMs);
      }
      await clock.advance(60_000);
      await server.start();
      expect(await claim(store, 2)).toBeUndefined();
      expect(await find(store, 1)).toMatchObject(operationRow(1));
      expect(await knownForMs(store)).toBe(hourMs + 60_000);
    });

    test('while a claim is on its way refuses that one, and the process goes on', async () => {
      const store = open();
      await store.open();
      const holder = await connect().connect();
      holder.on('error', () => undefined);
      closers.push(() => holder.release(true));
      await holder.query('begin; lock table tillkit_operations in access exclusive mode');
      const claiming = refusalOf(claim(store, 1));
      await vi.waitFor(async () => {
        const { rows } = await pool.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`);
        expect(rows).toHaveLength(1);
      }, 20_000);
      await server.crash();
      expect((await claiming).error).toMatchObject({ code: 'storage' });
      await server.start();
      expect(await claim(store, 1)).toBeUndefined();
    });

    test('before a store was used: the first use after it came back makes the tables', async () => {
      const store = open();
      await server.crash();
      await expect(store.open()).rejects.toMatchObject({ code: 'storage' });
      await server.start();
      expect(await claim(store, 1)).toBeUndefined();
    });
  });

  describe('that does not answer', () => {
    test('is given up in time, and does nothing late', async () => {
      const patient = open();
      await patient.open();
      const store = open({ timeoutMs });
      const holder = await connect().connect();
      await holder.query('begin; lock table tillkit_operations in access exclusive mode');
      const { error, ms } = await refusalOf(claim(store, 2));
      expect(error).toMatchObject({ code: 'storage' });
      expect(ms).toBeLessThan(soonMs);
      await passed(timeoutMs);
      await holder.query('commit');
      holder.release();
      expect(await find(patient, 2)).toBeUndefined();
      expect(await claim(patient, 2)).toBeUndefined();
    });

    test('has no connection left: is given up in time, and the connection is used again', async () => {
      const one = new Pool({ ...server.address, max: 1 });
      closers.push(() => one.end());
      const store = open({ timeoutMs }, one);
      await store.open();
      const taken = await one.connect();
      const { error, ms } = await refusalOf(claim(store, 2));
      expect(error).toMatchObject({ code: 'storage' });
      expect(ms).toBeLessThan(soonMs);
      taken.release();
      expect(await claim(store, 2)).toBeUndefined();
    });

    test('but did what it was told: that is said to have failed, and is there', async () => {
      let isLost = false;
      const losing = poolThat(async (text, query) => {
        const result = await query();
        if (text.startsWith('commit') && isLost) throw new Error('Connection terminated unexpectedly');
        return result;
      });
      const store = open({}, losing);
      await store.open();
      isLost = true;
      const lost = { code: 'storage', message: expect.stringContaining('nothing is sent') };
      await expect(claim(store, 1)).rejects.toMatchObject(lost);
      isLost = false;
      expect(await claim(store, 1, { subject: 'other' })).toEqual(operationRow(1));
    });

    test('because an instance stands still in the middle: that one’s turn is taken from it', async () => {
      const frozen = poolThat(async (text, query) => {
        const result = await query();
        return text.includes('advisory') ? new Promise(() => undefined) : result;
      }, true);
      const store = open({ timeoutMs: 5000 });
      await store.open();
      const asking = refusalOf(claim(open({ timeoutMs }, frozen), 1));
      await passed(100);
      expect(await claim(store, 1)).toBeUndefined();
      expect((await asking).error).toMatchObject({ code: 'storage' });
    });

    test('because the host ended its pool is refused at once', async () => {
      const one = new Pool(server.address);
      const store = open({}, one);
      await claim(store, 1);
      await one.end();
      const { error, ms } = await refusalOf(claim(store, 2));
      expect(error).toMatchObject({ code: 'storage' });
      expect(ms).toBeLessThan(soonMs);
    });

    test('with writing, as a standby: refuses, until a new connection reaches one that writes', async () => {
      await claim(open(), 1);
      const readOnly = 'default_transaction_read_only';
      await pool.query(`alter role postgres set ${readOnly} = on`);
      const reset = () => pool.query(`set ${readOnly} = off; alter role postgres reset all`);
      closers.push(reset);
      const other = open({}, connect());
      const refusal = { code: 'storage', message: expect.stringContaining('read-only') };
      await expect(claim(other, 2)).rejects.toMatchObject(refusal);
      await expect(answer(other, 1, approved)).rejects.toMatchObject(refusal);
      await reset();
      expect(await claim(other, 2)).toBeUndefined();
    });
  });

  describe('for how long nothing was forgotten', () => {
    test('begins anew where the tables were put back from a dump', async () => {
      const { clock, store } = await aged();
      await pool.query(`
        create table put_back as select * from tillkit_operations;
        drop table tillkit_operations;
        alter table put_back rename to tillkit_operations;
        alter table tillkit_operations add primary key (id);`);
      expect(await knownForMs(store)).toBe(0);
      await clock.advance(1000);
      expect(await knownForMs(open({ clock }, connect()))).toBe(1000);
    });

    test('begins anew on another server, and where it says less than this instance knows', async () => {
      const { clock, store } = await aged();
      await pool.query(`update tillkit_store set identity = 'another:00000001:7'`);
      expect(await knownForMs(store)).toBe(0);
      await clock.advance(hourMs);
      expect(await knownForMs(store)).toBe(hourMs);
      await pool.query(`update tillkit_store set seen_at = seen_at - 20000`);
      expect(await knownForMs(store)).toBe(0);
    });

    test('begins anew after a pause in which it may have been put back', async () => {
      const { clock } = await aged();
      await clock.advance(60_000);
      expect(await knownForMs(open({ clock }))).toBe(hourMs + 60_000);
      await clock.advance(hourMs);
      expect(await knownForMs(open({ clock }))).toBe(0);
    });

    test('is what all instances say, whichever began anew first', async () => {
      const { clock, store } = await aged();
      const other = open({ clock }, connect());
      expect(await knownForMs(other)).toBe(hourMs);
      await pool.query(`update tillkit_store set seen_at = seen_at - 20000`);
      expect(await Promise.all([knownForMs(store), knownForMs(other)])).toEqual([0, 0]);
      await clock.advance(5000);
      expect(await Promise.all([knownForMs(store), knownForMs(other)])).toEqual([5000, 5000]);
    });

    /** An instance that stands still before it notes that the database is in use. */
    const slowToNote = () => {
      let goOn = () => {};
      let isWriting = () => {};
      const writing = new Promise<void>((resolve) => (isWriting = resolve));
      const held = new Promise<void>((resolve) => (goOn = resolve));
      const slow = poolThat(async (text, query) => {
        if (text.startsWith('update tillkit_store set marker')) {
          isWriting();
          await held;
        }
        return query();
      });
      return { slow, writing, goOn: () => goOn() };
    };

    test('is not put back by an instance that looked before another one noticed', async () => {
      const { clock, store } = await aged();
      await clock.advance(20_000);
      const { slow, writing, goOn } = slowToNote();
      const asking = knownForMs(open({ clock }, slow));
      await writing;
      await pool.query('update tillkit_store set seen_at = seen_at - 20000');
      expect(await knownForMs(store, 'other')).toBe(0);
      goOn();
      expect(await asking).toBe(0);
      expect(await knownForMs(store)).toBe(0);
    });

    test('is not shortened by an instance that notes late what another one has noted', async () => {
      const { clock, store } = await aged();
      await clock.advance(20_000);
      const { slow, writing, goOn } = slowToNote();
      const asking = knownForMs(open({ clock }, slow));
      await writing;
      await clock.advance(100);
      expect(await knownForMs(store, 'other')).toBe(hourMs + 20_100);
      goOn();
      await asking;
      expect(await knownForMs(store)).toBe(hourMs + 20_100);
    });

    test('is 0 after a fail-over, and all instances know when that was', async () => {
      const { clock, store } = await aged();
      await pool.query(`update tillkit_store set identity = 'another:00000002:7'`);
      const forgotAt = startedAt + hourMs;
      expect(await timeOf(store)).toEqual({ now: forgotAt, knownForMs: 0, forgotAt });
      await clock.advance(9999);
      expect(await timeOf(open({ clock }, connect()))).toMatchObject({ knownForMs: 9999, forgotAt });
    });

    const restrictedPool = () => poolOfRestrictedRole(server, pool, (end) => closers.push(end));

    test('is known to a role that may ask for nothing but its tables', async () => {
      const store = open({}, await restrictedPool());
      expect(await claim(store, 1)).toBeUndefined();
      expect(await knownForMs(store)).toBeLessThan(5000);
    });

    test('is known on a server that has the functions and refuses them, as Aurora does', async () => {
      const refusing = poolThat(async (text, query) => {
        if (!/pg_control_system|pg_walfile_name/.test(text)) return query();
        throw Object.assign(new Error('wal_level must be set to "logical"'), { code: '55000' });
      });
      const store = open({}, refusing);
      expect(await claim(store, 1)).toBeUndefined();
      expect(await timeOf(store)).toMatchObject({ forgotAt: 0 });
    });

    test('F113 goes on where the roles of two instances may not ask the same; the one that may ask notices another server', async () => {
      const restricted = await restrictedPool();
      const { clock, store } = await aged();
      const other = open({ clock }, restricted);
      for (let knownMs = hourMs; knownMs < hourMs + 60_000; knownMs += 20_000) {
        for (const one of [other, store, other])
          expect(await timeOf(one)).toMatchObject({ knownForMs: knownMs, forgotAt: 0 });
        await clock.advance(20_000);
      }
      expect(await knownForMs(other)).toBe(hourMs + 60_000);
      await pool.query(`update tillkit_store set identity = regexp_replace(identity, '^[0-9]+', '7')`);
      expect(await knownForMs(store)).toBe(0);
    });
  });

  test('that a newer tillkit has used is refused, before and meanwhile', async () => {
    const { store } = await aged();
    await pool.query('update tillkit_store set version = 99');
    const newer = { code: 'storage', message: expect.stringMatching(/version 99.*a newer tillkit/) };
    await expect(claim(store, 2)).rejects.toMatchObject(newer);
    await expect(claim(open(), 2)).rejects.toMatchObject(newer);
    await expect(open().open()).rejects.toMatchObject(newer);
  });

  test('makes its tables in whatever time that takes; who wants to pay meanwhile is refused in time', async () => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const slow = poolThat(async (text, query) => {
      if (text.startsWith('create table tillkit_operations')) await held;
      return query();
    });
    const store = open({ timeoutMs }, slow);
    const opening = store.open();
    const refusal = { code: 'storage', message: expect.stringContaining('nothing is sent') };
    await expect(claim(store, 1)).rejects.toMatchObject(refusal);
    goOn();
    await opening;
    expect(await find(store, 1)).toBeUndefined();
  });

  test('has its tables made once by many that come at once', async () => {
    const stores = Array.from({ length: 5 }, () => open({}, connect()));
    await Promise.all(stores.map((store) => store.open()));
    const held = await Promise.all(stores.map((store) => claim(store, 1)));
    expect(held.filter((holder) => !holder)).toHaveLength(1);
  });

  test('that does not write to its disk says so once', async () => {
    allowConsole(/fsync/);
    const warn = vi.spyOn(console, 'warn');
    await open().open();
    expect(warn).not.toHaveBeenCalled();
    await pool.query('alter system set fsync = off');
    await pool.query('select pg_reload_conf()');
    closers.push(async () => {
      await pool.query('alter system reset fsync');
      await pool.query('select pg_reload_conf()');
    });
    await vi.waitFor(async () => {
      expect((await connect().query('show fsync')).rows).toEqual([{ fsync: 'off' }]);
    }, 20_000);
    const late = connect();
    await open({}, late).open();
    await open({}, late).open();
    expect(warn.mock.calls.flat()).toEqual([expect.stringContaining('Set fsync to on')]);
    warn.mockRestore();
  });

  /** A store whose commits wait once it was told to. */
  async function slowToCommit(wait: () => Promise<void>) {
    let isSlow = false;
    const slow = poolThat(async (text, query) => {
      if (text.startsWith('commit') && isSlow) await wait();
      return query();
    });
    const store = open({}, slow);
    await store.open();
    isSlow = true;
    return store;
  }
  const untilLocked = () =>
    vi.waitFor(async () => {
      const { rows } = await pool.query(`select 1 from pg_locks where locktype = 'advisory' and granted`);
      expect(rows).toHaveLength(1);
    }, 20_000);

  test('numbers events in the order in which they can be seen: a lower number that is half a second late is missed by no reader', async () => {
    const slow = await slowToCommit(() => passed(500));
    const [quick, reader] = [open({}, connect()), open({}, connect())];
    await Promise.all([quick.open(), reader.open()]);
    const add = (store: GatewayStore, of: string) =>
      store.transact(of, 'durable', (tx) => tx.events.add(eventOf(1, { account: of })));
    const read = () => reading(reader, (tx) => tx.events.list({ account }, { by: ['id'] }));
    const late = add(slow, account);
    await untilLocked();
    const next = add(quick, account);
    await add(quick, 'other'); // another account does not wait
    expect(await read()).toEqual([]);
    const [first, second] = await Promise.all([late, next]);
    expect(second.id).toBeGreaterThan(first.id);
    expect(await read()).toEqual([first, second]);
  });

  test('lets two clean up at once: neither waits for the other, and each takes others', async () => {
    let goOn = () => {};
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const [slow, store] = [await slowToCommit(() => held), open()];
    await Promise.all(Array.from({ length: 20 }, (_, number) => claim(store, number)));
    const clean = (one: GatewayStore, of: string) =>
      one.transact(of, 'write', (tx) =>
        tx.operations.remove({ claimedAt: { until: startedAt } }, { by: ['claimedAt'], limit: 3 }),
      );
    const cleaning = clean(slow, 'one');
    await untilLocked();
    expect(await clean(store, 'other')).toBe(3);
    goOn();
    expect(await cleaning).toBe(3);
    const left = await reading(store, (tx) => tx.operations.sums({}, { by: [], of: [] }));
    expect(left).toEqual([{ count: 14 }]);
  });

  test('that ends a transaction because two wait for each other has it begin anew', async () => {
    const [one, other] = [open(), open({}, connect())];
    await Promise.all([claim(one, 1), claim(one, 2)]);
    let begun = 0;
    const holding = new Set<string>();
    const change = (store: GatewayStore, of: string, ids: number[], patch: Partial<OperationRow>) =>
      store.transact(of, 'write', function* (tx) {
        begun += 1;
        for (const id of ids) {
          yield* tx.operations.change({ id: operationRow(id).id }, patch);
          // Each has its first row before one asks for its second.
          holding.add(of);
          while (holding.size < 2) yield { text: 'select pg_sleep(0.01)', values: [] };
        }
      });
    const changeOther = change(other, 'other', [2, 1], { actor: 'anna' });
    await Promise.all([change(one, 'one', [1, 2], { seq: 7 }), changeOther]);
    expect(begun).toBeGreaterThanOrEqual(3);
    for (const id of [1, 2]) expect(await find(one, id)).toEqual(operationRow(id, { seq: 7, actor: 'anna' }));
  });
});
