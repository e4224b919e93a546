import { spawn } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mutants } from './mutants.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
// Beside the sources, so that packages are found; not in node_modules, where no test is looked for.
const copy = join(root, '.mutants');

beforeAll(async () => {
  await rm(copy, { recursive: true, force: true });
  await mkdir(copy);
  const filter = (path: string) => !path.endsWith('node_modules');
  for (const part of [
    'src',
    'test',
    'scripts',
    'examples',
    'stories',
    'docs',
    'package.json',
    'tsconfig.json',
    'vitest.config.ts',
  ]) {
    await cp(join(root, part), join(copy, part), { recursive: true, filter });
  }
});
afterAll(() => rm(copy, { recursive: true, force: true }));

/** No test takes that long unbroken (ms). A broken one often hangs. */
const hangsMs = 30_000;

function runTests(path: string): Promise<number | null> {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const options = ['--project', 'node', '--bail', '1', '--testTimeout', `${hangsMs}`];
  const child = spawn(process.execPath, [vitest, 'run', ...options, path], { cwd: copy, stdio: 'ignore' });
  return new Promise((resolve) => child.once('exit', resolve));
}

describe('the kit, broken on purpose', () => {
  it.each([...new Set(mutants.map(({ tests }) => tests))])('is green unbroken: %s', async (tests) => {
    expect(await runTests(tests)).toBe(0);
  });

  it.each(mutants)('turns a test red when it $name', async ({ file, find, replace, tests }) => {
    const path = join(copy, file);
    const source = await readFile(path, 'utf8');
    const [before, after, ...more] = source.split(find);
    expect(after, `${file} holds the line`).toBeDefined();
    expect(more, `${file} holds the line once`).toEqual([]);
    await writeFile(path, `${before}${replace}${after}`);
    try {
      expect(await runTests(tests)).not.toBe(0);
    } finally {
      await writeFile(path, source);
    }
  });
});
