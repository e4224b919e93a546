import fc from 'fast-check';
import { expect, it } from 'vitest';
import { gatewaySchedules, lossySchedules, runSchedule, schedules } from './faultSchedule.ts';

it('shows nothing that the ledger contradicts, in 200 random fault schedules', async () => {
  const property = fc.asyncProperty(schedules, fc.nat(1000), (steps, seed) => runSchedule(steps, seed));
  await expect(fc.assert(property, { numRuns: 200, seed: 20_260_115 })).resolves.toBeUndefined();
}, 120_000);

it('shows nothing that the ledger contradicts, in 200 random fault schedules before and behind a gateway', async () => {
  const property = fc.asyncProperty(gatewaySchedules, fc.nat(1000), (steps, seed) =>
    runSchedule(steps, seed, { hasGateway: true }),
  );
  await expect(fc.assert(property, { numRuns: 200, seed: 20_260_115 })).resolves.toBeUndefined();
}, 120_000);

it('finds out what became of everything, in 100 random schedules of what is lost before a gateway', async () => {
  const property = fc.asyncProperty(lossySchedules, fc.nat(1000), (steps, seed) =>
    runSchedule(steps, seed, { hasGateway: true, isFindable: true }),
  );
  await expect(fc.assert(property, { numRuns: 100, seed: 20_260_115 })).resolves.toBeUndefined();
}, 120_000);
