import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Removes the type declarations in `dist` that no public entry uses: a host could not import them.

const root = fileURLToPath(new URL('..', import.meta.url));
/** @type {{ exports: Record<string, string | { types?: string }> }} */
const { exports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

/** @type {Set<string>} */
const reached = new Set();

/** @param {string} path */
function reach(path) {
  if (reached.has(path)) return;
  reached.add(path);
  const source = readFileSync(path, 'utf8');
  for (const [, target = ''] of source.matchAll(/(?:from|import\()\s*['"](\.[^'"]+)['"]/g))
    reach(join(dirname(path), target).replace(/\.(tsx?|js)$/, '.d.ts'));
}

for (const entry of Object.values(exports))
  if (typeof entry === 'object' && entry.types !== undefined) reach(join(root, entry.types));

const dist = join(root, 'dist');
for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
  const path = join(dist, name);
  if (name.endsWith('.d.ts') && !reached.has(path)) rmSync(path);
}
