import { afterAll, beforeAll, expect, test } from 'vitest';
import { playDays } from './days.ts';
import { takeQuickCrypto } from './quickCrypto.ts';

/** What a day may take on a machine that is busy with much else. */
const dayMs = 2_000;

/** A seed that failed is played again with TILLKIT_SEED=n TILLKIT_DAYS=1. */
export function daysTest(usual: number): void {
  const days = Number(process.env['TILLKIT_DAYS'] ?? usual);
  const first = Number(process.env['TILLKIT_SEED'] ?? 1);
  let undo = () => undefined as void;
  beforeAll(() => {
    undo = takeQuickCrypto();
  });
  afterAll(() => undo());

  test(
    `every figure of ${days} days is the ledger's, less what is named as not known`,
    async () => {
      const { reached, failures } = await playDays(first, days);
      if (process.env['TILLKIT_SHOW'])
        process.stderr.write(`${JSON.stringify(Object.fromEntries(reached))}
`);
      expect(failures).toEqual([]);
    },
    120_000 + days * dayMs,
  );
}
