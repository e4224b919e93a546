import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type UserConfig } from 'vite';

// One output file per source file: each keeps its own "use client", and a consumer's bundler drops what is unused.
// scripts/merge-modules.mjs then merges those that run in no page.
const external = (id: string) => !/^(\.|\/|\0|[A-Za-z]:)/.test(id);
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const config: UserConfig = {
  plugins: [react()],
  build: {
    target: 'es2022',
    minify: false,
    cssCodeSplit: true, // lib mode refuses a CSS entry without it
    lib: {
      entry: {
        'exports/index': at('src/exports/index.ts'),
        'exports/parts': at('src/exports/parts.ts'),
        'exports/core': at('src/exports/core.ts'),
        'exports/sandbox': at('src/exports/sandbox.ts'),
        'exports/gateway': at('src/exports/gateway.ts'),
        'exports/gateway-node': at('src/exports/gateway-node.ts'),
        'exports/gateway-sql': at('src/exports/gateway-sql.ts'),
        'exports/locales/en': at('src/exports/locales/en.ts'),
        'exports/locales/es': at('src/exports/locales/es.ts'),
        'exports/locales/ar': at('src/exports/locales/ar.ts'),
        'exports/locales/fr': at('src/exports/locales/fr.ts'),
        'exports/locales/de': at('src/exports/locales/de.ts'),
        'exports/locales/pt-BR': at('src/exports/locales/pt-BR.ts'),
        'exports/locales/ja': at('src/exports/locales/ja.ts'),
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
      optimization: { inlineConst: false }, // or a bare import stays, of which a host's bundler warns
      output: { preserveModules: true, preserveModulesRoot: 'src', entryFileNames: '[name].js' },
    },
  },
};

export default defineConfig(({ command }) => {
  // Under another NODE_ENV the published JSX would be the development one.
  if (command === 'build') process.env['NODE_ENV'] = 'production';
  return config;
});
