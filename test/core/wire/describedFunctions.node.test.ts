import { describe, expect, it } from 'vitest';
import { PaymentsError, type ServiceDescription } from '../../../src/exports/core.ts';
import { moneyOperations } from '../../../src/core/wire/routes.ts';
import { errorOf } from '../client/recordingClient.ts';
import { fetching, messageOf, sale, terminalsOf } from './describedClient.ts';

const fn = (value: object) => value as never;

describe('a reading of one’s own', () => {
  it('gets the record inside the payload, and what the kit would do by the names', async () => {
    const seen: unknown[] = [];
    const description: ServiceDescription = {
      payload: 'result',
      statuses: { Approved: 'complete' },
      fields: { message: { status: 'state', pnRefNum: 'reference' } },
      read: {
        message: (message, own) => {
          seen.push(message);
          const { total } = message;
          return { ...own(message), amount: Math.round(Number(total) * 100) };
        },
      },
    };
    const record = { state: 'Approved', reference: 'r-1', total: '12.50' };
    expect(await messageOf(description, { result: record })).toMatchObject({
      status: 'complete',
      pnRefNum: 'r-1',
      amount: 1250,
    });
    expect(seen).toEqual([record]);
  });

  it('reads each item of a list, and the list itself', async () => {
    const terminal = (item: object) => ({ id: `t-${(item as { nr: number }).nr}`, name: 'Till' });
    const page = ({ list }: { list?: unknown }) => ({ items: list, total: 40 });
    const description: ServiceDescription = { read: { terminal, page } };
    expect(await terminalsOf(description, { list: [{ nr: 1 }, { nr: 2 }] })).toMatchObject({
      items: [{ id: 't-1' }, { id: 't-2' }],
      total: 40,
      page: 1,
    });
    const counting: ServiceDescription = { read: { page: (body, own) => ({ ...own(body), total: 99 }) } };
    expect(await terminalsOf(counting, { items: [{ id: 1 }], total: 3 })).toMatchObject({
      items: [{ id: '1' }],
      total: 99,
    });
  });

  it('of a list may leave the service’s own fields in: they do not replace what was read', async () => {
    const description: ServiceDescription = {
      fields: { terminal: { id: 'serial' } },
      read: { page: (body, own) => ({ ...body, ...own(body) }) },
    };
    const page = await terminalsOf(description, { data: [{ id: 'row-1', serial: 'S-1' }], total: 40 });
    expect(page).toMatchObject({ items: [{ id: 'S-1' }], total: 40 });
  });

  it.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new TypeError('x is undefined');
      },
    ],
    [
      'throws what it likes',
      () => {
        throw new PaymentsError('http', 'No.', { status: 400 });
      },
    ],
    ['gives nothing', () => undefined],
    ['gives a list', () => []],
    ['gives a text', () => 'm-1'],
    ['is async', async () => ({ status: 'complete', msgIdentifier: 'm-1', id: 'm-1', items: [] })],
  ])('that %s is a contract error that names it', async (_, reading) => {
    const read = fn({
      message: reading,
      terminal: reading,
      accepted: reading,
      paymentLink: reading,
      page: reading,
    });
    const { client } = fetching({ read }, ({ url }) =>
      url.includes('terminals') || url.includes('limit') ? { items: [{}] } : { data: {} },
    );
    const called = {
      message: client.getProcessedMessage({ msgIdentifier: 'm-1' }),
      page: client.listTerminals(),
      accepted: client.pay(sale),
      paymentLink: client.createPaymentLink({ amount: 1 }),
    };
    for (const [name, call] of Object.entries(called)) {
      expect(await errorOf(call)).toMatchObject({
        code: 'contract',
        message: expect.stringContaining(`read.${name}`),
      });
    }
    const ofItem = fetching({ read: fn({ terminal: reading }) }, () => [{}]);
    expect(await errorOf(ofItem.client.listTerminals())).toMatchObject({
      code: 'contract',
      message: expect.stringContaining('read.terminal'),
    });
  });
});

describe('a writing of one’s own', () => {
  it('gets the contract’s fields, and what the kit would do by the names', async () => {
    const seen: unknown[] = [];
    const { client, sent } = fetching(
      {
        fields: { request: { terminalId: 'deviceId' } },
        write: {
          pay(request, own) {
            seen.push(request);
            return { ...own(request), language: 'en' };
          },
          listTerminals: (query) => ({ ...query, sort: 'name' }),
        },
      },
      ({ method }) => (method === 'POST' ? { msgIdentifier: 'm' } : []),
    );
    await client.pay(sale);
    expect(seen).toEqual([{ ...sale, clientId: 'web-1' }]);
    expect(sent[0]!.body).toEqual({
      deviceId: 'T1',
      amount: 1250,
      receipt: false,
      clientId: 'web-1',
      language: 'en',
    });
    await client.listTerminals();
    expect(new URL(sent[1]!.request.url).searchParams.get('sort')).toBe('name');
    await client.preAuth(sale);
    expect(sent[2]!.body).toMatchObject({ deviceId: 'T1' });
  });

  it.each([...moneyOperations, 'createPaymentLink', 'listTerminals', 'listPaymentLinks'] as const)(
    'that throws sends nothing, and names itself: %s',
    async (operation) => {
      const write = {
        [operation]: () => {
          throw new TypeError('x is undefined');
        },
      };
      const { client, sent } = fetching({ write });
      const requests = {
        capture: { terminalId: 'T1', pnRefNum: 'r', amount: 5 },
        refund: { terminalId: 'T1', pnRefNum: 'r', amount: 5 },
        void: { terminalId: 'T1', pnRefNum: 'r' },
        closeBatch: { terminalId: 'T1' },
        pay: sale,
        preAuth: sale,
        createPaymentLink: { amount: 5 },
        listTerminals: {},
        listPaymentLinks: {},
      };
      const call = client[operation] as (input: unknown) => Promise<unknown>;
      expect(await errorOf(call(requests[operation]))).toMatchObject({
        code: 'configuration',
        field: `service.write.${operation}`,
        cause: expect.any(TypeError),
      });
      expect(sent).toEqual([]);
    },
  );

  const written = [undefined, null, 'text', [], { amount: 1n }, Promise.resolve({ amount: 1250 })];
  it.each(written)('that gives %o sends nothing', async (given) => {
    const { client, sent } = fetching({ write: fn({ pay: () => given }) });
    expect(await errorOf(client.pay(sale))).toMatchObject({
      code: 'configuration',
      field: 'service.write.pay',
    });
    expect(sent).toEqual([]);
  });
});

describe('amounts of links in the main unit, under other names', () => {
  const description: ServiceDescription = {
    currency: 'USD',
    paymentLinks: { amountUnit: 'major' },
    fields: {
      linkRequest: { amount: 'total', taxes: 'tax' },
      paymentLink: { amount: 'total', totalAmount: 'sum.gross', paidAmount: 'sum.paid' },
    },
  };

  it('leave and come back exactly', async () => {
    const answer = { data: { id: 1, total: 19.99, sum: { gross: '23.79', paid: 0 } } };
    const { client, sent } = fetching(description, () => answer);
    expect(await client.createPaymentLink({ amount: 1999, taxes: 380 })).toMatchObject({
      amountCents: 1999,
      totalAmountCents: 2379,
      paidAmountCents: 0,
    });
    expect(sent[0]!.body).toMatchObject({ total: 19.99, tax: 3.8 });
  });

  it('have the decimals of the call’s currency', async () => {
    const { client, sent } = fetching(description, () => ({ data: { id: 1, total: 1.234 } }));
    expect(await client.createPaymentLink({ amount: 1234 }, { currency: 'KWD' })).toMatchObject({
      amountCents: 1234,
    });
    expect(sent[0]!.body).toMatchObject({ total: 1.234 });
  });
});
