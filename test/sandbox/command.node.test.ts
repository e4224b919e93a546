import { afterEach, expect, test } from 'vitest';
import { runSandboxCommand } from '../../src/node/tillkit.ts';
import { sale } from './service.ts';

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

async function run(...args: string[]) {
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
  const { url, lines, headers, post } = await run();
  expect(lines[0]).toBe(`SANDBOX: no card is charged. Listening on ${url} (authorization: sandbox)`);
  const response = await fetch(`${url}/terminals`, { headers });
  expect(response.headers.get('x-sandbox')).toBe('tillkit');
  expect(await response.json()).toMatchObject({ total: 3 });
  expect((await post('/pay', sale)).status).toBe(200);
});

test('takes a scenario: a lost answer breaks the connection after the effect', async () => {
  const { post, ledger } = await run('--scenario', 'lost-answer');
  await expect(post('/pay', sale)).rejects.toThrow('fetch failed');
  expect(await ledger()).toMatchObject({
    requests: [{ outcome: 'dropped', msgIdentifier: expect.any(String) }],
  });
});

test('takes uploads over the wire', async () => {
  const { url, ledger } = await run();
  const body = new FormData();
  body.append('files', new File(['menu'], 'menu.pdf'));
  const path = `${url}/v1/public/payment-link/upload-attachments`;
  const response = await fetch(path, { method: 'POST', headers: { authorization: 'sandbox' }, body });
  expect(await response.json()).toMatchObject({ data: [{ name: 'menu.pdf', size: 4 }] });
  expect(await ledger()).toMatchObject({ requests: [{ body: [{ name: 'menu.pdf', size: 4 }] }] });
});

async function idsOf(seed: string) {
  const { post } = await run('--seed', seed);
  return (await post('/pay', sale)).text();
}

test('another seed gives other ids', async () => {
  expect(await idsOf('7')).toBe(await idsOf('7'));
  expect(await idsOf('8')).not.toBe(await idsOf('7'));
});

test.each([
  [[], 'Which command?'],
  [['serve'], 'There is no command "serve".'],
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

test('says in one sentence that the port is in use', async () => {
  const { url } = await run();
  const { port } = new URL(url);
  await expect(runSandboxCommand(['sandbox', '--port', port], { log: () => {} })).rejects.toThrow(
    `Port ${port} is in use. Choose another with --port, or 0 for any free one.`,
  );
});
