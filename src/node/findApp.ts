import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

interface AppBase {
  folder: string;
  packageManager: PackageManager;
  /** The script that starts the dev server; undefined if package.json has none. */
  devScript: string | undefined;
  /** The ending of imports of files: `.ts` if the app's TypeScript allows that, or nothing. */
  importExtension: '.ts' | '';
  /** Packages that the app needs and has not installed. */
  missing: { peers: string[]; types: string[] };
}

/** The app that `tillkit init` writes into. */
export type HostApp =
  | (AppBase & { framework: 'vite'; viteConfig: string | undefined })
  | (AppBase & { framework: 'next'; appFolder: 'app' | 'src/app' });

interface Manifest {
  scripts?: Record<string, string>;
  packageManager?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

const peers = ['tillkit', 'react', 'react-dom', '@tanstack/react-query', 'react-hook-form'];
const types = ['@types/node', '@types/react'];

/** The app in a folder. Throws if init cannot write into it; the message is for the person who started init. */
export function findApp(folder: string): HostApp {
  const manifest = manifestIn(folder);
  if (!manifest) throw new Error(`There is no package.json in ${folder}. ${howToMakeOne}`);
  const dependencies = { ...manifest.dependencies, ...manifest.devDependencies };
  const has = (path: string) => existsSync(join(folder, path));
  const config = (name: string) =>
    ['ts', 'mts', 'js', 'mjs'].map((extension) => `${name}.config.${extension}`).find(has);
  const isNext = 'next' in dependencies || config('next') !== undefined;
  const viteConfig = config('vite');
  if (!isNext && viteConfig === undefined && !('vite' in dependencies)) {
    throw new Error(
      `${join(folder, 'package.json')} does not belong to a Vite or Next app. In a repository of several packages, run this in the folder of the app. ${howToMakeOne}`,
    );
  }
  if (!has('tsconfig.json')) {
    throw new Error(
      'tillkit init writes TypeScript, and this app has no tsconfig.json. Copy what you need from docs/start.md of tillkit: without the types it is JavaScript.',
    );
  }
  const settings = ['tsconfig.json', 'tsconfig.app.json', 'tsconfig.node.json'].filter(has);
  const allowsExtensions = settings.some((path) =>
    /"allowImportingTsExtensions"\s*:\s*true/.test(readFileSync(join(folder, path), 'utf8')),
  );
  const isMissing = (name: string) => !(name in dependencies) && !isInstalled(name, folder);
  const base: AppBase = {
    folder,
    packageManager: packageManagerOf(folder),
    devScript: 'dev' in (manifest.scripts ?? {}) ? 'dev' : undefined,
    importExtension: allowsExtensions ? '.ts' : '',
    missing: { peers: peers.filter(isMissing), types: types.filter(isMissing) },
  };
  if (isNext) {
    // Next itself looks for the two folders in this order.
    const appFolder = (['app', 'src/app'] as const).find(has);
    if (appFolder) return { ...base, framework: 'next', appFolder };
    throw new Error(
      'tillkit init writes for the App Router, and this Next app has no folder app or src/app. For the Pages Router, see docs/gateway.md and docs/start.md of tillkit.',
    );
  }
  if (has('index.html')) return { ...base, framework: 'vite', viteConfig };
  throw new Error(
    'This Vite app has no index.html: a framework on top of Vite makes its pages, and tillkit init does not know it. See docs/start.md of tillkit for the page and docs/gateway.md for the server.',
  );
}

const howToMakeOne = 'To make an app: npm create vite@latest till -- --template react-ts';

function manifestIn(folder: string): Manifest | undefined {
  const path = join(folder, 'package.json');
  if (!existsSync(path)) return undefined;
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Manifest;
  } catch (cause) {
    throw new Error(`${path} is no JSON: ${(cause as Error).message}`, { cause });
  }
}

function withParents(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...withParents(parent)];
}

const locks: readonly [string, PackageManager][] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
];

function packageManagerOf(folder: string): PackageManager {
  for (const place of withParents(folder)) {
    const [named] = /^(npm|pnpm|yarn|bun)(?=@)/.exec(manifestIn(place)?.packageManager ?? '') ?? [];
    if (named) return named as PackageManager;
    const [, found] = locks.find(([lock]) => existsSync(join(place, lock))) ?? [];
    if (found) return found;
  }
  return 'npm';
}

/** Whether the app or tillkit can import a package. With pnpm, perhaps only tillkit can import its peers. */
function isInstalled(name: string, folder: string): boolean {
  const own = dirname(realpathSync(fileURLToPath(import.meta.url)));
  return [folder, own].flatMap(withParents).some((place) => existsSync(join(place, 'node_modules', name)));
}
