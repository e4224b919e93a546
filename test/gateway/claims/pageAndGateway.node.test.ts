import { expect, test } from 'vitest';
import { fuzz } from '../fuzz.ts';
import { histories } from './histories.ts';
import { checkHistory } from './pageAndGateway.ts';

test('a page and a gateway that know the same say the same: guards, transactions, report', async () => {
  await expect(fuzz(histories, checkHistory, { runs: 40, limitMs: 60_000 })).resolves.toBeUndefined();
});
