import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from 'node:child_process';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { existsSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Pool } from 'pg';
import type { PostgresPool } from '../../../src/gateway/sql/postgresConnection.ts';

/** Debian keeps them out of the path, in a folder a version. */
function findPrograms(): string | undefined {
  const debian = '/usr/lib/postgresql';
  const folders = existsSync(debian)
    ? readdirSync(debian).map((version) => join(debian, version, 'bin'))
    : [];
  return ['', ...folders].find((folder) =>
    ['initdb', 'postgres'].every(
      (program) => spawnSync(join(folder, program), ['--version'], { stdio: 'ignore' }).status === 0,
    ),
  );
}

/** It refuses to run as root. */
function findUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  try {
    const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { stdio: 'pipe' }));
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    return { uid: 65_534, gid: 65_534 }; // of the account without rights
  }
}

const programs = process.platform === 'win32' ? undefined : findPrograms();

export const postgresIsInstalled = programs !== undefined;

if (!postgresIsInstalled) {
  console.log('Tests with PostgreSQL are skipped: there is none here. Debian: apt-get install -y postgresql');
}

export interface PostgresServer {
  /** What `pg` connects to. */
  address: { host: string; port: number; user: string; database: string };
  /** Where its data is. */
  data: string;
  /** Ends it as a crash would. */
  crash: () => Promise<void>;
  /** Starts it again, on the same data. */
  start: () => Promise<void>;
  /** Ends it and removes its data. */
  stop: () => Promise<void>;
}

const port = 5432; // of a socket in a folder of its own

/** A PostgreSQL of this test's own, on a socket and in a folder of its own; or a standby, which follows another one. */
export async function startPostgres(primary?: PostgresServer): Promise<PostgresServer> {
  const user = findUser();
  const folder = await mkdtemp(join(tmpdir(), 'tillkit-pg-'));
  if (user) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const program = (name: string) => join(programs ?? '', name);
  const inData = ['-U', 'postgres', '--no-sync', '-D', data];
  const [name, args] = primary
    ? ['pg_basebackup', [...inData, '-h', primary.address.host, '-p', `${port}`, '-R', '-c', 'fast']]
    : ['initdb', [...inData, '-A', 'trust', '-E', 'UTF8', '--locale=C']];
  await promisify(execFile)(program(name), args, { ...user, cwd: folder });

  let server: ChildProcess | undefined;
  const start = async () => {
    // Not durable unless it is asked for, so that a store has to ask.
    const settings = { listen_addresses: '', unix_socket_directories: folder, synchronous_commit: 'off' };
    const given = Object.entries(settings).flatMap(([setting, value]) => ['-c', `${setting}=${value}`]);
    server = await spawnPostgres(program('postgres'), ['-D', data, '-p', `${port}`, ...given], {
      ...user,
      cwd: folder,
    });
  };
  const crash = async () => {
    const ending = server;
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return;
    const ended = new Promise((resolve) => {
      ending.once('exit', resolve);
    });
    ending.kill('SIGQUIT');
    await ended;
  };
  await start();
  return {
    address: { host: folder, port, user: 'postgres', database: 'postgres' },
    data,
    crash,
    start,
    async stop() {
      await crash();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function spawnPostgres(
  program: string,
  args: string[],
  options: { uid?: number; gid?: number; cwd: string },
): Promise<ChildProcess> {
  const server = spawn(program, args, { ...options, stdio: ['ignore', 'ignore', 'pipe'] });
  const watcher = endWithThisProcess(server);
  server.once('exit', () => watcher.kill('SIGKILL'));
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended with ${code}: ${said}`)));
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
      if (/database system is ready to accept (read-only )?connections/.test(said)) resolve();
    });
  });
  return server;
}

/** However this process ends, its end of the pipe closes then. */
function endWithThisProcess({ pid }: ChildProcess): ChildProcess {
  const watcher = spawn('sh', ['-c', `cat; kill -QUIT ${pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.unref();
  return watcher;
}

/** A pool of a role that may not ask which server it is on. `onMade` gets what removes the role again. */
export async function poolOfRestrictedRole(
  { address }: PostgresServer,
  owner: Pool,
  onMade: (remove: () => Promise<unknown>) => void,
): Promise<Pool> {
  await owner.query(`
    create role till login;
    grant create, usage on schema public to till;
    alter default privileges in schema public grant all on tables to till;
    alter default privileges in schema public grant all on sequences to till;
    revoke execute on function pg_control_system() from public;
    revoke execute on function pg_walfile_name(pg_lsn) from public;`);
  const pool = new Pool({ ...address, user: 'till' });
  onMade(async () => {
    await pool.end();
    await owner.query('drop owned by till; drop role till');
  });
  return pool;
}

type Query = () => Promise<{ rows: unknown[] }>;
/** Runs a statement, or does something else. `name`: that of a prepared statement. */
export type AroundStatement = (text: string, query: Query, name?: string) => ReturnType<Query>;

/**
 * A pool with something around each statement. With `onHeld` it gives no connection back until the function that `onHeld` gets
 * is called.
 */
export const poolWith = (
  on: Pool,
  around: AroundStatement,
  onHeld?: (release: () => void) => void,
): PostgresPool => ({
  on: () => undefined,
  off: () => undefined,
  async connect() {
    const client = await on.connect();
    const ignore = () => undefined;
    if (onHeld) {
      client.on('error', ignore);
      onHeld(() => client.release(true));
    }
    return {
      on: (name, listener) => client.on(name, listener),
      off: (name, listener) => client.off(name, listener),
      release: onHeld ? ignore : (isToBeDestroyed) => client.release(isToBeDestroyed),
      query: (asked) =>
        typeof asked === 'string'
          ? around(asked, () => client.query(asked))
          : around(asked.text, () => client.query(asked), asked.name),
    };
  },
});

/** A pool whose connections hear nothing, as behind a pooler. */
export const deaf = (on: Pool): PostgresPool => ({
  on: () => undefined,
  off: () => undefined,
  async connect() {
    const client = await on.connect();
    const ignore = () => undefined;
    client.on('error', ignore);
    return {
      on: () => undefined,
      off: () => undefined,
      release(isToBeDestroyed) {
        client.off('error', ignore);
        client.release(isToBeDestroyed);
      },
      query: (asked) => (typeof asked === 'string' ? client.query(asked) : client.query(asked)),
    };
  },
});
