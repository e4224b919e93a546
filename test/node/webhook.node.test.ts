import { Webhook as Verifier } from 'standardwebhooks';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createVirtualClock } from 'tillkit/core';
import { createGateway, createMemoryStore, type GatewayEvent } from 'tillkit/gateway';
import { createSandbox } from 'tillkit/sandbox';
import { listen } from '../../src/node/listen.ts';
import { sampleEvents, type WebhookEvent } from '../../src/node/sampleEvents.ts';
import { runWebhookCommand } from '../../src/node/webhook.ts';
import { read } from '../docs/pages.ts';

const publicSecret = 'whsec_dGhpcyBzZWNyZXQgaXMgcHVibGljOiBmb3IgdGVzdHM=';
const ownSecret = `whsec_${btoa('a secret of our own: 32 bytes...')}`;

async function webhook(...args: string[]) {
  const lines: string[] = [];
  const complaints: string[] = [];
  const ended = await runWebhookCommand(args, {
    print: (line) => void lines.push(...line.split('\n')),
    complain: (text) => void complaints.push(text),
  });
  if (typeof ended !== 'number') onTestFinished(ended.close);
  const url = typeof ended === 'number' ? '' : ended.url;
  return {
    status: typeof ended === 'number' ? ended : undefined,
    url,
    lines,
    complaint: complaints.join('\n'),
  };
}

/** A receiver as docs/webhooks.md shows it. */
async function receiver(answer: (event: WebhookEvent) => number = () => 204, secret = publicSecret) {
  const verifier = new Verifier(secret);
  const events: WebhookEvent[] = [];
  const { url, close } = await listen(async (request) => {
    const body = await request.text();
    try {
      verifier.verify(body, Object.fromEntries(request.headers));
    } catch {
      return new Response('The signature\u001b[31m is wrong.\nAt line 1', { status: 401 });
    }
    const event = JSON.parse(body) as WebhookEvent;
    events.push(event);
    const status = answer(event);
    return new Response(status === 204 ? null : 'Oh no', { status });
  });
  onTestFinished(close);
  return { url, events };
}

const types = [
  'operation.sending',
  'operation.waiting',
  'operation.complete',
  'operation.partial',
  'operation.failed',
  'operation.rejected',
  'operation.unknown',
  'operation.resolved',
  'operation.anomaly',
  'order.paid',
];

test('sends an event of each type, which a library of Standard Webhooks verifies', async () => {
  const { url, events } = await receiver();
  const { status, lines } = await webhook('send', url);
  expect(events.map(({ type }) => type)).toEqual(types);
  expect(new Set(events.map(({ id }) => id)).size).toBe(types.length);
  expect(status).toBe(0);
  expect(lines[0]).toBe(`To ${url}, signed with ${publicSecret}`);
  expect(lines.slice(1, 11)).toEqual(types.map((type) => `  ok     ${type.padEnd(18)}  204`));
  expect(lines.at(-1)).toBe('10 answered as they should be, 0 not.');
});

test('the events have the fields that a gateway sends, in types and in order numbers', async () => {
  const events: GatewayEvent[] = [];
  const clock = createVirtualClock(Date.UTC(2026, 10, 22));
  const sandbox = createSandbox({ clock, latencyMs: 0 });
  const gateway = createGateway({
    baseUrl: sandbox.baseUrl,
    fetcher: sandbox.fetch,
    headers: { authorization: 'sandbox' },
    authorize: () => true,
    store: createMemoryStore({ clock }),
    clock,
    onEvent: (event) => void events.push(event),
  });
  gateway.start();
  onTestFinished(() => gateway.stop());
  const answer = await gateway.fetch(
    new Request('http://localhost/pay?provider=alpha&currency=USD', {
      method: 'POST',
      headers: {
        origin: 'http://localhost',
        'content-type': 'application/json',
        'x-operation-id': 'a'.repeat(32),
      },
      body: JSON.stringify({ terminalId: 'terminal-1', amount: 1250, receipt: false, orderNumber: 'A-1' }),
    }),
  );
  expect(answer.status).toBe(200);
  const complete = await vi.waitFor(async () => {
    await clock.advance(1000);
    const found = events.find(({ type }) => type === 'operation.complete');
    expect(found).toBeDefined();
    return found;
  }, 20_000);
  const sample = (await sampleEvents(Date.now())).find(({ type }) => type === 'operation.complete');
  const fields = (event: WebhookEvent | undefined) =>
    Object.keys((JSON.parse(JSON.stringify(event)) as GatewayEvent).data.operation);
  expect(fields(complete)).toEqual(expect.arrayContaining(fields(sample)));
  const orders = (await sampleEvents(Date.now())).map(({ data }) =>
    'order' in data ? data.order.number : data.operation.orderNumber,
  );
  expect(orders.filter((number) => !number?.startsWith('TEST-'))).toEqual([]);
});

test('sends only the chosen type, signed with the secret of the receiver', async () => {
  const { url, events } = await receiver(undefined, ownSecret);
  const { status } = await webhook('send', url, '--event', 'order.paid', '--secret', ownSecret);
  expect([status, events.map(({ type }) => type)]).toEqual([0, ['order.paid']]);
  const { status: refused, lines } = await webhook('send', url, '--event', 'order.paid');
  expect(refused).toBe(1);
  expect(lines[1]).toBe('  wrong  order.paid  401 The signature [31m is wrong. At line 1');
});

test('prints no secret but the public one', async () => {
  const { url } = await receiver(undefined, ownSecret);
  const { lines } = await webhook('send', url, '--secret', ownSecret);
  expect(lines[0]).toBe(`To ${url}, signed with whsec_…`);
  const listening = await webhook('listen', '--port', '0', '--secret', ownSecret);
  expect(listening.lines).toEqual([`Send events to ${listening.url}, signed with whsec_…`]);
});

test('with --all, a careful receiver answers everything as it should', async () => {
  const { url } = await receiver();
  const { status, lines } = await webhook('send', url, '--all');
  expect(lines.at(-1)).toBe('15 answered as they should be, 0 not.');
  expect(status).toBe(0);
});

test('with --all, a receiver that verifies nothing is told what to do', async () => {
  const { url, close } = await listen(async () => new Response('{"ok":true}'));
  onTestFinished(close);
  const { status, lines } = await webhook('send', url, '--all', '--event', 'order.paid');
  expect(status).toBe(1);
  const wrong = lines.filter((line) => line.startsWith('  wrong'));
  expect(wrong.map((line) => line.slice(9, 35).trim())).toEqual([
    'signed with another secret',
    'changed after it was signe',
    'without a signature',
    'signed ten minutes ago',
  ]);
  expect(lines.filter((line) => line.includes('→')).length).toBe(4);
});

test('says which type a receiver does not take, and when there is no answer', async () => {
  const { url } = await receiver(({ type }) => (type === 'order.paid' ? 500 : 204));
  const { status, lines } = await webhook('send', url);
  expect(status).toBe(1);
  expect(lines.slice(10, 12)).toEqual([
    '  wrong  order.paid          500 Oh no',
    expect.stringContaining('→ Answer 2xx to every type'),
  ]);
  const closed = await listen(async () => new Response());
  await closed.close();
  const none = await webhook('send', closed.url, '--event', 'order.paid');
  expect(none.lines.join('\n')).toMatch(
    /wrong {2}order\.paid {2}.*ECONNREFUSED[\s\S]*has to answer within 10 s/,
  );
});

test('listens, prints each event and whether it was verified, and answers 200', async () => {
  const { url, lines } = await webhook('listen', '--port', '0');
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(lines).toEqual([`Send events to ${url}, signed with ${publicSecret}`]);
  const { status, lines: sent } = await webhook('send', url, '--all', '--event', 'operation.complete');
  expect([status, sent.at(-1)]).toEqual([1, '2 answered as they should be, 4 not.']); // it takes all
  const time = String.raw`\d\d:\d\d:\d\d {2}`;
  const about = String.raw`operation\.complete {2}pay {2}\$12\.50 {2}order TEST-1 {2}seq 3 {2}evt_\w{32}`;
  const printed = [
    `verified {2}${about}`,
    `verified {2}${about} {2}AGAIN`,
    String.raw`NOT VERIFIED \(signed with another secret, or changed\) {2}${about} {2}AGAIN`,
    String.raw`NOT VERIFIED \(signed with another secret, or changed\) {2}operation.* {2}AGAIN`,
    String.raw`NOT VERIFIED \(it is not signed\) {2}${about}`,
    String.raw`NOT VERIFIED \(signed more than five minutes ago, or its clock is wrong\) {2}${about} {2}AGAIN`,
  ];
  expect(lines.slice(1)).toEqual(
    printed.map((text) => expect.stringMatching(new RegExp(`^${time}${text}$`)) as string),
  );
  const odd = await fetch(url, { method: 'POST', body: '\u001b[2Jnull' });
  expect([odd.status, lines.at(-1)]).toEqual([
    200,
    expect.stringMatching(/NOT VERIFIED \(it is not signed\) {2}no event of a gateway: {2}\[2Jnull$/),
  ]);
  expect((await fetch(url)).status).toBe(405);
});

test('listens, passes on what it gets, and answers as the receiver does', async () => {
  const { url, events } = await receiver(({ type }) => (type === 'order.paid' ? 503 : 204));
  const desk = await webhook('listen', '--port', '0', '--forward', url);
  const { lines } = await webhook('send', desk.url, '--all');
  expect(events).toHaveLength(types.length + 1); // the last one came twice
  expect(lines.at(-1)).toBe('13 answered as they should be, 2 not.'); // order.paid, and the same again
  expect(desk.lines).toContain(`          → ${url}: 503`);
});

test('says in a sentence that the port is in use', async () => {
  const { url } = await webhook('listen', '--port', '0');
  const { port } = new URL(url);
  const { status, complaint } = await webhook('listen', '--port', port);
  expect([status, complaint]).toEqual([2, expect.stringContaining(`Port ${port} is in use.`)]);
});

test.each([
  [[], 'The command must be send or listen.'],
  [['send'], 'The address of your receiver is missing.'],
  [['send', 'http://localhost:1', 'now'], '"now" is not understood.'],
  [
    ['send', 'http://localhost:1', '--event', 'order.payed'],
    'There is no event "order.payed". There are: operation.',
  ],
  [['send', 'http://localhost:1', '--secret', 'abc'], 'A secret must be whsec_ and 24 to 64 random bytes'],
  [['send', 'https://shop.example/hook'], 'shop.example is another machine'],
  [['send', 'http://shop.example/hook', '--allow-remote'], 'must be absolute and begin with https://'],
  [['listen', 'now'], '"now" is not understood.'],
  [['listen', '--port', '70000'], '--port must be a whole number'],
  [['listen', '--forward', 'localhost:3000'], '--forward must start with'],
  [['listen', '--quiet'], '--quiet'],
])('refuses %j and sends nothing', async (args, sentence) => {
  const { status, complaint, lines } = await webhook(...args);
  expect([status, complaint, lines]).toEqual([2, expect.stringContaining(sentence), []]);
});

test('docs/webhooks.md shows what it prints', async () => {
  const { url } = await receiver();
  const { lines } = await webhook('send', url, '--all');
  const printed = lines
    .join('\n')
    .replace(url, 'http://localhost:3000/hooks')
    .replaceAll(/401 .*/g, '401');
  expect(read('docs/webhooks.md')).toContain(
    `$ npx tillkit webhook send http://localhost:3000/hooks --all\n${printed}\n`,
  );
});
