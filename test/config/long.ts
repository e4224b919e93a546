import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { aliases } from '../../scripts/aliases.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The tests that have some of their cases in `npm test`, and all of them here: they import test/runs.ts. */
export const whole = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.test\.tsx?$/.test(path) && !path.includes('node_modules'))
  .map((path) => join('test', path))
  .filter((path) => readFileSync(join(root, path), 'utf8').includes("/runs.ts'"));

// What takes minutes (simulated days, many seeds): npm run test:long.
export default defineConfig({
  resolve: { alias: aliases },
  test: {
    environment: 'node',
    passWithNoTests: true,
    fileParallelism: false, // kills and races want the machine for themselves
    testTimeout: 30 * 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    reporters: ['default', './scripts/closing-line-reporter.mjs'],
    projects: [
      { extends: true, test: { name: 'long', include: ['test/**/*.long.test.ts'] } },
      {
        extends: true,
        test: {
          name: 'whole',
          include: whole.filter((path) => path.endsWith('.ts')),
          setupFiles: ['test/setup.node.ts'],
          env: { TILLKIT_RUNS: 'long' },
        },
      },
      {
        extends: true,
        plugins: [react()],
        test: {
          name: 'whole dom',
          environment: 'jsdom',
          isolate: false,
          include: whole.filter((path) => path.endsWith('.dom.test.tsx')),
          setupFiles: ['test/setup.dom.ts'],
          env: { TILLKIT_RUNS: 'long' },
        },
      },
    ],
  },
});
