import { inspect } from 'node:util';
import { describe, expect, it, vi } from 'vitest';
import {
  createVirtualClock,
  createPaymentsClient,
  defineService,
  PaymentsError,
  type PaymentsClient,
} from '../../../src/exports/core.ts';
import { errorOf, json, recordingClient, recordingGatewayClient } from './recordingClient.ts';

const sale = { terminalId: 'T1', amount: 1250, receipt: false };
const payAnswered = (answer: () => Response | Promise<Response>) => recordingClient(answer).client.pay(sale);

describe('answers that can be read', () => {
  it('F28: keeps every digit of an id that is a large number', async () => {
    const accepted = await payAnswered(() =>
      json('{"data":{"msgIdentifier":90071992547409931,"pnRefNum":12345678901234567890}}'),
    );
    expect(accepted).toMatchObject({ msgIdentifier: '90071992547409931', pnRefNum: '12345678901234567890' });
  });

  it('F28: leaves digits inside texts alone', async () => {
    const accepted = await payAnswered(() =>
      json(String.raw`{"msgIdentifier":"a\"90071992547409931,","n":90071992547409931}`),
    );
    expect(accepted.msgIdentifier).toBe('a"90071992547409931,');
  });

  it('F29: escapes an id so that it stays one path segment', async () => {
    const { client, sent } = recordingClient(() => json({ status: 'received' }));
    await client.getProcessedMessage({ msgIdentifier: 'a/b?c#d' });
    expect(sent[0]!.request.url).toBe('https://pay.test/base/processed-messages/a%2Fb%3Fc%23d');
  });

  it('F33: tolerates extra fields and keeps them in raw', async () => {
    const accepted = await payAnswered(() =>
      json({ data: { msgIdentifier: 'm', later: { x: 1 } }, meta: 2 }),
    );
    expect(accepted.pnRefNum).toBeUndefined();
    expect(accepted.raw).toEqual({ data: { msgIdentifier: 'm', later: { x: 1 } }, meta: 2 });
  });

  it('F34: is not polluted by __proto__ keys', async () => {
    const accepted = await payAnswered(() =>
      json(
        '{"__proto__":{"polluted":1},"data":{"msgIdentifier":"m","constructor":{"prototype":{"polluted":1}}}}',
      ),
    );
    expect(accepted.msgIdentifier).toBe('m');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it.each([
    [
      'F35: a total that is text',
      { items: [{ id: 1 }], total: '25', page: 1, limit: 1 },
      { total: 25, page: 1, limit: 1 },
    ],
    [
      'F35: page and limit 0',
      { items: [{ id: 1 }], total: 1, page: 0, limit: 0 },
      { total: 1, page: 1, limit: 25 },
    ],
    ['F35: a total smaller than the items', { items: [{ id: 1 }, { id: 2 }], total: 1 }, { total: 2 }],
    ['data as the list', { data: [{ id: 1 }] }, { total: 1 }],
    ['data.items', { data: { items: [{ id: 1 }], total: 60 } }, { total: 60 }],
  ])('reads %s', async (_, body, expected) => {
    const { client } = recordingClient(() => json(body));
    expect(await client.listTerminals()).toMatchObject(expected);
  });

  it.each([1e21, '1e2', -5, null])('F32: does not take %s for an amount', async (amount) => {
    const { client } = recordingClient(() => json({ items: [{ id: 1, amount }] }));
    const { items } = await client.listPaymentLinks();
    expect(items[0]!.amountCents).toBeUndefined();
    expect(items[0]!.raw).toEqual({ id: 1, amount });
  });

  it('F32: takes -0 for 0', async () => {
    const { client } = recordingClient(() => json('{"items":[{"id":1,"amount":-0}]}'));
    expect(Object.is((await client.listPaymentLinks()).items[0]!.amountCents, 0)).toBe(true);
  });

  it('F37: reads a body that begins with a byte order mark', async () => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('{"msgIdentifier":"m"}')]);
    expect((await payAnswered(() => new Response(bytes))).msgIdentifier).toBe('m');
  });

  it("reads as the service's description does", async () => {
    const { client } = recordingClient(() => json({ job: { id: 'm-7' } }), {
      service: defineService({
        read: { accepted: ({ job }) => ({ msgIdentifier: (job as { id: string }).id }) },
      }),
    });
    expect((await client.pay(sale)).msgIdentifier).toBe('m-7');
  });
});

describe('answers that cannot be read', () => {
  it.each<[string, () => Response, string]>([
    ['HTML', () => new Response('<html>', { headers: { 'content-type': 'text/html' } }), ''],
    ['an empty body', () => new Response(''), ''],
    ['no content', () => new Response(null, { status: 204 }), ''],
    ['data: null', () => json({ data: null }), 'data'],
    ['an error in a 200', () => json({ error: { message: 'x' } }), 'msgIdentifier'],
    ['no id', () => json({ data: {} }), 'data.msgIdentifier'],
    ['a list', () => json([1]), ''],
    ['F28: an id that lost digits', () => json('{"msgIdentifier":1.5}'), 'msgIdentifier'],
    ['F29: ".."', () => json({ msgIdentifier: '..' }), 'msgIdentifier'],
    ['F29: an empty id', () => json({ msgIdentifier: '' }), 'msgIdentifier'],
    ['F29: a blank id', () => json({ msgIdentifier: ' ' }), 'msgIdentifier'],
    ['F29: 5 kB of id', () => json({ msgIdentifier: 'x'.repeat(5000) }), 'msgIdentifier'],
    ['F29: a line break in an id', () => json({ msgIdentifier: 'a\r\nb' }), 'msgIdentifier'],
    ['F37: UTF-16', () => new Response(new Uint8Array([0xff, 0xfe, 0x7b, 0x00])), ''],
    ['F36: nesting 1e5 deep', () => json('['.repeat(1e5)), ''],
  ])('are a contract error for %s', async (_, answer, field) => {
    const error = await errorOf(payAnswered(answer));
    expect(error).toMatchObject({ code: 'contract', field, isRetryable: false });
    expect(error.message).not.toContain('<html>');
  });

  it.each([
    ['a message of another id', { msgIdentifier: 'other', status: 'complete' }, 'msgIdentifier'],
    ['a status in capitals', { msgIdentifier: 'm', status: 'COMPLETE' }, 'status'],
    ['no status', { msgIdentifier: 'm' }, 'status'],
  ])('are a contract error for %s', async (_, body, field) => {
    const { client } = recordingClient(() => json(body));
    expect(await errorOf(client.getProcessedMessage({ msgIdentifier: 'm' }))).toMatchObject({
      code: 'contract',
      field,
    });
  });

  it('F35: name the item of a list', async () => {
    const { client } = recordingClient(() => json({ items: [{ id: 'a' }, { name: 'nameless' }] }));
    expect(await errorOf(client.listTerminals())).toMatchObject({
      code: 'contract',
      field: 'items[1].terminalId',
    });
    const { client: other } = recordingClient(() => json({ items: 'none' }));
    expect(await errorOf(other.listTerminals())).toMatchObject({ code: 'contract', field: 'items' });
  });

  it('F36: are refused above 1 MB for a poll and 10 MB for a list', async () => {
    const megabytes = (count: number) =>
      json(JSON.stringify({ status: 'received', items: [], fill: 'x'.repeat(count * 1e6) }));
    const poll = recordingClient(() => megabytes(1.1)).client.getProcessedMessage({ msgIdentifier: 'm' });
    expect(await errorOf(poll)).toMatchObject({ code: 'too-large' });
    const list = recordingClient(() => megabytes(10.1)).client.listTerminals();
    expect(await errorOf(list)).toMatchObject({ code: 'too-large' });
    await recordingClient(() => megabytes(9)).client.listTerminals();
  });

  it("are a contract error when the description's own reading throws", async () => {
    const accepted = () => {
      throw new TypeError('x is undefined');
    };
    const { client } = recordingClient(() => json({}), { service: defineService({ read: { accepted } }) });
    expect(await errorOf(client.pay(sale))).toMatchObject({ code: 'contract' });
  });
});

describe('answers that refuse', () => {
  it.each([
    [400, 'http'],
    [401, 'unauthorized'],
    [403, 'unauthorized'],
    [409, 'http'],
    [413, 'too-large'],
    [429, 'rate-limited'],
    [500, 'http'],
  ])('carry the code for %i and are never retryable for a sale', async (status, code) => {
    const error = await errorOf(payAnswered(() => json({ message: 'No.' }, { status })));
    expect(error).toMatchObject({
      code,
      status,
      serviceMessage: 'No.',
      operationName: 'pay',
      isRetryable: false,
    });
  });

  it.each([
    [{ message: ['One.', 'Two.'] }, 'One. Two.'],
    [{ error: { message: 'Nested.' } }, 'Nested.'],
    [{ error: 'Plain.' }, 'Plain.'],
    [{ errors: [{ message: 'A.' }, { message: 'B.' }] }, 'A. B.'],
    [{ message: 'x'.repeat(500) }, 'x'.repeat(300)],
    [{ message: 'Card 4111 1111 1111 1111 refused\u0000' }, 'Card •••• 1111 refused'],
  ])('tell the sentence in %j', async (body, serviceMessage) => {
    expect(await errorOf(payAnswered(() => json(body, { status: 400 })))).toMatchObject({ serviceMessage });
  });

  it('tell the status text where the body tells nothing, and survive a reading that throws', async () => {
    const answer = () => new Response('{}', { status: 422, statusText: 'Card type not taken' });
    expect(await errorOf(payAnswered(answer))).toMatchObject({ serviceMessage: 'Card type not taken' });
    const error = vi.fn(() => {
      throw new TypeError('x');
    });
    const { client } = recordingClient(answer, { service: defineService({ read: { error } }) });
    expect(await errorOf(client.pay(sale))).toMatchObject({
      code: 'http',
      status: 422,
      serviceMessage: 'Card type not taken',
    });
    expect(error).toHaveBeenCalledOnce();
  });

  it.each(['', '<h1>Cannot GET /terminals</h1>'])(
    'name the address at which no payments service is: a 404 with the body %j to a list, or where a gateway should be',
    async (body) => {
      const answer = () => new Response(body, { status: 404, statusText: 'Not Found' });
      const { client } = recordingClient(answer);
      // Without the query, which may have what a person searched for.
      const serviceMessage = 'No payments service answers at https://pay.test/base.';
      expect(await errorOf(client.listTerminals())).toMatchObject({ status: 404, serviceMessage });
      const asked = errorOf(client.getProcessedMessage({ msgIdentifier: 'm' }));
      expect(await asked).toMatchObject({ serviceMessage: 'Not Found' });
      expect(await errorOf(client.pay(sale))).toMatchObject({ serviceMessage: 'Not Found' });
      // A gateway answers everything in JSON, also a press and a poll.
      const behind = recordingGatewayClient(answer).client;
      expect(await errorOf(behind.listTerminals())).toMatchObject({ serviceMessage });
      expect(await errorOf(behind.pay(sale))).toMatchObject({ status: 404, serviceMessage });
      const polled = errorOf(behind.getProcessedMessage({ msgIdentifier: 'm' }));
      expect(await polled).toMatchObject({ serviceMessage });
    },
  );

  it('keep the status text of a 404 that has the word of a gateway, though a proxy took the body', async () => {
    const headers = { 'x-operation-state': 'refused' };
    const answer = () => new Response('', { status: 404, statusText: 'Not Found', headers });
    const { client } = recordingGatewayClient(answer);
    expect(await errorOf(client.pay(sale))).toMatchObject({ serviceMessage: 'Not Found' });
  });

  it("keep a gateway's sentence; of a service only what its description reads", async () => {
    const answer = () => json({ message: 'This page is not among allowedOrigins.' }, { status: 403 });
    const service = defineService({ read: { error: () => ({}) } });
    expect(await errorOf(recordingGatewayClient(answer).client.pay(sale))).toMatchObject({
      serviceMessage: 'This page is not among allowedOrigins.',
    });
    expect(await errorOf(recordingClient(answer, { service }).client.pay(sale))).not.toMatchObject({
      serviceMessage: expect.stringContaining('Origins'),
    });
  });

  it('name the field the service named', async () => {
    const answer = () =>
      json(
        { message: 'Bad', errors: [{ field: 'customValues[0].key', message: 'unknown key' }] },
        { status: 422 },
      );
    expect(await errorOf(payAnswered(answer))).toMatchObject({ field: 'customValues[0].key' });
  });

  it.each([301, 302, 307, 308])('F10: a %i is never followed', async (status) => {
    const { client, sent } = recordingClient(
      () => new Response(null, { status, headers: { location: 'https://evil.test' } }),
    );
    expect(await errorOf(client.pay(sale))).toMatchObject({ code: 'http', status });
    expect(sent).toHaveLength(1);
  });

  it.each([
    ['7', 7000],
    ['1.5', 2000],
    ['0', 1000],
    ['abc', undefined],
    ['-1', undefined],
    ['Thu, 15 Jan 2026 09:30:20 GMT', 20_000],
    ['Thu, 15 Jan 2026 09:00:00 GMT', 1000],
    ['Thursday, 15-Jan-26 09:30:20 GMT', 20_000],
    ['Thu Jan 15 09:30:20 2026', 20_000],
  ])('F71: read Retry-After %s', async (value, retryAfterMs) => {
    const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
    const { client } = recordingClient(() => json({}, { status: 429, headers: { 'retry-after': value } }), {
      clock,
    });
    expect((await errorOf(client.pay(sale))).retryAfterMs).toBe(retryAfterMs);
  });
});

describe('requests without an answer', () => {
  it.each<[string, () => never | Promise<Response>]>([
    ['rejects', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['rejects with something odd', () => Promise.reject('nope')],
    [
      'throws at once',
      () => {
        throw new RangeError('odd');
      },
    ],
    ['resolves to nothing', () => Promise.resolve(undefined as never)],
  ])('are unanswered when the fetcher %s', async (_, answer) => {
    const error = await errorOf(recordingClient(() => json({}), { fetcher: answer }).client.pay(sale));
    expect(error).toMatchObject({ code: 'unanswered', isRetryable: false });
  });

  it('are unanswered after the time limit, even where the fetcher ignores its signal', async () => {
    const clock = createVirtualClock(0);
    const { client } = recordingClient(() => new Promise<Response>(() => undefined), { clock });
    const outcome = errorOf(client.pay(sale));
    await clock.advance(30_000);
    expect(await outcome).toMatchObject({ code: 'unanswered' });
  });

  it('are aborted by the caller', async () => {
    const controller = new AbortController();
    const { client } = recordingClient(() => new Promise<Response>(() => undefined));
    const outcome = errorOf(client.listTerminals({}, { signal: controller.signal }));
    controller.abort();
    expect(await outcome).toMatchObject({ code: 'aborted' });
  });

  it('are retryable for a list', async () => {
    const { client } = recordingClient(() => Promise.reject(new TypeError('x')));
    expect(await errorOf(client.listTerminals())).toMatchObject({ code: 'unanswered', isRetryable: true });
  });
});

describe('bad input', () => {
  it.each<[string, string, (client: PaymentsClient) => Promise<unknown>]>([
    ['a float', 'amount', (c) => c.pay({ ...sale, amount: 12.5 })],
    ['a negative amount', 'amount', (c) => c.pay({ ...sale, amount: -5 })],
    ['zero', 'amount', (c) => c.pay({ ...sale, amount: -0 })],
    ['an inexact amount', 'amount', (c) => c.pay({ ...sale, amount: 2 ** 53 })],
    ['a text for an amount', 'amount', (c) => c.pay({ ...sale, amount: '100' as never })],
    ['no terminal', 'terminalId', (c) => c.pay({ amount: 1, receipt: true } as never)],
    ['no receipt flag', 'receipt', (c) => c.pay({ terminalId: 'T1', amount: 1 } as never)],
    ['an unknown field', 'ammount', (c) => c.pay({ ...sale, ammount: 1 } as never)],
    [
      'a broken custom value',
      'customValues[1].key',
      (c) => c.pay({ ...sale, customValues: [{ key: 'a', value: 'b' }, { value: 'x' } as never] }),
    ],
    ['an empty order number', 'orderNumber', (c) => c.pay({ ...sale, orderNumber: '' })],
    ['no reference', 'pnRefNum', (c) => c.void({ terminalId: 'T1' } as never)],
    ['a path for an id', 'msgIdentifier', (c) => c.getProcessedMessage({ msgIdentifier: '..' })],
    ['page 0', 'page', (c) => c.listTerminals({ page: 0 })],
    ['a time zone that is none', 'timezone', (c) => c.listTerminals({ timezone: 'Mars/Base' })],
    ['taxes in a float', 'taxes', (c) => c.createPaymentLink({ amount: 1, taxes: 0.5 })],
    [
      'an attachment that was not handed out',
      'attachments[0]',
      (c) => c.createPaymentLink({ amount: 1, attachments: ['a.pdf' as never] }),
    ],
    ['no files', 'files', (c) => c.uploadAttachments({ files: [] })],
    ['nothing at all', 'request', (c) => c.pay(undefined as never)],
  ])('refuses %s before any request and names %s', async (_, field, call) => {
    const { client, sent } = recordingClient(() => json({}));
    const error = await errorOf(call(client));
    expect(error).toBeInstanceOf(PaymentsError);
    expect(error).toMatchObject({ code: 'invalid-input', field, isRetryable: false });
    expect(error.message).toContain(field);
    expect(sent).toHaveLength(0);
  });
});

describe('configuration', () => {
  it.each([
    ['plain http', 'http://shop.test'],
    ['no address', ''],
    ['another scheme', 'ftp://shop.test'],
    ['a script', 'javascript:alert(1)'],
    ['credentials in the address', 'https://user:pass@shop.test'],
    ['a query', 'https://shop.test?x=1'],
  ])('F99: refuses %s as base address', (_, baseUrl) => {
    expect(() => createPaymentsClient({ baseUrl })).toThrow(
      expect.objectContaining({ code: 'configuration', field: 'baseUrl' }),
    );
  });

  it.each(['https://shop.test', 'http://localhost:4010', 'http://127.0.0.1', 'http://[::1]:80', '/api'])(
    'F99: takes %s',
    (baseUrl) => {
      expect(createPaymentsClient({ baseUrl })).toHaveProperty('pay');
    },
  );

  it('F99: takes plain http only on purpose, and says how', () => {
    expect(() => createPaymentsClient({ baseUrl: 'http://shop.test' })).toThrow(
      '"http://shop.test" is plain http. Use https, or give allowInsecure: true beside baseUrl.',
    );
    expect(createPaymentsClient({ baseUrl: 'http://shop.test', allowInsecure: true })).toHaveProperty('pay');
  });

  it.each(['//evil.test/pay', 'https://evil.test/pay', '/../pay', '/a/%2e%2e/pay', '/pay?x=1', '\\pay'])(
    'F99: refuses the path %s of a route',
    (path) => {
      expect(() => defineService({ routes: { pay: { path } } })).toThrow(
        expect.objectContaining({ code: 'configuration', field: 'routes' }),
      );
    },
  );

  it('says that a relative address needs a page', async () => {
    const { client, sent } = recordingClient(() => json({}), { baseUrl: '/api' });
    expect(await errorOf(client.listTerminals())).toMatchObject({ code: 'configuration', field: 'baseUrl' });
    expect(sent).toHaveLength(0);
  });

  it('sends nothing when the host cannot give headers', async () => {
    const { client, sent } = recordingClient(() => json({}), {
      headers: () => Promise.reject(new Error('no token')),
    });
    expect(await errorOf(client.pay(sale))).toMatchObject({ code: 'configuration', field: 'headers' });
    expect(sent).toHaveLength(0);
  });

  it('sends nothing when the headers do not come in time', async () => {
    const clock = createVirtualClock(0);
    const { client, sent } = recordingClient(() => json({}), {
      headers: () => new Promise(() => undefined),
      clock,
    });
    const outcome = errorOf(client.pay(sale));
    await clock.advance(30_000);
    expect(await outcome).toMatchObject({ code: 'configuration', field: 'headers' });
    expect(sent).toHaveLength(0);
  });

  it("sends nothing when a route's path cannot be had", async () => {
    const path = () => {
      throw new TypeError('no provider');
    };
    const { client, sent } = recordingClient(() => json({}), {
      service: defineService({ routes: { pay: { path } } }),
    });
    expect(await errorOf(client.pay(sale))).toMatchObject({ code: 'configuration', field: 'routes' });
    expect(sent).toHaveLength(0);
  });

  it('sends nothing for a caller who has given up already', async () => {
    const { client, sent } = recordingClient(() => json({ items: [] }));
    expect(await errorOf(client.listTerminals({}, { signal: AbortSignal.abort() }))).toMatchObject({
      code: 'aborted',
    });
    expect(sent).toHaveLength(0);
  });

  it('asks for headers anew for each request', async () => {
    let token = 0;
    const { client, sent } = recordingClient(() => json({ items: [] }), {
      headers: async () => ({ authorization: `t${(token += 1)}` }),
    });
    await client.listTerminals();
    await client.listTerminals();
    expect(sent.map(({ request }) => request.headers.get('authorization'))).toEqual(['t1', 't2']);
  });

  it('leaves the headers off where the route says so', async () => {
    const { client, sent } = recordingClient(
      () => json({ data: { msgIdentifier: 'm', status: 'received' } }),
      {
        service: defineService({ routes: { getProcessedMessage: { headers: false } } }),
      },
    );
    await client.getProcessedMessage({ msgIdentifier: 'm' });
    expect(sent[0]!.request.headers.get('authorization')).toBeNull();
  });

  it('sends the operation id only where it was told the name of a header for it', async () => {
    for (const [options, expected] of [
      [{}, null],
      [{ service: defineService({ operationIdHeader: 'x-id' }) }, 'op'],
    ] as const) {
      const { client, sent } = recordingClient(() => json({ data: { msgIdentifier: 'm' } }), options);
      await client.pay(sale, { operationId: 'op' });
      expect(sent[0]!.request.headers.get('x-id')).toBe(expected);
    }
  });
});

it('leaves nothing of an answer that is not JSON in the error, which a host may log', async () => {
  const { client } = recordingClient(() => new Response('{"name": Jane Doe}'));
  const error: unknown = await client.listTerminals().catch((cause: unknown) => cause);
  expect(error).toMatchObject({ code: 'contract' });
  expect(inspect(error)).not.toContain('Jane');
});
