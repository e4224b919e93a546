import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { aliases } from './vite.aliases.ts';

// The tests that need no browser: an editor's plugin picks this file up.
export default defineConfig({
  plugins: [react()],
  resolve: { alias: aliases },
  test: {
    maxWorkers: '100%', // Vitest's default leaves one of two cores idle
    // Only what hangs takes so long, on a busy machine too.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['default', './scripts/closing-line-reporter.mjs'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
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
          include: ['test/**/*.dom.test.tsx'],
          setupFiles: ['test/setup.dom.ts'],
        },
      },
    ],
  },
});
