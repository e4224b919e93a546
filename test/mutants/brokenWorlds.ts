import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import { bundleWorld, runWorld, worldFolder } from '../../scripts/world.mjs';

/** A line of the kit that is broken on purpose. */
type Mutant = { file: string; find: string; replace: string };

/** For a test file: runs shifts of the world with a mutant in the kit, or with none, and returns the stories of those that fail. */
export function createBrokenWorlds() {
  let folder: string;
  beforeAll(async () => {
    process.env['TILLKIT_SHRINK'] = '0';
    folder = await worldFolder();
  });
  afterAll(() => {
    delete process.env['TILLKIT_SHRINK'];
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
  return { bundle, failuresOf };
}
