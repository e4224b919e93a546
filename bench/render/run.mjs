import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright';
import { chromiumArgs, findChromium, howToGetChromium } from '../../scripts/find-chromium.mjs';
import { goals, table } from './report.mjs';

// A hundred trackers for 60 ticks of 200 ms: npm run bench:render -- [sessions, default 5] [subject …]

/** @typedef {import('./report.mjs').Sample} Sample */

// As a host ships it; Vite looks at this when it is loaded, and would build React for development.
process.env.NODE_ENV = 'production';
const { build, runnerImport } = await import('vite');

const at = (/** @type {string} */ path) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const [sessions = '5', ...chosen] = process.argv.slice(2);
const subjects = chosen.length > 0 ? chosen : ['floor-store', 'tq-select', 'tq-select-stop', 'tillkit'];

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
      rolldownOptions: {
        input: at('bench/render/page.tsx'),
        output: { codeSplitting: false },
      },
    },
  });
  const [built] = [result].flat();
  const [script] = built && 'output' in built ? built.output : [];
  if (script?.type !== 'chunk') throw new Error('The page was not built.');
  return script.code;
}

/** @param {string} script @returns {Promise<{ url: string, close: () => void }>} */
function serve(script) {
  const html =
    '<!doctype html><title>Trackers</title><ul></ul><script type="module" src="/page.js"></script>';
  const server = createServer(({ url }, response) => {
    const isScript = url === '/page.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(isScript ? script : html);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      const port = typeof address === 'object' && address ? address.port : 0;
      resolve({ url: `http://127.0.0.1:${port}/`, close: () => server.close() });
    });
  });
}

/** One session in a page of its own. @param {import('playwright').Browser} browser @param {string} url @param {string} name @param {number} seed @returns {Promise<Sample>} */
async function runOnce(browser, url, name, seed) {
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
      const scriptMs = ms('ScriptDuration');
      const workMs = scriptMs + ms('LayoutDuration') + ms('RecalcStyleDuration');
      return { scriptMs, workMs, mainThreadMs: ms('TaskDuration') };
    };
    await page.waitForFunction(() => Reflect.has(window, 'prepare'));
    await page.evaluate(([subject, plan]) => Reflect.get(window, 'prepare')(subject, plan), [name, seed]);
    const before = await spentMs();
    /** @type {import('./page.tsx').Counts} */
    const counts = await page.evaluate(() => Reflect.get(window, 'run')());
    const after = await spentMs();
    if (counts.complete < plan.trackers) throw new Error(`${name}: only ${counts.complete} are complete.`);
    return {
      ...counts,
      scriptMs: after.scriptMs - before.scriptMs,
      workMs: after.workMs - before.workMs,
      mainThreadMs: after.mainThreadMs - before.mainThreadMs,
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

/** @type {{ module: typeof import('./plan.ts') }} */
const { module: plan } = await runnerImport(at('bench/render/plan.ts'), { configFile: false });
const executablePath = await findChromium();
if (!executablePath) throw new Error(howToGetChromium);
const server = await serve(await bundlePage());
const browser = await chromium.launch({ executablePath, args: chromiumArgs });
/** @type {Record<string, Sample[]>} */
const samples = Object.fromEntries(subjects.map((name) => [name, []]));
try {
  for (let turn = 1; turn <= Number(sessions); turn += 1) {
    for (const name of shuffled(subjects)) {
      samples[name]?.push(await runOnce(browser, server.url, name, turn));
      console.log(`session ${turn} of ${sessions}: ${name}`);
    }
  }
} finally {
  await browser.close();
  server.close();
}

console.log(`\n${table(samples, plan.ticks)}\n`);
for (const { goal, value, limit } of chosen.length === 0 ? goals(samples) : []) {
  const isMet = value <= limit;
  if (!isMet) process.exitCode = 1;
  console.log(`${isMet ? 'pass' : 'FAIL'}  ${goal}: ${value.toFixed(2)}, at most ${limit}`);
}
