import { defineConfig } from 'vitest/config';
import { aliases } from '../../scripts/aliases.mjs';

/** What other tests of every day hold for the most part: `npm test -- --thorough` and .ci/run have it. */
const rest = [
  'attachments',
  'dashboard',
  'dashboardLooks',
  'day',
  'links',
  'services',
  'start',
  'walkingAway',
].map((name) => `test/e2e/${name}.e2e.test.ts`);

// A real Chromium against the real demo.
export default defineConfig({
  resolve: { alias: aliases },
  test: {
    environment: 'node',
    projects: [
      { extends: true, test: { name: 'e2e', include: ['test/e2e/**/*.e2e.test.ts'], exclude: rest } },
      { extends: true, test: { name: 'e2e-rest', include: rest } },
    ],
    isolate: false, // Playwright, Vite and the built pages are loaded once a worker
    maxWorkers: 3, // each has a demo and a Chromium of its own, and mostly waits
    testTimeout: 180_000, // only what hangs takes so long
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 180_000,
    retry: process.env['CI'] ? 1 : 0, // what a loaded machine was too slow for is named as once red
    reporters: ['default', './scripts/closing-line-reporter.mjs'],
  },
});
