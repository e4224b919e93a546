import { expect, test } from 'vitest';
import { fuzz } from '../fuzz.ts';
import { checkDays, days } from './randomDays.ts';

test('a report is the ledger less what it names as unknown, on 10,000 random days', async () => {
  await expect(fuzz(days, checkDays, { runs: 10_000, limitMs: 20 * 60_000 })).resolves.toBeUndefined();
});
