import { describe, expect, it } from 'vitest';
import { defineService, type ServiceDescription } from '../../../src/exports/core.ts';
import { contractRefusalStatuses } from '../../../src/core/wire/service.ts';
import { moneyOperations } from '../../../src/core/wire/routes.ts';
import { errorOf, json } from '../client/recordingClient.ts';
import { fetching, messageOf, sale, terminalsOf } from './describedClient.ts';

describe('the names of fields', () => {
  it('lie deeper with dots, have alternatives, and need not be there', async () => {
    const fields = {
      terminal: { id: 'device.id', name: ['nickname', 'title'], serialNumber: null, model: 'hardware.kind' },
    } as const;
    const { items } = await terminalsOf({ fields }, [
      { device: { id: 7 }, title: 'Bar', nickname: null, serialNumber: 'S-1', hardware: 'A920' },
      { device: { id: 'b' }, title: 'Door', nickname: 'Entrance', hardware: { kind: 'P400' } },
    ]);
    expect(items).toMatchObject([
      { id: '7', name: 'Bar', serialNumber: undefined, model: undefined },
      { id: 'b', name: 'Entrance', model: 'P400' },
    ]);
  });

  it('are not looked for where they are not described, and where they are nowhere else', async () => {
    const fields = { terminal: { id: 'deviceId', name: 'title' } } as const;
    const { items } = await terminalsOf({ fields }, [
      { deviceId: 'd', id: 'row-1', name: 'x', title: 'Bar', model: 'A' },
    ]);
    expect(items).toMatchObject([{ id: 'd', name: 'Bar', model: 'A' }]);
    expect(await errorOf(terminalsOf({ fields }, [{ id: 'row-1', title: 'Bar' }]))).toMatchObject({
      code: 'contract',
    });
  });

  it('leave a terminal its id: a number that a service calls terminalId is not it if the record has an id', async () => {
    const fields = { terminal: { serialNumber: 'terminalId' } } as const;
    const { items } = await terminalsOf({ fields }, [{ id: 7, terminalId: 'S-1' }, { terminalId: 'S-2' }]);
    expect(items).toMatchObject([
      { id: '7', serialNumber: 'S-1' },
      { id: 'S-2', serialNumber: 'S-2' },
    ]);
  });

  it('are no sentence if the service has none: null', async () => {
    const answer = { status: 'failed', error: 'E-17', errors: ['E-17'] };
    const polled = await messageOf({ fields: { message: { message: null } } }, answer);
    expect(polled.serviceMessage).toBeUndefined();
    const errors = [{ field: 'amount', message: 'Too much.' }];
    const refused = fetching({ fields: { error: { message: null } } }, () =>
      json({ error: { message: 'E-17' }, errors }, { status: 422 }),
    );
    expect(await errorOf(refused.client.pay(sale))).toMatchObject({
      serviceMessage: 'Too much.',
      fields: errors,
    });
  });

  it('F31, F23: an empty alternative hides neither an approved amount nor the id of another message', async () => {
    const message = { amount: ['approved', 'amount'], msgIdentifier: ['messageId', 'id'] } as const;
    const empty = { status: 'complete', approved: '', amount: 500, messageId: '' };
    expect(await messageOf({ fields: { message } }, empty)).toMatchObject({ amount: 500 });
    expect(await errorOf(messageOf({ fields: { message } }, { ...empty, id: 'm-2' }))).toMatchObject({
      code: 'contract',
      field: 'msgIdentifier',
    });
  });

  it('lie in an item of a list by its number, counted from 0', async () => {
    const fields = { message: { amount: 'payments.0.amount', pnRefNum: 'payments.1.ref' } } as const;
    const answer = { status: 'complete', payments: [{ amount: 774 }, { ref: 'r-1' }, { amount: 1 }] };
    expect(await messageOf({ fields }, answer)).toMatchObject({ amount: 774, pnRefNum: 'r-1' });
    expect(await messageOf({ fields }, { status: 'complete', payments: [] })).toMatchObject({
      amount: undefined,
    });
  });

  it('of a request leave out no amount: a refund without one would give back everything', async () => {
    const { client, sent } = fetching({
      fields: { request: { amount: null } },
      write: { preAuth: (request, own) => ({ ...own(request), money: { cents: request['amount'] } }) },
    });
    const reference = { terminalId: 'T1', pnRefNum: 'r-1', amount: 1250 };
    for (const call of [client.pay(sale), client.capture(reference), client.refund(reference)])
      expect(await errorOf(call)).toMatchObject({ code: 'invalid-input', field: 'amount' });
    expect(sent).toEqual([]);
    await client.preAuth(sale);
    await client.void({ terminalId: 'T1', pnRefNum: 'r-1' });
    expect(sent[0]!.body).toMatchObject({ money: { cents: 1250 } });
    expect(sent).toHaveLength(2);
  });

  it('of a request are written, the first of several, deeper ones together, and none for null', async () => {
    const request = {
      terminalId: 'device.id',
      amount: ['total', 'sum'],
      email: 'contact.email',
      phone: 'contact.phone',
      clientId: null,
    } as const;
    const customValue = { key: 'name', value: 'text' } as const;
    const { client, sent } = fetching({
      fields: { request: { ...request, customValues: 'metadata' }, customValue },
    });
    await client.pay({
      ...sale,
      receipt: true,
      email: 'a@b.test',
      phone: '+1',
      orderNumber: 'A-7',
      customValues: [{ key: 'table', value: '7' }],
    });
    expect(sent[0]!.body).toEqual({
      device: { id: 'T1' },
      total: 1250,
      receipt: true,
      contact: { email: 'a@b.test', phone: '+1' },
      orderNumber: 'A-7',
      metadata: [{ name: 'table', text: '7' }],
    });
  });

  it('may change places', async () => {
    const fields = { request: { orderNumber: 'clientId', clientId: 'orderNumber' } } as const;
    const { client, sent } = fetching({ fields });
    await client.pay({ ...sale, orderNumber: 'A-7' });
    expect(sent[0]!.body).toMatchObject({ orderNumber: 'web-1', clientId: 'A-7' });
    const swapped = { accepted: { msgIdentifier: 'pnRefNum', pnRefNum: 'msgIdentifier' } } as const;
    const other = fetching({ fields: swapped }, () => ({ msgIdentifier: 'r', pnRefNum: 'm' }));
    expect(await other.client.pay(sale)).toMatchObject({ msgIdentifier: 'm', pnRefNum: 'r' });
  });

  it.each([
    ['taxes', 200],
    ['taxes', ['reduced']],
    ['applyDiscount', true],
    ['attachments', [{ path: 'a' }]],
  ])(
    'of a link that the service does not have are refused if they are filled in: %s',
    async (field, value) => {
      const absent = {
        taxes: null,
        applyDiscount: null,
        attachments: null,
        clientId: null,
        showBilling: null,
      };
      const { client, sent } = fetching({ fields: { linkRequest: absent } }, () => ({ id: 'L1' }));
      const refused = await errorOf(client.createPaymentLink({ amount: 1000, [field]: value }));
      expect(refused).toMatchObject({ code: 'invalid-input', field });
      expect(sent).toHaveLength(0);
      const unfilled = { amount: 1000, taxes: 0, attachments: [], showBilling: false, clientId: 'web-2' };
      await client.createPaymentLink(unfilled);
      expect(sent[0]!.body).toEqual({ amount: 1000, customValues: [] });
    },
  );

  it('of a query and of a link, with its custom values, go both ways', async () => {
    const { client, sent } = fetching(
      {
        fields: {
          query: { page: 'pageNumber', limit: 'pageSize', clientId: 'channel', timezone: null },
          linkRequest: { amount: 'total', customValues: 'metadata', applyDiscount: null },
          paymentLink: { id: 'link_id', amount: 'total', customValues: 'metadata' },
          customValue: { key: 'name', value: 'text' },
        },
      },
      ({ method }) =>
        method === 'POST'
          ? { data: { link_id: 7, total: 1250, metadata: [{ name: 'table', text: '7' }] } }
          : { items: [] },
    );
    await client.listTerminals({ page: 2, timezone: 'Europe/Berlin' });
    expect(Object.fromEntries(new URL(sent[0]!.request.url).searchParams)).toEqual({
      pageNumber: '2',
      pageSize: '25',
      channel: 'web-1',
    });
    const customValues = [{ key: 'table', value: '7' }];
    expect(await client.createPaymentLink({ amount: 1250, customValues })).toMatchObject({
      id: '7',
      amountCents: 1250,
      customValues,
    });
    expect(sent[1]!.body).toEqual({ total: 1250, metadata: [{ name: 'table', text: '7' }] });
  });

  it('F34: read own fields only, and pollute nothing', async () => {
    const names = { accepted: { msgIdentifier: '__proto__.id', pnRefNum: 'constructor.name' } } as const;
    const { client } = fetching({ fields: names }, () => json('{"msgIdentifier":"plain"}'));
    expect(await errorOf(client.pay(sale))).toMatchObject({ code: 'contract' });
    const written = fetching({ fields: { request: { terminalId: '__proto__.id' } } });
    await written.client.pay(sale);
    expect(JSON.stringify(await written.sent[0]!.request.json())).toContain('"__proto__":{"id":"T1"}');
    expect(({} as { id?: string }).id).toBeUndefined();
  });
});

describe('the statuses of messages', () => {
  const statuses = { COMPLETE: 'complete', Declined: 'failed', 'timed out': 'timeout' } as const;

  it.each([
    ['complete', 'complete'],
    ['Complete', 'complete'],
    ['declined', 'failed'],
    [' DECLINED ', 'failed'],
    ['Timed Out', 'timeout'],
    ['PROCESSING', 'processing'],
  ])('%j is %s', async (status, meaning) => {
    expect(await messageOf({ statuses }, { data: { status } })).toMatchObject({ status: meaning });
  });

  it.each(['approved', '', null, 0, ['complete'], 'constructor', '__proto__'])(
    'F24: %j, which is not described, is none',
    async (status) => {
      expect(await errorOf(messageOf({ statuses }, { data: { status } }))).toMatchObject({
        code: 'contract',
      });
    },
  );

  it('F24: without a description they are the five, letter by letter', async () => {
    expect(await errorOf(messageOf({}, { data: { status: 'COMPLETE' } }))).toMatchObject({
      code: 'contract',
    });
  });
});

describe('the payload', () => {
  it.each<[ServiceDescription, unknown]>([
    [{ payload: 'result' }, { ok: true, result: null }],
    [{ payload: 'result' }, { ok: true, result: {} }],
    [{ statuses: {} }, { data: {} }],
  ])('of a new link may be empty: %j, %j', async (description, body) => {
    const { client } = fetching(description, () => body);
    expect(await client.createPaymentLink({ amount: 1250 })).toBeNull();
  });

  it.each<[ServiceDescription['payload'], unknown]>([
    [undefined, { data: { status: 'complete' } }],
    [undefined, { status: 'complete' }],
    ['result', { result: { status: 'complete' }, data: { status: 'failed' } }],
    ['answer.result', { answer: { result: { status: 'complete' } } }],
    ['', { status: 'complete', data: { status: 'failed' } }],
    [{ getProcessedMessage: 'result', pay: 'data' }, { result: { status: 'complete' } }],
    [{ pay: 'result' }, { data: { status: 'complete' } }],
    [{ getProcessedMessage: '0' }, [{ status: 'complete' }]],
    ['data.0', { data: [{ status: 'complete' }, { status: 'failed' }] }],
  ])('of %j lies there: %j', async (payload, body) => {
    expect(await messageOf({ payload, statuses: {} }, body)).toMatchObject({ status: 'complete' });
  });

  it('may hold a field called data', async () => {
    const extra = { data: { status: 'failed', msgIdentifier: 'x', id: 'x', items: [] } };
    expect(
      await messageOf({ payload: 'result' }, { result: { status: 'complete', ...extra } }),
    ).toMatchObject({
      status: 'complete',
    });
    const { client } = fetching({ payload: 'result' }, () => ({
      result: { msgIdentifier: 'm', id: 'l', ...extra },
    }));
    expect(await client.pay(sale)).toMatchObject({ msgIdentifier: 'm' });
    expect(await client.closeBatch({ terminalId: 'T1' })).toMatchObject({ msgIdentifier: 'm' });
    expect(await client.createPaymentLink({ amount: 1 })).toMatchObject({ id: 'l' });
  });

  it('of an upload and of a link without data', async () => {
    const { client } = fetching(
      { payload: { uploadAttachments: 'files', createPaymentLink: 'result' } },
      () => ({ result: null }),
      {
        uploader: async () => json({ files: [{ path: '/f/a.txt' }] }),
      },
    );
    expect(await client.uploadAttachments({ files: [new File(['a'], 'a.txt')] })).toEqual([
      { path: '/f/a.txt' },
    ]);
  });
});

describe('a list', () => {
  const item = { id: 'a', name: 'Bar' };

  it.each<[string, ServiceDescription, unknown, object]>([
    [
      'under other names',
      {
        fields: {
          page: { items: 'rows', total: 'paging.count', page: 'paging.number', limit: 'paging.size' },
        },
      },
      { rows: [item], paging: { count: 30, number: 2, size: 10 } },
      { total: 30, page: 2, limit: 10 },
    ],
    [
      'inside the payload',
      { payload: 'result', fields: { page: { items: 'rows', total: 'count' } } },
      { result: { rows: [item], count: 11, page: 2, limit: 10 } },
      { total: 11, page: 2, limit: 10 },
    ],
    [
      'counted around the payload',
      { payload: 'result', fields: { page: { total: 'meta.count' } } },
      { result: [item], meta: { count: 11 } },
      { total: 11, page: 2, limit: 10 },
    ],
    ['bare', { payload: '', statuses: {} }, [item], { total: 11, page: 2, limit: 10 }],
    [
      'without any count',
      { fields: { page: { total: null, page: null, limit: null } } },
      { data: [item] },
      { total: 11, page: 2, limit: 10 },
    ],
  ])('%s', async (_, description, body, counts) => {
    const { client } = fetching(description, () => body);
    const page = await client.listTerminals({ page: 2, limit: 10 });
    expect(page).toMatchObject({ items: [item], ...counts });
  });

  it('that is none is a contract error, whatever else it is', async () => {
    for (const body of [{}, { rows: 'none' }, 'x', null, { data: { items: {} } }])
      expect(await errorOf(terminalsOf({ fields: { page: { items: 'rows' } } }, body))).toMatchObject({
        code: 'contract',
      });
  });

  it('has at most as many items as the service gives, and as many as it gives where the caller does not say', async () => {
    const { client, sent } = fetching({ pages: { limit: 40, most: 20 } }, () => []);
    await client.listTerminals();
    await client.listTerminals({ limit: 100 });
    await client.listPaymentLinks({ limit: 5 });
    expect(sent.map(({ request }) => new URL(request.url).searchParams.get('limit'))).toEqual([
      '20',
      '20',
      '5',
    ]);
    const usual = fetching({}, () => []);
    await usual.client.listTerminals({ limit: 1000 });
    expect(new URL(usual.sent[0]!.request.url).searchParams.get('limit')).toBe('100');
  });
});

describe('a refusal', () => {
  const fields = {
    error: { message: 'problem.text', errors: 'problem.fields' },
    refusedField: { field: 'name', message: 'text' },
    request: { clientId: 'channel', terminalId: 'deviceId', email: 'contact.email' },
    linkRequest: { amount: ['total', 'sum'], customValues: 'metadata' },
    customValue: { key: 'name' },
  } as const;
  const refused =
    (name: string, text = 'Not so.') =>
    () =>
      json({ problem: { text: 'Look again.', fields: [{ name, text }] } }, { status: 422 });
  const link = (name: string) => fetching({ fields }, refused(name)).client.createPaymentLink({ amount: 1 });

  it.each([
    ['deviceId', 'terminalId'],
    ['contact.email', 'email'],
    ['channel', 'clientId'],
    ['orderNumber', 'orderNumber'],
  ])('of the field %s is about %s', async (name, field) => {
    const { client } = fetching({ fields }, refused(name));
    expect(await errorOf(client.pay(sale))).toMatchObject({
      code: 'http',
      status: 422,
      serviceMessage: 'Look again.',
      field,
      fields: [{ field, message: 'Not so.' }],
    });
  });

  it.each([
    ['total', 'amount'],
    ['sum', 'amount'],
    ['metadata', 'customValues'],
    ['metadata[1].name', 'customValues[1].key'],
    ['metadata.1.name', 'customValues.1.key'],
  ])('of the field %s of a link is about %s', async (name, field) => {
    expect(await errorOf(link(name))).toMatchObject({ field });
  });

  it.each<[string, object]>([
    ['an object from field to sentence', { errors: { deviceId: 'Not so.' } }],
    ['a path', { errors: [{ path: 'deviceId', message: 'Not so.' }] }],
    ['a path in parts', { errors: [{ path: ['deviceId'], message: 'Not so.' }] }],
  ])('that tells its fields as %s is about the contract’s', async (_, body) => {
    const request = { terminalId: 'deviceId' } as const;
    const { client } = fetching({ fields: { request } }, () => json(body, { status: 422 }));
    expect(await errorOf(client.pay(sale))).toMatchObject({
      fields: [{ field: 'terminalId', message: 'Not so.' }],
    });
  });

  it('of a single field is about the contract’s', async () => {
    const request = { terminalId: 'deviceId' } as const;
    const { client } = fetching({ fields: { request } }, () =>
      json({ message: 'No.', field: 'deviceId' }, { status: 422 }),
    );
    expect(await errorOf(client.pay(sale))).toMatchObject({ field: 'terminalId', serviceMessage: 'No.' });
  });

  it('is read by its own reading where names do not do', async () => {
    const { client } = fetching(
      {
        read: {
          error: ({ faults }, own) => ({
            ...own({}),
            message: 'Look again.',
            errors: (faults as string[]).map((field) => ({ field })),
          }),
        },
        fields: { request: { amount: 'total' } },
      },
      () => json({ faults: ['total'] }, { status: 400 }),
    );
    expect(await errorOf(client.pay(sale))).toMatchObject({ serviceMessage: 'Look again.', field: 'amount' });
  });

  it.each([[''], ['<html>'], [[1]], [null]])('with a body of %j is one all the same', async (body) => {
    const answer = () =>
      typeof body === 'string' ? new Response(body, { status: 400 }) : json(body, { status: 400 });
    const { client } = fetching({ fields, read: { error: (error) => error } }, answer);
    expect(await errorOf(client.pay(sale))).toMatchObject({ code: 'http', status: 400 });
  });
});

describe('which refusals prove that nothing happened', () => {
  it.each(moneyOperations)('the contract’s of %s, where nothing else is said', (operation) => {
    const { isRefusal } = defineService({});
    const proven = Array.from({ length: 200 }, (_, index) => 400 + index).filter((status) =>
      isRefusal(status, operation),
    );
    expect(proven).toEqual(contractRefusalStatuses);
  });

  it('the described ones, and no other', () => {
    const { isRefusal } = defineService({ refusals: [402, 409] });
    expect([400, 402, 409, 422].filter((status) => isRefusal(status, 'pay'))).toEqual([402, 409]);
    const rule = defineService({ refusals: (status, operation) => status === 409 && operation === 'void' });
    expect([rule.isRefusal(409, 'void'), rule.isRefusal(409, 'pay')]).toEqual([true, false]);
  });
});
