import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { aliases } from './vite.aliases.ts';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const old = (path: string) => at(`./compat/react-18/node_modules/${path}`);

// The jsdom tests again, under the oldest React the kit supports.
export default defineConfig({
  plugins: [react()],
  resolve: {
    alias: [
      ...aliases,
      // Its CommonJS build would require React 19 past the alias.
      {
        find: /^@testing-library\/react$/,
        replacement: at('./node_modules/@testing-library/react/dist/@testing-library/react.esm.js'),
      },
      { find: /^react$/, replacement: old('react/index.js') },
      { find: /^react\/(jsx-runtime|jsx-dev-runtime)$/, replacement: old('react/$1.js') },
      { find: /^react-dom$/, replacement: old('react-dom/index.js') },
      { find: /^react-dom\/(client|server|test-utils)$/, replacement: old('react-dom/$1.js') },
    ],
  },
  test: {
    name: 'react-18',
    environment: 'jsdom',
    maxWorkers: '100%',
    reporters: ['default', './scripts/closing-line-reporter.mjs'],
    include: ['test/**/*.dom.test.tsx'],
    setupFiles: ['test/setup.dom.ts'],
    // Whatever imports React must pass through Vite, or Node gives it React 19.
    server: {
      deps: {
        inline: [/@tanstack\/react-/, /@testing-library\/react/, /react-dropzone/, /react-hook-form/],
      },
    },
  },
});
