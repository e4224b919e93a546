import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../runs.ts';
import { lossySchedules, runSchedule, schedules } from './schedules.ts';

const numRuns = runs(3, 15);
const seed = 20_260_115;

it('shows nothing that record and ledger contradict, and loses no word, in random schedules', async () => {
  const property = fc.asyncProperty(schedules, fc.nat(1000), (steps, world) => runSchedule(steps, world));
  await expect(fc.assert(property, { numRuns, seed })).resolves.toBeUndefined();
});

it('finds out what became of everything, in random schedules of what is lost before a gateway', async () => {
  const property = fc.asyncProperty(lossySchedules, fc.nat(1000), (steps, world) =>
    runSchedule(steps, world, true),
  );
  await expect(fc.assert(property, { numRuns, seed })).resolves.toBeUndefined();
});
