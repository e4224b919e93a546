import { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { defineService } from '../../../src/core/wire/defineService.ts';
import { createVirtualClock } from '../../../src/core/time.ts';
import { createGateway } from '../../../src/gateway/createGateway.ts';
import { createSqlStore, type SqlStoreOptions } from '../../../src/gateway/sql/createSqlStore.ts';
import type { PostgresPool } from '../../../src/gateway/sql/postgresDatabase.ts';
import { createSandbox } from '../../../src/sandbox/createSandbox.ts';
import { allowConsole } from '../../console.ts';
import { sale, tillOrigin } from '../gatewayTill.ts';
import { type PostgresServer, postgresIsInstalled, startPostgres } from '../postgresServer.ts';
import { bigAnswer } from '../sqlChild.ts';
import { endChildren, startChild } from '../startChild.ts';
import { approved, entryOf, startedAt } from '../storeEntries.ts';

const rules = { limit: 4, windowMs: 10_000, minGapMs: 1000 };
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
    await store.claim(entryOf(1));
    await clock.advance(hourMs);
    expect(await store.knownForMs()).toBe(hourMs);
    return { clock, store };
  }

  type Query = () => Promise<{ rows: unknown[] }>;
  /** The pool, with something around each statement; one that is held gives no connection back until the test ends. */
  const poolThat = (
    around: (text: string, query: Query) => ReturnType<Query>,
    isHeld = false,
  ): PostgresPool => ({
    on: () => undefined,
    off: () => undefined,
    async connect() {
      const client = await pool.connect();
      const ignore = () => undefined;
      if (isHeld) {
        client.on('error', ignore);
        closers.push(() => client.release(true));
      }
      return {
        on: (name, listener) => client.on(name, listener),
        off: (name, listener) => client.off(name, listener),
        release: isHeld ? ignore : (isToBeDestroyed) => client.release(isToBeDestroyed),
        query: (text, values) => around(text, () => client.query(text, values)),
      };
    },
  });

  /** What a promise rejects with, and after how long. */
  const refusalOf = async (promise: Promise<unknown>) => {
    const from = performance.now();
    const error: unknown = await promise.then(
      () => 'not refused',
      (reason: unknown) => reason,
    );
    return { error, ms: performance.now() - from };
  };

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

  test('decides by its own time about claims and polls, and for how long nothing was forgotten', async () => {
    const store = open({ keepMs: 60_000 });
    expect(await store.knownForMs()).toBe(0);
    await store.claim(entryOf(1));
    expect(await store.askFor('m', rules)).toMatchObject({ isGranted: true });
    const { isGranted, waitMs } = await store.askFor('m', rules);
    expect(isGranted).toBe(false);
    expect(waitMs).toBeGreaterThan(300);
    expect(waitMs).toBeLessThanOrEqual(1000);
    await vi.waitFor(async () => expect(await store.knownForMs()).toBeGreaterThan(10));
    expect((await store.find(entryOf(1).id))?.ageMs).toBeLessThan(30_000);
  });

  test('whose clock was set back goes on where it was', async () => {
    const clock = createVirtualClock(startedAt);
    const store = open({ clock });
    for (const name of ['a', 'b', 'c', 'd']) {
      await store.keepMessage(name, { body: '', isFinal: false });
      await store.askFor(name, rules);
    }
    await store.rest(5000, 'a');
    await store.claim(entryOf(1));
    clock.jump(-hourMs);
    for (const one of [store, open({ clock }, connect())]) {
      expect(await one.askFor('a', rules)).toMatchObject({ isGranted: false, waitMs: 10_000 });
    }
    await clock.advance(10_000);
    expect(await store.askFor('a', rules)).toMatchObject({ isGranted: true });
    expect(await store.find(entryOf(1).id)).toMatchObject({ ageMs: 10_000 });
    expect(await store.knownForMs()).toBe(10_000);
  });

  test('gives each of 200 ids to one of two instances that race for them', async () => {
    const stores = [open(), open({}, connect())];
    const won = await Promise.all(
      stores.map(async (store) => {
        const held = await Promise.all(Array.from({ length: 200 }, (_, id) => store.claim(entryOf(id))));
        return held.filter((holder) => !holder).length;
      }),
    );
    expect((won[0] ?? 0) + (won[1] ?? 0)).toBe(200);
  });

  test('grants no more polls than the limit to two instances that ask at once', async () => {
    const stores = [open(), open({}, connect())];
    const names = Array.from({ length: 20 }, (_, id) => `m-${id}`);
    for (const name of names) await stores[0]?.keepMessage(name, { body: '', isFinal: false });
    const turns = await Promise.all(
      names.flatMap((name) => stores.map((store) => store.askFor(name, rules))),
    );
    expect(turns.filter(({ isGranted }) => isGranted)).toHaveLength(4);
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
        expect(await store.find(entryOf(number).id)).toMatchObject({ ...entryOf(number), answer: bigAnswer });
      }
    });

    test('refuses at once, and goes on when it is back; it has forgotten nothing', async () => {
      const { clock, store } = await aged();
      await server.crash();
      for (const call of [store.claim(entryOf(2)), store.find(entryOf(1).id), store.askFor('m', rules)]) {
        const { error, ms } = await refusalOf(call);
        expect(error).toMatchObject({ code: 'storage', message: expect.stringContaining('nothing is sent') });
        expect(ms).toBeLessThan(soonMs);
      }
      await clock.advance(60_000);
      await server.start();
      expect(await store.claim(entryOf(2))).toBeUndefined();
      expect(await store.find(entryOf(1).id)).toMatchObject(entryOf(1));
      expect(await store.knownForMs()).toBe(hourMs + 60_000);
    });

    test('while a claim is on its way refuses that one, and the process goes on', async () => {
      const store = open();
      await store.migrate();
      const holder = await connect().connect();
      holder.on('error', () => undefined);
      closers.push(() => holder.release(true));
      await holder.query('begin; lock table tillkit_operations in access exclusive mode');
      const claiming = refusalOf(store.claim(entryOf(1)));
      await vi.waitFor(async () => {
        const { rows } = await pool.query(`select 1 from pg_stat_activity where wait_event_type = 'Lock'`);
        expect(rows).toHaveLength(1);
      });
      await server.crash();
      expect((await claiming).error).toMatchObject({ code: 'storage' });
      await server.start();
      expect(await store.claim(entryOf(1))).toBeUndefined();
    });

    test('before a store was used: the first use after it came back makes the tables', async () => {
      const store = open();
      await server.crash();
      await expect(store.migrate()).rejects.toMatchObject({ code: 'storage' });
      await server.start();
      expect(await store.claim(entryOf(1))).toBeUndefined();
    });
  });

  describe('that does not answer', () => {
    test('is given up in time, and does nothing late', async () => {
      const store = open({ timeoutMs });
      await store.claim(entryOf(1));
      const holder = await connect().connect();
      await holder.query('begin; lock table tillkit_operations in access exclusive mode');
      const { error, ms } = await refusalOf(store.claim(entryOf(2)));
      expect(error).toMatchObject({ code: 'storage' });
      expect(ms).toBeLessThan(soonMs);
      await new Promise((resolve) => {
        setTimeout(resolve, timeoutMs);
      });
      await holder.query('commit');
      holder.release();
      expect(await store.find(entryOf(2).id)).toBeUndefined();
      expect(await store.claim(entryOf(2))).toBeUndefined();
    });

    test('has no connection left: is given up in time, and the connection is used again', async () => {
      const one = new Pool({ ...server.address, max: 1 });
      closers.push(() => one.end());
      const store = open({ timeoutMs }, one);
      await store.claim(entryOf(1));
      const taken = await one.connect();
      const { error, ms } = await refusalOf(store.claim(entryOf(2)));
      expect(error).toMatchObject({ code: 'storage' });
      expect(ms).toBeLessThan(soonMs);
      taken.release();
      expect(await store.claim(entryOf(2))).toBeUndefined();
    });

    test('but did what it was told: the payment never goes out, and says so', async () => {
      let isLost = false;
      const losing = poolThat(async (text, query) => {
        const result = await query();
        if (text === 'commit' && isLost) throw new Error('Connection terminated unexpectedly');
        return result;
      });
      const store = open({}, losing);
      await store.migrate();
      const sandbox = createSandbox({ latencyMs: 0 });
      const gateway = createGateway({
        baseUrl: sandbox.baseUrl,
        headers: { authorization: 'sandbox' },
        authorize: () => true,
        allowedOrigins: [tillOrigin],
        service: defineService({ operationIdHeader: 'x-operation-id' }),
        fetcher: sandbox.fetch,
        store,
      });
      isLost = true;
      const answering = gateway.fetch(sale(entryOf(1).id));
      await vi.waitFor(async () => expect(await open().find(entryOf(1).id)).toBeDefined());
      isLost = false;
      expect((await answering).status).toBe(503);
      await vi.waitFor(
        async () => expect(await store.find(entryOf(1).id)).toMatchObject({ answer: { isNotSent: true } }),
        20_000,
      );
      expect(sandbox.ledger.requests).toEqual([]);
    });

    test('because an instance stands still in the middle: that one’s turn is taken from it', async () => {
      const frozen = poolThat(async (text, query) => {
        const result = await query();
        return text.includes('advisory') ? new Promise(() => undefined) : result;
      }, true);
      const store = open({ timeoutMs: 5000 });
      await store.migrate();
      const asking = refusalOf(open({ timeoutMs }, frozen).askFor('m', rules));
      await new Promise((resolve) => {
        setTimeout(resolve, 100);
      });
      expect(await store.askFor('m', rules)).toMatchObject({ isGranted: true });
      expect((await asking).error).toMatchObject({ code: 'storage' });
    });

    test('because the host ended its pool is refused at once', async () => {
      const one = new Pool(server.address);
      const store = open({}, one);
      await store.claim(entryOf(1));
      await one.end();
      const { error, ms } = await refusalOf(store.claim(entryOf(2)));
      expect(error).toMatchObject({ code: 'storage' });
      expect(ms).toBeLessThan(soonMs);
    });

    test('with writing, as a standby: refuses', async () => {
      const store = open();
      await store.claim(entryOf(1));
      await pool.query('alter role postgres set default_transaction_read_only = on');
      closers.push(async () => {
        await pool.query('set default_transaction_read_only = off; alter role postgres reset all');
      });
      const other = open({}, connect());
      const refusal = { code: 'storage', message: expect.stringContaining('read-only') };
      await expect(other.claim(entryOf(2))).rejects.toMatchObject(refusal);
      await expect(other.answer(entryOf(1).id, approved)).rejects.toMatchObject(refusal);
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
      expect(await store.knownForMs()).toBe(0);
      await clock.advance(1000);
      expect(await open({ clock }, connect()).knownForMs()).toBe(1000);
    });

    test('begins anew on another server, and where it says less than this instance knows', async () => {
      const { clock, store } = await aged();
      await pool.query(`update tillkit_store set identity = 'another:00000001:7'`);
      expect(await store.knownForMs()).toBe(0);
      await clock.advance(hourMs);
      expect(await store.knownForMs()).toBe(hourMs);
      await pool.query(`update tillkit_store set seen_at = seen_at - 20000`);
      expect(await store.knownForMs()).toBe(0);
    });

    test('begins anew after a pause in which it may have been put back', async () => {
      const { clock } = await aged();
      await clock.advance(60_000);
      expect(await open({ clock }).knownForMs()).toBe(hourMs + 60_000);
      await clock.advance(hourMs);
      expect(await open({ clock }).knownForMs()).toBe(0);
    });

    test('is what all instances say, whichever began anew first', async () => {
      const { clock, store } = await aged();
      const other = open({ clock }, connect());
      expect(await other.knownForMs()).toBe(hourMs);
      await pool.query(`update tillkit_store set seen_at = seen_at - 20000`);
      expect(await Promise.all([store.knownForMs(), other.knownForMs()])).toEqual([0, 0]);
      await clock.advance(5000);
      expect(await Promise.all([store.knownForMs(), other.knownForMs()])).toEqual([5000, 5000]);
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
      const asking = open({ clock }, slow).knownForMs();
      await writing;
      await pool.query('update tillkit_store set seen_at = seen_at - 20000');
      expect(await store.knownForMs()).toBe(0);
      goOn();
      expect(await asking).toBe(0);
      expect(await store.knownForMs()).toBe(0);
    });

    test('is not shortened by an instance that notes late what another one has noted', async () => {
      const { clock, store } = await aged();
      await clock.advance(20_000);
      const { slow, writing, goOn } = slowToNote();
      const asking = open({ clock }, slow).knownForMs();
      await writing;
      await clock.advance(100);
      expect(await store.knownForMs()).toBe(hourMs + 20_100);
      goOn();
      await asking;
      expect(await store.knownForMs()).toBe(hourMs + 20_100);
    });

    test('is 0 after a fail-over, and polls wait a window: those of before are not known', async () => {
      const { clock, store } = await aged();
      await store.keepMessage('m', { body: '', isFinal: false });
      await pool.query(`update tillkit_store set identity = 'another:00000002:7'`);
      expect(await store.askFor('m', rules)).toMatchObject({ isGranted: false, waitMs: 10_000 });
      await clock.advance(9999);
      expect(await open({ clock }, connect()).askFor('m', rules)).toMatchObject({
        isGranted: false,
        waitMs: 1,
      });
      await clock.advance(1);
      expect(await store.askFor('m', rules)).toMatchObject({ isGranted: true });
    });

    test('is known to a role that may ask for nothing but its tables', async () => {
      await pool.query(`
        create role till login;
        grant create, usage on schema public to till;
        revoke execute on function pg_control_system() from public;
        revoke execute on function pg_walfile_name(pg_lsn) from public;`);
      closers.push(() => pool.query('drop owned by till; drop role till'));
      const till = new Pool({ ...server.address, user: 'till' });
      closers.push(() => till.end());
      const store = open({}, till);
      expect(await store.claim(entryOf(1))).toBeUndefined();
      expect(await store.knownForMs()).toBeLessThan(5000);
    });
  });

  test('that a newer tillkit has used is refused, before and meanwhile', async () => {
    const { store } = await aged();
    await pool.query('update tillkit_store set version = 99');
    const newer = { code: 'storage', message: expect.stringMatching(/version 99.*a newer tillkit/) };
    await expect(store.claim(entryOf(2))).rejects.toMatchObject(newer);
    await expect(open().claim(entryOf(2))).rejects.toMatchObject(newer);
    await expect(open().migrate()).rejects.toMatchObject(newer);
  });

  test('has its tables made once by many that come at once', async () => {
    const stores = Array.from({ length: 5 }, () => open({}, connect()));
    await Promise.all(stores.map((store) => store.migrate()));
    const held = await Promise.all(stores.map((store) => store.claim(entryOf(1))));
    expect(held.filter((holder) => !holder)).toHaveLength(1);
  });

  test('that does not write to its disk says so once', async () => {
    allowConsole(/fsync/);
    const warn = vi.spyOn(console, 'warn');
    await open().migrate();
    expect(warn).not.toHaveBeenCalled();
    await pool.query('alter system set fsync = off');
    await pool.query('select pg_reload_conf()');
    closers.push(async () => {
      await pool.query('alter system reset fsync');
      await pool.query('select pg_reload_conf()');
    });
    await vi.waitFor(async () => {
      expect((await connect().query('show fsync')).rows).toEqual([{ fsync: 'off' }]);
    });
    const late = connect();
    await open({}, late).migrate();
    await open({}, late).migrate();
    expect(warn.mock.calls.flat()).toEqual([expect.stringContaining('Set fsync to on')]);
    warn.mockRestore();
  });

  test('lets go of what has expired, a few rows at a time, next to another that does', async () => {
    const clock = createVirtualClock(startedAt);
    const stores = [open({ clock, keepMs: 60_000 }), open({ clock, keepMs: 60_000 }, connect())];
    for (let number = 0; number < 20; number += 1) await stores[0]?.claim(entryOf(number));
    await clock.advance(60_000);
    await Promise.all(
      stores.flatMap((store, one) => [1, 2, 3].map((id) => store.claim(entryOf(100 * id + one)))),
    );
    const { rows } = await pool.query('select id from tillkit_operations');
    expect(rows.length).toBeLessThanOrEqual(20 + 6 - 3 * 4);
  });
});
