import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleWorld, runWorld, worldFolder } from '../../scripts/world.mjs';

const seeds = Array.from({ length: 8 }, (_, at) => at + 1);
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await worldFolder();
  file = await bundleWorld(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const traces = (node?: readonly string[]) => runWorld(file, ['trace', ...seeds], node);

test('seeds give the same traces in another process', async () => {
  const here = await traces();
  expect(here.trim().split('\n')).toHaveLength(seeds.length);
  expect(await traces()).toBe(here);
});

test('seeds give the same traces on another Node', async () => {
  const other = ['npm', 'exec', '--yes', '--package', 'node@22', '--', 'node'];
  expect(await traces(other)).toBe(await traces());
});
