import { expect, test } from 'vitest';
import { search, tell } from './search.ts';

test('a payment keeps every promise in every state with two faults, and reaches each rule', () => {
  const found = search({ payments: 1, mostFaults: 2 });
  expect(tell(found)).toBeUndefined();
  expect(found.isWhole).toBe(true);
  expect([...found.applied].filter(([, times]) => times === 0)).toEqual([]);
  console.log(`${found.states} states of one payment with two faults`);
});

test('two payments at one terminal keep every promise in 10,000,000 states with a fault', () => {
  const found = search({ payments: 2, mostFaults: 1, mostStates: 10_000_000 });
  expect(tell(found)).toBeUndefined();
  expect(found.states).toBeGreaterThanOrEqual(10_000_000);
  console.log(`${found.states} states of two payments with a fault`);
});
