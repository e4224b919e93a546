import { mkdir, readFile as read, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { bundleWorld, runWorld, worldFolder } from '../../scripts/world.mjs';

/** A line of the kit that is broken on purpose. */
type Mutant = { file: string; find: string; replace: string };

/**
 * For a test file: runs shifts of the world with a mutant in the kit, or with none, and returns the stories of those that
 * fail. With `shrinks` each failing shift is shrunk, and its file written for Storybook; `readFile` reads it.
 */
export function createBrokenWorlds(shrinks = false) {
  let folder: string;
  beforeAll(async () => {
    folder = await worldFolder();
    if (shrinks) process.env['TILLKIT_FAILING_SEEDS'] = join(folder, 'failing-seeds');
    else process.env['TILLKIT_SHRINK'] = '0';
  });
  afterAll(() => {
    delete process.env['TILLKIT_SHRINK'];
    delete process.env['TILLKIT_FAILING_SEEDS'];
    return rm(folder, { recursive: true, force: true });
  });

  const bundle = async (name: string, mutant?: Mutant) => {
    const own = join(folder, name);
    await mkdir(own);
    return bundleWorld(own, mutant);
  };
  const failuresOf = async (file: string, shifts: readonly (string | number)[]) => {
    const told = await runWorld(file, ['shifts', ...shifts]);
    return (JSON.parse(told) as { failures: string[] }).failures;
  };
  const readFile = async (seed: string): Promise<unknown> =>
    JSON.parse(await read(join(folder, 'failing-seeds', `${seed}.json`), 'utf8'));
  return { bundle, failuresOf, readFile };
}
