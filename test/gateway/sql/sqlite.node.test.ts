import { copyFile, rename, rm } from 'node:fs/promises';
import { describe, expect, test, vi } from 'vitest';
import { createVirtualClock } from '../../../src/core/time.ts';
import { createSqlStore, type SqlStoreOptions } from '../../../src/gateway/sql/createSqlStore.ts';
import { openSqlite, removeSqliteFiles, sqlitePath } from '../sqliteFiles.ts';
import { bigAnswer } from '../sqlChild.ts';
import { endChildren, race, startChild } from '../startChild.ts';
import { approved, entryOf, heldOf, startedAt } from '../storeEntries.ts';

removeSqliteFiles();
endChildren();

const rules = { limit: 4, windowMs: 10_000, minGapMs: 1000 };
const hourMs = 3_600_000;

const open = (path: string, options: SqlStoreOptions = {}) => createSqlStore(openSqlite(path), options);

/** A store that has known everything for an hour, by a clock that stands still until told. */
async function aged() {
  const path = await sqlitePath();
  const clock = createVirtualClock(startedAt);
  const connection = openSqlite(path);
  const store = createSqlStore(connection, { clock });
  await store.claim(entryOf(1));
  await clock.advance(hourMs);
  expect(await store.knownForMs()).toBe(hourMs);
  return { path, clock, connection, store };
}

describe('the time of SQLite', () => {
  test('decides about claims and polls, and for how long nothing was forgotten', async () => {
    const store = open(await sqlitePath(), { keepMs: 60_000 });
    expect(await store.knownForMs()).toBe(0);
    await store.claim(entryOf(1));
    expect(await store.askFor('m', rules)).toMatchObject({ isGranted: true });
    const { isGranted, waitMs } = await store.askFor('m', rules);
    expect(isGranted).toBe(false);
    expect(waitMs).toBeGreaterThan(500);
    expect(waitMs).toBeLessThanOrEqual(1000);
    await vi.waitFor(async () => expect(await store.knownForMs()).toBeGreaterThan(10));
    const held = await store.find(entryOf(1).id);
    expect(held?.ageMs).toBeGreaterThan(5);
    expect(held?.ageMs).toBeLessThan(30_000);
  });

  test.each([hourMs, -hourMs])(
    'stays what it was when the clock is set by %i ms, for every process',
    async (ms) => {
      const { path, clock, store } = await aged();
      await store.claim(entryOf(2));
      await store.rest(5000, 'm');
      const beside = open(path, { clock });
      await beside.knownForMs();
      clock.jump(ms);
      for (const one of [store, beside, open(path, { clock })]) {
        expect(await one.find(entryOf(2).id)).toEqual(heldOf(2));
        expect(await one.knownForMs()).toBe(hourMs);
        expect(await one.askFor('m', rules)).toMatchObject({ isGranted: false, waitMs: 5000 });
      }
    },
  );

  test('that goes back a little, as a time server sets it, makes nobody believe that it was put back', async () => {
    const path = await sqlitePath();
    const clock = createVirtualClock(startedAt);
    const store = open(path, { clock });
    expect(await store.knownForMs()).toBe(0);
    clock.jump(-1000);
    expect(await open(path, { clock, keepMs: hourMs }).knownForMs()).toBe(0);
    expect(await store.knownForMs()).toBe(0);
    expect(await store.askFor('m', rules)).toMatchObject({ isGranted: true });
    await clock.advance(61_000);
    expect(await store.knownForMs()).toBe(60_000);
  });

  test('goes on where it was, where the clock was set back while no process had the file', async () => {
    const { path, clock, connection } = await aged();
    connection.close();
    clock.jump(-2 * hourMs);
    const store = open(path, { clock });
    expect(await store.find(entryOf(1).id)).toEqual(heldOf(1, { ageMs: hourMs }));
    expect(await store.knownForMs()).toBe(hourMs);
  });
});

describe('two processes on one file', () => {
  test('race for 200 ids: each is given to one of them', async () => {
    const path = await sqlitePath();
    const [one, two] = await race({ sqlite: path, ids: 200 });
    expect([...one, ...two].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, id) => id));
    expect(Math.min(one.length, two.length)).toBeGreaterThan(0);
  }, 60_000);

  test('make its tables once, whoever comes first', async () => {
    const path = await sqlitePath();
    const stores = Array.from({ length: 5 }, () => open(path));
    await Promise.all(stores.map((store) => store.migrate()));
    const held = await Promise.all(stores.map((store) => store.claim(entryOf(1))));
    expect(held.filter((holder) => !holder)).toHaveLength(1);
  });

  test('of which one stands still in the middle: the other refuses in time, and goes on with other things', async () => {
    const path = await sqlitePath();
    const clock = createVirtualClock(startedAt);
    const store = open(path, { timeoutMs: 300, clock });
    await store.claim(entryOf(1));
    await clock.advance(60_000);
    const frozen = openSqlite(path);
    frozen.exec('begin immediate');
    let turns = 0;
    const ticking = setInterval(() => (turns += 1), 10);
    await expect(store.claim(entryOf(2))).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringMatching(/nothing is sent.*locked/),
    });
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(3);
    expect(await store.find(entryOf(1).id)).toMatchObject(entryOf(1));
    frozen.exec('rollback');
    expect(await store.claim(entryOf(2))).toBeUndefined();
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
      expect(await store.find(entryOf(number).id)).toMatchObject({ ...entryOf(number), answer: bigAnswer });
    }
    expect(await store.claim(entryOf(child.kept.length + 100))).toBeUndefined();
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
      expect(await store.find(entryOf(number).id)).toMatchObject({ ...entryOf(number), answer: bigAnswer });
    }
  }, 60_000);
});

test('a full disk refuses payments until there is room again', async () => {
  const connection = openSqlite(await sqlitePath());
  const store = createSqlStore(connection);
  await store.claim(entryOf(1));
  connection.prepare('pragma max_page_count = 30').all();
  const full = { code: 'storage', message: expect.stringMatching(/nothing is sent.*full/) };
  await expect(store.answer(entryOf(1).id, { status: 200, body: 'x'.repeat(200_000) })).rejects.toMatchObject(
    full,
  );
  expect(await store.find(entryOf(1).id)).toMatchObject(entryOf(1));
  connection.prepare('pragma max_page_count = 100000').all();
  await store.answer(entryOf(1).id, approved);
  expect(await store.find(entryOf(1).id)).toMatchObject({ answer: approved });
});

describe('what a file says of itself', () => {
  test('holds for a process that comes soon after the last one', async () => {
    const { path, clock, connection, store } = await aged();
    await store.claim(entryOf(2));
    connection.close();
    await clock.advance(60_000);
    expect(await open(path, { clock }).knownForMs()).toBe(hourMs + 60_000);
  });

  test('is not believed after a pause in which an older file may have taken its place', async () => {
    const { path, clock, connection } = await aged();
    connection.close();
    await clock.advance(hourMs);
    const store = open(path, { clock });
    expect(await store.find(entryOf(1).id)).toMatchObject(entryOf(1));
    expect(await store.knownForMs()).toBe(0);
    await clock.advance(hourMs);
    expect(await store.knownForMs()).toBe(hourMs);
  });

  test('is not believed of a copy in its place', async () => {
    const { path, clock, connection } = await aged();
    connection.close();
    await copyFile(path, `${path}.copy`);
    await rm(path);
    await rename(`${path}.copy`, path);
    expect(await open(path, { clock }).knownForMs()).toBe(0);
  });

  test('is not believed where it is older than what this process saw', async () => {
    const { clock, connection, store } = await aged();
    connection.exec(`update tillkit_store set seen_at = seen_at - 20000`);
    expect(await store.knownForMs()).toBe(0);
    await clock.advance(1000);
    expect(await store.knownForMs()).toBe(1000);
    connection.exec(`update tillkit_store set since = since - 20000`);
    expect(await store.knownForMs()).toBe(0);
  });

  test('is no more than what was kept before, where it is to keep for longer', async () => {
    const { path, clock } = await aged();
    const short = open(path, { clock, keepMs: 10_000 });
    expect(await short.knownForMs()).toBe(10_000);
    expect(await open(path, { clock }).knownForMs()).toBe(10_000);
  });

  test('does not matter once the file has another name, or is gone: nothing is sent', async () => {
    const { path, store } = await aged();
    await rename(path, `${path}.old`);
    const moved = { code: 'storage', message: expect.stringContaining('was moved or replaced') };
    await expect(store.claim(entryOf(2))).rejects.toMatchObject(moved);
    await open(path).migrate();
    await expect(store.claim(entryOf(2))).rejects.toMatchObject(moved);
  });

  test('is refused where a newer tillkit has used it, before or meanwhile', async () => {
    const { path, connection, store } = await aged();
    connection.exec('update tillkit_store set version = 99');
    const newer = { code: 'storage', message: expect.stringMatching(/version 99.*a newer tillkit/) };
    await expect(store.claim(entryOf(2))).rejects.toMatchObject(newer);
    await expect(store.find(entryOf(1).id)).rejects.toMatchObject(newer);
    await expect(open(path).claim(entryOf(2))).rejects.toMatchObject(newer);
    await expect(open(path).migrate()).rejects.toMatchObject(newer);
  });

  test('is refused where its one row is gone', async () => {
    const { connection, store } = await aged();
    connection.exec('delete from tillkit_store');
    await expect(store.claim(entryOf(2))).rejects.toMatchObject({
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
    await store.migrate();
    commits.length = 0;
    await store.claim(entryOf(1));
    await store.answer(entryOf(1).id, approved);
    expect(commits).toEqual(['full', 'full']);
    await store.askFor('m', rules);
    await store.keepMessage('m', { body: 'over', isFinal: true });
    expect(commits).toEqual(['full', 'full', 'normal', 'normal']);
    expect(connection.prepare('pragma synchronous').all()).toEqual([{ synchronous: 2 }]);
    expect(connection.prepare('pragma journal_mode').all()).toEqual([{ journal_mode: 'wal' }]);
  });

  test('that is in a transaction of the host’s is refused, and that transaction stays', async () => {
    const path = await sqlitePath();
    const connection = openSqlite(path);
    const store = createSqlStore(connection);
    await store.migrate();
    connection.exec('create table orders (id)');
    connection.exec('begin');
    connection.exec('insert into orders values (1)');
    await expect(store.claim(entryOf(1))).rejects.toMatchObject({ code: 'storage' });
    connection.exec('commit');
    expect(connection.prepare('select id from orders').all()).toEqual([{ id: 1 }]);
    expect(await store.claim(entryOf(1))).toBeUndefined();
  });

  test('to no file, or that is none, is refused with what to do', async () => {
    await expect(createSqlStore(openSqlite(':memory:')).claim(entryOf(1))).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringContaining('createMemoryStore'),
    });
    // @ts-expect-error: not a database
    expect(() => createSqlStore({})).toThrow(/node:sqlite, better-sqlite3 or libsql, or a Pool of pg/);
    expect(() => createSqlStore(openSqlite(':memory:'), { prefix: 'a-b' })).toThrow(/prefix/);
  });

  test('that was closed is refused', async () => {
    const { connection, store } = await aged();
    connection.close();
    await expect(store.claim(entryOf(2))).rejects.toMatchObject({ code: 'storage' });
  });
});

test('lets go of what has expired, a few rows at a time', async () => {
  const path = await sqlitePath();
  const clock = createVirtualClock(startedAt);
  const connection = openSqlite(path);
  const store = createSqlStore(connection, { clock, keepMs: 60_000 });
  const rows = (table: string) => connection.prepare(`select id from tillkit_${table}`).all().length;
  for (let number = 0; number < 20; number += 1) {
    await store.claim(entryOf(number));
    await store.keepMessage(`m-${number}`, { body: 'over', isFinal: true });
  }
  await clock.advance(60_000);
  await store.claim(entryOf(100));
  expect(rows('operations')).toBe(18);
  for (let number = 101; number < 110; number += 1) {
    await store.claim(entryOf(number));
    await store.keepMessage(`m-${number}`, { body: 'over', isFinal: true });
  }
  expect([rows('operations'), rows('messages')]).toEqual([10, 9]);
});

test('keeps to its prefix', async () => {
  const connection = openSqlite(await sqlitePath());
  for (const prefix of ['one_', 'two_']) {
    expect(await createSqlStore(connection, { prefix }).claim(entryOf(1))).toBeUndefined();
  }
  const names = connection.prepare(`select name from sqlite_master where name not like 'sqlite_%'`).all();
  expect(names.length).toBeGreaterThan(10);
  expect((names as { name: string }[]).every(({ name }) => /^(one|two)_/.test(name))).toBe(true);
});
