import * as fc from 'fast-check';
import { onTestFailed } from 'vitest';

/**
 * Holds what random cases have in common. However the test fails, in a case or by the time limit while a case is being made
 * smaller, it prints how to repeat it, and the first case that failed or else the one it was at.
 */
export async function fuzz<Case>(
  cases: fc.Arbitrary<Case>,
  check: (one: Case) => Promise<void>,
  { runs, limitMs, ...rest }: { runs: number; limitMs: number } & Pick<fc.Parameters<[Case]>, 'examples'>,
): Promise<void> {
  const seed = Number(process.env['FUZZ_SEED'] ?? Math.floor(Math.random() * 2 ** 31));
  const numRuns = Number(process.env['FUZZ_RUNS'] ?? runs);
  let at: Case | undefined;
  let failed: { one: Case; error: unknown } | undefined;
  onTestFailed(() => {
    const said = failed
      ? `${String(failed.error)}\nwith ${fc.stringify(failed.one)}`
      : `at ${fc.stringify(at)}`;
    process.stderr.write(`\nFUZZ_SEED=${seed} FUZZ_RUNS=${numRuns} repeats this: ${said}\n`);
  });
  const checkOne = async (one: Case) => {
    at = one;
    try {
      await check(one);
    } catch (error) {
      failed ??= { one, error };
      throw error;
    }
  };
  // What takes too long, or hangs, fails before the test's own time limit, which would say nothing.
  const limits = { interruptAfterTimeLimit: limitMs, markInterruptAsFailure: true };
  await fc.assert(fc.asyncProperty(cases, checkOne), { seed, numRuns, ...limits, ...rest });
}
