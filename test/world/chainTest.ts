import { afterAll, beforeAll, expect, test } from 'vitest';
import { useQuickCrypto } from './quickCrypto.ts';
import { workShifts } from './shift.ts';

/** What a shift may take on a machine that is busy with much else. */
const shiftMs = 5_000;

/** A seed that failed is worked again with TILLKIT_SEED=n TILLKIT_SHIFTS=1. */
export function chainTest(usual: number): void {
  const shifts = Number(process.env['TILLKIT_SHIFTS'] ?? usual);
  const first = Number(process.env['TILLKIT_SEED'] ?? 1);
  let undo = () => undefined as void;
  beforeAll(() => {
    undo = useQuickCrypto();
  });
  afterAll(() => undo());

  test(
    `${shifts} shifts of pages, gateways and a service end with one truth`,
    async () => {
      const { presses, failures } = await workShifts(first, shifts);
      expect(failures).toEqual([]);
      expect(presses).toBeGreaterThan(shifts);
    },
    120_000 + shifts * shiftMs,
  );
}
