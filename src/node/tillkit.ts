#!/usr/bin/env node
import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { contractService } from '../core/wire/service.ts';
import { createSandbox } from '../sandbox/createSandbox.ts';
import { replyIfRemoteHost } from '../sandbox/handleRequest.ts';
import { isScenarioName, scenarioNames } from '../sandbox/scenarios.ts';
import { flagOption, misuseOf, parseCommandLine, textOption } from './commandLine.ts';
import { askOnStdin, doctorUsage, runDoctorCommand } from './doctor.ts';
import type { WebHandler } from '../gateway/node/toNodeListener.ts';
import { initUsage, runInitCommand } from './init.ts';
import { listen, listenProblem } from './listen.ts';
import { loadService } from './loadService.ts';
import { openApiUsage, runOpenApiCommand } from './openapi.ts';
import { terminalsPage } from './terminalsPage.ts';
import { runWebhookCommand, webhookUsage } from './webhook.ts';

const defaultPort = 4010;

const usage = `Usage: tillkit sandbox [--service service.ts] [--port ${defaultPort}] [--host 127.0.0.1] [--scenario name] [--seed number] [--allow-remote]

Serves the simulated payment service over HTTP. The header "authorization: sandbox" is expected.
  --service       a file that exports what defineService gives: it answers as that service does
  --port          0 takes any free port
  --host          the address to listen on
  --scenario      ${scenarioNames.join(', ')}
  --seed          the same seed gives the same ids and durations; default another one at each start
  --allow-remote  answer requests that were sent to other names than this machine's

tillkit --help: all commands. tillkit --version: the version.`;

const misuse = misuseOf(usage);

const usages: Record<string, string> = {
  init: initUsage,
  sandbox: usage,
  doctor: doctorUsage,
  openapi: openApiUsage,
  webhook: webhookUsage,
};

/** The usage line of each command, without the explanation of its options. */
const commands = Object.values(usages).map((text) => text.split('\n\n')[0]);
const noCommand = misuseOf([...commands, '', 'tillkit --help: what the options mean.'].join('\n'));

/** Runs `tillkit sandbox`. Rejects with an Error whose message is for the person who typed the command. */
export async function runSandboxCommand(
  args: readonly string[],
  { log }: { log: (line: string) => void },
): Promise<{ url: string; close: () => Promise<void> }> {
  const { port, host, service: file, ...options } = readArguments(args);
  const service = file === undefined ? undefined : await loadService(file);
  // By default, each run uses new ids: a browser remembers the sales of earlier runs, and would confuse equal ids.
  const sandbox = createSandbox({ ...options, service, seed: options.seed ?? Math.trunc(Date.now() / 1000) });
  const handler: WebHandler = async (request) => {
    const url = new URL(request.url);
    const isPage = request.method === 'GET' && url.pathname === '/__sandbox/';
    if (!isPage || (!options.allowRemote && replyIfRemoteHost(url))) return sandbox.fetch(request);
    const headers = { 'content-type': 'text/html; charset=utf-8', 'x-sandbox': 'tillkit' };
    return new Response(terminalsPage, { headers });
  };
  const server = await listen(handler, { port, host }).catch((error: unknown) => {
    throw new Error(listenProblem('The sandbox', error, port, host), { cause: error });
  });
  const expected = (service ?? contractService).credentials.map((name) => `${name}: sandbox`);
  log(`SANDBOX: no card is charged. Listening on ${server.url} (${expected.join(', ')})`);
  log(`The terminals, to see and press: ${server.url}/__sandbox/`);
  log(`What really happened: ${server.url}/__sandbox/ledger`);
  return server;
}

function readArguments(args: readonly string[]) {
  const options = {
    service: textOption,
    port: textOption,
    host: textOption,
    scenario: textOption,
    seed: textOption,
    'allow-remote': flagOption,
  };
  const { values, positionals } = parseCommandLine({ args, allowPositionals: true, options }, misuse);
  const [command, ...rest] = positionals;
  if (command !== 'sandbox')
    throw noCommand(command ? `There is no command "${command}".` : 'The command is missing.');
  if (rest.length > 0) throw misuse(`"${rest.join(' ')}" is not understood.`);
  const { scenario, host, service } = values;
  if (scenario !== undefined && !isScenarioName(scenario))
    throw misuse(`There is no scenario "${scenario}".`);
  const port = wholeNumber('--port', values.port, 65_535) ?? defaultPort;
  const seed = wholeNumber('--seed', values.seed, Number.MAX_SAFE_INTEGER);
  return { port, host, scenario, seed, service, allowRemote: values['allow-remote'] };
}

function wholeNumber(option: string, value: string | undefined, most: number): number | undefined {
  if (value === undefined) return undefined;
  if (!/^\d+$/.test(value) || Number(value) > most)
    throw misuse(`${option} must be a whole number from 0 to ${most}.`);
  return Number(value);
}

async function main(): Promise<void> {
  const args = process.argv.slice(2);
  const [command = ''] = args;
  if (args.some((argument) => argument === '--help' || argument === '-h'))
    return console.log(Object.hasOwn(usages, command) ? usages[command] : Object.values(usages).join('\n\n'));
  if (command === '--version') {
    const manifest = join(import.meta.dirname, '../../package.json');
    return console.log((JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }).version);
  }
  const terminal = { print: console.log, complain: console.error, ask: askOnStdin };
  if (command === 'doctor') {
    const { env, stdout } = process;
    const isColored = stdout.isTTY && !env['NO_COLOR'];
    const { columns } = stdout;
    process.exitCode = await runDoctorCommand(args.slice(1), { ...terminal, env, isColored, columns });
    return undefined;
  }
  if (command === 'init') {
    const place = { isInteractive: process.stdin.isTTY, folder: process.cwd() };
    process.exitCode = await runInitCommand(args.slice(1), { ...terminal, ...place });
    return undefined;
  }
  try {
    if (command === 'openapi') return await runOpenApiCommand(args, { log: console.log });
    if (command === 'webhook') {
      const ended = await runWebhookCommand(args.slice(1), terminal);
      if (typeof ended !== 'number') return closeOnSignal(ended);
      process.exitCode = ended;
      return undefined;
    }
    closeOnSignal(await runSandboxCommand(args, { log: console.log }));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

function closeOnSignal({ close }: { close: () => Promise<void> }): void {
  const stop = () => void close();
  process.once('SIGINT', stop).once('SIGTERM', stop);
}

// `main` runs only if this file was started, not imported. npx starts it through a link, which `realpathSync` resolves.
const started = process.argv[1];
if (started !== undefined && realpathSync(started) === fileURLToPath(import.meta.url)) await main();
