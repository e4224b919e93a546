import { expect, test, vi } from 'vitest';
import { createVirtualClock } from '../../src/core/time.ts';
import { createExpiringMap, createMemoryStore } from '../../src/gateway/createMemoryStore.ts';
import { allowConsole } from '../console.ts';
import { type CreateHarness, testOperations } from './storeConformance.ts';
import { entryOf, heldOf, startedAt } from './storeEntries.ts';
import { testPolls } from './storePolls.ts';

const create: CreateHarness = async ({ keepMs } = {}) => {
  const clock = createVirtualClock(startedAt);
  const store = createMemoryStore({ keepMs, clock });
  const kept = async () => JSON.stringify(await store.find('7'.padStart(32, '0')));
  return { store, clock, another: async () => store, letTimePass: clock.advance, kept };
};

testOperations(create);
testPolls(create, { runs: 100 });

test('a wall clock that jumps makes it forget nothing and claim to know no more', async () => {
  const { store, clock } = await create({ keepMs: 60_000 });
  await store.claim(entryOf(1));
  clock.jump(3_600_000);
  expect(await store.claim(entryOf(1))).toEqual(heldOf(1));
  expect(await store.knownForMs()).toBe(0);
});

test('says once in production what it forgets', () => {
  allowConsole(/createMemoryStore/);
  const warn = vi.spyOn(console, 'warn');
  createMemoryStore();
  expect(warn).not.toHaveBeenCalled();
  vi.stubEnv('NODE_ENV', 'production');
  createMemoryStore();
  createMemoryStore();
  vi.unstubAllEnvs();
  expect(warn.mock.calls).toEqual([[expect.stringContaining('forgets at a restart')]]);
});

test('lets go of what has expired while it is used', () => {
  const map = createExpiringMap<number>(1000);
  for (let at = 0; at < 10_000; at += 100) map.set(`${at}`, at, at);
  const left = Array.from({ length: 100 }, (_, index) => map.get(`${index * 100}`, 0));
  expect(left.filter((value) => value !== undefined)).toHaveLength(10);
});
