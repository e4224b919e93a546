import { type ChildProcess, spawn } from 'node:child_process';
import { open, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { allowConsole } from '../../console.ts';
import { bigAnswer, type ChildReport, type ChildWork } from '../storeChild.ts';
import { approved, entryOf } from '../storeEntries.ts';
import { openStore, removeStoreFiles, storePath } from '../storeFiles.ts';

removeStoreFiles();

const children = new Set<ChildProcess>();
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  vi.restoreAllMocks();
});

/** A process that claims ids in a file, and the ids whose claims it told as done. */
async function startChild(work: ChildWork, path: string, limit = '') {
  const file = fileURLToPath(new URL('../storeProcess.mjs', import.meta.url));
  const command = [process.execPath, file, work, path];
  const [program = '', ...args] = limit ? ['bash', '-c', `${limit} exec "$@"`, 'bash', ...command] : command;
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  children.add(child);
  const kept: number[] = [];
  const refused: string[] = [];
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  child.on('message', (report: ChildReport) => {
    if ('kept' in report) kept.push(report.kept);
    else refused.push(report.refused);
  });
  const hasKept = (count: number) =>
    vi.waitFor(() => expect(kept.length).toBeGreaterThanOrEqual(count), { timeout: 50_000, interval: 1 });
  return { child, kept, refused, ended, hasKept };
}

/** Node's file handles, to see and to break what they do. */
async function fileHandles() {
  const path = await storePath();
  const handle = await open(path, 'w');
  await handle.close();
  return Object.getPrototypeOf(handle) as Pick<typeof handle, 'datasync' | 'appendFile'>;
}

describe('a process that is killed', () => {
  test('in the middle of writing, again and again: all that it acknowledged is there', async () => {
    allowConsole(/cut off the last line/);
    const path = await storePath();
    for (const round of [1, 2]) {
      const { child, kept, ended, hasKept } = await startChild('fill', path);
      await hasKept(round * 3);
      child.kill('SIGKILL');
      await ended;
      const store = openStore(path);
      for (const number of kept) {
        expect(await store.find(entryOf(number).id)).toMatchObject({ ...entryOf(number), answer: bigAnswer });
      }
      await store.close();
      await rm(path);
    }
  }, 60_000);

  test('on a disk that is full: refuses everything from then on, and keeps what it acknowledged', async () => {
    allowConsole(/cut off the last line/);
    const path = await storePath();
    // The system lets a file grow to 2 MB, writes half a line and then says no.
    const { kept, refused, ended } = await startChild('fill', path, "trap '' XFSZ; ulimit -f 2048;");
    await ended;
    expect(refused).toHaveLength(2);
    for (const sentence of refused) expect(sentence).toContain('cannot be written any more');
    expect(kept.length).toBeGreaterThan(2);
    expect((await readFile(path, 'utf8')).endsWith('\n')).toBe(false);
    const store = openStore(path);
    for (const number of kept) {
      expect(await store.find(entryOf(number).id)).toMatchObject({ ...entryOf(number), answer: bigAnswer });
    }
    expect(await store.find(entryOf(999_999).id)).toBeUndefined();
  }, 60_000);
});

describe('the disk', () => {
  test('has a claim and an answer before they are acknowledged', async () => {
    const store = openStore(await storePath());
    await store.knownForMs();
    const handles = await fileHandles();
    const { datasync } = handles;
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const spy = vi.spyOn(handles, 'datasync').mockImplementation(async function sync(this: typeof handles) {
      await held;
      return datasync.call(this);
    });
    let acknowledged = 0;
    const claimed = store.claim(entryOf(1)).then(() => (acknowledged += 1));
    await vi.waitFor(() => expect(spy).toHaveBeenCalledTimes(1));
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    expect(acknowledged).toBe(0);
    letGo();
    await claimed;
    await store.answer(entryOf(1).id, approved);
    expect(spy).toHaveBeenCalledTimes(2);
  });

  test('is waited for once by all claims that come while it works', async () => {
    const store = openStore(await storePath());
    await store.knownForMs();
    const spy = vi.spyOn(await fileHandles(), 'datasync');
    await Promise.all(Array.from({ length: 100 }, (_, number) => store.claim(entryOf(number))));
    expect(spy.mock.calls.length).toBeLessThanOrEqual(3);
  });

  test('is not waited for by polls', async () => {
    const store = openStore(await storePath());
    const spy = vi.spyOn(await fileHandles(), 'datasync');
    await store.askFor('m', { limit: 4, windowMs: 10_000, minGapMs: 0 });
    await store.keepMessage('m', { body: '{}', isFinal: true });
    await store.rest(1000, 'm');
    expect(spy).not.toHaveBeenCalled();
  });

  test.each(['datasync', 'appendFile'] as const)('fails (%s): nothing goes on after it', async (method) => {
    const path = await storePath();
    const store = openStore(path);
    await store.claim(entryOf(1));
    const broken = Object.assign(new Error('EIO: i/o error'), { code: 'EIO' });
    vi.spyOn(await fileHandles(), method).mockRejectedValueOnce(broken);
    const claims = [2, 3, 4].map((number) => store.claim(entryOf(number)));
    for (const claim of claims) await expect(claim).rejects.toMatchObject({ code: 'storage', cause: broken });
    await expect(store.claim(entryOf(5))).rejects.toMatchObject({ code: 'storage' });
    await store.close();
    expect(await openStore(path).find(entryOf(1).id)).toMatchObject(entryOf(1));
  });
});

describe('the lock', () => {
  test('keeps a second store of the same process out until the first is closed', async () => {
    const path = await storePath();
    const first = openStore(path);
    await first.claim(entryOf(1));
    const second = openStore(path);
    await expect(second.claim(entryOf(2))).rejects.toMatchObject({
      code: 'storage',
      message: expect.stringContaining(`in use by process ${process.pid}`),
    });
    await first.close();
    expect(await second.find(entryOf(1).id)).toMatchObject(entryOf(1));
  });

  test('keeps another process out until it is gone; every id that it was told to have claimed is there', async () => {
    allowConsole(/cut off the last line/);
    const path = await storePath();
    const { child, kept, ended, hasKept } = await startChild('claim', path);
    await hasKept(5);
    const store = openStore(path);
    await expect(store.claim(entryOf(1))).rejects.toThrow(`in use by process ${child.pid}`);
    child.kill('SIGKILL');
    await ended;
    for (const number of kept) expect(await store.find(entryOf(number).id)).toMatchObject(entryOf(number));
    expect(await store.claim(entryOf(kept.length + 100))).toBeUndefined();
  }, 60_000);

  test('is taken over by one of many that come at once', async () => {
    const path = await storePath();
    for (let round = 0; round < 20; round += 1) {
      await writeFile(`${path}.lock`, JSON.stringify({ pid: 2 ** 22 + 1, host: hostname(), round }));
      const stores = Array.from({ length: 10 }, () => openStore(path));
      const opened = await Promise.allSettled(stores.map((store) => store.knownForMs()));
      expect(opened.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await Promise.all(stores.map((store) => store.close()));
    }
  }, 30_000);

  test('whose removal was cut off by a crash names the file that is in the way', async () => {
    const path = await storePath();
    const gone = JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() });
    for (const name of [`${path}.lock`, `${path}.lock.stale`]) await writeFile(name, gone);
    await expect(openStore(path).claim(entryOf(1))).rejects.toThrow(`delete ${path}.lock.stale`);
  });

  test('of a process elsewhere is not touched: the sentence says what to delete', async () => {
    const path = await storePath();
    const lock = JSON.stringify({ pid: 7, host: 'till-2' });
    await writeFile(`${path}.lock`, lock);
    await expect(openStore(path).claim(entryOf(1))).rejects.toThrow(
      `in use by process 7 on till-2. Two gateways on one file would send a payment twice`,
    );
    await expect(openStore(path).claim(entryOf(1))).rejects.toThrow(`delete ${path}.lock`);
    expect(await readFile(`${path}.lock`, 'utf8')).toBe(lock);
  });

  test.skipIf(!existsSync('/proc/self/stat'))(
    'of a process whose number another one has by now is taken over',
    async () => {
      const path = await storePath();
      const lock = { pid: process.pid, host: hostname(), started: 'an-earlier-boot 7' };
      await writeFile(`${path}.lock`, JSON.stringify(lock));
      expect(await openStore(path).claim(entryOf(1))).toBeUndefined();
    },
  );
});
