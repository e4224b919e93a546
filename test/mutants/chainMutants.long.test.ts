import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleWorld, runWorld, worldFolder } from '../../scripts/world.mjs';
import { chainMutants } from './chainMutants.ts';
import { mutants } from './mutants.ts';

let folder: string;
beforeAll(async () => {
  process.env['TILLKIT_SHRINK'] = '0';
  folder = await worldFolder();
});
afterAll(() => {
  delete process.env['TILLKIT_SHRINK'];
  return rm(folder, { recursive: true, force: true });
});

/** A change of the kit changes all that is drawn after it: the shift that finds a mutant may be a later one. */
const shifts = 12;

async function failuresOf(file: string, seed: string, count = 1) {
  const [first = '', ...aim] = seed.split('+');
  const told = await runWorld(file, ['shifts', first, count, 1, aim.join('+')]);
  return (JSON.parse(told) as { failures: string[] }).failures;
}

test('the kit itself keeps every promise in the shifts in which its mutants are found', async () => {
  const file = await bundleWorld(folder);
  for (const seed of new Set(chainMutants.map((mutant) => mutant.seed)))
    expect(await failuresOf(file, seed)).toEqual([]);
});

test.each(chainMutants)('a shift finds that the kit $name', async ({ name, seed }) => {
  const mutant = mutants.find((one) => one.name === name);
  const own = join(folder, String(chainMutants.findIndex((one) => one.name === name)));
  await mkdir(own);
  expect(mutant).toBeDefined();
  expect(await failuresOf(await bundleWorld(own, mutant), seed, shifts)).not.toEqual([]);
});
