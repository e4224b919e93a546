import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { PaymentsError } from '../../core/errors.ts';
import { systemCode } from './systemCode.ts';

interface Holder {
  pid: number;
  host: string;
  /** Tells the process from a later one with the same number, where the system says when it was started. */
  started?: string | undefined;
}

/** Whoever lets go or takes a stale lock away is done in a moment; a process on another machine may never be. */
const mostAttempts = 100;
const guardOf = (lock: string) => `${lock}.stale`;

/** Makes this process the only one that uses a file; gives what lets go of it. A lock whose process is gone is taken over. */
export async function lockFile(path: string): Promise<() => Promise<void>> {
  const lock = `${path}.lock`;
  const own = JSON.stringify(processNow(process.pid));
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    if (await create(lock, own)) return () => letGo(lock, own);
    const found = await readIfThere(lock);
    if (found === undefined) continue; // let go of just now
    const holder = parse(found);
    if (!holder || isAlive(holder)) throw held(path, lock, holder);
    await removeStale(path, lock, found, own);
  }
  const guard = guardOf(lock);
  throw held(path, guard, parse((await readIfThere(guard)) ?? ''));
}

// Written aside first, so that a crash leaves no lock that names nobody.
async function create(lock: string, text: string): Promise<boolean> {
  const aside = `${lock}.${randomUUID()}`;
  try {
    await writeFile(aside, text, { mode: 0o600, flush: true });
    await link(aside, lock);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw new PaymentsError('storage', `${lock} cannot be made. Its folder must exist and be writable.`, {
      cause: error,
    });
  } finally {
    await rm(aside, { force: true });
  }
}

// One at a time, and only what was read: another process may have taken it over meanwhile.
async function removeStale(path: string, lock: string, stale: string, own: string): Promise<void> {
  const guard = guardOf(lock);
  if (!(await create(guard, own))) {
    const remover = parse((await readIfThere(guard)) ?? own);
    if (!remover || !isAlive(remover)) throw held(path, guard, remover);
    return;
  }
  try {
    if ((await readIfThere(lock)) === stale) await rm(lock, { force: true });
  } finally {
    await rm(guard, { force: true });
  }
}

async function letGo(lock: string, own: string): Promise<void> {
  if ((await readIfThere(lock)) === own) await rm(lock, { force: true });
}

async function readIfThere(lock: string): Promise<string | undefined> {
  try {
    return await readFile(lock, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function parse(text: string): Holder | undefined {
  try {
    return JSON.parse(text) as Holder;
  } catch {
    return undefined;
  }
}

const processNow = (pid: number): Holder => ({ pid, host: hostname(), started: startOf(pid) });

function isAlive({ pid, host, started }: Holder): boolean {
  if (host !== hostname()) return true; // cannot be seen from here
  try {
    process.kill(pid, 0);
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
  return startOf(pid) === started;
}

/** When a process was started, on systems with /proc: the boot, and the ticks since. */
function startOf(pid: number): string | undefined {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    const state = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return `${boot} ${state.slice(state.lastIndexOf(')') + 2).split(' ')[19]}`;
  } catch {
    return undefined;
  }
}

function held(path: string, lock: string, holder: Holder | undefined): PaymentsError {
  const who = holder ? `process ${holder.pid} on ${holder.host}` : 'another process';
  return new PaymentsError(
    'storage',
    `${path} is in use by ${who}. Two gateways on one file would send a payment twice: give each its own file, use Redis ` +
      `for both, or delete ${lock} if that process is gone.`,
  );
}
