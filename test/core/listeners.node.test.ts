import { expect, test, vi } from 'vitest';
import { createListeners } from '../../src/core/listeners.ts';
import { allowConsole } from '../console.ts';

test('each listener is told in the order in which they came, until it leaves', () => {
  const { add, notify, isEmpty } = createListeners<[string]>();
  const heard: string[] = [];
  const leave = add((word) => heard.push(`first ${word}`));
  add((word) => heard.push(`second ${word}`));
  notify('one');
  leave();
  leave();
  notify('two');
  expect(heard).toEqual(['first one', 'second one', 'second two']);
  expect(isEmpty()).toBe(false);
});

test('one that throws is reported, and keeps nothing from the others', () => {
  allowConsole(/A host made a mistake/);
  const { add, notify } = createListeners();
  const other = vi.fn<() => void>();
  add(() => {
    throw new Error('A host made a mistake.');
  });
  add(other);
  notify();
  expect(other).toHaveBeenCalledOnce();
});

test('one that leaves while others are told is not told any more, and one that comes is told the next time', () => {
  const { add, notify, isEmpty } = createListeners();
  const late = vi.fn<() => void>();
  const left = vi.fn<() => void>();
  const leaves: (() => void)[] = [];
  leaves.push(
    add(() => {
      leaves.forEach((leave) => leave());
      add(late);
    }),
    add(left),
  );
  notify();
  expect([left, late].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  notify();
  expect([left, late].map(({ mock }) => mock.calls.length)).toEqual([0, 1]);
  expect(isEmpty()).toBe(false);
});
