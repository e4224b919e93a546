import { fileURLToPath } from 'node:url';
import { aliases } from '../../scripts/aliases.mjs';
import { ensureInstall } from '../../scripts/ensure-install.mjs';
import { isShort } from './args.mjs';

// As a host ships it. Vite reads this variable when it is loaded, and would build React for development.
process.env.NODE_ENV = 'production';
const { build, runnerImport } = await import('vite');

const at = (/** @type {string} */ path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const define = { __SHORT__: String(isShort) };

/** Runs a TypeScript module that imports the package's public entries. @param {string} path @returns {Promise<any>} */
export async function load(path) {
  const { module } = await runnerImport(at(path), { configFile: false, resolve: { alias: aliases }, define });
  return module;
}

/** The benches have their own peers, which the kit's installation does not contain. */
export async function installPeers() {
  if (await ensureInstall('bench')) return;
  console.error(
    'The peers of the benches are not installed and cannot be: is the npm registry out of reach? npm ci --prefix bench',
  );
  process.exit(1);
}

/** One script and one style sheet with everything that a page imports. @param {string} path */
export async function bundle(path) {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    mode: 'production',
    define,
    resolve: { alias: aliases, dedupe: ['react', 'react-dom', 'react-hook-form', 'zod'] },
    build: {
      write: false,
      target: 'es2022',
      chunkSizeWarningLimit: 4000,
      rolldownOptions: { input: at(path), output: { codeSplitting: false } },
    },
  });
  const [built] = [result].flat();
  const files = built && 'output' in built ? built.output : [];
  const script = files.find((file) => file.type === 'chunk');
  const style = files.find((file) => file.fileName.endsWith('.css'));
  if (script?.type !== 'chunk') throw new Error(`${path} was not built.`);
  return { script: script.code, style: style?.type === 'asset' ? String(style.source) : '' };
}
