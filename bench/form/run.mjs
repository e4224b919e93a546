import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { chromiumArgs, findChromium, howToGetChromium } from '../../scripts/find-chromium.mjs';
import { goals, table } from './report.mjs';

// Typing in row 25 of 50 custom values: npm run bench:form -- [sessions, default 7] [subject …]

/** @typedef {import('./report.mjs').Sample} Sample */

// As a host ships it; Vite looks at this when it is loaded, and would build React for development.
process.env.NODE_ENV = 'production';
const { build, runnerImport } = await import('vite');

const at = (/** @type {string} */ path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const [sessions = '7', ...chosen] = process.argv.slice(2);
const subjects = chosen.length > 0 ? chosen : ['rhf', 'tillkit', 'rhf-zod', 'tillkit-zod'];
const keys = 60;
const keyMs = 25;

/** The peers belong to the benches: the kit's own installation has none of them. */
function installPeers() {
  if (existsSync(at('bench/node_modules/@hookform/resolvers'))) return;
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
    resolve: { alias: module.aliases, dedupe: ['react', 'react-dom', 'react-hook-form', 'zod'] },
    build: {
      write: false,
      target: 'es2022',
      rolldownOptions: { input: at('bench/form/page.tsx'), output: { codeSplitting: false } },
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
  const html = `<!doctype html><title>Form</title><link rel="stylesheet" href="/page.css"><main></main><script type="module" src="/page.js"></script>`;
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

/** One session in a page of its own. @param {import('playwright').Browser} browser @param {string} url @param {string} name @returns {Promise<Sample>} */
async function runOnce(browser, url, name) {
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    page.on('pageerror', (error) => console.error(error));
    await page.goto(url);
    const devTools = await context.newCDPSession(page);
    // CPU time of the thread: a busy neighbour does not count.
    await devTools.send('Performance.enable', { timeDomain: 'threadTicks' });
    const spentMs = async () => {
      const { metrics } = await devTools.send('Performance.getMetrics');
      const ms = (/** @type {string} */ metric) =>
        1000 * (metrics.find(({ name: known }) => known === metric)?.value ?? Number.NaN);
      return {
        script: ms('ScriptDuration'),
        style: ms('RecalcStyleDuration'),
        layout: ms('LayoutDuration'),
        mainThread: ms('TaskDuration'),
      };
    };
    await page.waitForFunction(() => Reflect.has(window, 'prepare'));
    await page.evaluate((subject) => Reflect.get(window, 'prepare')(subject), name);
    // Nothing of the page's runs between two keys but what they cause.
    const type = async (/** @type {number} */ count) => {
      for (let key = 0; key < count; key += 1) {
        await page.keyboard.press('abcdefghij'.charAt(key % 10));
        await new Promise((resolve) => setTimeout(resolve, keyMs));
      }
    };
    await type(10);
    const commitsBefore = await page.evaluate(() => Reflect.get(window, 'commits')());
    const before = await spentMs();
    await type(keys);
    const after = await spentMs();
    const commits = (await page.evaluate(() => Reflect.get(window, 'commits')())) - commitsBefore;
    const typed = await page.evaluate(() => Reflect.get(window, 'typed')());
    if (typed.length < keys + 10) throw new Error(`${name}: ${typed} stands in row 25.`);
    return {
      script: (after.script - before.script) / keys,
      style: (after.style - before.style) / keys,
      layout: (after.layout - before.layout) / keys,
      mainThread: (after.mainThread - before.mainThread) / keys,
      commits: commits / keys,
    };
  } finally {
    await context.close();
  }
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
const samples = Object.fromEntries(subjects.map((name) => [name, []]));
try {
  for (let turn = 1; turn <= Number(sessions); turn += 1) {
    for (const name of shuffled(subjects)) {
      samples[name]?.push(await runOnce(browser, server.url, name));
      console.log(`session ${turn} of ${sessions}: ${name}`);
    }
  }
} finally {
  await browser.close();
  server.close();
}

console.log(`\n${table(samples)}\n`);
for (const { goal, value, limit } of chosen.length === 0 ? goals(samples) : []) {
  const isMet = value <= limit;
  if (!isMet) process.exitCode = 1;
  console.log(`${isMet ? 'pass' : 'FAIL'}  ${goal}: ${value.toFixed(2)}, at most ${limit}`);
}
