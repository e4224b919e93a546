import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** What `npm publish` would send. */
    tarball: string;
    /** A folder for the consumers. */
    workshop: string;
  }
}

/** Builds and packs the package once for all consumers; `TARBALL` names one that is packed already. */
export default function packPackage({ provide }: TestProject) {
  // Outside of the repository: from inside, a consumer would find what it does not install.
  const workshop = mkdtempSync(join(tmpdir(), 'tillkit-consumers-'));
  const { TARBALL } = process.env;
  provide('tarball', TARBALL ? resolve(TARBALL) : pack(workshop));
  provide('workshop', workshop);
  return () => rmSync(workshop, { recursive: true, force: true });
}

function pack(folder: string): string {
  const { status, stdout } = spawnSync('npm', ['pack', '--pack-destination', folder], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production' }, // the test runner's would build React for development
  });
  const [name] = readdirSync(folder);
  if (status === 0 && name) return join(folder, name);
  throw new Error(`The package cannot be packed:\n${stdout.split('\n').slice(-20).join('\n')}`);
}
