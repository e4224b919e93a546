import { afterAll, beforeAll, expect, test } from 'vitest';
import { useQuickCrypto } from './quickCrypto.ts';
import { workShifts } from './shift.ts';

let undo = () => undefined as void;
beforeAll(() => {
  undo = useQuickCrypto();
});
afterAll(() => undo());

// A seed that failed is worked again with TILLKIT_SEED=n TILLKIT_SHIFTS=1.
const shifts = Number(process.env['TILLKIT_SHIFTS'] ?? 300);
const first = Number(process.env['TILLKIT_SEED'] ?? 1);

test(`${shifts} shifts of pages, gateways and a service end with one truth`, async () => {
  const { presses, failures } = await workShifts(first, shifts);
  expect(failures).toEqual([]);
  expect(presses).toBeGreaterThan(shifts);
});
