import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureInstall } from '../scripts/ensure-install.mjs';
import { args, isShort } from './shared/args.mjs';
import { tellLoad } from './shared/figures.mjs';

// Runs every bench with its table and goals, one after the other: npm run bench -- [--short] [bench …] With --short
// each bench runs its whole path as briefly as possible, without judging figures.

const benches = ['polling', 'render', 'picker', 'form', 'upload', 'day', 'start', 'gateway', 'record'];
const withPeers = new Set(['picker', 'form', 'upload', 'start']);
const chosen = args.length > 0 ? args : benches;
// A short run that takes longer than this hangs.
const timeout = isShort ? 120_000 : undefined;

/** @type {string[]} */
const rows = [];
const tell = (/** @type {string} */ name, /** @type {string} */ took, /** @type {string} */ outcome) =>
  rows.push(`${name.padEnd(8)}  ${took.padStart(6)}  ${outcome}`);
const hasPeers = !chosen.some((name) => withPeers.has(name)) || (await ensureInstall('bench'));
for (const name of chosen) {
  if (withPeers.has(name) && !hasPeers) {
    process.exitCode = 1;
    tell(name, '', 'NOT RUN: its peers are not installed, and the npm registry is out of reach');
    continue;
  }
  console.log(`\n— ${name}\n`);
  const start = performance.now();
  const file = fileURLToPath(new URL(`./${name}/run.mjs`, import.meta.url));
  const { status } = spawnSync(process.execPath, [file, ...(isShort ? ['--short'] : [])], {
    stdio: 'inherit',
    timeout,
  });
  if (status !== 0) process.exitCode = 1;
  const outcome = isShort ? ['runs', 'DOES NOT RUN'] : ['goals met', 'NOT MET'];
  tell(name, `${((performance.now() - start) / 1000).toFixed(0)} s`, outcome[status === 0 ? 0 : 1] ?? '');
}
console.log(`\n${rows.join('\n')}\n`);
tellLoad();
