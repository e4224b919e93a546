import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  comboboxCommand,
  type ComboboxMove,
  movedIndex,
  shownRows,
  topFor,
} from '../../../src/components/terminal-picker/useCombobox.ts';

const plain = { altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
const commandOf = (keys: string, isOpen: boolean, isEdited = false) => {
  const [key = '', ...held] = keys.split('+').toReversed();
  return comboboxCommand(
    { ...plain, ...Object.fromEntries(held.map((name) => [`${name}Key`, true])), key },
    { isOpen, isEdited },
  );
};

describe('keys', () => {
  test.each([
    ['ArrowDown', 'next', 'next'],
    ['ArrowUp', 'previous', 'previous'],
    ['alt+ArrowDown', 'open', undefined],
    ['alt+ArrowUp', undefined, 'close'],
    ['Home', undefined, 'first'],
    ['End', undefined, 'last'],
    ['PageDown', undefined, 'pageDown'],
    ['PageUp', undefined, 'pageUp'],
    ['Enter', undefined, 'choose'],
    ['Escape', undefined, 'close'],
    ['Tab', undefined, undefined],
    ['shift+Home', undefined, undefined],
    ['ctrl+ArrowDown', undefined, undefined],
    ['meta+ArrowUp', undefined, undefined],
    ['ArrowLeft', undefined, undefined],
    ['a', undefined, undefined],
    ['constructor', undefined, undefined],
  ])('%s: closed %s, open %s', (key, closed, open) => {
    expect(commandOf(key, false)).toBe(closed);
    expect(commandOf(key, true)).toBe(open);
  });

  test('what was typed and not chosen is taken back by Escape, and not sent by Enter', () => {
    expect(commandOf('Escape', false, true)).toBe('restore');
    expect(commandOf('Enter', false, true)).toBe('open');
  });
});

describe('the active option', () => {
  const moves: ComboboxMove[] = ['next', 'previous', 'first', 'last', 'pageDown', 'pageUp'];

  test('goes round the ends of a whole list, and waits at the end of one that can grow', () => {
    const list = { count: 5, page: 3, canGrow: false };
    expect(movedIndex('next', 1, list)).toBe(2);
    expect(movedIndex('previous', 3, list)).toBe(2);
    expect(movedIndex('next', 4, list)).toBe(0);
    expect(movedIndex('previous', 0, list)).toBe(4);
    expect(movedIndex('previous', -1, list)).toBe(4);
    expect(movedIndex('next', 4, { ...list, canGrow: true })).toBe(4);
    expect(movedIndex('previous', 0, { ...list, canGrow: true })).toBe(0);
    expect(movedIndex('previous', -1, { ...list, canGrow: true })).toBe(4);
    expect(movedIndex('pageDown', 3, list)).toBe(4);
    expect(movedIndex('pageUp', 1, list)).toBe(0);
  });

  test('is always one of the list, and none of an empty one', () => {
    const cases = fc.record({
      move: fc.constantFrom(...moves),
      count: fc.nat(50),
      from: fc.integer({ min: -1, max: 49 }),
      page: fc.integer({ min: 1, max: 60 }),
      canGrow: fc.boolean(),
    });
    fc.assert(
      fc.property(cases, ({ move, count, from, page, canGrow }) => {
        const index = movedIndex(move, Math.min(from, count - 1), { count, page, canGrow });
        expect(index).toBeGreaterThanOrEqual(count === 0 ? -1 : 0);
        expect(index).toBeLessThan(Math.max(count, 0));
      }),
    );
  });
});

describe('the window', () => {
  test('draws what is in view and the active one, each once, in order, of any list', () => {
    const lists = fc.record({
      top: fc.nat(20_000),
      rows: fc.integer({ min: 1, max: 12 }),
      count: fc.nat(10_000),
      active: fc.integer({ min: -1, max: 10_000 }),
    });
    fc.assert(
      fc.property(lists, (list) => {
        const shown = shownRows(list);
        const top = Math.min(list.top, Math.max(0, list.count - list.rows));
        const inView = Array.from({ length: Math.min(list.rows, list.count) }, (_, row) => top + row);
        expect(shown).toEqual([...new Set(shown)].toSorted((one, other) => one - other));
        expect(shown).toEqual(expect.arrayContaining(inView));
        expect(shown.includes(list.active)).toBe(list.active >= 0 && list.active < list.count);
        expect(shown.length).toBeLessThanOrEqual(list.rows + 8);
      }),
    );
  });

  test('scrolls no further than it takes', () => {
    expect(topFor(3, 0, 6)).toBe(0);
    expect(topFor(6, 0, 6)).toBe(1);
    expect(topFor(2, 5, 6)).toBe(2);
    expect(topFor(9_999, 0, 6)).toBe(9_994);
  });
});
