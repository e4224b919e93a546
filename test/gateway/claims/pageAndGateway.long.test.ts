import { expect, test } from 'vitest';
import { fuzz } from '../fuzz.ts';
import { histories } from './histories.ts';
import { checkHistory } from './pageAndGateway.ts';

test('a page and a gateway that know the same say the same, in 100,000 random histories', async () => {
  await expect(
    fuzz(histories, checkHistory, { runs: 100_000, limitMs: 25 * 60_000 }),
  ).resolves.toBeUndefined();
});
