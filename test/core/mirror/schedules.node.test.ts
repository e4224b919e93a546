import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lossySchedules, runSchedule, schedules } from './schedules.ts';

const runs = Number(process.env['RUNS'] ?? 60);
const seed = Number(process.env['SEED'] ?? 20_260_115);
it('shows nothing that record and ledger contradict, and loses no word, in random schedules', async () => {
  const property = fc.asyncProperty(schedules, fc.nat(1000), (steps, world) => runSchedule(steps, world));
  await expect(fc.assert(property, { numRuns: runs, seed })).resolves.toBeUndefined();
}, 1_000_000);

it('finds out what became of everything, in random schedules of what is lost before a gateway', async () => {
  const property = fc.asyncProperty(lossySchedules, fc.nat(1000), (steps, world) =>
    runSchedule(steps, world, true),
  );
  await expect(fc.assert(property, { numRuns: runs, seed })).resolves.toBeUndefined();
}, 1_000_000);
