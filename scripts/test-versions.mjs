import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureInstall } from './ensure-install.mjs';

// Tests the components with the oldest and the newest allowed versions of packages: npm run test:versions [-- oldest]

const root = fileURLToPath(new URL('..', import.meta.url));
const chosen = process.argv.slice(2);

/** The newest packages have no lock file: they are looked up each time. @param {string} versions */
async function install(versions) {
  if (versions === 'oldest') return ensureInstall('test/compat/oldest');
  const options = {
    cwd: `${root}test/compat/${versions}`,
    shell: true,
    stdio: /** @type {const} */ ('inherit'),
  };
  return spawnSync('npm update --no-audit --no-fund', options).status === 0;
}

/** @param {string} versions @param {string} name */
function installed(versions, name) {
  const path = `${root}test/compat/${versions}/node_modules/${name}/package.json`;
  return `${name} ${JSON.parse(readFileSync(path, 'utf8')).version}`;
}

for (const versions of chosen.length > 0 ? chosen : ['oldest', 'newest']) {
  if (!(await install(versions))) process.exit(1);
  const { dependencies } = JSON.parse(readFileSync(`${root}test/compat/${versions}/package.json`, 'utf8'));
  console.log(
    `\n— ${versions}: ${Object.keys(dependencies)
      .map((name) => installed(versions, name))
      .join(', ')}`,
  );
  const { status } = spawnSync('npx vitest run -c test/config/versions.ts', {
    cwd: root,
    shell: true,
    stdio: 'inherit',
    env: { ...process.env, VERSIONS: versions },
  });
  if (status !== 0) process.exitCode = 1;
}
