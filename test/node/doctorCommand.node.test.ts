import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { kestrel } from '../../examples/services/kestrel.ts';
import { meridian } from '../../examples/services/meridian.ts';
import { createPaymentsClient, defineService, type Service } from '../../src/exports/core.ts';
import { type RecordedAnswer, replayAnswers } from '../../src/exports/sandbox.ts';
import { runDoctorCommand } from '../../src/node/doctor.ts';
import { createKestrelService, kestrelHeaders } from '../services/kestrel.ts';
import { createMeridianService, meridianHeaders } from '../services/meridian.ts';

const services = {
  meridian: {
    right: meridian,
    create: createMeridianService,
    headers: meridianHeaders,
    terminal: '64f0c1a2',
  },
  kestrel: { right: kestrel, create: createKestrelService, headers: kestrelHeaders, terminal: 'dev-01' },
};
type Name = keyof typeof services;

const keys = { authorization: meridianHeaders.authorization, 'key-hash': meridianHeaders['key-hash'] };

/** The command against a service that listens, with what it printed. */
async function command(args: string[], { typed }: { typed?: string | undefined } = {}) {
  const printed: string[] = [];
  const asked: string[] = [];
  const theirs = createMeridianService({ paymentMs: 60 });
  const { url, close } = await theirs.listen();
  onTestFinished(close);
  const all = ['--service', 'examples/services/meridian.ts', '--base-url', url, ...args];
  const status = await runDoctorCommand(all, {
    print: (text) => void printed.push(text),
    complain: (text) => void printed.push(text),
    env: { KEY: keys.authorization, HASH: keys['key-hash'] },
    ask: async (question) => {
      asked.push(question);
      return typed;
    },
    pollEveryMs: 25,
  });
  return {
    status,
    text: printed.join('\n'),
    asked,
    posts: theirs.state.requests.filter(({ method }) => method === 'POST'),
  };
}
const signedIn = ['--header-env', 'authorization=KEY', '--header-env', 'key-hash=HASH'];

async function folder() {
  const path = await mkdtemp(join(tmpdir(), 'doctor-'));
  onTestFinished(() => rm(path, { recursive: true }));
  return path;
}

describe('tillkit doctor', () => {
  test('prints a table of at most 100 columns, and ends with 0', async () => {
    const { status, text } = await command([...signedIn, '--origin', 'https://till.test']);
    expect(status).toBe(0);
    expect(text).toMatch(/^ {2}fits {5}credentials {9}authorization and key-hash: accepted/m);
    expect(text).toMatch(/\d+ fit, 0 differ, 1 could not be seen\./);
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThanOrEqual(100);
    expect(text).not.toContain('\u001b');
  });

  test('ends with 1 where something differs, and prints what to write', async () => {
    const path = join(await folder(), 'service.mjs');
    const { terminal: _terminal, ...others } = meridian.description.fields ?? {};
    const description = { ...meridian.description, fields: others };
    const core = new URL('../../src/exports/core.ts', import.meta.url).href;
    await writeFile(
      path,
      `import { defineService } from '${core}';\nexport default defineService(${JSON.stringify(description)});`,
    );
    const { status, text } = await command([...signedIn, '--service', path]);
    expect(status).toBe(1);
    expect(text).toContain("→ fields: { terminal: { name: 'nickname' } }");
    const json = await command([...signedIn, '--service', path, '--json']);
    expect(JSON.parse(json.text)).toMatchObject({
      differs: 2,
      findings: expect.arrayContaining([
        expect.objectContaining({
          area: 'terminals',
          verdict: 'differs',
          option: 'fields.terminal.name',
          value: 'nickname',
        }),
      ]),
      mended: { fields: { terminal: { name: 'nickname', provider: 'type' } } },
    });
  });

  test('sends through the fetcher that the file exports beside the service', async () => {
    const path = join(await folder(), 'service.mjs');
    const description = { ...meridian.description, terminalPathPrefix: '/rewritten' };
    const core = new URL('../../src/exports/core.ts', import.meta.url).href;
    const fetcher = `async (request, init) =>
      fetch(new Request(request.url.replace('/rewritten/', init?.operation ? '/api/v2/' : '/nowhere/'), request), init)`;
    await writeFile(
      path,
      `import { defineService } from '${core}';
      export const service = defineService(${JSON.stringify(description)});
      export const fetcher = ${fetcher};`,
    );
    const sale = ['--charge', '--terminal', '64f0c1a2', '--amount', '1250'];
    const { status, text, posts } = await command([...signedIn, '--service', path, ...sale], {
      typed: 'yes',
    });
    expect(text).toContain('complete after');
    expect([status, posts.length]).toEqual([0, 1]);
  });

  test.each([
    [['--header', 'authorization'], "--header must be 'name: value'."],
    [['--header-env', 'authorization=NOBODY'], 'the variable NOBODY is not set.'],
    [['--header', 'authorization:', 'Basic', 'c2VjcmV0'], 'There is one word too many.'],
    [['--terminal', 'x'], '--terminal and --amount belong to --charge.'],
    [['--charge', '--terminal', 'x', '--amount', '12.50'], '--amount must be a whole number'],
    [['--origin', 'https://till.test/pay'], '--origin must be'],
    [['--tabel'], "Unknown option '--tabel'"],
  ])('refuses %j with 2 and the usage', async (args, sentence) => {
    const { status, text } = await command(args);
    expect(status).toBe(2);
    expect(text).toContain(sentence);
    expect(text).toContain('Usage: tillkit doctor');
    expect(text).not.toContain('c2VjcmV0');
  });

  async function runBare(args: string[]) {
    let text = '';
    const say = (line: string) => void (text += line);
    const status = await runDoctorCommand(args, {
      print: say,
      complain: say,
      env: {},
      ask: async () => undefined,
    });
    return { status, text };
  }

  test('wants to know where the service is', async () => {
    const { status, text } = await runBare(['--service', 'examples/services/meridian.ts']);
    expect([status, text.split('\n')[0]]).toEqual([2, '--base-url is missing.']);
  });

  test.each(['http://shop.test', 'shop.test', '/api', 'ftp://shop.test'])(
    'F99: sends nothing to %s, and names no option of another program',
    async (address) => {
      const { status, text } = await runBare([
        '--service',
        'examples/services/meridian.ts',
        '--base-url',
        address,
      ]);
      const sentence =
        '--base-url must begin with https://. Only for this machine may it be http://. If it has no https, see "Secrets" in docs/doctor.md of tillkit.';
      expect([status, text.split('\n')[0]]).toEqual([2, sentence]);
    },
  );

  test('ends with 2 where no server listens', async () => {
    const { status, text } = await runBare([
      '--service',
      'examples/services/kestrel.ts',
      '--base-url',
      'http://127.0.0.1:9',
    ]);
    expect(status).toBe(2);
    expect(text).toMatch(/^http:\/\/127\.0\.0\.1:9: The service gave no answer\..* Check --base-url\.$/);
  });

  test('charges once after a typed yes, never without one', async () => {
    const charge = [...signedIn, '--charge', '--terminal', '64f0c1b7', '--amount', '1250'];
    const sold = await command(charge, { typed: 'yes\r' });
    expect([sold.status, sold.posts.length]).toEqual([0, 1]);
    expect(sold.asked[0]).toContain('amount 1250 on the terminal "Terrace" (64f0c1b7)');
    const unsure = await command(charge, { typed: 'y' });
    expect([unsure.status, unsure.posts.length]).toEqual([0, 0]);
    const alone = await command(charge);
    expect([alone.status, alone.posts.length]).toEqual([2, 0]);
    expect(alone.text).toContain('Nothing was charged.');
  });
});

describe('secrets', () => {
  test('are printed and kept nowhere, also where the service repeats them', async () => {
    const file = join(await folder(), 'answers.json');
    const secret = 'kt_test_4eC39HqLyjWDarjtT1zdp7dc';
    const text = { current: '' };
    const theirs = createKestrelService();
    const server = createServer((request, response) => {
      const { method = 'GET', url = '/', headers } = request;
      void theirs
        .fetch(
          new Request(new URL(url, 'http://127.0.0.1'), {
            method,
            headers: headers as Record<string, string>,
          }),
        )
        .then(async (answer) => {
          const told = (await answer.text())
            .replaceAll('Reception', secret)
            .replaceAll('Who are you?', `Not ${secret}\u001b[2J`);
          return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(told);
        });
    });
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { port: number };
    const args = [
      '--service',
      'examples/services/kestrel.ts',
      '--base-url',
      `http://127.0.0.1:${port}`,
      '--header',
      `x-api-key: ${secret}`,
    ];
    const console = { print: say, complain: say, env: {}, ask: async () => undefined };
    function say(line: string) {
      text.current += line;
    }
    for (const extra of [
      ['--record', file],
      ['--json'],
      ['--charge', '--terminal', 'dev-01', '--amount', '5'],
    ])
      await runDoctorCommand([...args, ...extra], {
        ...console,
        ask: async (question) => (say(question), 'no'),
      });
    const recorded = await readFile(file, 'utf8');
    expect(text.current).toContain('[redacted]');
    for (const written of [text.current, recorded]) {
      expect(written).not.toContain(secret);
      expect(written).not.toContain(secret.slice(8));
      expect(written).not.toContain('\u001b');
    }
  });
});

test('a secret is not printed either where the doctor cannot go on', async () => {
  const server = createServer((request, response) => {
    const message = `No access for ${request.headers['x-token'] as string}.`;
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify({ message }));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  const printed: string[] = [];
  const say = (text: string) => void printed.push(text);
  const args = ['--service', 'examples/services/kestrel.ts', '--base-url', `http://127.0.0.1:${port}`];
  const env = { TOKEN: 'tk_4eC39HqLyjWDarjtT1zdp7dc' };
  const console = { print: say, complain: say, env, ask: async () => undefined };
  expect(await runDoctorCommand([...args, '--header-env', 'x-token=TOKEN'], console)).toBe(2);
  expect(printed.join()).toContain(
    'The service description names x-api-key, and the command does not give it',
  );
  expect(printed.join()).toContain('No access for [redacted].');
});

describe('--record', () => {
  async function record(name: Name) {
    const file = join(await folder(), 'answers.json');
    const { create, headers, terminal } = services[name];
    const { url, close } = await create({ paymentMs: 200 }).listen();
    onTestFinished(close);
    const given = Object.entries(headers).flatMap(([key, value]) => ['--header', `${key}: ${value}`]);
    const status = await runDoctorCommand(
      [
        '--service',
        `examples/services/${name}.ts`,
        '--base-url',
        url,
        '--client-id',
        'shop-4711',
        '--record',
        file,
        '--charge',
        '--terminal',
        terminal,
        '--amount',
        '1250',
        ...given,
      ],
      { print: () => {}, complain: () => {}, env: {}, ask: async () => 'yes', pollEveryMs: 100 },
    );
    expect(status).toBe(0);
    const text = await readFile(file, 'utf8');
    return { text, recording: JSON.parse(text) as RecordedAnswer[] };
  }

  test('keeps words, sums and shapes, and no value', async () => {
    const { text, recording } = await record('meridian');
    for (const value of [
      '64f0c1a2',
      'Front desk',
      'CW-20117',
      'pay.meridian.test',
      'ML1001',
      '72036854775807',
      'shop-4711',
    ])
      expect(text).not.toContain(value);
    expect(recording[0]).toMatchObject({
      operation: 'listTerminals',
      method: 'GET',
      status: 200,
      contentType: expect.stringContaining('json'),
      body: {
        data: { total: 3, items: [{ type: 'clearwave', state: 'ONLINE', nickname: 'Xxxxx xxxx' }, {}, {}] },
      },
    });
    expect(text).toContain('IN_PROGRESS');
    expect(text).toContain('1250');
  });

  test.each(['meridian', 'kestrel'] as const)(
    '%s: is read through the description, from the list to the ending',
    async (name) => {
      const { recording } = await record(name);
      const service: Service = services[name].right;
      const { fetch, unreadableAnswers } = replayAnswers(recording, service);
      expect(unreadableAnswers).toEqual([]);
      const client = createPaymentsClient({
        baseUrl: 'https://recorded.test',
        service,
        fetcher: fetch,
        clientId: 'mine',
      });
      const { items } = await client.listTerminals();
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
      const [{ id: terminalId, provider } = { id: '' }] = items;
      const { msgIdentifier } = await client.pay({ terminalId, provider, amount: 1250, receipt: false });
      const statuses: string[] = [];
      for (let poll = 0; poll < 4; poll += 1)
        statuses.push((await client.getProcessedMessage({ msgIdentifier, provider })).status);
      expect(statuses.at(-1)).toBe('complete');
      expect((await client.listPaymentLinks()).items[0]).toMatchObject({
        amountCents: name === 'meridian' ? 4500 : 9900,
        paymentLink: expect.stringMatching(/^https:/),
      });
    },
  );

  test('says what a description does not fit any more, and what was not recorded', async () => {
    const { recording } = await record('kestrel');
    const service = defineService({
      ...kestrel.description,
      statuses: {},
      routes: { ...kestrel.description.routes, refund: { path: '/refunds' } },
    });
    const { fetch, unreadableAnswers } = replayAnswers(recording, service);
    expect(unreadableAnswers[0]).toMatch(/^getProcessedMessage \(GET \/messages\/.*\): .*status/);
    await expect(
      fetch(new Request('https://recorded.test/refunds', { method: 'POST' }), { operation: 'refund' }),
    ).rejects.toThrow(
      /^refund asked for POST \/refunds: no answer to it was recorded\. Recorded are GET \/devices/,
    );
  });
});
