import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

// One output file per source file: each keeps its own "use client", and a consumer's bundler drops what is unused.
const external = (id: string) => !/^(\.|\/|\0|[A-Za-z]:)/.test(id);
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2022',
    sourcemap: true,
    minify: false,
    cssCodeSplit: true, // lib mode refuses a CSS entry without it
    lib: {
      entry: {
        'exports/index': at('src/exports/index.ts'),
        'exports/core': at('src/exports/core.ts'),
        'exports/sandbox': at('src/exports/sandbox.ts'),
        'exports/locales/en': at('src/exports/locales/en.ts'),
        'exports/locales/es': at('src/exports/locales/es.ts'),
        'exports/locales/ar': at('src/exports/locales/ar.ts'),
        'node/tillkit': at('src/node/tillkit.ts'),
        styles: at('src/styles/index.css'),
        'styles/tokens': at('src/styles/tokens.css'),
        'styles/dark': at('src/styles/dark.css'),
        'styles/material': at('src/styles/material.css'),
        'styles/shadcn': at('src/styles/shadcn.css'),
        'styles/ant': at('src/styles/ant.css'),
      },
      formats: ['es'],
    },
    rolldownOptions: {
      external,
      output: { preserveModules: true, preserveModulesRoot: 'src', entryFileNames: '[name].js' },
    },
  },
});
