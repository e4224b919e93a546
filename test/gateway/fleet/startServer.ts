import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'vite';
import type { ServerPlan } from './serve.ts';

export interface TestServer {
  url: string;
  /** Resolves once the process is gone. */
  kill: () => Promise<void>;
  /** What its process has used of the processor (ms). */
  cpuMs: () => Promise<number>;
}

const running = new Set<ChildProcess>();
const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
let building: Promise<string> | undefined;

/** One file of all the sources, since a server that is killed often must start soon. Beside the packages, so that they are found. */
async function buildServer(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    build: { ssr: at('serve.ts'), write: false, minify: false },
  });
  const [built] = [result].flat();
  const [file] = built && 'output' in built ? built.output : [];
  if (file?.type !== 'chunk') throw new Error('The server was not built.');
  const cache = at('../../../node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'tillkit-server-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'serve.mjs');
  writeFileSync(path, file.code);
  return pathToFileURL(path).href;
}

export async function startServer(plan: ServerPlan): Promise<TestServer> {
  building ??= buildServer();
  const child = fork(at('serverProcess.mjs'), [await building, JSON.stringify(plan)], {
    // Where its receiver fails on purpose, it says so each time.
    stdio: ['ignore', 'inherit', plan.events === undefined ? 'inherit' : 'ignore', 'ipc'],
  });
  running.add(child);
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { url: string }).url));
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was up.`)));
  });
  const kill = () => {
    running.delete(child);
    child.kill('SIGKILL');
    return ended;
  };
  const cpuMs = () => {
    child.send('cpu');
    return new Promise<number>((resolve) => {
      child.once('message', (message) => resolve((message as { cpuMs: number }).cpuMs));
    });
  };
  return { url, kill, cpuMs };
}

export function stopServers(): void {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
}
