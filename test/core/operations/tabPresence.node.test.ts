import { describe, expect, it } from 'vitest';
import { createTabPresence } from '../../../src/core/operations/operationSync.ts';
import { createVirtualClock } from '../../../src/exports/core.ts';
import { createTabHub } from './schedules/simulatedTab.ts';

function tabs(...names: string[]) {
  const clock = createVirtualClock(0);
  const join = createTabHub();
  const said: unknown[] = [];
  join().listen((message) => said.push(message));
  const outsider = join();
  const open = (name: string) => {
    const channel = join();
    return { channel, ...createTabPresence(channel, clock, name) };
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
    const asked = late.ask();
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
    void late.ask();
    expect([one!.isHeldElsewhere('own'), other.isHeldElsewhere('own')]).toEqual([true, true]);
    await clock.advance(300);
  });

  it('F43: is nobody once a tab gives no answer for a quarter of a second, and not before', async () => {
    const {
      clock,
      tabs: [dead, other, alive],
    } = tabs('a', 'b', 'c');
    dead!.hold('sale');
    alive!.hold('other sale');
    dead!.channel.silence();
    const asked = other!.ask();
    await clock.advance(249);
    expect(other!.isHeldElsewhere('sale')).toBe(true);
    await clock.advance(1);
    await asked;
    expect(other!.isHeldElsewhere('sale')).toBe(false);
    expect(other!.isHeldElsewhere('other sale')).toBe(true);
  });

  it('is nobody once a tab says goodbye, which hears nothing afterwards', async () => {
    const {
      clock,
      said,
      tabs: [one, other],
    } = tabs('a', 'b');
    one!.hold('sale');
    one!.dispose();
    expect([one!.isHeldHere('sale'), other!.isHeldElsewhere('sale')]).toEqual([false, false]);
    said.length = 0;
    void other!.ask();
    await clock.advance(300);
    expect(said).toEqual([{ type: 'who', tab: 'b', ids: [] }]);
  });

  it('is only this tab where there is no channel', async () => {
    const clock = createVirtualClock(0);
    const alone = createTabPresence(undefined, clock, 'a');
    alone.hold('sale');
    await alone.ask();
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
