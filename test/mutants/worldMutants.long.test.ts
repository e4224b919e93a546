import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bundleWorld, runWorld, worldFolder } from '../../scripts/world.mjs';
import { worldMutants } from './worldMutants.ts';

/** Enough for the rarest of them. */
const shifts = 300;

let folder: string;
beforeAll(async () => {
  process.env['TILLKIT_SHRINK'] = '0';
  folder = await worldFolder();
});
afterAll(() => {
  delete process.env['TILLKIT_SHRINK'];
  return rm(folder, { recursive: true, force: true });
});

async function checksThatFind(mutant: { file: string; find: string; replace: string }, name: string) {
  const own = join(folder, name);
  await mkdir(own);
  const told = JSON.parse(await runWorld(await bundleWorld(own, mutant), ['shifts', 1, shifts, 5])) as {
    failures: string[];
  };
  return new Set(
    told.failures.flatMap((failure) => [...failure.matchAll(/^- (\w+): /gm)].map(([, check]) => check)),
  );
}

test.each(worldMutants)(
  '$check, and no other check, finds that the kit $name',
  async ({ check, ...mutant }) => {
    expect([...(await checksThatFind(mutant, check))]).toEqual([check]);
  },
);
