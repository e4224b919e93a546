import { fileURLToPath } from 'node:url';

const at = (/** @type {string} */ path) => fileURLToPath(new URL(`../src/${path}`, import.meta.url));

/** Maps each import path of the package, such as `tillkit/core`, to its source, for tests, stories and examples. */
export const aliases = [
  { find: /^tillkit$/, replacement: at('exports/index.ts') },
  { find: /^tillkit\/([a-z-]+)$/, replacement: at('exports/$1.ts') },
  { find: /^tillkit\/gateway\/([a-z-]+)$/, replacement: at('exports/gateway-$1.ts') },
  { find: /^tillkit\/locales\/([a-zA-Z-]+)$/, replacement: at('exports/locales/$1.ts') },
  { find: /^tillkit\/styles\.css$/, replacement: at('styles/index.css') },
  { find: /^tillkit\/styles\/([a-z-]+)\.css(\?inline)?$/, replacement: at('styles/$1.css$2') },
];
