import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const command = ['redis-server', 'valkey-server'].find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
);

export const redisIsInstalled = command !== undefined;

if (!redisIsInstalled) {
  console.log('Tests with Redis are skipped: no redis-server here. Debian: apt-get install -y redis-server');
}

export interface RedisServer {
  port: number;
  /** Ends it as a crash would and starts it again, on the same port and the same data. */
  restart: (settings?: RedisSettings) => Promise<void>;
  /** It takes connections and requests, and answers none. */
  freeze: () => void;
  thaw: () => void;
  kill: () => Promise<void>;
  /** Ends it and removes its data. */
  stop: () => Promise<void>;
}

export type RedisSettings = Readonly<Record<string, string>>;

/** As the documentation of the gateway asks for it. */
const recommended: RedisSettings = { appendonly: 'yes', appendfsync: 'always', save: '' };

/** A Redis of this test's own, on a free port of this machine and in a folder of its own. */
export async function startRedis(settings: RedisSettings = {}): Promise<RedisServer> {
  const folder = await mkdtemp(join(tmpdir(), 'tillkit-redis-'));
  const port = await freePort();
  const start = (changed: RedisSettings) =>
    spawnRedis(port, folder, { ...recommended, ...settings, ...changed });
  let server = await start({});
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => {
      server.once('exit', resolve);
    });
    server.kill('SIGKILL');
    await ended;
  };
  return {
    port,
    kill,
    freeze: () => void server.kill('SIGSTOP'),
    thaw: () => void server.kill('SIGCONT'),
    async restart(changed = {}) {
      await kill();
      server = await start(changed);
    },
    async stop() {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function spawnRedis(port: number, folder: string, settings: RedisSettings): Promise<ChildProcess> {
  const all: RedisSettings = { ...settings, port: `${port}`, bind: '127.0.0.1', dir: folder };
  const args = Object.entries(all).flatMap(([name, value]) => [`--${name}`, value]);
  const server = spawn(command ?? 'redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const watcher = endWithThisProcess(server);
  server.once('exit', () => watcher.kill('SIGKILL'));
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', (code) => reject(new Error(`Redis ended with ${code}: ${said}`)));
    server.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('eady to accept connections')) resolve();
    });
  });
  return server;
}

/** However this process ends, its end of the pipe closes then. */
function endWithThisProcess({ pid }: ChildProcess): ChildProcess {
  const watcher = spawn('sh', ['-c', `cat; kill -9 ${pid}`], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watcher.unref();
  return watcher;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return typeof address === 'object' && address ? address.port : 0;
}
