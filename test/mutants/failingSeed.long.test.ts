import { expect, test } from 'vitest';
import { chargesAt, readFailingSeed, screensAt } from '../../stories/failingSeed.ts';
import { createBrokenWorlds } from './brokenWorlds.ts';
import { mutants } from './mutants.ts';

const { bundle, failuresOf, readFile } = createBrokenWorlds(true);

test('a broken world writes a file that the story in Storybook reads', async () => {
  const mutant = mutants.find(({ name }) => name === 'takes every lost answer for a refusal');
  const file = await bundle('broken', mutant);
  const [failure] = await failuresOf(file, ['1+service-answer-lost', 1, 1]);
  expect(failure).toContain('Storybook');
  const seed = readFailingSeed(await readFile('1+service-answer-lost'));
  const failedAt = seed.steps.findIndex(({ check }) => check === seed.check);
  const charged = new Set(chargesAt(seed, failedAt).map(({ operationId }) => operationId));
  const shown = [...screensAt(seed, failedAt).values()].flat();
  expect(shown.filter(({ id, phase }) => phase === 'rejected' && charged.has(id))).not.toEqual([]);
});
