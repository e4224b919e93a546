import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ServerPlan } from './serve.ts';

export interface TestServer {
  url: string;
  kill: () => void;
}

const running = new Set<ChildProcess>();

export async function startServer(plan: ServerPlan): Promise<TestServer> {
  const file = fileURLToPath(new URL('./serverProcess.mjs', import.meta.url));
  const child = fork(file, [JSON.stringify(plan)]);
  running.add(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', (message) => resolve((message as { url: string }).url));
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} before it was up.`)));
  });
  const kill = () => {
    running.delete(child);
    child.kill('SIGKILL');
  };
  return { url, kill };
}

export function stopServers(): void {
  for (const child of running) child.kill('SIGKILL');
  running.clear();
}
