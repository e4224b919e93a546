import { expect, test } from 'vitest';
import { createBrokenWorlds } from './brokenWorlds.ts';
import { worldMutants } from './worldMutants.ts';

/** Enough for the rarest mutant. */
const shifts = 300;
/** The run ends after so many red shifts. Among the first 24 of 'events', other checks are red too. */
const mostRed = 40;

const { bundle, failuresOf } = createBrokenWorlds();

test.each(worldMutants)(
  '$check finds that the kit $name, also where no other check does',
  async ({ check, ...mutant }) => {
    const failures = await failuresOf(await bundle(check, mutant), [1, shifts, mostRed]);
    const checks = failures.map((failure) => [
      ...new Set([...failure.matchAll(/^- (\w+): /gm)].map(([, found]) => found)),
    ]);
    expect(checks).toContainEqual([check]);
  },
);
