import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
// @ts-expect-error it ships no types
import plugins from '@size-limit/preset-small-lib';
import sizeLimit from 'size-limit';

// The `size-limit` command leaves peer dependencies out; a page pays for all of them but React. Hence its API,
// which leaves out only what an entry's own `ignore` names.

/** @typedef {{ name: string, path?: string, limit?: string, import?: string | Record<string, string>, gzip: boolean, ignore?: string[] }} Entry */

const root = fileURLToPath(new URL('..', import.meta.url));
/** @type {Entry[]} */
const entries = JSON.parse(readFileSync(join(root, 'scripts/size-limits.json'), 'utf8'));
let failed = false;

/** What is loaded only when it is needed is no part of a page. */
const loadedLater = {
  name: 'loaded-later',
  setup(/** @type {import('esbuild').PluginBuild} */ build) {
    build.onResolve({ filter: /./ }, ({ kind }) =>
      kind === 'dynamic-import' ? { external: true } : undefined,
    );
  },
};

for (const { name, path = '', limit, import: names, ...options } of entries) {
  // What is imported of each file; of one without names all of it.
  const wanted = typeof names === 'object' ? Object.entries(names) : [[path, names]];
  const imports = wanted.flatMap(([file = '', words]) => (words ? [[join(root, file), words]] : []));
  const check = {
    ...options,
    modifyEsbuildConfig: (/** @type {object} */ config) => ({ ...config, plugins: [loadedLater] }),
    files: wanted.map(([file = '']) => join(root, file)),
    ...(imports.length > 0 && { import: Object.fromEntries(imports) }),
  };
  const limitKb = limit ? Number.parseFloat(limit) : Number.POSITIVE_INFINITY;
  const columns = [name.padEnd(28)];
  try {
    const [measured] = Object.values(await sizeLimit(plugins, { checks: [check] }));
    const size = Number(measured.size);
    const isOver = size / 1000 > limitKb;
    failed ||= isOver;
    columns.push(`${(size / 1000).toFixed(1)} kB gzip`.padStart(14), limit ? `limit ${limit}` : 'no limit');
    if (isOver) columns.push('OVER');
  } catch (error) {
    failed = true;
    columns.push(`not measured: ${String(error)}`);
  }
  console.log(columns.join('  '));
}
process.exitCode = failed ? 1 : 0;
