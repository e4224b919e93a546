import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { chromiumArgs, findHeadlessChromium } from '../../scripts/find-chromium.mjs';
import { snippetsIn } from '../../scripts/snippets.mjs';
import { sectionsOf } from '../docs/markdown.ts';
import { read, root } from '../docs/pages.ts';

vi.setConfig({ testTimeout: 120_000 });

// A host's project, made of what the pages show: its files, its settings, its page. The package in it is our source.
let host = '';
let ports: number[] = [];

beforeAll(async () => {
  host = await mkdtemp(join(tmpdir(), 'tillkit-documented-'));
  ports = await Promise.all([freePort(), freePort()]);
  await installPackages();
});
afterAll(() => rm(host, { recursive: true, force: true }));

/** The snippets of a section, with free ports for the two that the pages name. */
function shownIn(path: string, heading: string): string[] {
  const section = sectionsOf(read(path)).get(heading);
  if (section === undefined) throw new Error(`${path} has no section "${heading}".`);
  const [service = '', page = ''] = ports.map(String);
  return snippetsIn(path, section).map(({ source }) =>
    source.trimStart().replaceAll('4010', service).replaceAll('5173', page),
  );
}

test('docs/testing.md: the tests for Vitest pass as they stand', async () => {
  const [rule = ''] = shownIn('docs/testing.md', 'In Vitest: a rule of yours');
  const [config = '', page = ''] = shownIn('docs/testing.md', 'In Vitest: a page of yours');
  await write({ 'vitest.config.ts': config, 'test/rule.test.ts': rule, 'test/page.test.tsx': page });
  expect(await run('vitest run --reporter verbose --testTimeout 60000')).toMatch(/Tests +2 passed \(2\)/);
});

test('docs/testing.md: the test for Playwright passes as it stands, on the page of docs/start.md', async () => {
  const [till = ''] = shownIn('docs/start.md', 'Run the sandbox over HTTP');
  const [config = '', spec = ''] = shownIn('docs/testing.md', 'In Playwright');
  const launchOptions = { executablePath: await findHeadlessChromium(), args: chromiumArgs };
  await write({
    'index.html': '<!doctype html><div id="root"></div><script type="module" src="/main.tsx"></script>',
    'main.tsx': `import { createRoot } from 'react-dom/client';
import { Till } from './Till.tsx';
createRoot(document.querySelector('#root')!).render(<Till />);
`,
    'Till.tsx': till,
    'playwright.config.ts': config,
    'till.e2e.ts': spec,
    // Where this machine's Chromium is, and the patience that a busy one needs.
    'here.config.ts': `import config from './playwright.config.ts';
const use = { ...config.use, launchOptions: ${JSON.stringify(launchOptions)} };
export default { ...config, use, timeout: 90_000, expect: { timeout: 30_000 } };
`,
  });
  expect(await run('playwright test -c here.config.ts --reporter list')).toMatch(/^ +1 passed/m);
});

/** Runs a command of the host to its end, and gives what it said. */
async function run(command: string): Promise<string> {
  const [name = '', ...words] = command.split(' ');
  const mine = /^(FORCE_COLOR|NODE_ENV|VITEST.*)$/; // the test runner's
  const env = Object.entries(process.env).filter(([key]) => !mine.test(key));
  const ended = promisify(execFile)(join(host, 'node_modules/.bin', name), words, {
    cwd: host,
    env: { ...Object.fromEntries(env), NO_COLOR: '1' },
    timeout: 100_000,
  });
  const { stdout } = await ended.catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${command}:\n${error.stdout}${error.stderr}`);
  });
  return stdout;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (typeof address === 'string' || !address) throw new Error('There is no port.');
  return address.port;
}

async function write(files: Record<string, string>) {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(host, path)), { recursive: true });
    await writeFile(join(host, path), text);
  }
}

async function installPackages() {
  const names = ['vitest', 'jsdom', 'playwright', 'vite', 'react', 'react-dom'];
  const library = ['dom', 'react', 'user-event'].map((name) => `@testing-library/${name}`);
  const link = async (path: string, target: string) => {
    await mkdir(dirname(join(host, path)), { recursive: true });
    await symlink(target, join(host, path));
  };
  for (const name of [...names, ...library])
    await link(`node_modules/${name}`, join(root, 'node_modules', name));
  for (const name of ['vite', 'vitest', 'playwright'])
    await link(`node_modules/.bin/${name}`, join(root, 'node_modules/.bin', name));

  // The entries of the package, each where it is built from.
  const inSource = JSON.stringify(manifest.exports)
    .replaceAll(/\.\/dist\/(exports\/[^"]*?)(\.d\.ts|\.js)"/g, './src/$1.ts"')
    .replaceAll('./dist/styles.css', './src/styles/index.css')
    .replaceAll('./dist/styles/', './src/styles/');
  await link('node_modules/tillkit/src', join(root, 'src'));
  await link('node_modules/.bin/tillkit', join(host, 'tillkit.mjs'));
  const command = pathToFileURL(join(root, 'src/node/tillkit.ts')).href;
  await write({
    'package.json': JSON.stringify({
      type: 'module',
      scripts: { dev: `vite build --logLevel error && vite preview --port ${ports[1]}` },
    }),
    'node_modules/tillkit/package.json': `{ "name": "tillkit", "type": "module", "exports": ${inSource} }`,
    'tillkit.mjs': `#!/usr/bin/env node
import { runnerImport } from 'vite';
const { module } = await runnerImport('${command}', { configFile: false });
await module.runSandboxCommand(process.argv.slice(2), { log: console.log });
`,
  });
  await chmod(join(host, 'tillkit.mjs'), 0o755);
}
