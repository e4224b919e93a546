import { args, isShort } from '../shared/args.mjs';
import { bundle, installPeers } from '../shared/bundle.mjs';
import { tellGoals, tellLoad } from '../shared/figures.mjs';
import { runSessions } from '../shared/sessions.mjs';
import { goals, table } from './report.mjs';

// Typing in row 25 of 50 custom values: npm run bench:form -- [sessions, default 7] [subject …]

/** @typedef {import('./report.mjs').Sample} Sample */

const [sessions = isShort ? '1' : '7', ...chosen] = args;
const subjects = chosen.length > 0 ? chosen : ['rhf', 'tillkit', 'rhf-zod', 'tillkit-zod'];
const keys = isShort ? 10 : 60;
const keyMs = 25;

/** @param {import('../shared/sessions.mjs').Session} session @param {string} name @returns {Promise<Sample>} */
async function typeIn({ page, ask, metrics }, name) {
  await ask('prepare', name);
  // Between two keys the page runs nothing but what the keys cause.
  const type = async (/** @type {number} */ count) => {
    for (let key = 0; key < count; key += 1) {
      await page.keyboard.press('abcdefghij'.charAt(key % 10));
      await new Promise((resolve) => setTimeout(resolve, keyMs));
    }
  };
  await type(10);
  const commitsBefore = await ask('commits');
  const before = await metrics();
  await type(keys);
  const after = await metrics();
  const commits = (await ask('commits')) - commitsBefore;
  const typed = await ask('typed');
  if (typed.length < keys + 10) throw new Error(`${name}: ${typed} stands in row 25.`);
  return {
    script: (after.script - before.script) / keys,
    style: (after.style - before.style) / keys,
    layout: (after.layout - before.layout) / keys,
    mainThread: (after.mainThread - before.mainThread) / keys,
    commits: commits / keys,
  };
}

await installPeers();
const samples = await runSessions(
  {
    bundle: await bundle('bench/form/page.tsx'),
    body: '<main></main>',
    subjects,
    sessions: Number(sessions),
  },
  typeIn,
);
console.log(`\n${table(samples)}\n`);
if (chosen.length === 0) tellGoals(goals(samples));
else tellLoad();
