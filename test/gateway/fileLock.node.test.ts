import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { basename, dirname } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { entryOf } from './storeEntries.ts';
import { openStore, removeStoreFiles, storePath } from './storeFiles.ts';

removeStoreFiles();
afterEach(() => vi.restoreAllMocks());

/** A process number that the system says is held by nobody, or by somebody else. */
function systemSays(code: 'ESRCH' | 'EPERM') {
  vi.spyOn(process, 'kill').mockImplementation(() => {
    throw Object.assign(new Error(code), { code });
  });
}

const locksBeside = async (path: string) =>
  (await readdir(dirname(path))).filter((name) => name.startsWith(`${basename(path)}.lock`));

describe('a file that another process used', () => {
  test.each([
    ['of this machine that is gone', { pid: 4242, host: hostname() }, 'ESRCH', true],
    ['of another user that still runs', { pid: 4242, host: hostname() }, 'EPERM', false],
    ['of another machine, which nobody can see from here', { pid: 4242, host: 'elsewhere' }, 'ESRCH', false],
  ] as const)('%s', async (_, holder, code, isFree) => {
    const path = await storePath();
    await writeFile(`${path}.lock`, JSON.stringify(holder));
    systemSays(code);
    const claim = openStore(path).claim(entryOf(1));
    if (isFree) {
      expect(await claim).toBeUndefined();
      return;
    }
    await expect(claim).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringContaining(`in use by process 4242 on ${holder.host}`),
    });
    expect(JSON.parse(await readFile(`${path}.lock`, 'utf8'))).toEqual(holder);
  });

  test('a number that belongs to another process by now', async () => {
    const path = await storePath();
    const earlier = { pid: process.pid, host: hostname(), started: 'another boot 1' };
    await writeFile(`${path}.lock`, JSON.stringify(earlier));
    expect(await openStore(path).claim(entryOf(1))).toBeUndefined();
  });

  test('a lock that says nothing is nobody’s to take away', async () => {
    const path = await storePath();
    await writeFile(`${path}.lock`, '');
    await expect(openStore(path).claim(entryOf(1))).rejects.toThrow('in use by another process');
    await rm(`${path}.lock`);
    expect(await openStore(path).claim(entryOf(1))).toBeUndefined();
  });

  test('while somebody else takes a stale lock away, nobody goes in', async () => {
    const path = await storePath();
    await writeFile(`${path}.lock`, JSON.stringify({ pid: 4242, host: hostname() }));
    await writeFile(`${path}.lock.stale`, JSON.stringify({ pid: 4243, host: 'elsewhere' }));
    systemSays('ESRCH');
    await expect(openStore(path).claim(entryOf(1))).rejects.toThrow(`delete ${path}.lock.stale`);
    await rm(`${path}.lock.stale`);
    expect(await openStore(path).claim(entryOf(1))).toBeUndefined();
  });
});

describe('letting go', () => {
  test('leaves nothing behind', async () => {
    const path = await storePath();
    const store = openStore(path);
    await store.claim(entryOf(1));
    expect(await locksBeside(path)).toEqual([`${basename(path)}.lock`]);
    await store.close();
    expect(await locksBeside(path)).toEqual([]);
  });

  test('takes no lock away that is another’s by now', async () => {
    const path = await storePath();
    const store = openStore(path);
    await store.claim(entryOf(1));
    const other = JSON.stringify({ pid: 1, host: 'elsewhere' });
    await writeFile(`${path}.lock`, other); // a person deleted ours, and another machine came
    await store.close();
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(other);
  });

  test('waits until what was claimed is written', async () => {
    const path = await storePath();
    const store = openStore(path);
    await store.knownForMs();
    const claims = [1, 2, 3].map((number) => store.claim(entryOf(number)));
    await store.knownForMs(); // they are on their way
    await store.close();
    expect(await Promise.all(claims)).toEqual([undefined, undefined, undefined]);
    const next = openStore(path);
    for (const number of [1, 2, 3])
      expect(await next.find(entryOf(number).id)).toMatchObject(entryOf(number));
  });
});
