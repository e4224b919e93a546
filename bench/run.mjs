import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { tellLoad } from './shared/figures.mjs';

// Every bench with its own table and goals, one after the other: npm run bench -- [bench …]

const benches = ['polling', 'render', 'picker', 'form', 'upload', 'day', 'start', 'gateway'];
const chosen = process.argv.slice(2);

/** @type {string[]} */
const rows = [];
for (const name of chosen.length > 0 ? chosen : benches) {
  console.log(`\n— ${name}\n`);
  const start = performance.now();
  const file = fileURLToPath(new URL(`./${name}/run.mjs`, import.meta.url));
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
  const seconds = ((performance.now() - start) / 1000).toFixed(0);
  rows.push(`${name.padEnd(8)}  ${`${seconds} s`.padStart(6)}  ${status === 0 ? 'goals met' : 'NOT MET'}`);
}
console.log(`\n${rows.join('\n')}\n`);
tellLoad();
