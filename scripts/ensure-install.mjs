import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Imports only Node's own modules: this script runs before packages are installed.
const root = fileURLToPath(new URL('..', import.meta.url));

/** @typedef {Record<string, { version?: string, optional?: boolean, devOptional?: boolean }>} LockedPackages */

/** @param {string} path @returns {LockedPackages} */
const packagesIn = (path) => JSON.parse(readFileSync(path, 'utf8')).packages;

// Dates of files are not compared: a checkout or a restored cache changes them although no package changed.
/** Whether the installed packages have the versions of the lock file. @param {string} directory */
function isInstalled(directory) {
  try {
    const wanted = packagesIn(join(directory, 'package-lock.json'));
    const present = packagesIn(join(directory, 'node_modules/.package-lock.json'));
    return Object.entries(wanted).every(
      ([path, { version, optional, devOptional }]) =>
        path === '' || (present[path] ? present[path].version === version : optional || devOptional),
    );
  } catch {
    return false; // no node_modules, or an interrupted install
  }
}

/** Runs `npm ci` if packages are missing or differ from the lock file. Resolves to whether everything is installed. */
export async function ensureInstall(directory = '.') {
  const path = join(root, directory);
  if (isInstalled(path)) return true;
  const where = directory === '.' ? '' : ` for ${directory}`;
  console.log(`Installing the locked packages (npm ci)${where}: the first time that takes a minute or two.`);
  const start = performance.now();
  const seconds = () => `${Math.round((performance.now() - start) / 1000)} s`;
  const said = setInterval(() => console.log(`Still installing after ${seconds()}.`), 15_000); // npm itself prints nothing
  const npm = spawn('npm ci --include=dev --no-audit --no-fund', {
    cwd: path,
    shell: true,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const code = await new Promise((resolve) => npm.once('error', resolve).once('close', resolve));
  clearInterval(said);
  console.log(code === 0 ? `Installed in ${seconds()}.` : 'The packages could not be installed.');
  return code === 0;
}

if (process.argv[1] && pathToFileURL(process.argv[1]).href === import.meta.url) {
  if (!(await ensureInstall())) process.exitCode = 1;
}
