import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
// @ts-expect-error it ships no types
import plugins from '@size-limit/preset-small-lib';
import sizeLimit from 'size-limit';
import { build } from 'vite';

// An entry with `limitOfAll` is bundled by Vite like a host's page. Then `limit` is for the chunks that the page loads
// first, and `limitOfAll` is for all chunks. Each chunk is compressed separately. Any other entry is measured as one
// file, with the API of `size-limit`. The command of `size-limit` is not used: it leaves out peer dependencies. The
// sizes leave out only the packages in the entry's `ignore`.

/**
 * @typedef {{ name: string, path?: string, limit?: string, limitOfAll?: string, import?: string | Record<string, string>,
 *   gzip: boolean, ignore?: string[] }} Entry
 * @typedef {[file: string, names: string | undefined][]} Imports
 */

const root = fileURLToPath(new URL('..', import.meta.url));
/** @type {Entry[]} */
const entries = JSON.parse(readFileSync(join(root, 'scripts/size-limits.json'), 'utf8'));
let failed = false;

/** @param {Imports} imports @param {Pick<Entry, 'ignore' | 'gzip'>} options */
async function sizeOfFile(imports, options) {
  const named = imports.flatMap(([file, names]) => (names ? [[file, names]] : []));
  const files = imports.map(([file]) => file);
  const check = { ...options, files, ...(named.length > 0 && { import: Object.fromEntries(named) }) };
  const [measured] = Object.values(await sizeLimit(plugins, { checks: [check] }));
  return Number(measured.size);
}

const page = 'virtual:page';
// Vite's import helper is not measured: a host's page has it anyway.
const helper = /vite\/preload-helper/;
const plainImport = 'export const __vitePreload = (load) => load();';

/** @param {Imports} imports */
const pageOf = (imports) =>
  imports
    .map(([file, names = '*'], index) => {
      const local = names === '*' ? `* as all${index}` : names;
      const used = names === '*' ? `all${index}` : names.replaceAll(/[{}]/g, '');
      return `import ${local} from ${JSON.stringify(file)}; (globalThis.used ??= []).push(${used});`;
    })
    .join('\n');

/** @param {string} code @param {string[]} ignore */
async function sizesOfPage(code, ignore) {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: page,
        enforce: 'pre',
        resolveId: (id) => (id === page ? id : null),
        load: (id) => (id === page ? code : helper.test(id) ? plainImport : null),
      },
    ],
    build: {
      write: false,
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: { input: page, external: ignore.map((name) => new RegExp(`^${name}($|/)`)) },
    },
  });
  const output = [result].flat().flatMap((made) => ('output' in made ? made.output : []));
  const chunks = new Map(output.flatMap((made) => (made.type === 'chunk' ? [[made.fileName, made]] : [])));
  const [entry = ''] = [...chunks.values()].flatMap((chunk) => (chunk.isEntry ? [chunk.fileName] : []));
  const reached = (/** @type {boolean} */ isAll) => {
    const found = new Set([entry]);
    for (const name of found) {
      const { imports = [], dynamicImports = [] } = chunks.get(name) ?? {};
      for (const next of [...imports, ...(isAll ? dynamicImports : [])])
        if (chunks.has(next)) found.add(next);
    }
    const sizes = [...found].map((name) => gzipSync(chunks.get(name)?.code ?? '', { level: 9 }).length);
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  return { first: reached(false), all: reached(true) };
}

/** Formats a size beside its limit. A size over the limit makes the script fail. @param {number} size @param {string | undefined} limit */
function column(size, limit) {
  const isOver = size / 1000 > Number.parseFloat(limit ?? 'Infinity');
  failed ||= isOver;
  const held = limit ? `limit ${limit}` : 'no limit';
  return `${(size / 1000).toFixed(1).padStart(6)} kB  ${held.padEnd(14)} ${isOver ? 'OVER' : '    '}`;
}

for (const { name, path = '', limit, limitOfAll, import: names, ...options } of entries) {
  // Each file with the names to import from it. Without names, everything is imported.
  const wanted = typeof names === 'object' ? Object.entries(names) : [[path, names]];
  /** @type {Imports} */
  const imports = wanted.map(([file = '', words]) => [join(root, file), words]);
  const columns = [name.padEnd(48)];
  try {
    if (limitOfAll === undefined) columns.push(column(await sizeOfFile(imports, options), limit));
    else {
      const { first, all } = await sizesOfPage(pageOf(imports), options.ignore ?? []);
      columns.push(column(first, limit), `all ${column(all, limitOfAll)}`);
    }
  } catch (error) {
    failed = true;
    columns.push(`not measured: ${String(error)}`);
  }
  console.log(columns.join(' ').trimEnd());
}
process.exitCode = failed ? 1 : 0;
