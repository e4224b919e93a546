import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIndexedDbJournal } from '../../../src/core/standalone/journal.ts';
import { createVirtualClock } from '../../../src/exports/core.ts';
import { installChannels } from '../fakeChannel.ts';
import { createOperationPresence } from '../../../src/core/operationPresence.ts';
import { saleRecord } from './rawJournal.ts';
import { createTabHub } from '../fakeChannel.ts';

let channels: ReturnType<typeof installChannels>;
beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  channels = installChannels();
});
afterEach(() => channels.uninstall());

describe('journals of two tabs', () => {
  it('tell each other of each change once it is written, and not before', async () => {
    const [here, there] = [createIndexedDbJournal(), createIndexedDbJournal()];
    const seen: Promise<string[]>[] = [];
    there.subscribe(() => seen.push(there.list().then((list) => list.map(({ phase }) => phase))));
    here.subscribe(() => undefined);
    await here.claim(saleRecord('a'));
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
    await here.claim(saleRecord('a'));
    expect(told).toBe(2);
    expect(await here.claim(saleRecord('b'))).toMatchObject({ ok: false });
    expect(await here.update('a', { phase: 'failed' }, 1)).toBe(false);
    expect(told).toBe(2);
  });

  it('listen as long as a listener is there', async () => {
    const [here, there] = [createIndexedDbJournal(), createIndexedDbJournal()];
    const told = [0, 0];
    here.subscribe(() => undefined);
    const leaves = [0, 1].map((index) => there.subscribe(() => (told[index]! += 1)));
    expect(channels.open.size).toBe(2);
    await here.claim(saleRecord('a'));
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
    await here.claim(saleRecord('a'));
    expect(told).toBe(0);
  });
});

describe('M6: many tabs that claim at once', () => {
  it('give the terminal to one, and to the next after it has ended', async () => {
    const manyTabs = Array.from({ length: 10 }, () => createIndexedDbJournal());
    const race = (round: number) =>
      Promise.all(manyTabs.map((tab, n) => tab.claim(saleRecord(`${round}-${n}`))));
    const first = await race(1);
    expect(first.filter(({ ok }) => ok)).toHaveLength(1);
    const won = first.findIndex(({ ok }) => ok);
    await manyTabs[won]!.update(`1-${won}`, { phase: 'complete' }, 2);
    expect((await race(2)).filter(({ ok }) => ok)).toHaveLength(1);
    expect(await manyTabs[0]!.list()).toHaveLength(2);
  });

  it('hold it again where a result was taken back', async () => {
    const journal = createIndexedDbJournal();
    await journal.claim(saleRecord('a'));
    await journal.update('a', { phase: 'failed' }, 2);
    await journal.update('a', { phase: 'unknown', reason: 'contradiction' }, 3);
    expect(await journal.claim(saleRecord('b'))).toMatchObject({ ok: false, holder: { id: 'a' } });
    await journal.update('a', { archivedAt: 9 }, 4);
    expect(await journal.claim(saleRecord('b'))).toEqual({ ok: true });
  });

  it('never record an operation twice', async () => {
    const journal = createIndexedDbJournal();
    await journal.claim(saleRecord('a'));
    const again = journal.claim(saleRecord('a', { lock: 'https://pay.test T2' }));
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
    await expect(journal.claim(saleRecord('a'))).rejects.toMatchObject({ code: 'storage' });
    isBroken = false;
    expect(await journal.claim(saleRecord('a'))).toEqual({ ok: true });
    expect(await journal.get('a')).toEqual(saleRecord('a'));
  });

  it('lets itself be deleted, and is made anew', async () => {
    const journal = createIndexedDbJournal();
    await journal.claim(saleRecord('a'));
    await new Promise<void>((resolve, reject) => {
      const request = indexedDB.deleteDatabase('tillkit');
      request.addEventListener('success', () => resolve());
      request.addEventListener('blocked', () => reject(new Error('blocked')));
    });
    expect(await journal.list()).toEqual([]);
    expect(await journal.claim(saleRecord('b'))).toEqual({ ok: true });
  });

  it('F77: gives no record of what was wiped', async () => {
    const journal = createIndexedDbJournal();
    expect(await journal.get('a')).toBeUndefined();
    expect(await journal.update('a', { phase: 'complete' }, 2)).toBe(false);
  });
});

function tabs(...names: string[]) {
  const clock = createVirtualClock(0);
  const join = createTabHub();
  const said: unknown[] = [];
  join().listen((message) => said.push(message));
  const outsider = join();
  const open = (name: string) => {
    const channel = join();
    return { channel, ...createOperationPresence(channel, clock, name) };
  };
  return { clock, said, open, say: outsider.post, tabs: names.map(open) };
}

describe('who looks after an operation', () => {
  it('is told to the others once, and again when it ends', () => {
    const {
      said,
      tabs: [one, two],
    } = tabs('a', 'b');
    one!.hold('sale');
    one!.hold('sale');
    expect(said).toEqual([{ type: 'holds', tab: 'a', ids: ['sale'] }]);
    expect([one!.isHeldHere('sale'), one!.isHeldElsewhere('sale')]).toEqual([true, false]);
    expect([two!.isHeldHere('sale'), two!.isHeldElsewhere('sale')]).toEqual([false, true]);
    one!.release('sale');
    one!.release('sale');
    expect(said).toHaveLength(2);
    expect([one!.isHeldHere('sale'), two!.isHeldElsewhere('sale')]).toEqual([false, false]);
  });

  it('is told to a tab that comes later and asks', async () => {
    const {
      clock,
      open,
      tabs: [one],
    } = tabs('a');
    one!.hold('sale');
    const late = open('c');
    expect(late.isHeldElsewhere('sale')).toBe(false);
    const asked = late.refresh();
    expect(late.isHeldElsewhere('sale')).toBe(true);
    await clock.advance(250);
    await asked;
    expect(late.isHeldElsewhere('sale')).toBe(true);
  });

  it('is told by the one that asks, too', async () => {
    const {
      clock,
      open,
      tabs: [one],
    } = tabs('a');
    const late = open('c');
    late.channel.silence();
    late.hold('own');
    const other = open('d');
    expect(other.isHeldElsewhere('own')).toBe(false);
    void late.refresh();
    expect([one!.isHeldElsewhere('own'), other.isHeldElsewhere('own')]).toEqual([true, true]);
    await clock.advance(300);
  });

  it('F43: is no tab once a tab gives no answer for a quarter of a second, and not before', async () => {
    const {
      clock,
      tabs: [dead, other, alive],
    } = tabs('a', 'b', 'c');
    dead!.hold('sale');
    alive!.hold('other sale');
    dead!.channel.silence();
    const asked = other!.refresh();
    await clock.advance(249);
    expect(other!.isHeldElsewhere('sale')).toBe(true);
    await clock.advance(1);
    await asked;
    expect(other!.isHeldElsewhere('sale')).toBe(false);
    expect(other!.isHeldElsewhere('other sale')).toBe(true);
  });

  it('is no tab once a tab says goodbye, which hears nothing afterwards', async () => {
    const {
      clock,
      said,
      tabs: [one, other],
    } = tabs('a', 'b');
    one!.hold('sale');
    one!.dispose();
    expect([one!.isHeldHere('sale'), other!.isHeldElsewhere('sale')]).toEqual([false, false]);
    said.length = 0;
    void other!.refresh();
    await clock.advance(300);
    expect(said).toEqual([{ type: 'who', tab: 'b', ids: [] }]);
  });

  it('is only this tab where there is no channel', async () => {
    const clock = createVirtualClock(0);
    const alone = createOperationPresence(undefined, clock, 'a');
    alone.hold('sale');
    await alone.refresh();
    expect([alone.isHeldHere('sale'), alone.isHeldElsewhere('sale')]).toEqual([true, false]);
    alone.dispose();
    expect(alone.isHeldHere('sale')).toBe(false);
  });
});

describe('F100: what others say on the channel', () => {
  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'holds'],
    ['another kind of message', { type: 'holding', tab: 'x', ids: ['sale'] }],
    ['a tab without a name', { type: 'holds', tab: 7, ids: ['sale'] }],
    ['a text for a list', { type: 'holds', tab: 'x', ids: 'sale' }],
    ['no list', { type: 'holds', tab: 'x' }],
    ['an id that is none', { type: 'holds', tab: 'x', ids: [{ toString: () => 'sale' }] }],
  ])('%s is not believed', (_, message) => {
    const {
      say,
      tabs: [one],
    } = tabs('a');
    expect(() => say(message)).not.toThrow();
    expect(one!.isHeldElsewhere('sale')).toBe(false);
  });

  it('in the name of this tab is not believed', () => {
    const {
      say,
      tabs: [one],
    } = tabs('a');
    say({ type: 'holds', tab: 'a', ids: ['sale'] });
    expect(one!.isHeldElsewhere('sale')).toBe(false);
    say({ type: 'holds', tab: 'x', ids: [7, 'sale'] });
    expect(one!.isHeldElsewhere('sale')).toBe(true);
  });

  it('and that is not understood is not answered', () => {
    const { said, say } = tabs('a');
    said.length = 0;
    for (const message of [
      { type: 'who', tab: 'x' },
      { type: 'who', ids: [] },
      { type: 'holds', tab: 'x', ids: [] },
    ])
      say(message);
    expect(said).toHaveLength(3);
    say({ type: 'who', tab: 'x', ids: [] });
    expect(said.slice(4)).toEqual([{ type: 'holds', tab: 'a', ids: [] }]);
  });
});
