import { describe, expect, it } from 'vitest';
import {
  createPaymentsClient,
  createVirtualClock,
  PaymentsError,
  type PaymentsClient,
} from '../../../src/exports/core.ts';
import { errorOf, json, recordingClient } from './recordingClient.ts';

const sale = { terminalId: 'T1', amount: 1250, receipt: false };

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

  it('F99: takes plain http only on purpose', () => {
    expect(createPaymentsClient({ baseUrl: 'http://shop.test', allowInsecure: true })).toHaveProperty('pay');
  });

  it.each(['//evil.test/pay', 'https://evil.test/pay', '/../pay', '/a/%2e%2e/pay', '/pay?x=1', '\\pay'])(
    'F99: refuses the path %s of a route',
    (path) => {
      expect(() => createPaymentsClient({ baseUrl: 'https://shop.test', routes: { pay: { path } } })).toThrow(
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
    const { client, sent } = recordingClient(() => json({}), { routes: { pay: { path } } });
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
        routes: { getProcessedMessage: { headers: false } },
      },
    );
    await client.getProcessedMessage({ msgIdentifier: 'm' });
    expect(sent[0]!.request.headers.get('authorization')).toBeNull();
  });

  it('sends the operation id only where it was told the name of a header for it', async () => {
    for (const [options, expected] of [
      [{}, null],
      [{ operationIdHeader: 'x-id' }, 'op'],
    ] as const) {
      const { client, sent } = recordingClient(() => json({ data: { msgIdentifier: 'm' } }), options);
      await client.pay(sale, { operationId: 'op' });
      expect(sent[0]!.request.headers.get('x-id')).toBe(expected);
    }
  });
});
