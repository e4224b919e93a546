import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIndexedDbJournal } from '../../../src/core/operations/journal.ts';
import type { OperationRecord } from '../../../src/exports/core.ts';
import { installChannels } from '../fakeChannel.ts';

let channels: ReturnType<typeof installChannels>;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  channels = installChannels();
});
afterEach(() => channels.uninstall());

const record = (id: string, more: Partial<OperationRecord> = {}): OperationRecord => ({
  v: 1,
  id,
  seq: 1,
  lock: 'https://pay.test T1',
  kind: 'pay',
  phase: 'sending',
  terminalId: 'T1',
  anomalies: [],
  seenProcessing: false,
  flowKey: 'default',
  createdAt: 1,
  ...more,
});

describe('journals of two tabs', () => {
  it('tell each other of each change once it is written, and not before', async () => {
    const [here, there] = [createIndexedDbJournal(), createIndexedDbJournal()];
    const seen: Promise<string[]>[] = [];
    there.subscribe(() => seen.push(there.list().then((list) => list.map(({ phase }) => phase))));
    here.subscribe(() => undefined);
    await here.claim(record('a'));
    await seen.at(-1);
    await here.update('a', { phase: 'complete' }, 2);
    await seen.at(-1);
    await here.remove('a');
    expect(await Promise.all(seen)).toEqual([['sending'], ['complete'], []]);
  });

  it('say nothing of what changed nothing', async () => {
    const [here, there] = [createIndexedDbJournal(), createIndexedDbJournal()];
    let told = 0;
    there.subscribe(() => (told += 1));
    here.subscribe(() => (told += 1));
    await here.claim(record('a'));
    expect(told).toBe(2);
    expect(await here.claim(record('b'))).toMatchObject({ ok: false });
    expect(await here.update('a', { phase: 'failed' }, 1)).toBe(false);
    expect(told).toBe(2);
  });

  it('listen as long as somebody wants to hear', async () => {
    const [here, there] = [createIndexedDbJournal(), createIndexedDbJournal()];
    const told = [0, 0];
    here.subscribe(() => undefined);
    const leaves = [0, 1].map((index) => there.subscribe(() => (told[index]! += 1)));
    expect(channels.open.size).toBe(2);
    await here.claim(record('a'));
    leaves[0]!();
    await here.update('a', { phase: 'waiting' }, 2);
    expect(told).toEqual([1, 2]);
    leaves[1]!();
    expect(channels.open.size).toBe(1);
    await here.update('a', { phase: 'complete' }, 3);
    expect(told).toEqual([1, 2]);
    there.subscribe(() => (told[0]! += 1));
    await here.remove('a');
    expect(told).toEqual([2, 2]);
  });

  it('of other names hear nothing of each other', async () => {
    const [here, there] = [createIndexedDbJournal(), createIndexedDbJournal({ name: 'other' })];
    let told = 0;
    there.subscribe(() => (told += 1));
    here.subscribe(() => undefined);
    await here.claim(record('a'));
    expect(told).toBe(0);
  });
});

describe('M6: many tabs that claim at once', () => {
  it('give the terminal to one, and to the next after it has ended', async () => {
    const tabs = Array.from({ length: 10 }, () => createIndexedDbJournal());
    const race = (round: number) => Promise.all(tabs.map((tab, n) => tab.claim(record(`${round}-${n}`))));
    const first = await race(1);
    expect(first.filter(({ ok }) => ok)).toHaveLength(1);
    const won = first.findIndex(({ ok }) => ok);
    await tabs[won]!.update(`1-${won}`, { phase: 'complete' }, 2);
    expect((await race(2)).filter(({ ok }) => ok)).toHaveLength(1);
    expect(await tabs[0]!.list()).toHaveLength(2);
  });

  it('hold it again where a result was taken back', async () => {
    const journal = createIndexedDbJournal();
    await journal.claim(record('a'));
    await journal.update('a', { phase: 'failed' }, 2);
    await journal.update('a', { phase: 'unknown', reason: 'contradiction' }, 3);
    expect(await journal.claim(record('b'))).toMatchObject({ ok: false, holder: { id: 'a' } });
    await journal.update('a', { archivedAt: 9 }, 4);
    expect(await journal.claim(record('b'))).toEqual({ ok: true });
  });

  it('never record an operation twice', async () => {
    const journal = createIndexedDbJournal();
    await journal.claim(record('a'));
    const again = journal.claim(record('a', { lock: 'https://pay.test T2' }));
    await expect(again).rejects.toMatchObject({ code: 'storage', cause: { name: 'ConstraintError' } });
    expect(await journal.list()).toMatchObject([{ id: 'a', lock: 'https://pay.test T1' }]);
  });
});

describe('F75: a database that comes and goes', () => {
  it('is asked again where opening it failed', async () => {
    const open = indexedDB.open.bind(indexedDB);
    let isBroken = true;
    indexedDB.open = (...input) => {
      if (isBroken) throw new DOMException('The operation is insecure.', 'SecurityError');
      return open(...input);
    };
    const journal = createIndexedDbJournal();
    await expect(journal.list()).rejects.toMatchObject({ code: 'storage', cause: { name: 'SecurityError' } });
    await expect(journal.claim(record('a'))).rejects.toMatchObject({ code: 'storage' });
    isBroken = false;
    expect(await journal.claim(record('a'))).toEqual({ ok: true });
    expect(await journal.get('a')).toEqual(record('a'));
  });

  it('lets itself be deleted, and is made anew', async () => {
    const journal = createIndexedDbJournal();
    await journal.claim(record('a'));
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase('tillkit');
      request.addEventListener('success', () => resolve());
      request.addEventListener('blocked', () => reject(new Error('blocked')));
    });
    expect(await journal.list()).toEqual([]);
    expect(await journal.claim(record('b'))).toEqual({ ok: true });
  });

  it('F77: gives no record of what was wiped', async () => {
    const journal = createIndexedDbJournal();
    expect(await journal.get('a')).toBeUndefined();
    expect(await journal.update('a', { phase: 'complete' }, 2)).toBe(false);
  });
});
