import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  ask as askTill,
  close,
  createGatewayTill,
  operationId,
  sale,
  saleAt,
  saleBody,
} from '../gatewayTill.ts';
import {
  freshId,
  freshSale,
  mountGateway,
  type MountedGateway,
  type RawRequest,
  recordingGateway,
} from './securityTill.ts';
import type { GatewayOptions } from '../../../src/gateway/gatewayOptions.ts';
import { createMemoryStore, type GatewayProblem } from 'tillkit/gateway';
import { createVirtualClock } from 'tillkit/core';

let till: MountedGateway;
beforeAll(async () => {
  till = await mountGateway();
});
afterAll(() => till.close());

describe('another page', () => {
  const foreign = [
    'null',
    'https://evil.example',
    'http://127.0.0.1',
    'http://127.0.0.1.evil.example',
    '',
    '*',
    'file://',
  ];
  test.each([...foreign, undefined])('Origin %j sends nothing', async (origin) => {
    expect(await till.outcome({ headers: { origin } })).toMatchObject({ status: 403, sent: [] });
    expect(
      await till.outcome({ method: 'DELETE', target: `/operations/${freshId()}`, headers: { origin } }),
    ).toMatchObject({ status: 403, sent: [] });
    expect(await till.outcome({ method: 'OPTIONS', headers: { origin } })).toMatchObject({
      status: 403,
      sent: [],
    });
    if (origin === undefined) return;
    const read = await till.outcome({ method: 'GET', target: '/terminals', headers: { origin } });
    expect(read).toMatchObject({ status: 403, sent: [] });
    expect(read.text).not.toMatch(/access-control-allow/);
  });

  test.each([
    'http://till.example',
    'https://till.example/',
    'https://till.example.evil',
    'https://TILL.example',
    'https://till.example:444',
    'null',
    'https://till.example, https://evil.example',
  ])('nor does %j where one origin is named, whatever Host says', async (origin) => {
    const named = await mountGateway({ allowedOrigins: ['https://till.example'] });
    const host = origin.replace(/^.*\/\//, '').replace('/', '');
    for (const headers of [{ origin }, { origin, host }]) {
      expect((await named.outcome({ headers })).sent).toEqual([]);
    }
    await named.close();
  });

  test.each([
    '*',
    'null',
    'till.example',
    'https://till.example/',
    'https://till.example/pay',
    'https://*.example',
    '',
  ])('allowedOrigins with %j is a mistake, named at once', (origin) => {
    expect(() => recordingGateway({ allowedOrigins: ['https://till.example', origin] })).toThrow(
      expect.objectContaining({ code: 'configuration', field: 'allowedOrigins' }),
    );
  });

  test('allowedOrigins with "null" says what has that origin, and what to do', () => {
    expect(() => recordingGateway({ allowedOrigins: ['null'] })).toThrow(
      /a file or a sandboxed frame.*Serve the page/,
    );
  });

  test.each([
    'http://localhost:5173',
    'http://[::1]:80',
    'capacitor://localhost',
    'https://till.example:8443',
  ])('allowedOrigins may hold %j', (origin) => {
    expect(() => recordingGateway({ allowedOrigins: [origin] })).not.toThrow();
  });

  test('a picture or a link on another site reads nothing and spends no poll', async () => {
    const read = (site: string) =>
      till.outcome({
        method: 'GET',
        target: '/processed-messages/M-9',
        headers: { origin: undefined, 'sec-fetch-site': site },
      });
    expect(await read('cross-site')).toMatchObject({ status: 403, sent: [] });
    expect(await read('same-site')).toMatchObject({ status: 403, sent: [] });
    expect(await read('same-origin')).toMatchObject({ status: 200 });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'text/plain; application/json',
    'application/jsonp',
    'application/json-patch+json',
    'text/json',
    'application/json, text/plain',
    '',
    undefined,
  ])('a body of type %j is no payment', async (type) => {
    expect(await till.outcome({ headers: { 'content-type': type } })).toMatchObject({
      status: 415,
      sent: [],
    });
    expect(
      await till.outcome({ target: '/public/202104/payment-link', headers: { 'content-type': type } }),
    ).toMatchObject({ status: 415, sent: [] });
  });
});

describe('ids', () => {
  const strange = [
    '',
    'short',
    'x'.repeat(129),
    `${freshId()} `.repeat(2),
    '../../../../../../pay',
    `${freshId()}.`,
    `${freshId()}%00`,
    "' or 1=1 --padding--",
    'é'.repeat(20),
    '${jndi:ldap://evil}',
    undefined,
  ];
  test.each(strange)('a payment under %j is refused', async (id) => {
    expect(await till.outcome({ headers: { 'x-operation-id': id } })).toMatchObject({
      status: 400,
      sent: [],
    });
  });

  test.each(['GET', 'DELETE'])(
    '%s of a malformed one is not found, and one never seen tells nothing',
    async (method) => {
      for (const id of [
        'short',
        '%2e%2e',
        '..%2f..%2fpay',
        `${freshId()}/..`,
        `${freshId()}%00`,
        `%66${freshId()}`,
        '',
      ]) {
        const { status, sent } = await till.outcome({ method, target: `/operations/${id}` });
        expect([[400, 404].includes(status), sent]).toEqual([true, []]);
      }
      const unseen = await till.outcome({ method, target: `/operations/${freshId()}` });
      expect(unseen.text).toContain('not-seen');
      expect(unseen.sent).toEqual([]);
    },
  );

  test("another subject's id tells nothing and does nothing", async () => {
    const id = freshId();
    const ann = { 'x-operation-id': id, authorization: 'Bearer ann' };
    const bob = { ...ann, authorization: 'Bearer bob' };
    const body = JSON.stringify(freshSale());
    expect((await till.outcome({ headers: ann, body })).sent).toEqual(['POST /pay']);
    const tried: RawRequest[] = [
      { headers: bob, body },
      { headers: bob, body: JSON.stringify({ ...saleBody, amount: 1 }) },
      { headers: bob, method: 'GET', target: `/operations/${id}` },
      { headers: bob, method: 'DELETE', target: `/operations/${id}` },
    ];
    for (const request of tried) {
      const { status, text, sent } = await till.outcome(request);
      expect([status, sent]).toEqual([403, []]);
      expect(text).not.toMatch(/M-\d|x-operation-state: |accepted|1250/);
    }
    const again = await till.outcome({ headers: ann, body });
    expect(again.text).toMatch(/M-\d/);
    expect(again.sent).toEqual([]);
  });

  test.each([
    '..',
    '.',
    '%2e%2e',
    '..%2fpay',
    'a%2fb',
    'a%5cb',
    'a/b',
    'a%00',
    'a%0d%0ab',
    '%',
    '%zz',
    '%C0%AE',
    '%61',
    'a;b',
    'a?b%2f',
    '%20',
    'a'.repeat(257),
    '%F0%9F',
  ])('a poll of %j is no other request', async (id) => {
    const polled = await mountGateway();
    const { sent } = await polled.outcome({ method: 'GET', target: `/processed-messages/${id}` });
    await polled.close();
    expect(sent).toEqual(id === 'a?b%2f' ? ['GET /processed-messages/a'] : []);
  });
});

const north = { authorization: 'Bearer north' };
const south = { authorization: 'Bearer south' };

/** One gateway for two merchants, each with a till 1, and a service that numbers the messages of each from 1001. */
function twoMerchants(own: Partial<GatewayOptions> = {}) {
  const asked: (string | null)[] = [];
  const accountsTill = createGatewayTill({
    authorize: ({ headers }) => {
      const account = headers.get('authorization')?.replace('Bearer ', '');
      return { subject: 'till-1', account };
    },
    headers: async ({ account }) => ({ 'x-api-key': `key-of-${account}` }),
    fetcher: async ({ method, headers }) => {
      const key = headers.get('x-api-key');
      asked.push(key);
      const pnRefNum = `P-of-${key?.slice('key-of-'.length)}`;
      const result = method === 'GET' ? { status: 'complete', pnRefNum } : {};
      return Response.json({ data: { msgIdentifier: '1001', ...result } });
    },
    ...own,
  });
  return { ...accountsTill, asked, fetch: accountsTill.gateway().fetch };
}

test('each merchant’s requests have its own headers: payments, polls, lists, links, uploads', async () => {
  const { fetch, asked } = twoMerchants();
  const form = new FormData();
  form.append('files', new File(['%PDF'], 'a.pdf'));
  const upload = new Request('https://till.example/v1/public/payment-link/upload-attachments', {
    method: 'POST',
    body: form,
    headers: { origin: 'https://till.example', ...south },
  });
  const link = new Request('https://till.example/public/202104/payment-link', {
    method: 'POST',
    body: '{"amount":5}',
    headers: { origin: 'https://till.example', 'content-type': 'application/json', ...south },
  });
  const requests = [
    sale(operationId(1), saleBody, north),
    askTill('/processed-messages/1001', south),
    askTill('/terminals', north),
    upload,
    link,
  ];
  for (const request of requests) expect((await fetch(request)).status).toBe(200);
  const keys = ['north', 'south', 'north', 'south', 'south'].map((account) => `key-of-${account}`);
  expect(asked).toStrictEqual(keys);
});

test('F30 one’s results are not told to another that has a message of the same id', async () => {
  const { fetch, asked, problems, clock } = twoMerchants();
  await fetch(sale(operationId(1), saleBody, north));
  await fetch(sale(operationId(2), saleBody, south));
  await clock.advance(2000);
  const told = async (who: Record<string, string>) => {
    const answer = await fetch(askTill('/processed-messages/1001', who));
    return ((await answer.json()) as { data: { pnRefNum: string } }).data.pnRefNum;
  };
  expect([await told(north), await told(south), await told(north)]).toStrictEqual([
    'P-of-north',
    'P-of-south',
    'P-of-north',
  ]);
  expect(asked).toHaveLength(4);
  expect(problems).toStrictEqual([]);
});

test('tills of one name are not one: nothing under an id of the other is told, and it may be sent', async () => {
  const { fetch, asked } = twoMerchants();
  const stateFor = async (who: Record<string, string>, request = askTill) => {
    const answer = await fetch(request(`/operations/${operationId(1)}`, who));
    return ((await answer.json()) as { state: string }).state;
  };
  await fetch(sale(operationId(1), saleBody, north));
  expect([await stateFor(north), await stateFor(south)]).toStrictEqual(['accepted', 'not-seen']);
  await fetch(sale(operationId(1), { ...saleBody, amount: 300 }, south));
  expect([await stateFor(north), await stateFor(south)]).toStrictEqual(['accepted', 'accepted']);
  expect(asked).toStrictEqual(['key-of-north', 'key-of-south']);
  expect((await fetch(close(operationId(2), south))).status).toBe(200);
  expect((await fetch(sale(operationId(2), saleAt('terminal-2'), south))).status).toBe(410);
  expect(asked).toHaveLength(2);
});

test('an id that a page closes is closed for all merchants, and not where another has sent it', async () => {
  const { fetch, asked } = twoMerchants();
  expect((await fetch(close(operationId(2), south))).status).toBe(200);
  expect((await fetch(sale(operationId(2), saleBody, north))).status).toBe(410);
  expect(asked).toStrictEqual([]);
  await fetch(sale(operationId(3), saleBody, north));
  const refused = await fetch(close(operationId(3), south));
  expect(refused.status).toBe(403);
  expect(await refused.json()).toMatchObject({ error: { code: 'not-yours' } });
  const asking = await fetch(askTill(`/operations/${operationId(3)}`, south));
  const answer = (await asking.json()) as { state: string; isClosed?: true };
  expect([answer.state, answer.isClosed]).toStrictEqual(['not-seen', undefined]);
});

test.each(['', 7, null, {}])('an account that is no name lets no caller in: %j', async (account) => {
  const authorize = (() => ({ subject: 'till-1', account })) as unknown as GatewayOptions['authorize'];
  const { fetch, asked } = twoMerchants({ authorize });
  expect((await fetch(sale(operationId(1)))).status).toBe(403);
  expect(asked).toStrictEqual([]);
});

const longAgo = 200_000;

/** A gateway behind a proxy that rewrites Host: for its own pages it looks as if they were another's. */
async function behindProxy() {
  const clock = createVirtualClock(0);
  const store = createMemoryStore({ clock });
  await clock.advance(longAgo); // the store remembers long enough for a "not seen"
  const problems: GatewayProblem[] = [];
  const { gateway, sent } = recordingGateway({
    authorize: () => true,
    store,
    clock,
    onProblem: (problem) => void problems.push(problem),
  });
  const body = JSON.stringify(freshSale());
  const ask = (path: string, id = freshId(), origin = 'http://localhost:5173') =>
    gateway.fetch(
      new Request(`http://localhost:3000${path}`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json', 'x-operation-id': id },
        body,
      }),
    );
  return { ask, sent, problems, clock };
}

describe('a page whose origin is refused', () => {
  test('hears that its sale was not sent, and nothing under its id ever is', async () => {
    const { ask, sent } = await behindProxy();
    const id = freshId();
    const refused = await ask('/pay', id);
    expect([refused.status, refused.headers.get('x-operation-state')]).toEqual([403, 'not-seen']);
    const copy = await ask('/pay', id, 'http://localhost:3000');
    expect(copy.status).toBe(410);
    expect(sent).toEqual([]);
  });

  test('hears nothing of a sale that was sent before', async () => {
    const { ask, sent } = await behindProxy();
    const id = freshId();
    expect((await ask('/pay', id, 'http://localhost:3000')).status).toBe(200);
    const refused = await ask('/pay', id);
    expect([refused.status, refused.headers.get('x-operation-state')]).toEqual([403, null]);
    expect(sent).toHaveLength(1);
  });

  test('is told to the host of the gateway, with its origin and the setting', async () => {
    const { ask, problems } = await behindProxy();
    await ask('/refund');
    expect(problems).toEqual([
      {
        type: 'origin-refused',
        operation: 'refund',
        operationId: undefined,
        message: expect.stringMatching(/http:\/\/localhost:5173 .*allowedOrigins/),
      },
    ]);
  });

  test('is told to the host without a setting that would not help, if its origin is null', async () => {
    const { ask, problems } = await behindProxy();
    await ask('/pay', freshId(), 'null');
    expect(problems).toMatchObject([
      { message: expect.stringMatching(/a file or a sandboxed frame.*Serve the page/) },
    ]);
    expect(problems[0]?.message).not.toContain('allowedOrigins');
  });

  test('cannot fill a log, nor name what is no operation', async () => {
    const { ask, problems, clock } = await behindProxy();
    await ask('/elsewhere');
    expect(problems).toEqual([]);
    for (let time = 0; time < 30; time += 1)
      await ask('/pay', freshId(), `http://${'x'.repeat(900)}.example`);
    expect(problems).toHaveLength(10);
    expect(Math.max(...problems.map(({ message }) => message.length))).toBeLessThan(400);
    await clock.advance(60_000);
    await ask('/pay');
    await ask('/pay');
    expect(problems).toHaveLength(11);
  });
});

/** A page asks under the name it was loaded from; that its origin is the gateway's own, only that name says. */
async function askUnder(address: string, allowedOrigins?: readonly string[]) {
  const { gateway, sent } = recordingGateway({ authorize: () => true, allowedOrigins });
  const headers = { origin: address, 'content-type': 'application/json', 'x-operation-id': freshId() };
  const body = JSON.stringify(saleBody);
  const pay = await gateway.fetch(new Request(`${address}/pay`, { method: 'POST', headers, body }));
  const list = await gateway.fetch(
    new Request(`${address}/terminals`, { headers: { 'sec-fetch-site': 'same-origin' } }),
  );
  const preflight = await gateway.fetch(new Request(`${address}/pay`, { method: 'OPTIONS', headers }));
  return { statuses: [pay.status, list.status, preflight.status], sent, said: await pay.json() };
}

describe('a page of a name that an attacker made point to this machine', () => {
  test.each([
    'http://evil.example',
    'http://evil.example:3000',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://localhost.',
    'http://notlocalhost',
    'http://till',
  ])('%s sells nothing and reads nothing', async (address) => {
    const { statuses, sent, said } = await askUnder(address);
    expect(statuses).toEqual([403, 403, 403]);
    expect(sent).toEqual([]);
    expect(said).toMatchObject({
      error: { code: 'origin', message: expect.stringContaining('allowedOrigins') },
    });
  });

  test.each([
    'http://localhost:3000',
    'http://till.localhost:3000',
    'http://127.0.0.1:3000',
    'http://192.168.1.20',
    'http://[::1]:3000',
    'https://till.example', // another owner of the name has no certificate for it
  ])('%s cannot be one: it works without any setting', async (address) => {
    const { statuses } = await askUnder(address);
    expect(statuses).toEqual([200, 200, 204]);
  });

  test('a name is the own one where it is named', async () => {
    const { statuses } = await askUnder('http://till:3000', ['http://till:3000']);
    expect(statuses).toEqual([200, 200, 204]);
  });
});
