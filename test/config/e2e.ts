import { defineConfig } from 'vitest/config';
import { aliases } from '../../scripts/aliases.mjs';

// A real Chromium against the real demo.
export default defineConfig({
  resolve: { alias: aliases },
  test: {
    name: 'e2e',
    environment: 'node',
    include: ['test/e2e/**/*.e2e.test.ts'],
    isolate: false, // Playwright, Vite and the built pages are loaded once a worker
    maxWorkers: 4, // each has a demo and a Chromium of its own, and mostly waits
    testTimeout: 180_000, // only what hangs takes so long
    expect: { poll: { timeout: 30_000 } },
    hookTimeout: 180_000,
    retry: process.env['CI'] ? 1 : 0, // what a loaded machine was too slow for is named as once red
    reporters: ['default', './scripts/closing-line-reporter.mjs'],
  },
});
