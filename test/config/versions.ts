import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { aliases } from '../../scripts/aliases.mjs';

const { VERSIONS = 'oldest' } = process.env;
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const installed = (path: string) => at(`../compat/${VERSIONS}/node_modules/${path}`);

// The jsdom tests again, beside the packages of test/compat.
export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: [
      ...aliases,
      // Its CommonJS build would require the root's React past the alias.
      {
        find: /^@testing-library\/react$/,
        replacement: at('../../node_modules/@testing-library/react/dist/@testing-library/react.esm.js'),
      },
      { find: /^react$/, replacement: installed('react/index.js') },
      { find: /^react\/(jsx-runtime|jsx-dev-runtime)$/, replacement: installed('react/$1.js') },
      { find: /^react-dom$/, replacement: installed('react-dom/index.js') },
      { find: /^react-dom\/(client|server|test-utils)$/, replacement: installed('react-dom/$1.js') },
      { find: /^(@tanstack\/react-query|react-hook-form|zod)$/, replacement: installed('$1') },
      { find: /^zod\/mini$/, replacement: installed('zod/mini') },
    ],
  },
  test: {
    name: VERSIONS,
    environment: 'jsdom',
    isolate: false, // a new jsdom a file costs more than its tests
    maxWorkers: '100%',
    testTimeout: 120_000,
    hookTimeout: 120_000,
    retry: process.env['CI'] ? 1 : 0, // as in e2e.ts
    reporters: ['default', './scripts/closing-line-reporter.mjs'],
    include: ['test/**/*.dom.test.tsx'],
    setupFiles: ['test/setup.dom.ts'],
    // Whatever imports React must pass through Vite, or Node gives it the root's.
    server: {
      deps: {
        inline: [/@tanstack\/react-/, /@testing-library\/react/, /react-dropzone/, /react-hook-form/],
      },
    },
  },
});
