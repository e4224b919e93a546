import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runSchedule, schedules } from './faultSchedule.ts';

it('shows nothing that the ledger contradicts, in 30 random fault schedules', async () => {
  const property = fc.asyncProperty(schedules, fc.nat(1000), (steps, seed) => runSchedule(steps, seed));
  await expect(fc.assert(property, { numRuns: 30, seed: 20_260_115 })).resolves.toBeUndefined();
}, 120_000);
