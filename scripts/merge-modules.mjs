import { readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';

// Merges the modules of the gateway, the sandbox, the command line and each language in `dist`, so that the package has
// fewer files. The other modules stay separate, so that a host's bundler can leave out those that a page does not use.

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const languages = ['es', 'ar', 'fr', 'de', 'pt-BR', 'ja'];
const entries = [
  'exports/gateway',
  'exports/gateway-node',
  'exports/gateway-sql',
  'exports/sandbox',
  'node/tillkit',
  ...languages.map((language) => `exports/locales/${language}`),
];

const modules = [
  ...['gateway', 'sandbox', 'node'].flatMap((folder) =>
    readdirSync(join(dist, folder), { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)),
  ),
  ...languages.map((language) => `words/${language}.js`),
]
  .filter((path) => path.endsWith('.js'))
  .map((path) => join(dist, path));

const output = await build({
  configFile: false,
  logLevel: 'warn',
  plugins: [
    {
      name: 'the modules of a page stay as they are',
      enforce: 'pre',
      resolveId(id, importer) {
        if (!id.startsWith('.')) return id.startsWith('/') ? null : { id, external: true };
        const path = join(dirname(importer ?? ''), id);
        return modules.includes(path) ? null : { id: path, external: 'relative' };
      },
    },
  ],
  build: {
    target: 'es2022',
    minify: false,
    emptyOutDir: false,
    outDir: dist,
    lib: {
      entry: Object.fromEntries(entries.map((entry) => [entry, join(dist, `${entry}.js`)])),
      formats: ['es'],
    },
    rolldownOptions: {
      output: { entryFileNames: '[name].js', chunkFileNames: 'shared/[name].js' },
    },
  },
});

const files = [output].flat().flatMap((each) => ('output' in each ? each.output : []));
const written = new Set(files.map(({ fileName }) => join(dist, fileName)));
for (const path of modules) if (!written.has(path)) rmSync(path);
