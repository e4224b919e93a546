import { expect, test, vi } from 'vitest';
import { createVirtualClock } from '../../src/core/time.ts';
import { createMemoryStore } from '../../src/gateway/createMemoryStore.ts';
import { allowConsole } from '../console.ts';
import { type CreateHarness, testStore } from './storeConformance.ts';
import { claim, find, knownForMs, operationRow, startedAt } from './storeEntries.ts';

const create: CreateHarness = async ({ keepMs } = {}) => {
  const clock = createVirtualClock(startedAt);
  const store = createMemoryStore({ keepMs, clock });
  return { store, clock, another: async () => store };
};

testStore(create, { runs: 200 });

test('a wall clock that jumps makes it forget nothing and claim to know no more', async () => {
  const { store, clock } = await create({ keepMs: 60_000 });
  await claim(store, 1);
  clock.jump(3_600_000);
  expect(await find(store, 1)).toEqual(operationRow(1));
  expect(await knownForMs(store)).toBe(0);
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
