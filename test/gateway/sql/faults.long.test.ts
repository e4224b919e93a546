import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'pg';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createVirtualClock } from '../../../src/core/time.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import type { PostgresPool } from '../../../src/gateway/sql/postgresConnection.ts';
import { type PostgresServer, postgresIsInstalled, startPostgres } from './postgresServer.ts';
import { openSqlite, removeSqliteFiles, sqlitePath } from './sqliteFiles.ts';
import { bigAnswer } from './sqlChild.ts';
import { endChildren, race, startChild } from './startChild.ts';
import { claim, find, knownForMs, operationRow, startedAt } from '../store/storeEntries.ts';

removeSqliteFiles();
endChildren();

const rounds = 15;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function ownPostgres(primary?: PostgresServer): Promise<PostgresServer> {
  const server = await startPostgres(primary);
  closers.push(server.stop);
  return server;
}

function poolOf({ address }: PostgresServer): Pool {
  const pool = new Pool(address);
  pool.on('error', () => undefined);
  closers.push(() => pool.end());
  return pool;
}

/** A disk of its own in memory, for what is made in the temporary folder from now on; undefined where this may not be. */
async function smallDisk(megabytes: number) {
  const folder = await mkdtemp(join(tmpdir(), 'tillkit-disk-'));
  const mount = (...args: string[]) => execFileSync('mount', [...args, folder], { stdio: 'ignore' });
  try {
    mount('-t', 'tmpfs', '-o', `size=${megabytes}m,mode=777`, 'tmpfs');
  } catch {
    await rm(folder, { recursive: true });
    return undefined;
  }
  vi.stubEnv('TMPDIR', folder);
  closers.push(async () => {
    vi.unstubAllEnvs();
    execFileSync('umount', ['-l', folder]);
    await rm(folder, { recursive: true });
  });
  return { grow: (to: number) => mount('-o', `remount,size=${to}m`) };
}

/** A pool whose server is another one after a fail-over. */
function failingOver(first: Pool): { pool: PostgresPool; to: (next: Pool) => void } {
  let current = first;
  const to = (next: Pool) => {
    current = next;
  };
  return { pool: { on: () => undefined, off: () => undefined, connect: () => current.connect() }, to };
}

describe('SQLite', () => {
  test(`kill -9 at any moment, ${rounds} times on one file beside another process: all that was acknowledged is there`, async () => {
    const path = await sqlitePath();
    const kept = new Set<number>();
    for (let round = 0; round < rounds; round += 1) {
      const children = await Promise.all([
        startChild({ kind: 'fill', sqlite: path, from: round * 200_000 }),
        startChild({ kind: 'fill', sqlite: path, from: round * 200_000 + 100_000 }),
      ]);
      for (const child of children) {
        await child.hasKept(1 + Math.floor(Math.random() * 30));
        await child.kill();
        for (const number of child.kept) kept.add(number);
      }
      const connection = openSqlite(path);
      const store = createSqlStore(connection);
      for (const number of kept) {
        expect(await find(store, number)).toMatchObject({ ...operationRow(number), answer: bigAnswer });
      }
      expect(connection.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
      connection.close();
    }
    console.log(`${kept.size} ids acknowledged, none lost`);
  });

  test('two processes race for 200 ids, ten times', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = await race({ sqlite: await sqlitePath(), ids: 200 });
      expect([...one, ...two].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, id) => id));
    }
  });
});

describe.skipIf(!postgresIsInstalled)('PostgreSQL', () => {
  test(`crashes at any moment, ${rounds} times: all that was acknowledged is there`, async () => {
    const server = await ownPostgres();
    const kept = new Set<number>();
    for (let round = 0; round < rounds; round += 1) {
      const child = await startChild({ kind: 'fill', postgres: server.address, from: round * 100_000 });
      await child.hasKept(1 + Math.floor(Math.random() * 60));
      await server.crash();
      await child.hasSaid('done');
      await child.kill();
      for (const number of child.kept) kept.add(number);
      await server.start();
      const store = createSqlStore(poolOf(server), { timeoutMs: 20_000 });
      for (const number of kept) {
        expect(await find(store, number)).toMatchObject({ ...operationRow(number), answer: bigAnswer });
      }
    }
    console.log(`${kept.size} ids acknowledged, none lost`);
  });

  test('F114: on a disk that is full it refuses payments until there is room again, and what it acknowledged is there', async ({
    skip,
  }) => {
    const disk = await smallDisk(90);
    if (!disk) return skip('a disk of its own needs the right to mount one');
    const server = await ownPostgres();
    const child = await startChild({ kind: 'fill', postgres: server.address });
    await child.hasSaid('done');
    await child.kill();
    expect(child.refused[0]).toContain('nothing is sent');
    expect(child.kept.length).toBeGreaterThan(100);
    disk.grow(300);
    await server.crash();
    await server.start();
    const store = createSqlStore(poolOf(server), { timeoutMs: 20_000 });
    for (const number of child.kept) {
      expect(await find(store, number)).toMatchObject({ ...operationRow(number), answer: bigAnswer });
    }
    expect(await claim(store, child.kept.length + 100)).toBeUndefined();
    console.log(
      `${child.kept.length} ids acknowledged before the disk was full, none lost: ${child.refused[0]}`,
    );
  });

  test('two processes race for 200 ids, ten times', async () => {
    const server = await ownPostgres();
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = await race({ postgres: server.address, ids: 200 });
      expect([...one, ...two].toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, id) => id));
      await poolOf(server).query('truncate tillkit_operations');
    }
  });

  test('fails over to a standby that missed a claim, and back: neither is believed', async () => {
    const primary = await ownPostgres();
    const standby = await ownPostgres(primary);
    const clock = createVirtualClock(startedAt);
    const { pool, to } = failingOver(poolOf(primary));
    const store = createSqlStore(pool, { clock, timeoutMs: 20_000 });
    await claim(store, 1);
    await clock.advance(3_600_000);
    expect(await knownForMs(store)).toBe(3_600_000);
    const other = poolOf(standby);
    await expect
      .poll(async () => (await other.query('select id from tillkit_operations')).rows.length, {
        timeout: 20_000,
      })
      .toBe(1);

    await standby.crash();
    await claim(store, 2);
    await primary.crash();
    await standby.start();
    await other.query('select pg_promote()');
    to(other);
    expect(await find(store, 1)).toMatchObject(operationRow(1));
    expect(await find(store, 2)).toBeUndefined();
    expect(await knownForMs(store)).toBe(0);

    await clock.advance(60_000);
    expect(await knownForMs(store)).toBe(60_000);
    await primary.start();
    to(poolOf(primary));
    expect(await find(store, 2)).toMatchObject(operationRow(2));
    expect(await knownForMs(store)).toBe(0);
  });

  test('whose data was put back, of the same server and timeline, is not believed', async () => {
    const server = await ownPostgres();
    const clock = createVirtualClock(startedAt);
    const store = createSqlStore(poolOf(server), { clock, timeoutMs: 20_000 });
    await claim(store, 1);
    await clock.advance(3_600_000);
    await claim(store, 2);
    await server.crash();
    execFileSync('cp', ['-a', server.data, `${server.data}.copy`]);
    await server.start();
    await clock.advance(20_000);
    await claim(store, 3);
    expect(await knownForMs(store)).toBe(3_620_000);
    await server.crash();
    await rm(server.data, { recursive: true });
    execFileSync('cp', ['-a', `${server.data}.copy`, server.data]);
    await server.start();
    expect(await find(store, 3)).toBeUndefined();
    expect(await knownForMs(store)).toBe(0);
  });
});
