import fc from 'fast-check';
import { expect, it } from 'vitest';
import { pollSchedules, runPollSchedule } from './pollSchedule.ts';

it('hunt', async () => {
  const property = fc.asyncProperty(pollSchedules, fc.nat(1000), (steps, seed) =>
    runPollSchedule(steps, seed),
  );
  await expect(
    fc.assert(property, {
      numRuns: Number(process.env['RUNS'] ?? 50),
      seed: Number(process.env['SEED'] ?? 1),
      interruptAfterTimeLimit: 120_000,
      markInterruptAsFailure: false,
    }),
  ).resolves.toBeUndefined();
}, 600_000);
