import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export const howToGetChromium = `No Chromium was found for the browser tests. Any one of these will do:
  Debian/Ubuntu:  sudo apt-get update && sudo apt-get install -y chromium
  any system:     npx playwright install chromium
  already have one somewhere else:  export CHROME_PATH=/path/to/chrome
The tests that need no browser run with:  npm test -- --only types,lint,format,layers,size,unit`;

export const chromiumArgs = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), // Chromium refuses its sandbox as root
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  // Chromium may connect to this machine only. Without this flag it looks up hosts of its vendor.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1, EXCLUDE ::1',
];

function usualPlaces() {
  if (process.platform === 'darwin') {
    return [
      '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      '/Applications/Chromium.app/Contents/MacOS/Chromium',
      '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ];
  }
  if (process.platform === 'win32') {
    const roots = [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA];
    const browsers = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];
    return roots.flatMap((root) => (root ? browsers.map((browser) => join(root, browser)) : []));
  }
  return [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/snap/bin/chromium',
    '/usr/bin/microsoft-edge',
  ];
}

async function playwrightsOwn() {
  const playwright = await import('playwright').catch(() => undefined);
  return playwright?.chromium.executablePath() ?? '';
}

const shell = '/usr/bin/chromium-headless-shell';

/** The path of the headless shell, else of any Chromium. The shell uses half the processor time and never hides a tab. */
export async function findHeadlessChromium() {
  return !process.env.CHROME_PATH && existsSync(shell) ? shell : findChromium();
}

/** The path of a Chromium on this machine, if any. Throws if CHROME_PATH is set to a path that does not exist. */
export async function findChromium() {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`CHROME_PATH is set to ${chosen}, which does not exist. Correct it or unset it.`);
  }
  return [...usualPlaces(), await playwrightsOwn()].find((path) => path && existsSync(path));
}

function canInstall() {
  return (
    process.env.TILLKIT_NO_INSTALL !== '1' &&
    process.getuid?.() === 0 &&
    spawnSync('apt-get', ['--version'], { stdio: 'ignore' }).status === 0
  );
}

/** @param {string[]} args */
function aptGet(...args) {
  spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
}

function install() {
  console.log(
    'No Chromium on this machine: installing it with apt-get (TILLKIT_NO_INSTALL=1 prevents this).',
  );
  aptGet('update');
  const lock = ['-o', 'DPkg::Lock::Timeout=300']; // another apt may hold the lock
  aptGet(...lock, 'install', '-y', 'chromium');
  aptGet(...lock, 'install', '-y', 'chromium-headless-shell'); // Debian has this package, Ubuntu does not
}

/** Finds a Chromium or installs one. If neither works, prints what to do and returns undefined. */
export async function ensureChromium() {
  try {
    let path = await findChromium();
    if (!path && canInstall()) {
      install();
      path = await findChromium();
    }
    if (!path) console.error(howToGetChromium);
    return path;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return undefined;
  }
}

if (process.argv[1] && pathToFileURL(process.argv[1]).href === import.meta.url) {
  const path = await ensureChromium();
  if (path) console.log(path);
  else process.exitCode = 1;
}
