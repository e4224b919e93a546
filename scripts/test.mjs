import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { ensureInstall } from './ensure-install.mjs';
import { ensureChromium } from './find-chromium.mjs';

/** @typedef {{ name: string, command: string, needs?: 'chromium' | 'oldest', minutes?: number }} Stage */
/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** @type {Stage[]} */
const everyDay = [
  { name: 'types', command: 'npm run --silent typecheck' },
  { name: 'lint', command: 'npm run --silent lint' },
  { name: 'format', command: 'npm run --silent format:check' },
  { name: 'layers', command: 'node scripts/check-layers.mjs' },
  { name: 'unit', command: 'vitest run' },
  { name: 'oldest', command: 'vitest run -c vitest.versions.config.ts', needs: 'oldest' },
  { name: 'browser', command: 'vitest run -c vitest.browser.config.ts', needs: 'chromium' },
  { name: 'e2e', command: 'vitest run -c vitest.e2e.config.ts', needs: 'chromium' },
  { name: 'size', command: 'npm run --silent build && node scripts/size-report.mjs' },
];
/** @type {Stage[]} */
const long = [
  { name: 'long', command: 'vitest run -c vitest.long.config.ts', needs: 'chromium', minutes: 120 },
  { name: 'looks', command: 'vitest run -c vitest.looks.config.ts', needs: 'chromium' },
];

const root = fileURLToPath(new URL('..', import.meta.url));
const isPosix = process.platform !== 'win32';
const one = (/** @type {boolean} */ isGreen) => ({
  passed: isGreen ? 1 : 0,
  failed: isGreen ? 0 : 1,
  skipped: 0,
});

/** What a test runner's closing line says; a stage without tests counts as one. @param {string} output @param {boolean} isGreen @returns {Count} */
function countIn(output, isGreen) {
  const line = /^tests: (\d+) passed, (\d+) failed, (\d+) skipped\s*$/m.exec(output.slice(-400));
  const [passed = 0, failed = 0, skipped = 0] = line ? line.slice(1).map(Number) : [];
  if (passed + failed + skipped === 0) return one(isGreen);
  return { passed, failed: isGreen ? failed : Math.max(1, failed), skipped };
}

/** Runs a command to its end, showing its output. @param {Stage} stage @returns {Promise<Count>} */
function run({ command, minutes = 15 }) {
  return new Promise((resolve) => {
    const child = spawn(command, {
      cwd: root,
      shell: true,
      detached: isPosix, // a group of its own, so that what hangs can be ended with all it started
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PATH: join(root, 'node_modules/.bin') + delimiter + process.env.PATH,
        ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
      },
    });
    const end = () => {
      if (isPosix && child.pid) process.kill(-child.pid, 'SIGKILL');
      else child.kill();
    };
    const interrupt = () => {
      end();
      process.exit(130);
    };
    const timer = setTimeout(() => {
      console.error(`No end after ${minutes} minutes: stopped.`);
      end();
    }, minutes * 60_000);
    process.once('SIGINT', interrupt).once('SIGTERM', interrupt);
    let output = '';
    child.stdout.setEncoding('utf8').on('data', (/** @type {string} */ text) => {
      process.stdout.write(text);
      output = (output + text).slice(-4_000);
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      process.off('SIGINT', interrupt).off('SIGTERM', interrupt);
      resolve(countIn(output, code === 0));
    });
  });
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

/** Gets what a stage needs; false when it cannot be had. @param {Stage['needs']} need */
async function prepare(need) {
  if (need === 'chromium') return (await (chromium ??= ensureChromium())) !== undefined;
  if (need === 'oldest') return ensureInstall('compat/oldest');
  return true;
}

const { values } = parseArgs({ options: { long: { type: 'boolean' }, only: { type: 'string' } } });
const stages = chosen(values.long ? long : everyDay, values.only);
const isReady = stages.length > 0 && ensureInstall();
const total = isReady ? { passed: 0, failed: 0, skipped: 0 } : one(false);
/** @type {string[]} */
const table = [];

for (const stage of isReady ? stages : []) {
  console.log(`\n— ${stage.name}: ${stage.command}`);
  const start = performance.now();
  const canRun = await prepare(stage.needs);
  if (!canRun) console.error(`The stage ${stage.name} cannot run without ${stage.needs}.`);
  const count = canRun ? await run(stage) : one(false);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  total.passed += count.passed;
  total.failed += count.failed;
  total.skipped += count.skipped;
  table.push(
    [
      stage.name.padEnd(7),
      `${seconds} s`.padStart(8),
      `${count.passed} passed`.padStart(12),
      `${count.failed} failed`,
    ].join('  '),
  );
}

process.exitCode = total.failed > 0 ? 1 : 0;
console.log(`\n${table.join('\n')}\n`);
console.log(
  `${total.passed} passed, ${total.failed} failed${total.skipped > 0 ? `, ${total.skipped} skipped` : ''}`,
);
