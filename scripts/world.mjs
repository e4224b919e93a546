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

/** Makes a folder in node_modules, so that a bundle in it finds its packages. @returns {Promise<string>} */
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
  const [seed = '1', count = 1000, processes = availableParallelism()] = process.argv.slice(2);
  const [first, ...aimed] = seed.split('+');
  const share = Math.ceil(Number(count) / Number(processes));
  const seeds = Array.from({ length: Number(processes) }, (_, at) =>
    [Number(first) + at * share, ...aimed].join('+'),
  );
  const folder = await worldFolder();
  try {
    const file = await bundleWorld(folder);
    const startedAt = performance.now();
    const parts = await Promise.all(seeds.map((own) => runWorld(file, ['shifts', own, share])));
    report(
      parts.map((part) => JSON.parse(part)),
      (performance.now() - startedAt) / 1000,
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Prints the counts, then the failures, in the form that scripts/test.mjs parses. @param {any[]} parts @param {number} seconds */
function report(parts, seconds) {
  const sum = (/** @type {string} */ name) => parts.reduce((all, part) => all + part[name], 0);
  /** How often, over all parts. @param {'delivered' | 'pairs'} name @returns {Map<string, number>} */
  const counts = (name) => {
    const all = new Map();
    for (const [key, times] of parts.flatMap((part) => part[name])) all.set(key, (all.get(key) ?? 0) + times);
    return all;
  };
  const [delivered, pairs] = [counts('delivered'), counts('pairs')];
  /** @type {{ kinds: string[], phases: string[] }} */
  const { kinds, phases } = parts[0];
  const shifts = sum('shifts');
  const faults = [...delivered.values()].reduce((all, times) => all + times, 0);
  const perHour = (/** @type {number} */ of) => Math.round((of / seconds) * 3600).toLocaleString('en');

  const rows = kinds.map((kind) => ({
    kind,
    times: phases.map((phase) => delivered.get(`${kind} ${phase}`) ?? 0),
  }));
  const line = (/** @type {string} */ name, /** @type {(string | number)[]} */ cells) =>
    console.log(`${name.padEnd(24)}${cells.map((cell) => `${cell}`.padStart(10)).join('')}`);
  line('', phases);
  for (const { kind, times } of rows) line(kind, times);
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

  const failures = parts.flatMap((part) => part.failures);
  const missing = rows.filter(({ times }) => times.every((one) => one === 0));
  const reds = [
    ...failures,
    ...(shifts < 200 ? [] : missing.map(({ kind }) => `no shift met ${kind}`)),
    // A single shift may have a few less.
    ...(shifts >= 20 && sum('presses') < shifts * 40 ? ['a shift has fewer than 40 presses on average'] : []),
  ];
  for (const red of reds) console.log(`red: ${red.replaceAll('\n', '\n     ')}`);
  console.log(`tests: ${shifts - failures.length} passed, ${reds.length} failed, 0 skipped`);
  process.exitCode = reds.length > 0 ? 1 : 0;
}
