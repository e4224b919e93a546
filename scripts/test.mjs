import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { ensureInstall } from './ensure-install.mjs';
import { ensureChromium } from './find-chromium.mjs';

/**
 * `isBeside`: the stage runs on one core, or mostly waits for a browser. Such stages run one after another, beside all other stages.
 *
 * @typedef {{ name: string, command: string, needs?: 'chromium' | 'oldest', minutes?: number, isBeside?: boolean }} Stage
 */
/** @typedef {{ passed: number, failed: number, skipped: number }} Count */
/** @typedef {Count & { name: string, seconds: number, reds: string[] }} Result */

/** @type {Stage[]} */
const everyDay = [
  { name: 'types', command: 'npm run --silent typecheck' },
  { name: 'lint', command: 'npm run --silent lint' },
  { name: 'layers', command: 'node scripts/check-layers.mjs' },
  { name: 'size', command: 'npm run --silent build && node scripts/size-report.mjs' },
  { name: 'unit', command: 'vitest run' },
  { name: 'browser', command: 'vitest run -c test/config/browser.ts', needs: 'chromium', isBeside: true },
  {
    name: 'e2e',
    command: 'vitest run -c test/config/e2e.ts --project e2e',
    needs: 'chromium',
    isBeside: true,
  },
  { name: 'world', command: 'node scripts/world.mjs 1 300 1', isBeside: true },
];
/** Stages that rarely fail alone: `npm run check` and .ci/run have them too. @type {Stage[]} */
const thorough = [
  { name: 'format', command: 'npm run --silent format:check' },
  { name: 'oldest', command: 'vitest run -c test/config/versions.ts', needs: 'oldest' },
  { name: 'consumers', command: 'npm run --silent test:consumers', needs: 'chromium' },
  {
    name: 'e2e-rest',
    command: 'vitest run -c test/config/e2e.ts --project e2e-rest',
    needs: 'chromium',
    isBeside: true,
  },
];
/** The versions of Node that are supported besides the one that runs this. */
const otherNodes = [22, 24, 26];
/** @type {Stage[]} */
const long = [
  { name: 'long', command: 'vitest run -c test/config/long.ts', needs: 'chromium', minutes: 120 },
  { name: 'world', command: 'node scripts/world.mjs 1 3000', minutes: 120 },
  { name: 'looks', command: 'vitest run -c test/config/looks.ts', needs: 'chromium' },
  {
    name: 'storybook',
    command: 'npm run --silent build:storybook && node scripts/check-storybook.mjs --plays',
    needs: 'chromium',
  },
  { name: 'next', command: 'npm run --silent test:next', needs: 'chromium' },
  { name: 'own', command: 'vitest run -c test/config/own.ts' },
  { name: 'shadcn', command: 'vitest run -c test/config/consumers.ts --project shadcn', needs: 'chromium' },
  { name: 'hosts', command: 'vitest run -c test/config/consumers.ts --project hosts', needs: 'chromium' },
  ...otherNodes.map((version) => ({
    name: `node ${version}`,
    command: `npm exec --yes --package node@${version} -- node node_modules/vitest/vitest.mjs run --project node`,
  })),
];

const root = fileURLToPath(new URL('..', import.meta.url));
const shownReds = 20;
const isPosix = process.platform !== 'win32';
const one = (/** @type {boolean} */ isGreen) => ({
  passed: isGreen ? 1 : 0,
  failed: isGreen ? 0 : 1,
  skipped: 0,
});

/** Parses the last lines of a test runner. A stage without tests counts as one test. @param {string} output @param {boolean} isGreen */
function resultIn(output, isGreen) {
  const line = /^tests: (\d+) passed, (\d+) failed, (\d+) skipped\s*$/m.exec(output.slice(-2_000));
  const [passed = 0, failed = 0, skipped = 0] = line ? line.slice(1).map(Number) : [];
  const count =
    passed + failed + skipped === 0
      ? one(isGreen)
      : { passed, failed: isGreen ? failed : Math.max(1, failed), skipped };
  if (count.failed === 0) return { ...count, reds: [] };
  const reds = output.match(/^red: .*(\n {5}.*)*/gm) ?? [];
  const lastLines = output.trimEnd().split('\n').slice(-8).join('\n     ');
  return { ...count, reds: reds.length > 0 ? reds.map((red) => red.slice('red: '.length)) : [lastLines] };
}

/** Each ends a running command with everything that it started. @type {Set<() => void>} */
const running = new Set();
const interrupt = () => {
  for (const end of running) end();
  process.exit(130);
};

/** Runs a command until it ends. @param {Stage} stage @param {(text: string) => void} show */
function run({ command, minutes = 30 }, show) {
  /** @type {Promise<Count & { reds: string[] }>} */
  const ended = new Promise((resolve) => {
    const child = spawn(command, {
      cwd: root,
      shell: true,
      detached: isPosix, // a process group of its own, so that a hanging command can be ended with everything it started
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        PATH: join(root, 'node_modules/.bin') + delimiter + process.env.PATH,
        GOGC: process.env.GOGC ?? '400', // TypeScript and the linter collect garbage less often: a fifth less work
        ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
      },
    });
    const end = () => {
      if (isPosix && child.pid) process.kill(-child.pid, 'SIGKILL');
      else child.kill();
    };
    running.add(end);
    let output = '';
    const add = (/** @type {string} */ text) => {
      show(text);
      output = (output + text).slice(-40_000);
    };
    const timer = setTimeout(() => {
      add(`\nNo end after ${minutes} minutes: stopped.\n`);
      end();
    }, minutes * 60_000);
    child.stdout.setEncoding('utf8').on('data', add);
    child.stderr.setEncoding('utf8').on('data', add);
    child.on('close', (code) => {
      clearTimeout(timer);
      running.delete(end);
      resolve(resultIn(stripVTControlCharacters(output), code === 0));
    });
  });
  return ended;
}

/** @param {Stage[]} stages @param {string | undefined} names */
function chosen(stages, names) {
  const wanted = names?.split(',') ?? stages.map(({ name }) => name);
  const unknown = wanted.filter((name) => !stages.some((stage) => stage.name === name));
  if (unknown.length > 0) {
    console.error(
      `There is no stage ${unknown.join(', ')}. Stages: ${stages.map(({ name }) => name).join(', ')}`,
    );
    return [];
  }
  return stages.filter(({ name }) => wanted.includes(name));
}

/** @type {ReturnType<typeof ensureChromium> | undefined} */
let chromium;

/** Provides what a stage needs; false if that is not possible. @param {Stage['needs']} need */
async function prepare(need) {
  if (need === 'chromium') return (await (chromium ??= ensureChromium())) !== undefined;
  if (need === 'oldest') return ensureInstall('test/compat/oldest');
  return true;
}

/** @param {Stage} stage @param {(text: string) => void} show @returns {Promise<Result>} */
async function runStage(stage, show) {
  show(`\n— ${stage.name}: ${stage.command}\n`);
  const start = performance.now();
  const result = (await prepare(stage.needs))
    ? await run(stage, show)
    : { ...one(false), reds: [`The stage ${stage.name} cannot run without ${stage.needs}.`] };
  return { ...result, name: stage.name, seconds: (performance.now() - start) / 1000 };
}

const toScreen = (/** @type {string} */ text) => void process.stdout.write(text);

/** @param {Stage[]} stages @param {(stage: Stage) => Promise<Result>} runOne */
async function oneByOne(stages, runOne) {
  const results = [];
  for (const stage of stages) results.push(await runOne(stage));
  return results;
}

/** Prints a stage's output at once. @param {Stage} stage */
const runLive = (stage) => runStage(stage, toScreen);

/** Prints a stage's output after it has ended, so that its lines stay together. @param {Stage} stage */
async function runApart(stage) {
  let printed = '';
  const result = await runStage(stage, (text) => (printed += text));
  toScreen(printed);
  return result;
}

/** @param {Stage[]} stages @returns {Promise<Result[]>} */
async function runAll(stages) {
  const beside = stages.filter(({ isBeside }) => isBeside);
  const rest = stages.filter(({ isBeside }) => !isBeside);
  const lanes = await Promise.all([
    oneByOne(rest, runLive),
    oneByOne(beside, rest.length > 0 ? runApart : runLive),
  ]);
  return lanes.flat();
}

const row = (/** @type {string} */ name, /** @type {number} */ seconds, passed = '', failed = '') =>
  [name.padEnd(9), `${seconds.toFixed(1)} s`.padStart(8), passed.padStart(12), failed].join('  ').trimEnd();

/** Runs stages, then prints how long each took, the failures and `12 passed, 0 failed`. @param {Stage[]} stages */
export async function runStages(stages) {
  process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
  const isReady = stages.length > 0 && (await ensureInstall());
  const start = performance.now();
  const results = isReady ? await runAll(stages) : [];
  const total = isReady ? { passed: 0, failed: 0, skipped: 0 } : one(false);
  const rows = results.map(({ name, seconds, passed, failed, skipped }) => {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    return row(name, seconds, `${passed} passed`, `${failed} failed`);
  });
  const wall = (performance.now() - start) / 1000;
  const reds = results.flatMap(({ name, reds: ofStage }) => ofStage.map((red) => `red in ${name}: ${red}`));
  const more = reds.length > shownReds ? [`red: ${reds.length - shownReds} more`] : [];

  process.exitCode = total.failed > 0 ? 1 : 0;
  console.log(`\n${[...rows, row('together', wall)].join('\n')}\n`);
  if (reds.length > 0) console.log(`${[...reds.slice(0, shownReds), ...more].join('\n')}\n`);
  console.log(
    `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
  );
}

if (process.argv[1] && pathToFileURL(process.argv[1]).href === import.meta.url) {
  const { values } = parseArgs({
    options: { long: { type: 'boolean' }, thorough: { type: 'boolean' }, only: { type: 'string' } },
  });
  const usual = values.long ? long : values.thorough || values.only ? [...thorough, ...everyDay] : everyDay;
  await runStages(chosen(usual, values.only));
}
