import { connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createVirtualClock } from '../../../src/core/time.ts';
import { listen } from '../../../src/node/listen.ts';
import { createSandbox } from '../../../src/sandbox/createSandbox.ts';
import { saleBody, createGatewayTill, settled, tillOrigin } from '../gatewayTill.ts';
import {
  expectContract,
  freshId,
  freshSale,
  mountGateway,
  type MountedGateway,
  recordingGateway,
  type RawRequest,
} from './securityTill.ts';
import type { GatewayOptions } from '../../../src/gateway/gatewayOptions.ts';

let till: MountedGateway;
let extraTill: MountedGateway | undefined;
beforeAll(async () => {
  till = await mountGateway();
});
afterEach(async () => {
  till.sent.length = 0;
  await extraTill?.close();
  extraTill = undefined;
});
afterAll(() => till.close());
const mount = async (options: Parameters<typeof mountGateway>[0]) =>
  (extraTill = await mountGateway(options));

const origin = 'https://till.example';
const linkPath = '/public/202104/payment-link';
const uploadPath = '/v1/public/payment-link/upload-attachments';
const chunked = { 'content-length': undefined, 'transfer-encoding': 'chunked' };
const chunk = (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`;

describe('a body that is too large', () => {
  const large = JSON.stringify({ ...saleBody, orderNumber: 'x'.repeat(300_000) });

  test('is not read, announced or not, and the gateway lives on', async () => {
    for (const target of ['/pay', linkPath]) {
      expect((await till.ask({ target, body: large })).status).toBe(413);
      const unannounced = { target, headers: chunked, body: `${chunk(large)}0\r\n\r\n` };
      expect((await till.ask(unannounced)).status).toBe(413);
    }
    expect(till.sent).toEqual([]);
    expect((await till.ask({})).status).toBe(200);
  });

  test('one byte more is refused', async () => {
    const padded = (length: number) => JSON.stringify(freshSale()).padEnd(length, ' ');
    expect((await till.ask({ body: padded(65_536) })).status).toBe(200);
    expect((await till.ask({ body: padded(65_537) })).status).toBe(413);
    expect(till.sent).toHaveLength(1);
  });
});

test('an order number that PostgreSQL could not keep is refused by its name, with every store', async () => {
  const numbered = (length: number) => JSON.stringify({ ...freshSale(), orderNumber: 'x'.repeat(length) });
  const { status, text } = await till.ask({ body: numbered(501) });
  expect([status, text]).toEqual([400, expect.stringContaining('"errors":[{"field":"orderNumber"')]);
  expect(till.sent).toEqual([]);
  expect((await till.ask({ body: numbered(500) })).status).toBe(200);
  const unkept = await mount({ storeOrderNumber: false });
  expect((await unkept.ask({ body: numbered(501) })).status).toBe(200);
});

describe('a body that does not come', () => {
  test('breaks off', async () => {
    const bytes = till.bytesOf({ headers: { 'content-length': '75' }, body: '{"clientId":"till"' });
    await new Promise<void>((resolve) => {
      const socket = connect(till.port, '127.0.0.1', () => socket.end(bytes));
      socket.on('error', () => undefined).resume();
      socket.once('close', () => resolve());
    });
    expect(await till.outcome({})).toMatchObject({ status: 200, sent: ['POST /pay'] });
  });

  test('is no text', async () => {
    const [head = '', tail = ''] = JSON.stringify(saleBody).split('till');
    const body = Buffer.concat([Buffer.from(head), Buffer.from([0xff, 0xc0, 0x80]), Buffer.from(tail)]);
    expect(await till.outcome({ body })).toMatchObject({ status: 400, sent: [] });
  });

  test('stands still', async () => {
    const clock = createVirtualClock(0);
    const { gateway, sent } = recordingGateway({ clock, allowedOrigins: [origin] });
    const answer = gateway.fetch(streaming('/pay', new ReadableStream(), 'application/json'));
    await clock.advance(9_999);
    await expect(Promise.race([answer, Promise.resolve('waits')])).resolves.toBe('waits');
    await clock.advance(1);
    expect([(await answer).status, (await answer).headers.get('x-operation-state')]).toEqual([408, null]);
    expect(sent).toEqual([]);
  });
});

const deep = (text: string) => `${'{"a":'.repeat(5_000)}${text}${'}'.repeat(5_000)}`;
const withField = (field: string) => JSON.stringify(saleBody).replace('{', `{${field},`);

describe('JSON', () => {
  test.each(
    [
      '',
      ' ',
      'null',
      'true',
      '1',
      '"pay"',
      '[]',
      `[${JSON.stringify(saleBody)}]`,
      '{',
      '{}',
      '{}{}',
      "{'a':1}",
      withField('"__proto__":{"amount":1}'),
      withField('"\\u005f_proto__":{"isAdmin":true}'),
      deep('1'),
      '['.repeat(60_000),
      withField('"constructor":{"prototype":{}}'),
      withField('"toString":1'),
      withField('"isAdmin":true'),
      withField('"customValues":[{"key":"a","value":"b","__proto__":{"c":1}}]'),
      withField('"customValues":{"0":{}}'),
      withField('"email":{"toString":1}'),
      withField('"clientId ":"x"'),
      withField('"Amount":1'),
      ...[
        '1e999',
        '-1',
        '0',
        '1.5',
        '"1250"',
        '9007199254740993',
        '1e16',
        'null',
        '[1250]',
        '{"valueOf":1}',
      ].map((amount) => JSON.stringify(saleBody).replace('1250', amount)),
      JSON.stringify({ ...saleBody, terminalId: '..' }),
      JSON.stringify({ ...saleBody, terminalId: 'a\0' }),
      JSON.stringify({ ...saleBody, receipt: 'true' }),
    ].map((body) => [body.slice(0, 60), body] as const),
  )('is no payment: %s', async (_, body) => {
    const { status, text } = await till.ask({ body });
    expect(till.sent).toEqual([]);
    expect([status, text.includes('x-operation-state: not-seen')]).toEqual([400, true]);
  });

  test.each(
    [
      '[]',
      '{}',
      '{"amount":1,"__proto__":{"a":1}}',
      '{"amount":1,"attachments":[{"__proto__":{"a":1}}]}',
      deep('1'),
      '{"amount":1,"isAdmin":true}',
      '{"amount":"1"}',
      '{"amount":-1}',
      '{"amount":1,"taxes":[{}]}',
      '{"amount":1,"showBilling":1}',
    ].map((body) => [body.slice(0, 60), body] as const),
  )('is no payment link: %s', async (_, body) => {
    expect((await till.ask({ target: linkPath, body })).status).toBe(400);
    expect(
      (await till.ask({ target: linkPath, body, headers: { 'x-operation-id': undefined } })).status,
    ).toBe(400);
    expect(till.sent).toEqual([]);
  });

  test('of a key that comes twice, authorize and the service see the same one', async () => {
    const amounts: unknown[] = [];
    const ownTill = await mount({ authorize: (_, __, { body }) => amounts.push(body?.['amount']) > 0 });
    await ownTill.ask({ body: withField('"amount":1,"amount":2,"receipt":true') });
    expect(ownTill.sent.map(({ body }) => JSON.parse(body) as unknown)).toEqual([saleBody]);
    expect(ownTill.sent[0]?.body.match(/amount/g)).toHaveLength(1);
    expect(amounts).toEqual([1250]);
  });

  test('what goes on is written anew: no blanks, no byte order mark, no spelling of its own', async () => {
    const asked = freshSale();
    const body = `\uFEFF ${JSON.stringify(asked, undefined, 2).replace('"till"', '"\\u0074ill"').replace('1250', '1.25e3')} `;
    expect((await till.ask({ body })).status).toBe(200);
    expect(till.sent[0]?.body).toBe(JSON.stringify(JSON.parse(till.sent[0]?.body ?? '')));
    expect(JSON.parse(till.sent[0]?.body ?? '')).toEqual(asked);
    till.sent.forEach(expectContract);
  });

  test('a link is in cents, and holds what the upload handed out', async () => {
    const link = {
      amount: 1250,
      taxes: 50,
      customValues: [{ key: 'a', value: 'b' }],
      attachments: [{ path: { a: 1 } }],
    };
    expect((await till.ask({ target: linkPath, body: JSON.stringify(link) })).status).toBe(200);
    expect(JSON.parse(till.sent[0]?.body ?? '')).toEqual(link);
  });
});

describe('an upload', () => {
  const type = 'multipart/form-data; boundary=b';
  const part = '--b\r\ncontent-disposition: form-data; name="files"; filename="a.pdf"\r\n\r\n%PDF-1.7';

  test.each([
    'application/json',
    'text/plain',
    'multipart/mixed; boundary=b',
    'multipart/form-data',
    ' ',
    undefined,
  ])('of type %j is refused', async (wrong) => {
    expect(
      (await till.ask({ target: uploadPath, headers: { 'content-type': wrong }, body: part })).status,
    ).toBe(415);
    expect(till.sent).toEqual([]);
  });

  test('that is announced as too large is not begun', async () => {
    const ownTill = await mount({ maxUploadBytes: 1_000 });
    const body = part + 'x'.repeat(1_000);
    expect((await ownTill.ask({ target: uploadPath, headers: { 'content-type': type }, body })).status).toBe(
      413,
    );
    expect(ownTill.sent).toEqual([]);
  });

  test('that grows too large on its way breaks off: the service never has it whole', async () => {
    const sandbox = createSandbox({ latencyMs: 0 });
    const ends: string[] = [];
    const service = await listen(async (request) => {
      await request
        .clone()
        .arrayBuffer()
        .then(
          () => ends.push('whole'),
          () => ends.push('broken'),
        );
      return sandbox.fetch(request);
    });
    const ownTill = await mount({
      baseUrl: service.url,
      headers: { authorization: 'sandbox' },
      fetcher: undefined,
      maxUploadBytes: 100_000,
    });
    const body = `${chunk(part)}${chunk('x'.repeat(60_000))}${chunk('x'.repeat(60_000))}0\r\n\r\n`;
    const { status, text } = await ownTill.ask({
      target: uploadPath,
      headers: { ...chunked, 'content-type': type },
      body,
    });
    expect([status, text.includes('too-large')]).toEqual([413, true]);
    expect(ends).not.toContain('whole');
    expect(sandbox.ledger.requests.filter(({ status: answered = 0 }) => answered < 400)).toEqual([]);
    expect(ownTill.problems).toEqual([]);
    await service.close();
  });

  test('that stands still breaks off', async () => {
    const clock = createVirtualClock(0);
    let reach: () => void = () => undefined;
    const reached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    const { gateway } = recordingGateway({
      clock,
      allowedOrigins: [origin],
      fetcher: async (request) => {
        reach();
        return new Response(await request.text());
      },
    });
    const body = new ReadableStream<Uint8Array>({
      start: (to) => to.enqueue(new TextEncoder().encode(part)),
    });
    const answer = gateway.fetch(streaming(uploadPath, body, type));
    await reached;
    await clock.advance(10_000);
    expect((await answer).status).toBe(408);
  });
});

function streaming(path: string, body: ReadableStream<Uint8Array>, type: string): Request {
  const init: RequestInit & { duplex: 'half' } = {
    method: 'POST',
    headers: { origin, 'content-type': type, 'x-operation-id': freshId() },
    body,
    duplex: 'half',
  };
  return new Request(`${origin}${path}`, init);
}

describe('headers that servers read differently', () => {
  const body = JSON.stringify(saleBody);
  const chunkedBody = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  test.each<[string, RawRequest]>([
    ['length and chunks', { lines: ['transfer-encoding: chunked'], body: chunkedBody }],
    [
      'chunks named twice',
      { headers: { 'content-length': undefined }, lines: ['transfer-encoding: identity, chunked, x'] },
    ],
    [
      'chunks misspelled',
      { headers: { 'content-length': undefined }, lines: ['transfer-encoding: xchunked'], body: chunkedBody },
    ],
    ['a blank before the colon', { lines: ['transfer-encoding : chunked'] }],
    ['two lengths', { lines: ['content-length: 3'] }],
    ['a negative length', { headers: { 'content-length': '-1' } }],
    ['a signed length', { headers: { 'content-length': '+75' } }],
    ['a hexadecimal length', { headers: { 'content-length': '0x4b' } }],
    ['a list of lengths', { headers: { 'content-length': '75, 75' } }],
    ['a folded line', { lines: ['x-a: 1', ' transfer-encoding: chunked'] }],
    ['a bare line feed', { headers: { 'x-a': '1\ntransfer-encoding: chunked' } }],
    ['a bare carriage return', { headers: { 'x-a': '1\rtransfer-encoding: chunked' } }],
    ['NUL in a value', { headers: { 'x-operation-id': `${freshId()}\0` } }],
    ['a name with a blank', { lines: ['x operation: 1'] }],
    ['no name', { lines: [': 1'] }],
    [
      'a bad chunk size',
      {
        headers: { 'content-length': undefined, 'transfer-encoding': 'chunked' },
        body: `0x4b\r\n${body}\r\n0\r\n\r\n`,
      },
    ],
    ['two operation ids', { lines: [`x-operation-id: ${freshId()}`] }],
    ['two origins', { lines: ['origin: https://evil.example'] }],
    ['two content types', { lines: ['content-type: text/plain'] }],
  ])('%s', async (_, request) => {
    expect(await till.outcome(request)).toMatchObject({ sent: [] });
  });

  test('a request in the body of another one is not heard', async () => {
    const hidden = till.bytesOf({}).toString();
    const list = { method: 'GET', target: '/terminals' };
    expect((await till.outcome({ ...list, body: hidden })).sent).toEqual(['GET /terminals']);
    for (const target of ['/public/202104/payment-link', '/nowhere']) {
      expect((await till.outcome({ target, body: hidden })).sent).toEqual([]);
    }
    const keptAlive = till.bytesOf({ ...list, headers: { connection: 'keep-alive' }, body: hidden });
    await till.sendBytes(Buffer.concat([keptAlive, till.bytesOf(list)]));
    expect(till.sent.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  test('line ends in a value make no header for the service', async () => {
    const headers = { 'x-a': '1\r\nkey-hash: forged\r\nauthorization: forged' };
    expect((await till.outcome({ headers })).sent).toEqual(['POST /pay']);
    const target = '/terminals?clientId=a%0d%0akey-hash%3A+forged';
    expect((await till.outcome({ method: 'GET', target })).sent).toEqual([
      'GET /terminals?clientId=a%0D%0Akey-hash%3A+forged',
    ]);
  });

  test('none of the browser, and none of a proxy, goes to the service', async () => {
    const headers = {
      authorization: 'Bearer person',
      cookie: 'session=1; secret=2',
      'key-hash': 'forged',
      accept: 'text/html',
      'accept-encoding': 'br',
      'user-agent': 'browser',
      referer: 'https://till.example/customer',
      te: 'trailers',
      expect: '100-continue',
      'content-encoding': 'identity',
      connection: 'close, x-operation-id, key-hash, authorization',
      'proxy-authorization': 'Basic x',
      'proxy-connection': 'keep-alive',
      'keep-alive': 'timeout=1000',
      upgrade: 'h2c',
      forwarded: 'for=1.2.3.4',
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-original-url': '/refund',
      'x-rewrite-url': '/refund',
      'x-real-ip': '1.2.3.4',
      traceparent: '00-1-1-01',
    };
    expect((await till.outcome({ headers })).sent).toEqual(['POST /pay']);
    expect((await till.outcome({ method: 'GET', target: '/terminals', headers })).sent).toEqual([
      'GET /terminals',
    ]);
  });
});

const url = 'https://till.example/v1/public/payment-link/upload-attachments';
const headers = { origin: tillOrigin, 'content-type': 'multipart/form-data; boundary=b' };

/** An upload that a test sends piece by piece, to a service that says how much it got. */
function uploading(own: Partial<GatewayOptions> = {}, { answersAfterMs = 0 } = {}) {
  let whole: number | undefined;
  const uploadTill = createGatewayTill({
    fetcher: async (request) => {
      whole = (await request.arrayBuffer()).byteLength;
      await new Promise<void>((resolve) => {
        uploadTill.clock.setTimeout(resolve, answersAfterMs);
      });
      return Response.json({ data: [] });
    },
    ...own,
  });
  let to!: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      to = controller;
    },
  });
  const send = (announced: Record<string, string> = {}) => {
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { ...headers, ...announced },
      body,
      duplex: 'half',
    };
    return uploadTill.gateway().fetch(new Request(url, init));
  };
  const piece = (bytes: number) => to.enqueue(new Uint8Array(bytes));
  return { ...uploadTill, send, piece, end: () => to.close(), whole: () => whole };
}

describe('an upload', () => {
  test('that flows, however slowly, arrives whole', async () => {
    const { send, piece, end, clock, whole } = uploading();
    const answer = send();
    await clock.advance(0);
    for (let part = 0; part < 5; part += 1) {
      piece(100);
      await clock.advance(9_000);
    }
    end();
    expect((await settled(clock, answer)).status).toBe(200);
    expect(whole()).toBe(500);
  });

  test.each([
    ['before its first byte', 0],
    ['in the middle', 3],
  ])('that stands still %s breaks off after ten seconds', async (_, parts) => {
    const { send, piece, clock, whole, problems } = uploading();
    const answer = send();
    await clock.advance(0);
    for (let part = 0; part < parts; part += 1) {
      piece(100);
      await clock.advance(5_000);
    }
    await clock.advance(parts === 0 ? 9_900 : 4_900);
    await expect(Promise.race([answer, Promise.resolve('waits')])).resolves.toBe('waits');
    const { status } = await settled(clock, answer);
    expect(status).toBe(408);
    expect(whole()).toBeUndefined();
    expect(problems).toStrictEqual([]); // the page's affair, not the service's
  });

  test('may wait for its answer longer than it may pause', async () => {
    const { send, piece, end, clock } = uploading({}, { answersAfterMs: 60_000 });
    const answer = send();
    piece(100);
    end();
    expect((await settled(clock, answer)).status).toBe(200);
  });

  test.each([
    ['announced', true],
    ['not announced', false],
  ])('may be as large as is allowed, and no byte larger: %s', async (_, isAnnounced) => {
    for (const [bytes, status] of [
      [1000, 200],
      [1001, 413],
    ] as const) {
      const { send, piece, end, clock, whole } = uploading({ maxUploadBytes: 1000 });
      const answer = send(isAnnounced ? { 'content-length': `${bytes}` } : {});
      piece(600);
      piece(bytes - 600);
      end();
      expect((await settled(clock, answer)).status).toBe(status);
      expect(whole()).toBe(status === 200 ? bytes : undefined);
    }
  });

  test.each(['application/json', 'multipart/form-data', 'multipart/mixed; boundary=b', ''])(
    'of type %j is not begun',
    async (type) => {
      const { send, clock, whole } = uploading();
      expect((await settled(clock, send({ 'content-type': type }))).status).toBe(415);
      expect(whole()).toBeUndefined();
    },
  );
});
