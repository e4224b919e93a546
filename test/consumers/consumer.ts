import { type ChildProcess, spawn } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject, onTestFinished } from 'vitest';

export interface Consumer {
  folder: string;
  /** Runs a command to its end and gives what it said. Rejects when the command does. */
  run: (command: string) => Promise<string>;
  /** Starts a command that serves until the test is over, and gives the address it prints. */
  serve: (command: string, environment?: Environment) => Promise<string>;
}

type Environment = Record<string, string>;

/** A host's project with the packed package installed, as `npm install` leaves it. */
export async function installConsumer(name: string): Promise<Consumer> {
  const consumer = openConsumer(name);
  const source = fileURLToPath(new URL(name, import.meta.url));
  const filter = (path: string) => !/node_modules|dist$|\.next/.test(path);
  await cp(source, consumer.folder, { recursive: true, filter });
  await consumer.run(installPackage());
  return consumer;
}

/** What a host types to install the packed package. */
export const installPackage = () => `npm install --no-audit --no-fund --prefer-offline ${inject('tarball')}`;

/** A project in a folder of the workshop. All its commands have the environment. */
export function openConsumer(name: string, environment: Environment = {}): Consumer {
  const folder = join(inject('workshop'), name);
  return {
    folder,
    run: (command) => ended(start(command, folder, environment), command),
    async serve(command, more) {
      const child = start(command, folder, { ...environment, ...more });
      onTestFinished(() => stop(child));
      return addressOf(child, command);
    },
  };
}

const start = (command: string, cwd: string, environment: Environment) =>
  spawn(command, {
    cwd,
    shell: true,
    detached: true, // a group of its own, so that it ends with all it started
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      NODE_ENV: undefined, // the test runner's
      FORCE_COLOR: undefined,
      NO_COLOR: '1',
      NEXT_TELEMETRY_DISABLED: '1',
      PATH: `${join(cwd, 'node_modules/.bin')}:${process.env['PATH']}`,
      ...environment,
    },
  });

function listen(child: ChildProcess, heard: (text: string) => void) {
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', heard);
}

function ended(child: ChildProcess, command: string): Promise<string> {
  let said = '';
  listen(child, (text) => (said += text));
  return new Promise((resolve, reject) => {
    child.on('close', (code) =>
      code === 0 ? resolve(said) : reject(new Error(`${command} ended with ${code}:\n${said}`)),
    );
  });
}

function addressOf(child: ChildProcess, command: string): Promise<string> {
  let said = '';
  return new Promise((resolve, reject) => {
    listen(child, (text) => {
      said += text;
      const [address] = /http:\/\/(localhost|127\.0\.0\.1):\d+/.exec(said) ?? [];
      if (address) resolve(address);
    });
    child.on('close', (code) => reject(new Error(`${command} ended with ${code}:\n${said}`)));
  });
}

function stop(child: ChildProcess) {
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
}
