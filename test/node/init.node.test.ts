import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { snippetsIn } from '../../scripts/snippets.mjs';
import { findApp } from '../../src/node/findApp.ts';
import { runInitCommand } from '../../src/node/init.ts';
import { filesFor, withGateway } from '../../src/node/initFiles.ts';
import { read } from '../docs/pages.ts';

const dependencies = {
  tillkit: '1',
  react: '19',
  'react-dom': '19',
  '@tanstack/react-query': '5',
  'react-hook-form': '7',
};
const devDependencies = { '@types/node': '24', '@types/react': '19' };
const manifest = (more: object = {}) =>
  JSON.stringify({ dependencies, devDependencies, scripts: { dev: 'vite' }, ...more });

const viteConfig = `import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

// https://vite.dev/config/
export default defineConfig({
  plugins: [react()],
})
`;

/** As create-vite makes it. */
const vite = {
  'package.json': manifest(),
  'package-lock.json': '{}',
  'tsconfig.json': '{ "files": [] }',
  'tsconfig.node.json': '{ "compilerOptions": { "allowImportingTsExtensions": true } }',
  'vite.config.ts': viteConfig,
  'index.html': '',
};
const next = {
  'package.json': manifest({ dependencies: { ...dependencies, next: '16' }, scripts: { dev: 'next dev' } }),
  'tsconfig.json': '{}',
  'app/page.tsx': '',
};

async function folderWith(files: Record<string, string>): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'tillkit-init-')));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
  return folder;
}

/** Runs the command in a folder, and gives what it printed, asked and left behind. */
async function init(
  folder: string,
  args: string[] = ['--yes'],
  { typed, isInteractive = false }: { typed?: string | undefined; isInteractive?: boolean } = {},
) {
  const printed: string[] = [];
  const complaints: string[] = [];
  const asked: string[] = [];
  const status = await runInitCommand(args, {
    print: (text) => void printed.push(text),
    complain: (text) => void complaints.push(text),
    ask: async (question) => {
      asked.push(question);
      return typed;
    },
    isInteractive,
    folder,
  });
  const paths = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = paths
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const written = (path: string) => readFile(join(folder, path), 'utf8');
  return { status, text: printed.join('\n'), complaint: complaints.join('\n'), asked, files, written };
}

describe('tillkit init', () => {
  test('writes provider, page, gateway and description into a Vite app, and says what is next', async () => {
    const { status, files, text, written } = await init(await folderWith(vite));
    expect(status).toBe(0);
    expect(files.filter((path) => !(path in vite)).toSorted()).toEqual([
      'payments/gateway.ts',
      'payments/service.ts',
      'payments/vite.ts',
      'src/till/Payments.tsx',
      'src/till/Till.tsx',
      'till.html',
    ]);
    expect(await written('vite.config.ts')).toBe(
      `import { payments } from './payments/vite.ts'\n${viteConfig.replace('[react()]', '[payments(), react()]')}`,
    );
    expect(await written('src/till/Till.tsx')).toContain("from './Payments.tsx'");
    const [, steps] = text.split('\nWritten. Next:\n');
    expect(steps?.split('\n').slice(0, 3)).toEqual([
      expect.stringMatching(/^ {2}npx tillkit sandbox /),
      expect.stringMatching(/^ {2}npm run dev /),
      expect.stringMatching(/^ {2}http:\/\/localhost:5173\/till\.html /),
    ]);
  });

  test.each(['app', 'src/app'])('writes a page and a route into the folder %s of a Next app', async (app) => {
    const folder = await folderWith(next);
    if (app !== 'app') {
      await cp(join(folder, 'app'), join(folder, app), { recursive: true });
      await rm(join(folder, 'app'), { recursive: true });
    }
    const { status, files, text, written } = await init(folder);
    expect(status).toBe(0);
    expect(files).toEqual(
      expect.arrayContaining(['payments/gateway.ts', 'payments/service.ts', `${app}/till/page.tsx`]),
    );
    const route = await written(`${app}/api/payments/[...path]/route.ts`);
    const [, toGateway = ''] = /from '(\.[^']+)'/.exec(route) ?? [];
    expect(join(app, 'api/payments/[...path]', toGateway)).toBe('payments/gateway');
    expect(await written(`${app}/till/Payments.tsx`)).toMatch(/^'use client';\n/);
    expect(text).toContain('http://localhost:3000/till ');
  });

  test.each([
    // As create-next-app makes it without Tailwind.
    [
      'names',
      'html {\n  color: red;\n}\n\n* {\n  box-sizing: border-box;\n  padding: 0;\n  margin: 0;\n}\n',
      true,
    ],
    ['has nothing to say of', '@layer base {\n  * {\n    padding: 0;\n  }\n}\n', false],
    ['has nothing to say of', '@import "tailwindcss";\n', false],
  ])('%s the reset of a Next app, as in %j', async (_, styles, isNamed) => {
    const { text } = await init(await folderWith({ ...next, 'app/globals.css': styles }));
    expect(/\nPut the rule \* \{ … \} of app\/globals\.css into a layer, .*$/.test(text)).toBe(isNamed);
  });

  test('asks before it writes, and writes nothing without a yes', async () => {
    const folder = await folderWith(vite);
    for (const typed of ['', 'n', 'yessir', undefined]) {
      const { status, asked, files, complaint } = await init(folder, [], { typed, isInteractive: true });
      expect([status, asked, complaint]).toEqual([1, ['\nWrite them? (y/N) '], 'Nothing was written.']);
      expect(files.toSorted()).toEqual(Object.keys(vite).toSorted());
    }
    const { status, files } = await init(folder, [], { typed: ' Y ', isInteractive: true });
    expect(status).toBe(0);
    expect(files).toContain('payments/gateway.ts');
  });

  test('shows the files and writes nothing with --dry-run, and where nobody can be asked', async () => {
    const folder = await folderWith(vite);
    const dry = await init(folder, ['--dry-run', '--yes']);
    expect([dry.status, dry.asked]).toEqual([0, []]);
    expect(dry.text).toContain('\n  payments/gateway.ts ');
    const silent = await init(folder, []);
    expect([silent.status, silent.asked]).toEqual([1, []]);
    expect(silent.complaint).toContain('add --yes');
    expect(silent.files.toSorted()).toEqual(Object.keys(vite).toSorted());
    expect(await silent.written('vite.config.ts')).toBe(viteConfig);
  });

  test('names the files that exist, and replaces none', async () => {
    const folder = await folderWith({ ...vite, 'src/till/Till.tsx': 'mine', 'till.html': '' });
    const { status, complaint, files, written } = await init(folder);
    expect(status).toBe(1);
    expect(complaint).toContain(
      'tillkit init replaces none:\n  src/till/Till.tsx\n  till.html\nNothing was written.',
    );
    expect(await written('src/till/Till.tsx')).toBe('mine');
    expect(files).not.toContain('payments/gateway.ts');
    expect(await written('vite.config.ts')).toBe(viteConfig);
  });

  test('leaves a configuration that it does not understand as it is, and says what belongs there', async () => {
    const config = "export { default } from '@acme/vite';\n";
    const folder = await folderWith({ ...vite, 'vite.config.ts': config });
    const { text: plan } = await init(folder, ['--dry-run']);
    expect(plan).toMatch(/\n {2}vite\.config\.ts +left to you: .*\n +import \{ payments \}.*\n +plugins: /);
    const { status, text, written } = await init(folder);
    expect(status).toBe(0);
    expect(await written('vite.config.ts')).toBe(config);
    expect(text).toContain(
      "write into vite.config.ts\n  import { payments } from './payments/vite.ts'\n  plugins: [payments(), …]",
    );
  });

  test('in a folder of a monorepo it takes the package manager of the repository', async () => {
    const inPackage = Object.entries(vite)
      .filter(([path]) => path !== 'package-lock.json')
      .map(([path, text]) => [`apps/till/${path}`, text]);
    const root = await folderWith({
      ...Object.fromEntries(inPackage),
      'package.json': '{ "packageManager": "pnpm@10.1.0", "workspaces": ["apps/*"] }',
    });
    const { status, text, files } = await init(join(root, 'apps/till'));
    expect(status).toBe(0);
    expect(files).toContain('till.html');
    expect(text).toMatch(/\n {2}pnpm exec tillkit sandbox .*\n {2}pnpm dev /);
    const above = await init(root);
    expect([above.status, above.complaint]).toEqual([1, expect.stringContaining('in the folder of the app')]);
  });

  test('names what is not installed, with the command that installs it', async () => {
    const app = {
      ...vite,
      'package.json': JSON.stringify({ dependencies: { react: '19' }, devDependencies: { vite: '8' } }),
      'package-lock.json': '',
      'yarn.lock': '',
    };
    const folder = await folderWith(app);
    await rm(join(folder, 'package-lock.json'));
    const { missing } = findApp(folder);
    expect(missing).toEqual({ peers: ['tillkit'], types: [] });
    await mkdir(join(folder, 'node_modules/tillkit'), { recursive: true });
    expect(findApp(folder).missing.peers).toEqual([]);
    await rm(join(folder, 'node_modules'), { recursive: true });
    const { text } = await init(folder);
    expect(text).toContain('\nNot installed yet: tillkit\n');
    expect(text).toContain('Next:\n  yarn add tillkit\n  yarn tillkit sandbox ');
    expect(text).toContain('\n  yarn vite dev ');
  });

  test.each([
    ['without a package.json', {}, 'There is no package.json in'],
    ['with a broken one', { 'package.json': '{' }, 'is no JSON'],
    ['of another kind', { 'package.json': '{}' }, 'does not belong to a Vite or Next app'],
    [
      'in JavaScript',
      { 'package.json': manifest(), 'vite.config.js': viteConfig, 'index.html': '' },
      'this app has no tsconfig.json',
    ],
    [
      'with the Pages Router only',
      { ...next, 'app/page.tsx': undefined, 'pages/index.tsx': '' },
      'no folder app or src/app',
    ],
    ['whose pages a framework makes', { ...vite, 'index.html': undefined }, 'has no index.html'],
  ])('refuses an app %s, and says why', async (_, files: Record<string, string | undefined>, sentence) => {
    const given = Object.entries(files).filter(([, text]) => text !== undefined);
    const folder = await folderWith(Object.fromEntries(given) as Record<string, string>);
    const { status, complaint, text } = await init(folder);
    expect([status, complaint, text]).toEqual([1, expect.stringContaining(sentence), '']);
  });

  test('refuses words and options that it does not know', async () => {
    for (const word of ['now', '--force']) {
      const { status, complaint } = await init(await folderWith(vite), [word]);
      expect(status).toBe(1);
      expect(complaint).toContain('\n\nUsage: tillkit init [--yes] [--dry-run]');
    }
  });
});

test.each([
  [
    'all on one line',
    "import { x } from 'x';\nexport default defineConfig({ plugins: [] });\n",
    "import { payments } from './payments/vite';\nimport { x } from 'x';\nexport default defineConfig({ plugins: [payments()] });\n",
  ],
  [
    'a list over several lines',
    'import x from "x"\nexport default {\n\tplugins: [\n\t\tx(),\n\t],\n}\n',
    'import { payments } from "./payments/vite"\nimport x from "x"\nexport default {\n\tplugins: [payments(),\n\t\tx(),\n\t],\n}\n',
  ],
  ['a list of other plugins', "import x from 'x'\nexport default { css: { plugins: [x()] } }\n", undefined],
  ['two lists', "import x from 'x'\n  plugins: [x()],\n  plugins: [x()],\n", undefined],
  ['a word of its own for payments', "import { payments } from 'x'\n  plugins: [payments()],\n", undefined],
])('a Vite configuration with %s', (_, config, changed) => {
  expect(withGateway(config, '')).toBe(changed);
});

describe('what init writes is what the pages show', () => {
  const app = {
    folder: '',
    packageManager: 'npm' as const,
    devScript: 'dev',
    missing: { peers: [], types: [] },
  };
  const files = filesFor({ ...app, framework: 'vite', importExtension: '.ts', viteConfig: 'vite.config.ts' });
  const inNext = filesFor({ ...app, framework: 'next', importExtension: '', appFolder: 'app' });
  const textOf = (path: string) => [...files, ...inNext].find((file) => file.path === path)?.text ?? path;
  const shown = (page: string, fence: string) =>
    [...read(page).matchAll(new RegExp(`^\`\`\`${fence}\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(
      ([, code = '']) => code,
    );

  test('the provider is that of the README', () => {
    const snippets = snippetsIn('README.md', read('README.md')).map(({ source }) => source.trimStart());
    expect(snippets).toContain(textOf('src/till/Payments.tsx'));
    expect(textOf('app/till/Payments.tsx')).toBe(`'use client';\n\n${textOf('src/till/Payments.tsx')}`);
  });

  test('page, gateway and description are those of docs/start.md', () => {
    expect(shown('docs/start.md', 'jsx')).toEqual([textOf('src/till/Till.tsx')]);
    expect(shown('docs/start.md', 'js')).toEqual([
      textOf('payments/gateway.ts'),
      textOf('payments/service.ts'),
    ]);
  });

  test('the key of the real service does not go to the sandbox', () => {
    expect(textOf('payments/gateway.ts')).toContain(
      "baseUrl === sandbox ? 'sandbox' : (process.env['PAYMENTS_KEY']",
    );
  });

  test('the page has its width also in a root that shrinks it, such as that of a new Vite app', () => {
    expect(textOf('src/till/Till.tsx')).toContain("width: 'min(100% - 2rem, 32rem)'");
  });

  test('the description names fields as docs/connect.md does', () => {
    const [, fields = ''] = /defineService\(\{\n([\s\S]*?)\}\);/.exec(textOf('payments/service.ts')) ?? [];
    expect(read('docs/connect.md')).toContain(`defineService({\n${fields.replaceAll('  // ', '  ')}});`);
  });

  test('the route is that of the example', () => {
    const example = read('examples/gateway/next/app/api/payments/[...path]/route.ts');
    const [, end] = textOf('app/api/payments/[...path]/route.ts').split('\n// The first request');
    expect(end).toMatch(/export \{ payments as GET/);
    expect(example).toContain(`\n// The first request${end}`);
  });

  test('what it says in a Vite app stands in docs/start.md', async () => {
    const { text } = await init(await folderWith(vite));
    const [session = ''] = shown('docs/start.md', 'text');
    expect(session).toBe(
      `$ npx tillkit init\n${text.replace('\n\nWritten.', '\n\nWrite them? (y/N) y\n\nWritten.')}\n`,
    );
  });
});
