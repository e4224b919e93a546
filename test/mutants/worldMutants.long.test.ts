import { expect, test } from 'vitest';
import { createBrokenWorlds } from './brokenWorlds.ts';
import { worldMutants } from './worldMutants.ts';

/** Enough for the rarest of them. */
const shifts = 300;

const { bundle, failuresOf } = createBrokenWorlds();

test.each(worldMutants)(
  '$check finds that the kit $name, also where no other check does',
  async ({ check, ...mutant }) => {
    const failures = await failuresOf(await bundle(check, mutant), [1, shifts, 5]);
    const checks = failures.map((failure) => [
      ...new Set([...failure.matchAll(/^- (\w+): /gm)].map(([, found]) => found)),
    ]);
    expect(checks).toContainEqual([check]);
  },
);
