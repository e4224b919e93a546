import { args, isShort } from '../shared/args.mjs';
import { bundle, load } from '../shared/bundle.mjs';
import { tellGoals, tellLoad } from '../shared/figures.mjs';
import { runSessions } from '../shared/sessions.mjs';
import { goals, table } from './report.mjs';

// A hundred trackers for 60 ticks of 200 ms: npm run bench:render -- [sessions, default 5] [subject …]

/** @typedef {import('./report.mjs').Sample} Sample */

const [sessions = isShort ? '1' : '5', ...chosen] = args;
const subjects = chosen.length > 0 ? chosen : ['floor-store', 'tq-select', 'tq-select-stop', 'tillkit'];
/** @type {typeof import('./plan.ts')} */
const plan = await load('bench/render/plan.ts');

/** @param {import('../shared/sessions.mjs').Session} session @param {string} name @param {number} seed @returns {Promise<Sample>} */
async function show({ ask, metrics }, name, seed) {
  await ask('prepare', name, seed);
  const before = await metrics();
  /** @type {import('./page.tsx').Counts} */
  const counts = await ask('run');
  const after = await metrics();
  if (counts.complete < plan.trackers) throw new Error(`${name}: only ${counts.complete} are complete.`);
  const scriptMs = after.script - before.script;
  return {
    ...counts,
    scriptMs,
    workMs: scriptMs + after.style - before.style + after.layout - before.layout,
    mainThreadMs: after.mainThread - before.mainThread,
  };
}

const samples = await runSessions(
  { bundle: await bundle('bench/render/page.tsx'), body: '<ul></ul>', subjects, sessions: Number(sessions) },
  show,
);
console.log(`\n${table(samples, plan.ticks)}\n`);
if (chosen.length === 0) tellGoals(goals(samples));
else tellLoad();
