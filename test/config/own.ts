import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { aliases } from '../../scripts/aliases.mjs';

const own = fileURLToPath(new URL('../examples/own.ts', import.meta.url));

// The components' tests again, with examples/own in place of the drop-ins.
export default defineConfig({
  plugins: [react()],
  resolve: { alias: [{ find: /^tillkit$/, replacement: own }, ...aliases] },
  test: {
    name: 'own',
    environment: 'jsdom',
    isolate: false, // a new jsdom a file costs more than its tests
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: ['default', './scripts/closing-line-reporter.mjs'],
    include: ['test/components/**/*.dom.test.tsx'],
    // A drop-in loads the parts of an outcome; a host has imported them.
    exclude: ['test/components/terminal-checkout/TerminalCheckout.loading.dom.test.tsx'],
    setupFiles: ['test/setup.dom.ts'],
  },
});
