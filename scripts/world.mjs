import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'vite';

const root = fileURLToPath(new URL('..', import.meta.url));
const run = promisify(execFile);

/**
 * Bundles the simulated world of test/world for Node. `mutant` breaks a line of the kit on purpose. Returns the file.
 * @param {string} folder @param {{ file: string, find: string, replace: string }} [mutant]
 */
export async function bundleWorld(folder, mutant) {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    plugins: mutant ? [breaking(mutant)] : [],
    ssr: { external: ['libsql', 'pg', 'react', 'react-dom', '@tanstack/react-query'] },
    build: {
      ssr: join(root, 'test/world/main.ts'),
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      rolldownOptions: { output: { entryFileNames: 'world.mjs', codeSplitting: false } },
    },
  });
  return join(folder, 'world.mjs');
}

/** @param {{ file: string, find: string, replace: string }} mutant @returns {import('vite').Plugin} */
const breaking = ({ file, find, replace }) => ({
  name: 'mutant',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith(file)) return undefined;
    if (code.split(find).length !== 2) throw new Error(`${file} does not hold this line once: ${find}`);
    return code.replace(find, () => replace);
  },
});

/** Makes a folder in node_modules, where a bundle finds the packages. @returns {Promise<string>} */
export const worldFolder = () => mkdtemp(join(root, 'node_modules', '.world-'));

// Each core runs one process. If Node used more threads, it would slow down the other processes.
const oneThread = ['--single-threaded', '--max-semi-space-size=32'];

/** Runs a bundle of the world. @param {string} file @param {readonly (string | number)[]} args @param {readonly string[]} [node] how Node is called */
export async function runWorld(file, args, node = [process.execPath, ...oneThread]) {
  const [command = '', ...before] = node;
  const { stdout } = await run(command, [...before, file, ...args.map(String)], {
    cwd: root,
    maxBuffer: 2 ** 28,
    env: process.env,
  });
  return stdout;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [first = 1, count = 1000, processes = availableParallelism()] = process.argv.slice(2).map(Number);
  const folder = await worldFolder();
  try {
    const file = await bundleWorld(folder);
    const startedAt = performance.now();
    const share = Math.ceil(count / processes);
    const parts = await Promise.all(
      Array.from({ length: processes }, (_, at) => runWorld(file, ['shifts', first + at * share, share])),
    );
    const told = parts.map((part) => JSON.parse(part));
    const seconds = (performance.now() - startedAt) / 1000;
    report(told, seconds);
    process.exitCode = told.some(({ failures }) => failures.length > 0) ? 1 : 0;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @param {any[]} told @param {number} seconds */
function report(told, seconds) {
  const sum = (/** @type {string} */ name) => told.reduce((all, part) => all + part[name], 0);
  /** @type {Map<string, number>} */
  const delivered = new Map();
  /** @type {Map<string, number>} */
  const pairs = new Map();
  for (const part of told) {
    for (const [name, times] of part.delivered) delivered.set(name, (delivered.get(name) ?? 0) + times);
    for (const [name, times] of part.pairs) pairs.set(name, (pairs.get(name) ?? 0) + times);
  }
  const phases = [...new Set([...delivered.keys()].map((name) => name.split(' ')[1] ?? ''))].toSorted();
  const kinds = [...new Set([...delivered.keys()].map((name) => name.split(' ')[0] ?? ''))].toSorted();
  const faults = [...delivered.values()].reduce((all, times) => all + times, 0);
  const shifts = sum('shifts');
  const perHour = (/** @type {number} */ of) => Math.round((of / seconds) * 3600).toLocaleString('en');
  console.log(`${''.padEnd(24)}${phases.map((phase) => phase.padStart(10)).join('')}`);
  for (const kind of kinds) {
    const cells = phases.map((phase) => String(delivered.get(`${kind} ${phase}`) ?? 0).padStart(10));
    console.log(`${kind.padEnd(24)}${cells.join('')}`);
  }
  const every = (kinds.length * (kinds.length - 1)) / 2;
  console.log(
    `pairs of kinds in one shift: ${pairs.size} of ${every}, the rarest ${Math.min(...pairs.values())} times`,
  );
  console.log(
    `${shifts} shifts of ${(sum('virtualMs') / shifts / 3_600_000).toFixed(2)} h, ${(sum('presses') / shifts).toFixed(1)} presses and ${(faults / shifts).toFixed(1)} faults each, ${sum('withoutFaults')} without faults`,
  );
  console.log(
    `${seconds.toFixed(1)} s, ${sum('cpuSeconds').toFixed(1)} s of processor time (${((sum('cpuSeconds') / shifts) * 1000).toFixed(0)} ms each): ${perHour(shifts)} shifts and ${perHour(faults)} faults an hour`,
  );
  for (const part of told) for (const failure of part.failures) console.log(failure);
}
