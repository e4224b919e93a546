import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pollSchedules, runPollSchedule } from './pollSchedule.ts';

it('F52, F53, F70: asks at most 50 times in any 60 s and forgets no message, in 6 random schedules', async () => {
  const property = fc.asyncProperty(pollSchedules, fc.nat(1000), (steps, seed) =>
    runPollSchedule(steps, seed),
  );
  await expect(fc.assert(property, { numRuns: 6, seed: 20_260_115 })).resolves.toBeUndefined();
}, 120_000);
