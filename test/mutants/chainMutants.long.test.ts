import { expect, test } from 'vitest';
import { createBrokenWorlds } from './brokenWorlds.ts';
import { chainMutants } from './chainMutants.ts';
import { mutants } from './mutants.ts';

/** A change of the kit changes all that is drawn after it: the shift that finds a mutant may be a later one. */
const shifts = 12;

const { bundle, failuresOf } = createBrokenWorlds();

test('the kit itself keeps every promise in the shifts in which its mutants are found', async () => {
  const file = await bundle('whole');
  for (const seed of new Set(chainMutants.map((mutant) => mutant.seed)))
    expect(await failuresOf(file, [seed, 1, 1])).toEqual([]);
});

test.each(chainMutants)('a shift finds that the kit $name', async ({ name, seed }) => {
  const mutant = mutants.find((one) => one.name === name);
  expect(mutant).toBeDefined();
  const file = await bundle(String(chainMutants.findIndex((one) => one.name === name)), mutant);
  expect(await failuresOf(file, [seed, shifts, 1])).not.toEqual([]);
});
