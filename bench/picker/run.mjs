import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { chromiumArgs, findChromium, howToGetChromium } from '../../scripts/find-chromium.mjs';
import { measure } from './measure.mjs';
import { goals, table } from './report.mjs';

// Opening and typing, at 25 and 10,000 terminals: npm run bench:picker -- [sessions, default 3] [subject …]

/** @typedef {import('./measure.mjs').Sample} Sample */

// As a host ships it; Vite looks at this when it is loaded, and would build React for development.
process.env.NODE_ENV = 'production';
const { build, runnerImport } = await import('vite');

const at = (/** @type {string} */ path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const [sessions = '3', ...chosen] = process.argv.slice(2);
const known = [
  'floor',
  'tillkit',
  'downshift',
  'downshift-virtual',
  'base-ui-virtual',
  'rac-virtual',
  'mui',
  'react-select',
];
const subjects = chosen.length > 0 ? chosen : known;
const counts = [25, 10_000];

/** The peers belong to the benches: the kit's own installation has none of them. */
function installPeers() {
  if (existsSync(at('bench/node_modules/react-aria-components'))) return;
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
    mode: 'production',
    resolve: { alias: module.aliases, dedupe: ['react', 'react-dom'] },
    build: {
      write: false,
      target: 'es2022',
      chunkSizeWarningLimit: 4000,
      rolldownOptions: { input: at('bench/picker/page.tsx'), output: { codeSplitting: false } },
    },
  });
  const [built] = [result].flat();
  const files = built && 'output' in built ? built.output : [];
  const script = files.find((file) => file.type === 'chunk');
  const style = files.find((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
  if (script?.type !== 'chunk' || style?.type !== 'asset') throw new Error('The page was not built.');
  return { script: script.code, style: String(style.source) };
}

/** @param {{ script: string, style: string }} page @returns {Promise<{ url: string, close: () => void }>} */
function serve({ script, style }) {
  const html = `<!doctype html><title>Picker</title><link rel="stylesheet" href="/page.css"><main></main><script type="module" src="/page.js"></script>`;
  /** @type {Record<string, [type: string, body: string]>} */
  const files = { '/page.js': ['text/javascript', script], '/page.css': ['text/css', style] };
  const server = createServer(({ url = '' }, response) => {
    const [type, body] = files[url] ?? ['text/html', html];
    response.setHeader('content-type', type);
    response.end(body);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      resolve({ url: `http://127.0.0.1:${port}/`, close: () => server.close() });
    });
  });
}

const shuffled = (/** @type {string[]} */ names) =>
  names
    .map((name) => ({ name, turn: Math.random() }))
    .toSorted((one, other) => one.turn - other.turn)
    .map(({ name }) => name);

const executablePath = await findChromium();
if (!executablePath) throw new Error(howToGetChromium);
installPeers();
const server = await serve(await bundlePage());
const browser = await chromium.launch({ executablePath, args: chromiumArgs });
/** @type {Record<string, Sample[]>} */
const samples = {};
try {
  for (let turn = 1; turn <= Number(sessions); turn += 1) {
    for (const name of shuffled(subjects)) {
      for (const count of counts) {
        (samples[`${name} ${count}`] ??= []).push(await measure(browser, server.url, name, count));
      }
      console.log(`session ${turn} of ${sessions}: ${name}`);
    }
  }
} finally {
  await browser.close();
  server.close();
}

for (const count of counts) console.log(`\n${table(samples, subjects, count)}\n`);
for (const { goal, value, limit } of chosen.length === 0 ? goals(samples) : []) {
  const isMet = value <= limit;
  if (!isMet) process.exitCode = 1;
  console.log(`${isMet ? 'pass' : 'FAIL'}  ${goal}: ${value.toFixed(2)}, at most ${limit}`);
}
