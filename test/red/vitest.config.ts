import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { aliases } from '../../scripts/aliases.mjs';

// Tests that are red on purpose, and their neighbours: test/stages.node.test.ts.
export default defineConfig({
  plugins: [react()],
  resolve: { alias: aliases },
  test: {
    environment: 'jsdom',
    include: ['test/red/hanging.tsx'],
    setupFiles: ['test/setup.dom.ts'],
    reporters: ['./scripts/closing-line-reporter.mjs'],
    testTimeout: 60_000,
  },
});
