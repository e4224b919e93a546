import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, vi } from 'vitest';
import type { ChildPlan, ChildReport } from './sqlChild.ts';

const children = new Set<ChildProcess>();

/** Ends the children of a file's tests, however these end. */
export function endChildren(): void {
  afterEach(() => {
    for (const child of children) child.kill('SIGKILL');
    children.clear();
  });
}

/** A process with a store of its own, and what it told. `limit`: a shell's word about what it may use. */
export async function startChild(plan: ChildPlan, limit = '') {
  const file = fileURLToPath(new URL('./sqlProcess.mjs', import.meta.url));
  const command = [process.execPath, file, JSON.stringify(plan)];
  const [program = '', ...args] = limit ? ['bash', '-c', `${limit} exec "$@"`, 'bash', ...command] : command;
  const child = spawn(program, args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  children.add(child);
  const kept: number[] = [];
  const refused: string[] = [];
  const said = new Set<ChildReport>();
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  child.on('message', (report: ChildReport) => {
    if (typeof report === 'string') said.add(report);
    else if ('kept' in report) kept.push(report.kept);
    else refused.push(report.refused);
  });
  const until = (isSo: () => boolean) =>
    vi.waitFor(() => expect(isSo()).toBe(true), { timeout: 50_000, interval: 1 });
  return {
    ended,
    kept,
    refused,
    hasKept: (count: number) => until(() => kept.length >= count),
    hasSaid: (report: ChildReport) => until(() => said.has(report)),
    go: () => child.send('go'),
    async kill(signal: NodeJS.Signals = 'SIGKILL') {
      child.kill(signal);
      await ended;
    },
  };
}

/** Two processes that want the same ids; gives what each of them got. */
export async function race(plan: Omit<ChildPlan, 'kind'>): Promise<[number[], number[]]> {
  const [one, two] = await Promise.all([
    startChild({ ...plan, kind: 'race' }),
    startChild({ ...plan, kind: 'race' }),
  ]);
  await Promise.all([one.hasSaid('ready'), two.hasSaid('ready')]);
  one.go();
  two.go();
  await Promise.all([one.hasSaid('done'), two.hasSaid('done')]);
  return [one.kept, two.kept];
}
