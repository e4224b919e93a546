import { describe, expect, test } from 'vitest';
import { trackFields, untracked } from '../../src/hooks/useSnapshot.ts';

interface Snapshot {
  phase: string;
  at: number;
  note?: string | undefined;
}

const first: Snapshot = { phase: 'waiting', at: 1 };
const tracked = () => trackFields<Snapshot>(['phase', 'at', 'note']);

describe('two snapshots', () => {
  test('are alike as long as nothing was read, and a later reader finds the newest', () => {
    const { view, areAlike } = tracked();
    const early = view(first);
    expect(areAlike(first, { phase: 'complete', at: 2 })).toBe(true);
    expect(early.phase).toBe('complete');
    expect(areAlike(first, { phase: 'complete', at: 3 })).toBe(true);
    expect(areAlike(first, { phase: 'waiting', at: 4 })).toBe(false);
    expect(areAlike(first, first)).toBe(false);
  });

  test('are alike where what was read is the same', () => {
    const { view, areAlike } = tracked();
    expect(view(first).phase).toBe('waiting');
    expect(areAlike(first, { phase: 'waiting', at: 2 })).toBe(true);
    expect(areAlike(first, { phase: 'complete', at: 1 })).toBe(false);
  });

  test('differ by a field that was read when there was none', () => {
    const { view, areAlike } = tracked();
    expect(view(first).note).toBeUndefined();
    expect(areAlike(first, { ...first, note: 'late' })).toBe(false);
    expect(areAlike(first, { phase: 'complete', at: 9 })).toBe(true);
  });

  test('differ where there was none, or there is none any more', () => {
    const { view, areAlike } = tracked();
    void view(first).phase;
    expect(areAlike(undefined, first)).toBe(false);
    expect(areAlike(first, undefined)).toBe(false);
    expect(areAlike(undefined, undefined)).toBe(true);
  });

  test('are compared by what any of the views read, one that was made before too', () => {
    const { view, areAlike } = tracked();
    const early = view(first);
    void view({ ...first, phase: 'complete' }).phase;
    void early.at;
    expect(areAlike(first, { ...first, at: 2 })).toBe(false);
    expect(areAlike(first, { ...first, phase: 'failed' })).toBe(false);
    expect(areAlike(first, { ...first, note: 'unread' })).toBe(true);
  });

  test('are compared as the owner says', () => {
    const { view, areAlike } = trackFields<Snapshot>(
      ['phase', 'at'],
      (before, after, name) => name === 'at' || before[name] === after[name],
    );
    void { ...view(first) };
    expect(areAlike(first, { phase: 'waiting', at: 2 })).toBe(true);
    expect(areAlike(first, { phase: 'failed', at: 1 })).toBe(false);
  });
});

describe('a view', () => {
  test.each([
    ['a spread', (view: Snapshot) => ({ ...view })],
    ['a stringify', (view: Snapshot) => JSON.parse(JSON.stringify(view)) as Snapshot],
    ['a destructuring', ({ phase, at }: Snapshot) => ({ phase, at })],
  ])('gives all fields to %s, which counts as reading them', (_, read) => {
    const { view, areAlike } = tracked();
    expect(read(view(first))).toEqual(first);
    expect(areAlike(first, { ...first, at: 2 })).toBe(false);
  });

  test('cannot be written to: it is the store’s', () => {
    const view = tracked().view(first);
    expect(() => Object.assign(view, { phase: 'complete' })).toThrow(TypeError);
    expect(first.phase).toBe('waiting');
  });

  test('leads back to its snapshot, whose reading counts for nothing', () => {
    const { view, areAlike } = tracked();
    const shown = view(first);
    void shown.phase;
    expect(untracked(shown)).toBe(first);
    void untracked(shown).at;
    expect(areAlike(first, { ...first, at: 2 })).toBe(true);
    const plain = { ...first };
    expect(untracked(plain)).toBe(plain);
  });
});
