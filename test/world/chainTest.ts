import { afterAll, beforeAll, expect, test } from 'vitest';
import { storyOf, tableOf, workShifts } from './campaign.ts';
import { faultKinds } from './faults.ts';
import { workShift } from './shift.ts';
import { takeOverGlobals } from './worldGlobals.ts';

/** What a shift may take on a machine that is busy with much else. */
const shiftMs = 10_000;

/** A seed that failed is worked again with TILLKIT_SEED=n TILLKIT_SHIFTS=1; the kinds that it aimed at come with it: 12+commit-fails. */
export function chainTest(usual: number): void {
  const shifts = Number(process.env['TILLKIT_SHIFTS'] ?? usual);
  const [first, ...aim] = (process.env['TILLKIT_SEED'] ?? '1').split('+');
  let undo = () => undefined as void;
  beforeAll(() => {
    undo = takeOverGlobals();
  });
  afterAll(() => undo());

  test(
    `${shifts} shifts of pages, gateways and a service end with one truth`,
    async () => {
      const { coverage, failures } = await workShifts(Number(first), shifts, aim);
      if (process.env['TILLKIT_SHOW']) process.stderr.write(`${tableOf(coverage)}\n`);
      expect(failures).toEqual([]);
      expect(coverage.presses).toBeGreaterThan(shifts * 40);
      const delivered = new Set([...coverage.delivered.keys()].map((name) => name.split(' ')[0]));
      if (shifts >= 200) expect(faultKinds.filter((kind) => !delivered.has(kind))).toEqual([]);
    },
    120_000 + shifts * shiftMs,
  );

  if (shifts < 200) return; // npm run test:long
  test('a seed gives the same trace again', async () => {
    const story = storyOf(`${first}`);
    const [one, other, next] = [
      await workShift(story),
      await workShift(story),
      await workShift(storyOf(`${Number(first) + 1}`)),
    ];
    expect(other.trace).toBe(one.trace);
    expect(next.trace).not.toBe(one.trace);
  });
}
