import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type CommandTerminal, flagOption, misuseOf, parseCommandLine } from './commandLine.ts';
import { findApp, type HostApp } from './findApp.ts';
import { filesFor, type InitFile, withGateway } from './initFiles.ts';

export const initUsage = `Usage: tillkit init [--yes] [--dry-run]

Writes a till into the Vite or Next app of this folder: provider, page, gateway, and a description of your service.
It shows the files first and asks. It never replaces a file.
  --yes       writes without a question
  --dry-run   shows the files, and writes nothing`;

interface InitConsole extends CommandTerminal {
  /** Whether a person can answer questions in the console. */
  isInteractive: boolean;
  folder: string;
}

/** Runs `tillkit init`. Returns its exit status: 0 if it wrote all files, or listed them (`--dry-run`); otherwise 1. */
export async function runInitCommand(args: readonly string[], terminal: InitConsole): Promise<number> {
  const { print, complain, ask, isInteractive, folder } = terminal;
  try {
    const options = { yes: flagOption, 'dry-run': flagOption };
    const { values } = parseCommandLine({ args, options }, misuseOf(initUsage));
    const app = findApp(folder);
    const files = filesFor(app);
    const config = await changedConfig(app);
    refuseToReplace(files, folder);
    print(planText(app, files, config));
    if (values['dry-run']) {
      print('\nNothing was written: --dry-run.');
      return 0;
    }
    if (!values.yes) {
      if (!isInteractive)
        throw new Error(
          'tillkit init asks before it writes, and there is no terminal to ask on. Nothing was written: add --yes.',
        );
      const typed = await ask('\nWrite them? (y/N) ');
      if (!/^y(es)?$/i.test(typed?.trim() ?? '')) throw new Error('Nothing was written.');
    }
    await write(files, config, folder);
    print([nextText(app, config), await resetText(app)].join('\n').trimEnd());
    return 0;
  } catch (error) {
    complain((error as Error).message);
    return 1;
  }
}

interface ChangedConfig {
  path: string;
  /** The changed text of the file. Undefined if a person has to change it. */
  text: string | undefined;
}

async function changedConfig(app: HostApp): Promise<ChangedConfig | undefined> {
  if (app.framework !== 'vite') return undefined;
  const path = app.viteConfig ?? 'vite.config.ts';
  if (app.viteConfig === undefined) return { path, text: undefined };
  return { path, text: withGateway(await readFile(join(app.folder, path), 'utf8'), app.importExtension) };
}

function refuseToReplace(files: readonly InitFile[], folder: string): void {
  const existing = files.filter(({ path }) => existsSync(join(folder, path)));
  if (existing.length === 0) return;
  const names = existing.map(({ path }) => `  ${path}`).join('\n');
  throw new Error(
    `These files exist, and tillkit init replaces none:\n${names}\nNothing was written. Rename or remove them and start again, or copy what you lack from docs/start.md of tillkit.`,
  );
}

function planText(app: HostApp, files: readonly InitFile[], config: ChangedConfig | undefined): string {
  const width = Math.max(...files.map(({ path }) => path.length));
  const row = (path: string, about: string) => `  ${path.padEnd(width)}  ${about}`;
  const framework = app.framework === 'vite' ? 'Vite' : 'Next';
  const lines = [
    `In this ${framework} app tillkit init writes:`,
    ...files.map(({ path, about }) => row(path, about)),
  ];
  if (config) {
    const about =
      config.text === undefined ? 'left to you: one line and one word more' : 'one line and one word more:';
    lines.push(row(config.path, about), ...configLines(app).map((line) => row('', `  ${line}`)));
  }
  const install = installText(app);
  if (install) lines.push('', `Not installed yet: ${install.names}`);
  return lines.join('\n');
}

const configLines = ({ importExtension }: HostApp) => [
  `import { payments } from './payments/vite${importExtension}'`,
  'plugins: [payments(), …]',
];

async function write(
  files: readonly InitFile[],
  config: ChangedConfig | undefined,
  folder: string,
): Promise<void> {
  for (const { path, text } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    // `wx` makes the write fail if the file was created after `refuseToReplace` looked for it.
    await writeFile(target, text, { flag: 'wx' });
  }
  if (config?.text !== undefined) await writeFile(join(folder, config.path), config.text);
}

const commands = {
  npm: { add: 'npm install', addTypes: 'npm install -D', run: 'npm run', tillkit: 'npx' },
  pnpm: { add: 'pnpm add', addTypes: 'pnpm add -D', run: 'pnpm', tillkit: 'pnpm exec' },
  yarn: { add: 'yarn add', addTypes: 'yarn add -D', run: 'yarn', tillkit: 'yarn' },
  bun: { add: 'bun add', addTypes: 'bun add -d', run: 'bun run', tillkit: 'bunx' },
};

function installText({ missing: { peers, types }, packageManager }: HostApp) {
  if (peers.length + types.length === 0) return undefined;
  const { add, addTypes } = commands[packageManager];
  const parts = [
    peers.length > 0 && `${add} ${peers.join(' ')}`,
    types.length > 0 && `${addTypes} ${types.join(' ')}`,
  ];
  return { names: [...peers, ...types].join(', '), command: parts.filter(Boolean).join(' && ') };
}

function nextText(app: HostApp, config: ChangedConfig | undefined): string {
  const { run, tillkit } = commands[app.packageManager];
  const isVite = app.framework === 'vite';
  const start = app.devScript ? `${run} ${app.devScript}` : `${tillkit} ${app.framework} dev`;
  const steps: [string, string][] = [
    [`${tillkit} tillkit sandbox`, 'the simulated service; it goes on running'],
    [start, 'in a second terminal'],
    [`http://localhost:${isVite ? '5173/till.html' : '3000/till'}`, 'in a browser: charge 12.50'],
  ];
  const install = installText(app);
  if (install) steps.unshift([install.command, '']);
  const width = Math.max(...steps.slice(-3).map(([command]) => command.length));
  const lines = ['', 'Written. Next:'];
  for (const [command, about] of steps) lines.push(`  ${command.padEnd(width)}  ${about}`.trimEnd());
  if (config && config.text === undefined) {
    lines.push('', `One thing is left to you, before you start: write into ${config.path}`);
    lines.push(...configLines(app).map((line) => `  ${line}`));
  }
  const own = isVite ? 'Render <Till /> where your app wants it, and remove till.html. ' : '';
  lines.push('', `${own}For your real service: docs/your-service.md of tillkit.`);
  return lines.join('\n');
}

/** Advice if a CSS rule for `*` outside of layers overrides the kit, as in a new Next app without Tailwind. */
async function resetText(app: HostApp): Promise<string> {
  if (app.framework !== 'next') return '';
  const path = `${app.appFolder}/globals.css`;
  const styles = await readFile(join(app.folder, path), 'utf8').catch(() => '');
  return /^\* *\{[^}]*padding: *0/m.test(styles)
    ? `Put the rule * { … } of ${path} into a layer, or the components have no space around their words: docs/theming.md of tillkit.`
    : '';
}
