import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { runs } from './runs.ts';

/** What `npm test` prints with these stages. */
const printed = (stages: object[]) =>
  new Promise<string>((resolve) => {
    const { VITEST: _, ...env } = process.env;
    const program = `(await import('./scripts/test.mjs')).runStages(${JSON.stringify(stages)})`;
    execFile('node', ['--input-type=module', '-e', program], { env }, (_error, stdout) => resolve(stdout));
  });

test('of many red tests, twenty are named and the others counted', async () => {
  const lines = Array.from({ length: 25 }, (_, index) => `red: a.test.ts > ${index}`);
  const command = `printf '%s\\n' '${lines.join("' '")}' 'tests: 0 passed, 25 failed, 0 skipped'; exit 1`;
  const output = await printed([{ name: 'unit', command }]);
  expect(output.match(/^red in unit: a\.test\.ts > \d+$/gm)).toHaveLength(20);
  expect(output).toMatch(/\nred: 5 more\n\n0 passed, 25 failed\n$/);
});

/** Starts a Vitest with a jsdom of its own, which takes long. */
const hanging = ['vitest run -c test/red/vitest.config.ts'];

test.each(runs([], hanging))(
  'a test that hangs is red with its reason in the last lines, and its neighbours are green: %s',
  async (command) => {
    const output = await printed([
      { name: 'types', command: 'echo "src/till.ts(1,2): error" && exit 2' },
      { name: 'unit', command },
    ]);
    const [, reds = '', closing] = /\n\n(red in [\s\S]+)\n\n(.+)\n$/.exec(output) ?? [];
    expect(closing).toBe('6 passed, 7 failed');
    const names = reds.split('\n').filter((line) => !line.startsWith('     '));
    expect(names).toEqual([
      'red in types: src/till.ts(1,2): error',
      ...[
        'inside act',
        'with time and globals replaced',
        'waiting for what does not come',
        'typing slowly',
        'in steps that go on',
        'until its neighbour runs, and presses there',
      ].map((how) => `red in unit: test/red/hanging.tsx > hangs ${how}`),
    ]);
    expect(reds.match(/^ {5}Test timed out in 500ms\./gm)).toHaveLength(6);
  },
);
