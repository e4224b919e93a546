import { appendFile, readFile, rename, rm, stat, truncate, writeFile, readdir } from 'node:fs/promises';
import { dirname, basename } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi, afterEach } from 'vitest';
import { createVirtualClock } from '../../../src/core/time.ts';
import { allowConsole } from '../../console.ts';
import { fuzz } from '../fuzz.ts';
import { testOperations } from '../storeConformance.ts';
import { approved, entryOf, startedAt } from '../storeEntries.ts';
import { createFileHarness, openStore, removeStoreFiles, storePath } from '../storeFiles.ts';
import { testPolls } from '../storePolls.ts';
import { hostname } from 'node:os';

removeStoreFiles();
testOperations(createFileHarness);
testPolls(createFileHarness, { runs: 20 });

const rules = { limit: 4, windowMs: 10_000, minGapMs: 1000 };
const linesOf = async (path: string) => (await readFile(path, 'utf8')).trimEnd().split('\n');

/** A file with three answered operations in it, and nobody using it. */
async function writtenFile(clock = createVirtualClock(startedAt)) {
  const path = await storePath();
  const store = openStore(path, { clock });
  for (const number of [1, 2, 3]) {
    await store.claim(entryOf(number));
    await store.answer(entryOf(number).id, approved);
  }
  await store.close();
  return { path, clock };
}

describe('the file', () => {
  test('is readable by its owner only', async () => {
    const { path } = await writtenFile();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    await openStore(path).claim(entryOf(9));
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('keeps polls and rests over a restart', async () => {
    const clock = createVirtualClock(startedAt);
    const path = await storePath();
    const store = openStore(path, { clock });
    for (const name of ['a', 'b', 'c', 'd']) {
      await store.keepMessage(name, { body: '', isFinal: false });
      await store.askFor(name, rules);
    }
    await store.close();
    await clock.advance(4000);
    const second = openStore(path, { clock });
    expect(await second.askFor('e', rules)).toMatchObject({ isGranted: false, waitMs: 6000 });
    await second.rest(20_000, 'm');
    await second.close();
    for (const again of ['once', 'twice']) {
      const next = openStore(path, { clock });
      expect([again, await next.askFor('e', rules)]).toMatchObject([
        again,
        { isGranted: false, waitMs: 20_000 },
      ]);
      await next.close();
    }
  });

  test('keeps from when a question counts over a restart: from its end, or from its grant where it had none', async () => {
    const clock = createVirtualClock(startedAt);
    const path = await storePath();
    const two = { ...rules, limit: 2 };
    const store = openStore(path, { clock });
    await store.askFor('ended', two);
    await clock.advance(1000);
    await store.askFor('cut-off', two);
    await clock.advance(7000);
    await store.pollEnded('ended');
    await store.close();
    const second = openStore(path, { clock });
    await second.keepMessage('e', { body: '', isFinal: false });
    expect(await second.askFor('e', two)).toMatchObject({ isGranted: false, waitMs: 3000 });
    await clock.advance(3000);
    await second.close();
    const third = openStore(path, { clock });
    for (const name of ['e', 'f']) await third.keepMessage(name, { body: '', isFinal: false });
    expect(await third.askFor('e', two)).toMatchObject({ isGranted: true });
    expect(await third.askFor('f', two)).toMatchObject({ isGranted: false, waitMs: 7000 });
    await third.close();
  });

  test('counts what lies in the future as now: the clock was set back while nothing ran', async () => {
    const { path } = await writtenFile();
    const earlier = createVirtualClock(startedAt - 3_600_000);
    const store = openStore(path, { clock: earlier, keepMs: 60_000 });
    expect(await store.knownForMs()).toBe(0);
    expect(await store.find(entryOf(1).id)).toMatchObject({ ...entryOf(1), answer: approved });
    await earlier.advance(59_999);
    expect(await store.find(entryOf(1).id)).toBeDefined();
    await earlier.advance(1);
    expect(await store.find(entryOf(1).id)).toBeUndefined();
  });

  test('moves its times along when the wall clock is set while it runs', async () => {
    const clock = createVirtualClock(0); // a machine without a battery
    const path = await storePath();
    const store = openStore(path, { clock, keepMs: 3_600_000 });
    await store.claim(entryOf(1));
    await clock.advance(5000);
    clock.jump(startedAt);
    expect(await store.knownForMs()).toBe(5000);
    for (const number of [2, 3]) await store.claim(entryOf(number));
    await store.close();
    const next = openStore(path, { clock, keepMs: 3_600_000 });
    for (const number of [1, 2, 3])
      expect(await next.find(entryOf(number).id)).toMatchObject(entryOf(number));
    expect(await next.knownForMs()).toBe(5000);
  });

  test.each([
    ['as it was written', 0],
    ['written anew', 60_000],
  ])('keeps results; what was known on the way to one is asked for anew: %s', async (_, jumpMs) => {
    const clock = createVirtualClock(startedAt);
    const path = await storePath();
    const store = openStore(path, { clock });
    await store.keepMessage('over', { body: '{"status":"complete"}', isFinal: true });
    await store.keepMessage('open', { body: '{"status":"processing"}', isFinal: false });
    clock.jump(jumpMs);
    await store.claim(entryOf(1)); // where the clock was set, the file is written anew
    await store.close();
    const next = openStore(path, { clock });
    expect(await next.askFor('over', rules)).toMatchObject({ known: { isFinal: true } });
    expect(await next.askFor('open', rules)).toEqual({ isGranted: true, waitMs: 0, known: undefined });
  });

  test('knows no more than what was kept before, when it is to keep for longer', async () => {
    const clock = createVirtualClock(startedAt);
    const path = await storePath();
    const short = openStore(path, { clock, keepMs: 10_000 });
    await short.claim(entryOf(1));
    await clock.advance(60_000);
    await short.close();
    const long = openStore(path, { clock, keepMs: 3_600_000 });
    expect(await long.knownForMs()).toBe(10_000);
  });

  test('is written anew when it has grown, and at each start, without what has expired', async () => {
    const clock = createVirtualClock(startedAt);
    const path = await storePath();
    const store = openStore(path, { clock, keepMs: 60_000 });
    const big = { status: 200, body: 'x'.repeat(100_000) };
    for (let number = 0; number < 40; number += 1) {
      await store.claim(entryOf(number));
      await store.answer(entryOf(number).id, big);
      await clock.advance(20_000);
    }
    expect((await stat(path)).size).toBeLessThan(2_100_000);
    expect(await store.find(entryOf(39).id)).toMatchObject({ ...entryOf(39), answer: big });
    await store.close();
    await clock.advance(60_000);
    const next = openStore(path, { clock, keepMs: 60_000 });
    expect(await next.find(entryOf(39).id)).toBeUndefined();
    expect(await linesOf(path)).toHaveLength(1);
  }, 30_000);
});

describe('what is left of a file', () => {
  test('cut off anywhere, all lines before the cut are there', async () => {
    allowConsole(/cut off the last line/);
    const { path, clock } = await writtenFile();
    const whole = await readFile(path);
    const first = whole.indexOf('\n') + 1;
    await fuzz(
      fc.integer({ min: first, max: whole.length }),
      async (length) => {
        await writeFile(path, whole.subarray(0, length));
        const lines = whole.subarray(0, length).toString().split('\n').slice(1, -1);
        const store = openStore(path, { clock });
        for (const number of [1, 2, 3]) {
          const about = lines.filter((line) => line.includes(entryOf(number).id));
          const found = await store.find(entryOf(number).id);
          expect([found?.state, found?.answer]).toEqual([
            about.length > 0 ? 'sent' : undefined,
            about.length > 1 ? approved : undefined,
          ]);
        }
        expect(await store.claim(entryOf(4))).toBeUndefined();
        await store.close();
      },
      { runs: 25, limitMs: 20_000, examples: [[whole.length - 1], [first], [first + 1]] },
    );
  }, 30_000);

  test('an answer whose id had expired stops nothing', async () => {
    const { path, clock } = await writtenFile();
    const lines = (await readFile(path, 'utf8')).split('\n');
    const isClaim = (line: string) => line.includes('"claimed"') && line.includes(entryOf(1).id);
    await writeFile(path, lines.filter((line) => !isClaim(line)).join('\n'));
    const store = openStore(path, { clock });
    expect(await store.find(entryOf(1).id)).toBeUndefined();
    expect(await store.find(entryOf(2).id)).toMatchObject({ state: 'sent' });
    expect(await store.claim(entryOf(1))).toBeUndefined();
    await store.close();
  });

  test('says what a crash cut off, and that nothing before it is lost', async () => {
    allowConsole(/cut off the last line/);
    const warn = vi.spyOn(console, 'warn');
    const { path } = await writtenFile();
    await appendFile(path, '{"claimed":{"id":"');
    const store = openStore(path);
    await store.claim(entryOf(4));
    expect(warn.mock.calls.flat()).toEqual([expect.stringContaining(`last line of ${path}`)]);
    await store.close();
    await openStore(path).knownForMs();
    expect(warn).toHaveBeenCalledTimes(1);
  });

  test.each([
    ['no JSON', (text: string) => text.replace('"claimed":', '"claimed"')],
    ['an unknown kind of line', (text: string) => text.replace('"claimed":', '"claim":')],
    ['no time', (text: string) => text.replace(/"at":\d+\}/, '"at":null}')],
    ['zeros', (text: string) => text.replace(/^.*"claimed":.*$/m, '\0'.repeat(80))],
  ])('with a broken line in it: refuses with its number (%s)', async (_, spoil) => {
    const { path } = await writtenFile();
    const text = await readFile(path, 'utf8');
    await writeFile(path, spoil(text));
    const store = openStore(path);
    const refusal = { code: 'storage', message: expect.stringContaining(`Line 2 of ${path} cannot be read`) };
    await expect(store.claim(entryOf(9))).rejects.toMatchObject(refusal);
    await expect(store.find(entryOf(1).id)).rejects.toMatchObject(refusal);
    expect(await readFile(path, 'utf8')).toBe(spoil(text));
  });

  test.each(['a letter\n', 'a letter', '{"name":"tillkit"}\n', '{"store":"tillkit-gateway","version":2}\n'])(
    'refuses a file that is none of its own and leaves it as it is: %j',
    async (text) => {
      const path = await storePath();
      await writeFile(path, text);
      await expect(openStore(path).claim(entryOf(1))).rejects.toThrow(`Line 1 of ${path} cannot be read`);
      expect(await readFile(path, 'utf8')).toBe(text);
    },
  );

  test('begins anew in an empty file, and says that it knows nothing of before', async () => {
    const path = await storePath();
    await writeFile(path, '');
    expect(await openStore(path).knownForMs()).toBeLessThan(5000);
  });

  test('mended, can be used without a new process', async () => {
    const path = await storePath();
    const folder = dirname(path);
    await rename(folder, `${folder}-away`);
    const store = openStore(path);
    await expect(store.claim(entryOf(1))).rejects.toMatchObject({ code: 'storage' });
    await rename(`${folder}-away`, folder);
    expect(await store.claim(entryOf(1))).toBeUndefined();
  });
});

describe('after the file was lost', () => {
  test.each([
    ['removed', (path: string) => rm(path)],
    ['replaced', (path: string) => rename(path, `${path}.old`).then(() => writeFile(path, ''))],
    ['emptied', (path: string) => truncate(path)],
    ['added to by someone else', (path: string) => appendFile(path, '\n')],
  ])('%s: refuses that claim and everything after it', async (_, lose) => {
    const path = await storePath();
    const store = openStore(path);
    await store.claim(entryOf(1));
    await lose(path);
    const refusal = { code: 'storage', message: expect.stringContaining('cannot be written any more') };
    await expect(store.claim(entryOf(2))).rejects.toMatchObject(refusal);
    await expect(store.claim(entryOf(3))).rejects.toMatchObject(refusal);
    await expect(store.find(entryOf(1).id)).rejects.toMatchObject(refusal);
    await expect(store.answer(entryOf(1).id, approved)).rejects.toMatchObject(refusal);
    await expect(store.askFor('m', rules)).rejects.toMatchObject(refusal);
    await expect(store.knownForMs()).rejects.toMatchObject(refusal);
  });

  test('closed: refuses everything, and another may use the file', async () => {
    const path = await storePath();
    const store = openStore(path);
    const claimed = store.claim(entryOf(1));
    await claimed;
    await store.close();
    await expect(store.claim(entryOf(2))).rejects.toThrow('was closed');
    await expect(store.find(entryOf(1).id)).rejects.toThrow('was closed');
    expect(await openStore(path).find(entryOf(1).id)).toMatchObject(entryOf(1));
  });
});

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
