import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { aliases } from './scripts/aliases.mjs';

// The tests that need no browser: an editor's plugin picks this file up.
export default defineConfig({
  plugins: [react()],
  resolve: { alias: aliases },
  test: {
    maxWorkers: '100%', // Vitest's default leaves one of two cores idle
    execArgv: ['--max-semi-space-size=64'], // young garbage is collected less often: up to 8 % less work
    // Only what hangs takes so long, on a busy machine too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: process.env['CI'] ? 1 : 0, // as in test/config/e2e.ts
    reporters: ['default', './scripts/closing-line-reporter.mjs'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          isolate: false, // a file loads little but what its neighbours have loaded
          sequence: { groupOrder: 1 }, // a worker that changes between projects is a new one
          include: ['test/**/*.node.test.ts'],
          setupFiles: ['test/setup.node.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          isolate: false, // a new jsdom a file costs more than its tests
          sequence: { groupOrder: 2 },
          include: ['test/**/*.dom.test.tsx'],
          setupFiles: ['test/setup.dom.ts'],
        },
      },
    ],
  },
});
