import { mkdtemp, rm, symlink } from 'node:fs/promises';
import { request } from 'node:http';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { scenarioNames } from 'tillkit/sandbox';
import { version } from '../../package.json' with { type: 'json' };
import { runSandboxCommand } from '../../src/node/tillkit.ts';
import { allowConsole } from '../console.ts';
import { sale } from '../sandbox/service.ts';

const source = fileURLToPath(new URL('../../src/node/tillkit.ts', import.meta.url));
const hasIpv6 = Object.values(networkInterfaces()).some((addresses) =>
  addresses?.some(({ address }) => address === '::1'),
);
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** Asks under another name than the one that is connected to, as a page does whose name leads here. */
function askAs(host: string, url: string, path = '/terminals'): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: 'sandbox', host };
    const asked = request(url + path, { headers }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
    });
    asked.on('error', reject).end();
  });
}

async function run(...args: string[]) {
  const lines: string[] = [];
  const server = await runSandboxCommand(['sandbox', '--port', '0', ...args], {
    log: (line) => void lines.push(line),
  });
  closers.push(server.close);
  return { url: server.url, lines };
}

describe('tillkit sandbox', () => {
  test('says where it listens, how to sign in, and where to read what really happened', async () => {
    const { url, lines } = await run();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(lines).toEqual([
      `SANDBOX: no card is charged. Listening on ${url} (authorization: sandbox)`,
      `The terminals, to see and press: ${url}/__sandbox/`,
      `What really happened: ${url}/__sandbox/ledger`,
    ]);
    const ledger = await fetch(`${url}/__sandbox/ledger`);
    expect(await ledger.json()).toEqual({ requests: [], charges: [], polls: [], links: [], preflights: [] });
  });

  test('serves a page with the terminals, which loads nothing else', async () => {
    const { url } = await run();
    const page = await fetch(`${url}/__sandbox/`);
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('x-sandbox')).toBe('tillkit');
    const html = await page.text();
    expect(html).toContain('<title>Sandbox terminals</title>');
    expect(html).not.toMatch(/https?:|src=|href=|@import/);
    const body = JSON.stringify({ terminalId: 'terminal-1', press: 'unplug' });
    const headers = { 'content-type': 'application/json' };
    const pressed = await fetch(`${url}/__sandbox/press`, { method: 'POST', headers, body });
    expect(pressed.status).toBe(204);
    const screens: unknown = await (await fetch(`${url}/__sandbox/terminals`)).json();
    expect(screens).toMatchObject({
      terminals: [{ shows: 'offline' }, { shows: 'idle' }, { shows: 'idle' }],
    });
    expect((await askAs('api.payments.example', url, '/__sandbox/')).status).toBe(403);
  });

  test('hands out other ids at each start, unless it is given a seed', async () => {
    const idOf = async (...args: string[]) => {
      const { url } = await run(...args);
      const answer = await fetch(`${url}/pay`, {
        method: 'POST',
        headers: { authorization: 'sandbox', 'content-type': 'application/json' },
        body: JSON.stringify({ terminalId: 'terminal-1', amount: 1250, receipt: false }),
      });
      const [, id] = /"msgIdentifier":"?([\w-]+)/.exec(await answer.text()) ?? [];
      expect(id).toBeDefined();
      return id;
    };
    const now = vi.spyOn(Date, 'now');
    const startedAt = async (at: number) => {
      now.mockReturnValue(at);
      return idOf();
    };
    expect(await startedAt(Date.UTC(2026, 0, 15, 9, 30, 0))).not.toBe(
      await startedAt(Date.UTC(2026, 0, 15, 9, 30, 1)),
    );
    expect(await idOf('--seed', '7')).toBe(await idOf('--seed', '7'));
    now.mockRestore();
  });

  test('refuses who asks for another name than this machine’s, unless it is told to answer (F108)', async () => {
    const { url } = await run();
    const refused = await askAs('api.payments.example', url);
    expect(refused.status).toBe(403);
    expect(refused.text).toContain('It answers on this machine only and was asked as api.payments.example.');
    expect((await askAs('api.payments.example', url, '/__sandbox/ledger')).status).toBe(403);
    expect((await askAs('localhost', url)).status).toBe(200);
    const open = await run('--allow-remote');
    expect((await askAs('api.payments.example', open.url)).status).toBe(200);
  });

  test.runIf(hasIpv6)('listens on the address it is told, and prints one that can be opened', async () => {
    const { url, lines } = await run('--host', '::1');
    expect(url).toMatch(/^http:\/\/\[::1\]:\d+$/);
    expect(lines[0]).toContain(url);
    const answer = await fetch(`${url}/terminals`, { headers: { authorization: 'sandbox' } });
    expect(answer.status).toBe(200);
  });

  test('names the address on which it cannot listen', async () => {
    const refusal = runSandboxCommand(['sandbox', '--port', '0', '--host', '192.0.2.1'], { log: () => {} });
    await expect(refusal).rejects.toThrow(
      /^The sandbox could not listen on 192\.0\.2\.1, port 0: .*EADDRNOTAVAIL/,
    );
    await expect(refusal).rejects.toHaveProperty('cause.code', 'EADDRNOTAVAIL');
  });

  test('prints nothing where it does not listen', async () => {
    const { url } = await run();
    const log = vi.fn<(line: string) => void>();
    const args = ['sandbox', '--port', new URL(url).port];
    await expect(runSandboxCommand(args, { log })).rejects.toThrow('is in use');
    expect(log).not.toHaveBeenCalled();
  });

  test.each([
    ['--port', '65536', '--port must be a whole number from 0 to 65535.'],
    ['--port', '1.5', '--port must be a whole number from 0 to 65535.'],
    ['--port', '', '--port must be a whole number from 0 to 65535.'],
    ['--seed', 'x', '--seed must be a whole number from 0 to 9007199254740991.'],
    ['--seed', '9007199254740992', '--seed must be a whole number from 0 to 9007199254740991.'],
    ['--scenario', 'Declined', 'There is no scenario "Declined".'],
  ])('refuses %s %j', async (option, value, sentence) => {
    const refusal = runSandboxCommand(['sandbox', option, value], { log: () => {} });
    await expect(refusal).rejects.toThrow(`${sentence}\n\nUsage: tillkit sandbox`);
  });

  test('takes every scenario there is', async () => {
    for (const scenario of scenarioNames) expect((await run('--scenario', scenario)).lines).toHaveLength(3);
  });

  test('uses each connection once, so that no browser sends a lost payment again on it (M1)', async () => {
    const { url } = await run();
    const headers = { authorization: 'sandbox' };
    const answers = [await fetch(`${url}/terminals`, { headers }), await fetch(`${url}/pay`, { headers })];
    expect(answers.map((answer) => answer.headers.get('connection'))).toEqual(['close', 'close']);
  });
});

describe('started by hand', () => {
  const { argv, exitCode } = process;
  const signals = ['SIGINT', 'SIGTERM'] as const;
  const printed: string[] = [];
  let before: Map<string, unknown[]>;

  beforeEach(() => {
    vi.resetModules();
    printed.length = 0;
    vi.spyOn(console, 'log').mockImplementation((line: unknown) => void printed.push(String(line)));
    before = new Map(signals.map((signal) => [signal, process.listeners(signal)]));
  });
  afterEach(() => {
    vi.restoreAllMocks();
    process.argv = argv;
    process.exitCode = exitCode;
    for (const signal of signals) stoppersOf(signal).forEach((stop) => process.off(signal, stop));
  });

  const stoppersOf = (signal: (typeof signals)[number]) =>
    process.listeners(signal).filter((listener) => !before.get(signal)?.includes(listener));
  const start = (script: string, ...args: string[]) => {
    process.argv = ['node', script, ...args];
    return import('../../src/node/tillkit.ts');
  };
  const isServing = (url: string) =>
    fetch(url).then(
      () => true,
      () => false,
    );

  test.each(['--help', '-h'])('%s prints the usage, and starts nothing', async (option) => {
    await start(source, 'sandbox', option);
    expect(printed).toHaveLength(1);
    for (const word of [
      '--service',
      '--port',
      '--host',
      '--scenario',
      '--seed',
      '--allow-remote',
      ...scenarioNames,
    ])
      expect(printed[0]).toContain(word);
    expect(printed[0]).toContain(
      'Usage: tillkit sandbox [--service service.ts] [--port 4010] [--host 127.0.0.1]',
    );
    expect(process.exitCode).toBe(exitCode);
  });

  test('--version prints the version of the package', async () => {
    await start(source, '--version');
    expect(printed).toEqual([version]);
  });

  test.each(signals)('serves until %s, and then lets the process end', async (signal) => {
    await start(source, 'sandbox', '--port', '0');
    const url = /http:\S+/.exec(printed[0] ?? '')?.[0] ?? '';
    expect(await isServing(url)).toBe(true);
    const [stop] = stoppersOf(signal);
    stop?.(signal);
    await vi.waitFor(async () => expect(await isServing(url)).toBe(false), 20_000);
  });

  test('prints an OpenAPI document, or how to ask for one', async () => {
    await start(source, 'openapi');
    expect(JSON.parse(printed[0] ?? '')).toHaveProperty('openapi', '3.1.0');
    vi.resetModules();
    await start(source, 'openapi', '--help');
    expect(printed[1]).toMatch(/^Usage: tillkit openapi/);
    vi.resetModules();
    allowConsole(/^console\.error: "now" is not understood\.\n\nUsage: tillkit openapi/);
    await start(source, 'openapi', 'now');
    expect(process.exitCode).toBe(1);
  });

  test('is the same through the link that npx makes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tillkit-'));
    closers.push(() => rm(folder, { recursive: true }));
    const link = join(folder, 'tillkit');
    await symlink(source, link);
    await start(link, '--help');
    expect(printed[0]).toContain('Usage: tillkit sandbox');
  });

  test('prints all usages to a person who asks about a command that there is not', async () => {
    await start(source, 'constructor', '--help');
    expect(printed).toEqual([expect.stringContaining('Usage: tillkit doctor')]);
  });

  test('tells what is wrong, once and without a stack, and ends with 1', async () => {
    allowConsole(/^console\.error: There is no scenario "fine"\.\n\nUsage: tillkit sandbox/);
    await start(source, 'sandbox', '--scenario', 'fine');
    expect(process.exitCode).toBe(1);
    expect(printed).toEqual([]);
    expect(stoppersOf('SIGINT')).toEqual([]);
  });

  test('does nothing where another program imports it', async () => {
    await start(fileURLToPath(import.meta.url), '--help');
    expect(printed).toEqual([]);
  });
});

async function runForAddress(...args: string[]) {
  const lines: string[] = [];
  const { url, close } = await runSandboxCommand(['sandbox', '--port', '0', ...args], {
    log: (line) => void lines.push(line),
  });
  closers.push(close);
  const headers = { authorization: 'sandbox', 'content-type': 'application/json' };
  const post = (path: string, body: object) =>
    fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const ledger = async () => {
    const told: unknown = await (await fetch(`${url}/__sandbox/ledger`)).json();
    return told;
  };
  return { url, lines, headers, post, ledger };
}

test('serves the sandbox at the address it prints', async () => {
  const { url, lines, headers, post } = await runForAddress();
  expect(lines[0]).toBe(`SANDBOX: no card is charged. Listening on ${url} (authorization: sandbox)`);
  const response = await fetch(`${url}/terminals`, { headers });
  expect(response.headers.get('x-sandbox')).toBe('tillkit');
  expect(await response.json()).toMatchObject({ total: 3 });
  expect((await post('/pay', sale)).status).toBe(200);
});

test('takes a scenario: a lost answer breaks the connection after the effect', async () => {
  const { post, ledger } = await runForAddress('--scenario', 'lost-answer');
  await expect(post('/pay', sale)).rejects.toThrow('fetch failed');
  expect(await ledger()).toMatchObject({
    requests: [{ outcome: 'dropped', msgIdentifier: expect.any(String) }],
  });
});

test('takes uploads over the wire', async () => {
  const { url, ledger } = await runForAddress();
  const body = new FormData();
  body.append('files', new File(['menu'], 'menu.pdf'));
  const path = `${url}/v1/public/payment-link/upload-attachments`;
  const response = await fetch(path, { method: 'POST', headers: { authorization: 'sandbox' }, body });
  expect(await response.json()).toMatchObject({ data: [{ name: 'menu.pdf', size: 4 }] });
  expect(await ledger()).toMatchObject({ requests: [{ body: [{ name: 'menu.pdf', size: 4 }] }] });
});

async function idsOf(seed: string) {
  const { post } = await runForAddress('--seed', seed);
  return (await post('/pay', sale)).text();
}

test('another seed gives other ids', async () => {
  expect(await idsOf('7')).toBe(await idsOf('7'));
  expect(await idsOf('8')).not.toBe(await idsOf('7'));
});

test.each([
  [['sandbox', 'now'], '"now" is not understood.'],
  [['sandbox', '--prt', '1'], '--prt'],
  [['sandbox', '--port', 'x'], '--port must be a whole number'],
  [['sandbox', '--port', '70000'], '--port must be a whole number'],
  [['sandbox', '--seed', '-1'], '--seed'],
  [['sandbox', '--scenario', 'fine'], 'There is no scenario "fine".'],
])('refuses %j with a sentence and the usage', async (args, sentence) => {
  const refusal = await runSandboxCommand(args, { log: () => {} }).catch((error: unknown) => error);
  expect(String(refusal)).toContain(sentence);
  expect(String(refusal)).toContain('Usage: tillkit sandbox');
});

test.each([
  [[], 'The command is missing.'],
  [['serve'], 'There is no command "serve".'],
])('answers %j with the commands that there are', async (args, sentence) => {
  const refusal = await runSandboxCommand(args, { log: () => {} }).catch((error: Error) => error.message);
  expect(refusal).toMatch(sentence);
  for (const name of ['init', 'sandbox', 'doctor', 'openapi', 'webhook send', 'webhook listen'])
    expect(refusal).toContain(`tillkit ${name} `);
  expect(refusal).toContain('tillkit --help');
});

test('says in one sentence that the port is in use', async () => {
  const { url } = await runForAddress();
  const { port } = new URL(url);
  await expect(runSandboxCommand(['sandbox', '--port', port], { log: () => {} })).rejects.toThrow(
    `Port ${port} is in use. Choose another with --port, or 0 for any free one.`,
  );
});
