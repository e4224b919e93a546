import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pollSchedules, runPollSchedule } from './pollSchedule.ts';

it('asks at most 50 times in any 60 s and forgets no message, in 1,000 random schedules', async () => {
  const property = fc.asyncProperty(pollSchedules, fc.nat(1000), (steps, seed) =>
    runPollSchedule(steps, seed),
  );
  await expect(fc.assert(property, { numRuns: 1000, seed: 7 })).resolves.toBeUndefined();
}, 3_600_000);
