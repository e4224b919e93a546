import { expect, test } from 'vitest';
import { chargesAt, readFailingSeed, screensAt } from '../../stories/failingSeed.ts';
import { createBrokenWorlds } from './brokenWorlds.ts';
import { mutants } from './mutants.ts';

const { bundle, failuresOf, readFile } = createBrokenWorlds(true);

test('a broken world writes a file that the story in Storybook reads', async () => {
  const mutant = mutants.find(({ name }) => name === 'takes every lost answer for a refusal');
  const file = await bundle('broken', mutant);
  const [failure] = await failuresOf(file, [1, 1, 1, 'service-answer-lost']);
  expect(failure).toContain('Storybook');
  const seed = readFailingSeed(await readFile('1+service-answer-lost'));
  const failedAt = seed.steps.findIndex(({ check }) => check === seed.check);
  const phases = [...screensAt(seed, failedAt).values()].flat().map(({ phase }) => phase);
  expect(new Set(phases)).toEqual(new Set(['rejected']));
  expect(chargesAt(seed, failedAt)).toHaveLength(1);
});
