import fc from 'fast-check';
import { it } from 'vitest';
import { runSchedule, schedules } from './faultSchedule.ts';

it('shows nothing that the ledger contradicts, in 200 random fault schedules', async () => {
  await fc.assert(
    fc.asyncProperty(schedules, fc.nat(1000), (steps, seed) => runSchedule(steps, seed)),
    { numRuns: 200, seed: 20_260_115, endOnFailure: true },
  );
}, 120_000);
