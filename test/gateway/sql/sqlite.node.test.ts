import type { BigIntStats } from 'node:fs';
import { chmod, copyFile, rename, rm } from 'node:fs/promises';
import { Client } from 'pg';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createVirtualClock } from '../../../src/core/time.ts';
import type { StoreSteps, StoreTransaction } from '../../../src/gateway/gatewayStore.ts';
import { createSqlStore, type SqlStoreOptions } from '../../../src/gateway/sql/createSqlStore.ts';
import { openSqlite, removeSqliteFiles, sqlitePath } from './sqliteFiles.ts';
import { bigAnswer } from './sqlChild.ts';
import { endChildren, race, startChild } from './startChild.ts';
import {
  account,
  answer,
  approved,
  claim,
  find,
  knownForMs,
  operationRow,
  startedAt,
  timeOf,
} from '../store/storeEntries.ts';

removeSqliteFiles();
endChildren();

const hourMs = 3_600_000;

const open = (path: string, options: SqlStoreOptions = {}) => createSqlStore(openSqlite(path), options);

/** A store that has known everything for an hour, by a clock that stands still until told. */
async function aged() {
  const path = await sqlitePath();
  const clock = createVirtualClock(startedAt);
  const connection = openSqlite(path);
  const store = createSqlStore(connection, { clock });
  await claim(store, 1);
  await clock.advance(hourMs);
  expect(await knownForMs(store)).toBe(hourMs);
  return { path, clock, connection, store };
}

describe('the time of SQLite', () => {
  test('is this machine’s, and says for how long nothing was forgotten', async () => {
    const store = open(await sqlitePath(), { keepMs: 60_000 });
    const first = await timeOf(store);
    expect(first.knownForMs).toBe(0);
    expect(Math.abs(first.now - Date.now())).toBeLessThan(60_000);
    await vi.waitFor(async () => expect(await knownForMs(store)).toBeGreaterThan(10), 20_000);
    expect((await timeOf(store)).now).toBeGreaterThan(first.now + 10);
  });

  test.each([hourMs, -hourMs])(
    'stays what it was when the clock is set by %i ms, for every process',
    async (ms) => {
      const { path, clock, store } = await aged();
      const beside = open(path, { clock });
      const told = await timeOf(beside);
      expect(told).toEqual({ now: startedAt + hourMs, knownForMs: hourMs, forgotAt: 0 });
      clock.jump(ms);
      for (const one of [store, beside, open(path, { clock })]) expect(await timeOf(one)).toEqual(told);
    },
  );

  test('is the same for all where a process begins before another one noticed that the clock was set forward', async () => {
    const { path, clock, store } = await aged();
    await timeOf(store);
    clock.jump(hourMs);
    const late = open(path, { clock });
    for (let times = 0; times < 3; times += 1) {
      const { now } = await timeOf(late);
      await clock.advance(1000);
      expect(await timeOf(store)).toMatchObject({ now: now + 1000 });
    }
  });

  test('that goes back a little, as a time server sets it, makes no instance believe that it was put back', async () => {
    const path = await sqlitePath();
    const clock = createVirtualClock(startedAt);
    const store = open(path, { clock });
    expect(await knownForMs(store)).toBe(0);
    clock.jump(-1000);
    expect(await knownForMs(open(path, { clock, keepMs: hourMs }))).toBe(0);
    expect(await timeOf(store)).toMatchObject({ knownForMs: 0, forgotAt: 0 });
    await clock.advance(61_000);
    expect(await knownForMs(store)).toBe(60_000);
  });

  test('goes on where it was, where the clock was set back while no process had the file', async () => {
    const { path, clock, connection } = await aged();
    connection.close();
    clock.jump(-2 * hourMs);
    const store = open(path, { clock });
    expect(await timeOf(store)).toMatchObject({ now: startedAt + hourMs, knownForMs: hourMs });
  });
});

describe('two processes on one file', () => {
  test('race for 200 ids: each is given to one of them', async () => {
    const path = await sqlitePath();
    const [one, two] = await race({ sqlite: path, ids: 200 });
    expect([...one, ...two].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, id) => id));
    expect(Math.min(one.length, two.length)).toBeGreaterThan(0);
  }, 60_000);

  test('make its tables once, whichever comes first', async () => {
    const path = await sqlitePath();
    const stores = Array.from({ length: 5 }, () => open(path));
    await Promise.all(stores.map((store) => store.open()));
    const held = await Promise.all(stores.map((store) => claim(store, 1)));
    expect(held.filter((holder) => !holder)).toHaveLength(1);
  });

  test('of which one stands still in the middle: the other refuses in time, and goes on with other things', async () => {
    const path = await sqlitePath();
    const clock = createVirtualClock(startedAt);
    const store = open(path, { timeoutMs: 300, clock });
    await claim(store, 1);
    await clock.advance(60_000);
    const frozen = openSqlite(path);
    frozen.exec('begin immediate');
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 10);
    await expect(claim(store, 2)).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringMatching(/nothing is sent.*locked/),
    });
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(1);
    expect(await find(store, 1)).toMatchObject(operationRow(1));
    frozen.exec('rollback');
    expect(await claim(store, 2)).toBeUndefined();
  });
});

describe('a process that is killed', () => {
  test('in the middle of claims: all that it acknowledged is there', async () => {
    const path = await sqlitePath();
    const child = await startChild({ kind: 'fill', sqlite: path });
    await child.hasKept(5);
    await child.kill();
    const store = open(path);
    for (const number of child.kept) {
      expect(await find(store, number)).toMatchObject({ ...operationRow(number), answer: bigAnswer });
    }
    expect(await claim(store, child.kept.length + 100)).toBeUndefined();
  }, 60_000);

  test('on a disk that is full: it refuses payments, and what it acknowledged is there', async () => {
    const path = await sqlitePath();
    // The system lets a file grow to 2 MB and then says no.
    const child = await startChild({ kind: 'fill', sqlite: path }, "trap '' XFSZ; ulimit -f 2048;");
    await child.hasSaid('done');
    await child.kill();
    expect(child.refused[0]).toContain('nothing is sent');
    expect(child.kept.length).toBeGreaterThan(2);
    const store = open(path);
    for (const number of child.kept) {
      expect(await find(store, number)).toMatchObject({ ...operationRow(number), answer: bigAnswer });
    }
  }, 60_000);
});

test('F114: a full disk refuses payments until there is room again', async () => {
  const connection = openSqlite(await sqlitePath());
  const store = createSqlStore(connection);
  await claim(store, 1);
  connection.prepare('pragma max_page_count = 30').all();
  const full = { code: 'storage', message: expect.stringMatching(/nothing is sent.*full/) };
  await expect(answer(store, 1, { status: 200, body: 'x'.repeat(200_000) })).rejects.toMatchObject(full);
  expect(await find(store, 1)).toMatchObject(operationRow(1));
  connection.prepare('pragma max_page_count = 100000').all();
  await answer(store, 1, approved);
  expect(await find(store, 1)).toMatchObject({ answer: approved });
});

describe('what a file says of itself', () => {
  test('holds for a process that comes soon after the last one', async () => {
    const { path, clock, connection, store } = await aged();
    await claim(store, 2);
    connection.close();
    await clock.advance(60_000);
    expect(await knownForMs(open(path, { clock }))).toBe(hourMs + 60_000);
  });

  test('is not believed after a pause in which an older file may have taken its place', async () => {
    const { path, clock, connection } = await aged();
    connection.close();
    await clock.advance(hourMs);
    const store = open(path, { clock });
    expect(await find(store, 1)).toMatchObject(operationRow(1));
    expect(await knownForMs(store)).toBe(0);
    await clock.advance(hourMs);
    expect(await knownForMs(store)).toBe(hourMs);
  });

  test('F113: is not believed of a copy in its place', async () => {
    const { path, clock, connection } = await aged();
    connection.close();
    await copyFile(path, `${path}.copy`);
    await rm(path);
    await rename(`${path}.copy`, path);
    expect(await knownForMs(open(path, { clock }))).toBe(0);
  });

  test('is not believed where it is older than what this process saw', async () => {
    const { clock, connection, store } = await aged();
    connection.exec(`update tillkit_store set seen_at = seen_at - 20000`);
    expect(await knownForMs(store)).toBe(0);
    await clock.advance(1000);
    expect(await knownForMs(store)).toBe(1000);
    connection.exec(`update tillkit_store set since = since - 20000`);
    expect(await knownForMs(store)).toBe(0);
  });

  test('is no more than what was kept before, where it is to keep for longer', async () => {
    const { path, clock } = await aged();
    const short = open(path, { clock, keepMs: 10_000 });
    expect(await knownForMs(short)).toBe(10_000);
    expect(await knownForMs(open(path, { clock }))).toBe(10_000);
  });

  test('does not matter once the file has another name, or is gone: nothing is sent', async () => {
    const { path, store } = await aged();
    await rename(path, `${path}.old`);
    const moved = { code: 'storage', message: expect.stringContaining('was moved or replaced') };
    await expect(claim(store, 2)).rejects.toMatchObject(moved);
    await open(path).open();
    await expect(claim(store, 2)).rejects.toMatchObject(moved);
  });

  test('holds where the system tells the last change of a file in place of its beginning', async () => {
    const fs = process.getBuiltinModule('node:fs');
    const statSync = (...asked: Parameters<typeof fs.statSync>) => {
      const stat = fs.statSync(...asked) as BigIntStats;
      return Object.assign(stat, { birthtimeNs: stat.ctimeNs });
    };
    const told = vi.spyOn(process, 'getBuiltinModule').mockReturnValue({ ...fs, statSync });
    onTestFinished(() => told.mockRestore());
    const { path, clock, connection, store } = await aged();
    connection.exec('pragma wal_checkpoint(truncate)');
    await chmod(path, 0o600);
    expect(await claim(store, 2)).toBeUndefined();
    connection.close();
    expect(await knownForMs(open(path, { clock }))).toBe(hourMs);
  });

  test('is refused where a newer tillkit has used it, before or meanwhile', async () => {
    const { path, connection, store } = await aged();
    connection.exec('update tillkit_store set version = 99');
    const newer = { code: 'storage', message: expect.stringMatching(/version 99.*a newer tillkit/) };
    await expect(claim(store, 2)).rejects.toMatchObject(newer);
    await expect(find(store, 1)).rejects.toMatchObject(newer);
    await expect(claim(open(path), 2)).rejects.toMatchObject(newer);
    await expect(open(path).open()).rejects.toMatchObject(newer);
  });

  test('does not matter once somebody deleted its write-ahead log: who used it sends nothing that others cannot see', async () => {
    const path = await sqlitePath();
    const store = open(path, { timeoutMs: 20_000 });
    expect(await claim(store, 1_000)).toBeUndefined();
    await Promise.all(['-wal', '-shm'].map((part) => rm(path + part)));
    const other = await startChild({ kind: 'race', sqlite: path, ids: 20 });
    await other.hasSaid('ready');
    other.go();
    await other.hasSaid('done');
    expect(other.kept).toHaveLength(20);
    for (let number = 0; number < 20; number += 1)
      await expect(claim(store, number)).rejects.toMatchObject({
        code: 'storage',
        message: expect.stringContaining('-wal was moved or replaced'),
      });
  }, 60_000);

  test('is refused where its one row is gone', async () => {
    const { connection, store } = await aged();
    connection.exec('delete from tillkit_store');
    await expect(claim(store, 2)).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringContaining('not certain which payments were sent'),
    });
  });
});

describe('a connection', () => {
  /** What it is set to whenever it commits, by the last statement before that. */
  async function watched() {
    const path = await sqlitePath();
    const connection = openSqlite(path);
    connection.exec('pragma synchronous = off');
    const commits: string[] = [];
    const exec = connection.exec.bind(connection);
    connection.exec = (sql) => {
      const [setting] = connection.prepare('pragma synchronous').all() as { synchronous: number }[];
      if (sql === 'commit') commits.push(['off', 'normal', 'full'][setting?.synchronous ?? 3] ?? '');
      return exec(sql);
    };
    return { path, connection, commits, store: createSqlStore(connection) };
  }

  test('writes claims and answers to the disk before they are acknowledged, whatever it was set to', async () => {
    const { commits, store, connection } = await watched();
    await store.open();
    commits.length = 0;
    await claim(store, 1);
    await answer(store, 1, approved);
    expect(commits).toEqual(['full', 'full']);
    await timeOf(store);
    expect(commits).toEqual(['full', 'full', 'normal']);
    expect(connection.prepare('pragma synchronous').all()).toEqual([{ synchronous: 2 }]);
    expect(connection.prepare('pragma journal_mode').all()).toEqual([{ journal_mode: 'wal' }]);
  });

  test('that is in a transaction of the host’s is refused, and that transaction stays', async () => {
    const path = await sqlitePath();
    const connection = openSqlite(path);
    const store = createSqlStore(connection);
    await store.open();
    connection.exec('create table orders (id)');
    connection.exec('begin');
    connection.exec('insert into orders values (1)');
    await expect(claim(store, 1)).rejects.toMatchObject({ code: 'storage' });
    connection.exec('commit');
    expect(connection.prepare('select id from orders').all()).toEqual([{ id: 1 }]);
    expect(await claim(store, 1)).toBeUndefined();
  });

  test('to no file, or that is none, is refused with what to do', async () => {
    await expect(claim(createSqlStore(openSqlite(':memory:')), 1)).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('createMemoryStore'),
    });
    // A client has one connection, which would be given back to no pool.
    for (const wrong of [{}, new Client(), '/srv/till/payments.db', undefined])
      expect(() => createSqlStore(wrong as never)).toThrow(
        /node:sqlite, better-sqlite3 or libsql, or a Pool of pg/,
      );
    expect(() => createSqlStore(openSqlite(':memory:'), { prefix: 'a-b' })).toThrow(/prefix/);
    for (const timeoutMs of [0, Number.NaN, '2000' as never])
      expect(() => createSqlStore(openSqlite(':memory:'), { timeoutMs })).toThrow(/timeoutMs/);
  });

  test('that was closed is refused', async () => {
    const { connection, store } = await aged();
    connection.close();
    await expect(claim(store, 2)).rejects.toMatchObject({ code: 'storage' });
  });
});

describe('finds by the index that says most', () => {
  const day = { from: startedAt, below: startedAt + 24 * hourMs };
  const newest = { by: ['createdAt', 'id'], isDescending: true, limit: 50 } as const;
  const kind = { in: ['pay', 'refund'] } as const;

  test.each<[string, (tx: StoreTransaction) => StoreSteps<unknown>, RegExp]>([
    [
      'who holds a terminal',
      (tx) => tx.operations.list({ account, isOpen: true, terminalId: 'T' }),
      /is_open=\? AND terminal_id=\?/,
    ],
    ['the newest', (tx) => tx.operations.list({ account, phase: { not: null } }, newest), /\(account=\?\)$/],
    [
      'the newest of a terminal',
      (tx) => tx.operations.list({ account, terminalId: 'T', phase: 'failed' }, newest),
      /terminal_id=\?\)$/,
    ],
    [
      'what is open',
      (tx) => tx.operations.list({ account, isOpen: true, phase: { not: null } }, newest),
      /is_open=\?\)$/,
    ],
    [
      'unseen endings of a terminal',
      (tx) => tx.operations.list({ account, isUnseen: true, terminalId: 'T' }, newest),
      /is_unseen=\?\)$/,
    ],
    [
      'the same amount today',
      (tx) => tx.operations.list({ account, amountCents: 1, kind: 'pay', createdAt: day }, newest),
      /amount_cents=\? AND created_at/,
    ],
    [
      'the sums of a day',
      (tx) =>
        tx.operations.sums(
          { account, phase: { not: null }, kind, createdAt: day },
          { by: ['terminalId'], of: ['movedCents'] },
        ),
      /created_at>\? AND created_at<\?/,
    ],
    [
      'what is too old',
      (tx) => tx.operations.list({ account, claimedAt: { below: 0 } }, { by: ['claimedAt'], limit: 50 }),
      /\(claimed_at<\?\)$/,
    ],
    [
      'a message of one of two providers',
      (tx) => tx.messages.list({ account, provider: { in: ['', 'p'] }, id: 'm' }),
      /account=\? AND provider=\? AND id=\?/,
    ],
    [
      'strange messages that no page wants any more',
      (tx) => tx.messages.list({ wantedUntil: { below: 0 } }, { by: ['wantedUntil'], limit: 50 }),
      /\(wanted_until<\?\)$/,
    ],
    [
      'whose messages are due',
      (tx) => tx.messages.sums({ dueAt: { from: 0 } }, { by: ['account'], of: [] }),
      /due_at>\?/,
    ],
    [
      'the messages that are due',
      (tx) => tx.messages.list({ account, dueAt: { from: 0 } }, { by: ['dueAt', 'id'], limit: 500 }),
      /due_at>\?/,
    ],
    [
      'events after another',
      (tx) => tx.events.list({ account, id: { above: 5 } }, { by: ['id'], limit: 50 }),
      /(id|rowid)>\?/,
    ],
    [
      'whose events are to be told',
      (tx) => tx.events.sums({ isDispatched: false }, { by: ['account'], of: [] }),
      /is_dispatched=\?/,
    ],
  ])('%s', async (_, verb, plan) => {
    const connection = openSqlite(await sqlitePath());
    const store = createSqlStore(connection);
    await store.open();
    const prepare = vi.spyOn(connection, 'prepare');
    await store.transact(account, 'read', verb);
    const text = prepare.mock.calls.at(-1)?.[0] ?? '';
    const steps = connection.prepare(`explain query plan ${text}`).all() as { detail: string }[];
    expect(steps[0]?.detail).toMatch(plan);
  });
});

test('keeps to its prefix', async () => {
  const connection = openSqlite(await sqlitePath());
  for (const prefix of ['one_', 'two_']) {
    expect(await claim(createSqlStore(connection, { prefix }), 1)).toBeUndefined();
  }
  const names = connection.prepare(`select name from sqlite_master where name not like 'sqlite_%'`).all();
  expect(names.length).toBeGreaterThan(10);
  expect((names as { name: string }[]).every(({ name }) => /^(one|two)_/.test(name))).toBe(true);
});
