import { args, isShort } from '../shared/args.mjs';
import { bundle, installPeers } from '../shared/bundle.mjs';
import { aligned, median, spread, tellGoals } from '../shared/figures.mjs';
import { runSessions } from '../shared/sessions.mjs';

// What a page with the till costs until it can be used: npm run bench:start -- [sessions, default 15]

const [sessions = isShort ? '1' : '15'] = args;
const files = {
  react: 'bench/start/subjects/react.tsx',
  'by hand': 'bench/start/subjects/byHand.jsx',
  tillkit: 'bench/start/subjects/tillkit.tsx',
};
// Deferred work of a page (reading the journal, measuring fields) belongs to its start.
const settleMs = 500;
const readyWithinMs = 15_000;

await installPeers();
/** @type {Record<string, Awaited<ReturnType<typeof bundle>>>} */
const bundles = {};
for (const [name, file] of Object.entries(files)) bundles[name] = await bundle(file);

/**
 * The terminals are loaded, and an amount can be typed. One terminal is a group, up to four are radios, more are a
 * combobox.
 */
const isReady = () => {
  const terminals = document.querySelector('[role=combobox], [role=radio], [role=group][aria-busy]');
  const amount = document.querySelector('input[inputmode=decimal]');
  return [terminals, amount].every((control) => control?.matches(':not([aria-busy=true], :disabled)'));
};

/** @type {Record<string, import('../shared/sessions.mjs').Metrics[]>} */
const samples = await runSessions(
  {
    bundle: bundles,
    body: '<main></main>',
    subjects: Object.keys(files),
    sessions: Number(sessions),
    isBlank: true,
  },
  async ({ page, url, metrics }, name) => {
    const before = await metrics();
    await page.goto(url);
    await page.waitForFunction(isReady, undefined, { polling: 50, timeout: readyWithinMs }).catch((cause) => {
      throw new Error(`${name}: no terminal or no amount could be entered.`, { cause });
    });
    await page.waitForTimeout(settleMs);
    const after = await metrics();
    const of = (/** @type {keyof typeof after} */ what) => after[what] - before[what];
    return {
      script: of('script'),
      style: of('style'),
      layout: of('layout'),
      mainThread: of('mainThread'),
      heap: of('heap'),
    };
  },
);

/** @param {string} name @param {'script' | 'style' | 'layout' | 'mainThread'} figure */
const figures = (name, figure) => (samples[name] ?? []).map((sample) => sample[figure]);
/** @param {string} name */
const overReact = (name) => median(figures(name, 'mainThread')) - median(figures('react', 'mainThread'));
const titles = ['', 'main thread ms', 'over React alone', 'script ms', 'style ms', 'layout ms', 'script kB'];
const rows = Object.keys(files).map((name) => [
  name,
  spread(figures(name, 'mainThread'), 1),
  overReact(name).toFixed(1),
  .../** @type {const} */ (['script', 'style', 'layout']).map((figure) =>
    median(figures(name, figure)).toFixed(1),
  ),
  ((bundles[name]?.script.length ?? 0) / 1000).toFixed(0),
]);
console.log(`\n${aligned([titles, ...rows])}\n`);
tellGoals([
  {
    goal: 'P-G3  CPU over React alone, of the page by hand',
    value: overReact('tillkit') / overReact('by hand'),
    limit: 1.1,
  },
]);
