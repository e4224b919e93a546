import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

// npm run bench:upload -- [runs, default 3]

process.env.NODE_ENV = 'production';
const { build, runnerImport } = await import('vite');
const at = (/** @type {string} */ path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

/** The peers belong to the benches: the kit's own installation has none of them. */
function installPeers() {
  if (existsSync(at('bench/node_modules/@uppy/xhr-upload'))) return;
  const options = ['--prefix', at('bench'), '--ignore-scripts', '--no-audit', '--no-fund', '--silent'];
  if (spawnSync('npm', ['install', ...options], { stdio: 'inherit' }).status !== 0) {
    throw new Error('The peers could not be installed: npm install --prefix bench');
  }
}

async function bundlePage() {
  /** @type {{ module: typeof import('../../vite.aliases.ts') }} */
  const { module } = await runnerImport(at('vite.aliases.ts'), { configFile: false });
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { alias: module.aliases, dedupe: ['react', 'react-dom'] },
    build: { write: false, target: 'es2022', rolldownOptions: { input: at('bench/upload/page.ts') } },
  });
  const [built] = [result].flat();
  const [script] = built && 'output' in built ? built.output : [];
  if (script?.type !== 'chunk') throw new Error('The page was not built.');
  return script.code;
}

installPeers();
/** @type {{ module: typeof import('./main.ts') }} */
const bench = await runnerImport(at('bench/upload/main.ts'), { configFile: false });
const areMet = await bench.module.main(await bundlePage(), Number(process.argv[2] ?? 3));
process.exitCode = areMet ? 0 : 1;
