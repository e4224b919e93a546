import { fileURLToPath } from 'node:url';

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The package's public entries, read from source: tests, stories and examples write the imports a host writes. */
export const aliases = [
  { find: /^tillkit$/, replacement: at('src/exports/index.ts') },
  { find: /^tillkit\/([a-z-]+)$/, replacement: at('src/exports/$1.ts') },
  { find: /^tillkit\/gateway\/([a-z-]+)$/, replacement: at('src/exports/gateway-$1.ts') },
  { find: /^tillkit\/locales\/([a-zA-Z-]+)$/, replacement: at('src/exports/locales/$1.ts') },
  { find: /^tillkit\/styles\.css$/, replacement: at('src/styles/index.css') },
  { find: /^tillkit\/styles\/([a-z-]+)\.css(\?inline)?$/, replacement: at('src/styles/$1.css$2') },
];
