import { describe, expect, it } from 'vitest';
import {
  createGatewayClient,
  createPaymentsClient,
  createPollBudget,
  defineService,
  type PaymentsClientOptions,
  PaymentsError,
  type ServiceDescription,
} from '../../../src/exports/core.ts';
import { wireRecordFields } from '../../../src/core/wire/names.ts';
import { contractRefusals } from '../../../src/core/wire/service.ts';
import { moneyOperations, operationNames, routes } from '../../../src/core/wire/routes.ts';
import { errorOf, json, recordingClient } from '../client/recordingClient.ts';

const sale = { terminalId: 'T1', amount: 1250, receipt: false };
const fetching = (
  description: ServiceDescription,
  answer: (request: Request) => unknown = () => ({ data: { msgIdentifier: 'm-1' } }),
  options: Partial<PaymentsClientOptions> = {},
) =>
  recordingClient(
    (request) => {
      const told = answer(request);
      return told instanceof Response ? told : json(told);
    },
    { service: defineService(description), pollBudget: createPollBudget({ limit: 1000 }), ...options },
  );
const messageOf = (description: ServiceDescription, body: unknown) =>
  fetching(description, () => body).client.getProcessedMessage({ msgIdentifier: 'm-1' });
const terminalsOf = async (description: ServiceDescription, body: unknown) =>
  fetching(description, () => body).client.listTerminals();
const fn = (value: object) => value as never;

describe('a description that cannot be is refused, and what is wrong has its name', () => {
  const described = (description: unknown) => () => defineService(description as ServiceDescription);

  it.each<[string, unknown, RegExp]>([
    ['headers', { headers: { authorization: 'Bearer 7' } }, /defineService: headers /],
    ['apiKey', { apiKey: 'k-7' }, /defineService: apiKey /],
    ['baseUrl', { baseUrl: 'https://pay.test' }, /defineService: baseUrl /],
    ['allowedOrigins', { allowedOrigins: [] }, /defineService: allowedOrigins /],
    ['paymentLinks.currency', { paymentLinks: { currency: 'USD' } }, /paymentLinks\.currency /],
    ['routes.cancel', { routes: { cancel: { path: '/cancel' } } }, /routes\.cancel /],
    ['routes.pay.url', { routes: { pay: { url: '/pay' } } }, /routes\.pay\.url /],
    ['routes.pay.method', { routes: { pay: { method: 'DELETE' } } }, /'GET', 'POST', 'PUT'/],
    ['routes.pay.method', { routes: { pay: { method: 'GET' } } }, /must arrive once/],
    ['routes.createPaymentLink.method', { routes: { createPaymentLink: { method: 'GET' } } }, /'PUT'/],
    ['routes.pay.path', { routes: { pay: { path: 7 } } }, /must be a path, or a function/],
    ['routes.pay.headers', { routes: { pay: { headers: 'x-key' } } }, /true or false/],
    ['terminalPathPrefix', { terminalPathPrefix: 2 }, /must be a text/],
    ['providers', { providers: 'alpha' }, /must be a list/],
    ['providers[1]', { providers: ['alpha', ' '] }, /must not be empty/],
    ['credentials[0]', { credentials: ['x key'] }, /must be the name of a header/],
    ['credentials[0]', { credentials: ['authorization: Bearer 7'] }, /must be the name of a header/],
    ['operationIdHeader', { operationIdHeader: '' }, /must be the name of a header/],
    ['pages.limit', { pages: { limit: 0 } }, /whole number from 1/],
    ['pages.most', { pages: { most: 10.5 } }, /whole number from 1/],
    ['pages.size', { pages: { size: 10 } }, /pages\.size /],
    ['paymentLinks.version', { paymentLinks: { version: 'v2' } }, /'202104', 'v1'/],
    ['paymentLinks.amountUnit', { paymentLinks: { amountUnit: 'cents' } }, /'minor', 'major'/],
    ['paymentLinks.sendsClientId', { paymentLinks: { sendsClientId: 1 } }, /true or false/],
    ['amountScale', { amountScale: 'thousandths' }, /'iso', 'hundredths'/],
    ['currency', { currency: 'usd' }, /ISO 4217/],
    ['statuses.DECLINED', { statuses: { DECLINED: 'declined' } }, /'received', 'processing', 'complete'/],
    ['statuses', { statuses: ['DECLINED'] }, /must be an object/],
    ['fields.device', { fields: { device: { id: '_id' } } }, /fields\.device /],
    ['fields.terminal.nickname', { fields: { terminal: { nickname: 'name' } } }, /terminal\.nickname /],
    ['fields.terminal.id', { fields: { terminal: { id: 7 } } }, /must be a name, with dots/],
    ['fields.terminal.id', { fields: { terminal: { id: [] } } }, /must be a name, with dots/],
    ['fields.terminal.id', { fields: { terminal: { id: ['_id', null] } } }, /must be a name, with dots/],
    [
      'fields.request.email',
      { fields: { request: { email: 'contact..email' } } },
      /must be a name, with dots/,
    ],
    ['payload.pay', { payload: { pay: null } }, /must be a text/],
    ['payload.sale', { payload: { sale: 'data' } }, /payload\.sale /],
    ['refusals', { refusals: 409 }, /must be a list/],
    ['refusals[0]', { refusals: ['409'] }, /must be a status/],
    ['read.terminal', { read: { terminal: 'id' } }, /must be a function/],
    ['read.refusedField', { read: { refusedField: () => ({}) } }, /read\.refusedField /],
    ['speak.message', { speak: { message: {} } }, /must be a function/],
    ['write.pay', { write: { pay: 1 } }, /must be a function/],
    ['write.getProcessedMessage', { write: { getProcessedMessage: () => ({}) } }, /getProcessedMessage /],
    ['hear.refund', { hear: { refund: 'x' } }, /must be a function/],
    ['', null, /defineService: the description must be an object/],
    ['', [], /defineService: the description must be an object/],
  ])('%s: %j', (field, description, message) => {
    const expected = {
      code: 'configuration',
      field: `service.${field}`,
      message: expect.stringMatching(message),
    };
    expect(described(description)).toThrow(expect.objectContaining(expected));
  });

  it.each([
    [
      { terminalPathPrefix: '/api/{provider}' },
      'providers',
      /providers is missing: the path of pay is \/api\/\{provider\}\/pay/,
    ],
    [
      { routes: { refund: { path: '/{provider}/refund' } }, providers: [] },
      'providers',
      /the path of refund/,
    ],
    [{ routes: { pay: { path: '/{terminalId}/pay' } } }, 'routes.pay', /\{terminalId\}/],
    [{ routes: { pay: { path: '/{Provider}/pay' } } }, 'routes.pay', /\{Provider\}/],
  ])('its paths: %j', (description, field, message) => {
    const expected = {
      code: 'configuration',
      field: `service.${field}`,
      message: expect.stringMatching(message),
    };
    expect(described(description)).toThrow(expect.objectContaining(expected));
  });

  it('says nothing of a secret that stands where none may', () => {
    const secret = { headers: { authorization: 'Bearer s3cret' }, credentials: ['Bearer s3cret'] };
    for (const [name, value] of Object.entries(secret)) {
      const refused = described({ [name]: value });
      expect(refused).toThrow(PaymentsError);
      expect(refused).not.toThrow(/s3cret/);
    }
  });

  it('is not changed by what becomes of the object it was made of', () => {
    const description = { statuses: { DECLINED: 'failed' as const }, providers: ['alpha'] };
    const service = defineService(description);
    description.providers.push('beta');
    expect(service.description.providers).toEqual(['alpha']);
    expect(Object.isFrozen(service.description)).toBe(true);
  });

  it('may have every field there is, and none', () => {
    const names = Object.fromEntries(
      Object.entries(wireRecordFields).map(([record, fields]) => [
        record,
        Object.fromEntries(fields.map((field) => [field, `x.${field}`])),
      ]),
    );
    expect(described({ fields: names })).not.toThrow();
    expect(defineService({})).toMatchObject({ needsProvider: false, dialect: undefined });
  });
});

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
    'F24: %j, which nobody described, is none',
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
  it.each<[ServiceDescription['payload'], unknown]>([
    [undefined, { data: { status: 'complete' } }],
    [undefined, { status: 'complete' }],
    ['result', { result: { status: 'complete' }, data: { status: 'failed' } }],
    ['answer.result', { answer: { result: { status: 'complete' } } }],
    ['', { status: 'complete', data: { status: 'failed' } }],
    [{ getProcessedMessage: 'result', pay: 'data' }, { result: { status: 'complete' } }],
    [{ pay: 'result' }, { data: { status: 'complete' } }],
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

  it('has at most as many items as the service gives, and as many as it gives where nobody says', async () => {
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
    expect(proven).toEqual(contractRefusals);
  });

  it('the described ones, and no other', () => {
    const { isRefusal } = defineService({ refusals: [402, 409] });
    expect([400, 402, 409, 422].filter((status) => isRefusal(status, 'pay'))).toEqual([402, 409]);
    const rule = defineService({ refusals: (status, operation) => status === 409 && operation === 'void' });
    expect([rule.isRefusal(409, 'void'), rule.isRefusal(409, 'pay')]).toEqual([true, false]);
  });
});

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

  it.each([undefined, null, 'text', []])('that gives %j sends nothing', async (written) => {
    const { client, sent } = fetching({ write: fn({ pay: () => written }) });
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

describe('paths', () => {
  it('are the contract’s where nothing is said', () => {
    for (const operation of operationNames)
      expect(defineService({}).route(operation)).toEqual(routes[operation]);
  });

  it('may be sent by PUT', async () => {
    const { client, sent } = fetching({ routes: { void: { method: 'PUT', path: '/cancellations' } } });
    await client.void({ terminalId: 'T1', pnRefNum: 'r' });
    const { request } = sent[0]!;
    expect([request.method, request.url]).toEqual(['PUT', 'https://pay.test/base/cancellations']);
    expect(await request.json()).toEqual({ terminalId: 'T1', pnRefNum: 'r', clientId: 'web-1' });
  });

  it('F6: by PUT it is money all the same: never retryable, and no answer leaves it unknown', async () => {
    const { client } = fetching({ routes: { pay: { method: 'PUT' } } }, () => {
      throw new TypeError('gone');
    });
    expect(await errorOf(client.pay(sale))).toMatchObject({ code: 'unanswered', isRetryable: false });
  });

  it('hold the provider, escaped, and the message', async () => {
    const description = {
      terminalPathPrefix: 'api/{provider}/',
      providers: ['a/b'],
      routes: { getProcessedMessage: { path: '/{provider}/m/{messageId}/result' } },
    };
    const { client, sent } = fetching(description, () => ({ msgIdentifier: 'm?1', status: 'received' }));
    expect(client.service.needsProvider).toBe(true);
    await client.getProcessedMessage({ msgIdentifier: 'm?1', provider: 'a/b' });
    expect(sent[0]!.request.url).toBe('https://pay.test/base/api/a%2Fb/a%2Fb/m/m%3F1/result');
  });

  it.each<[string, ServiceDescription]>([
    ['a placeholder', { terminalPathPrefix: '/{provider}', providers: ['alpha'] }],
    [
      'a function',
      {
        routes: Object.fromEntries(
          [...moneyOperations, 'getProcessedMessage'].map((name) => [
            name,
            { path: ({ provider }: { provider?: string | undefined }) => `/${String(provider)}/x` },
          ]),
        ),
      },
    ],
  ])('never hold undefined: %s', async (_, description) => {
    const { client, sent } = fetching(description);
    for (const call of [
      client.pay(sale),
      client.void({ terminalId: 'T1', pnRefNum: 'r' }),
      client.getProcessedMessage({ msgIdentifier: 'm' }),
    ]) {
      expect(await errorOf(call)).toMatchObject({ code: 'invalid-input', field: 'provider' });
    }
    expect(sent).toEqual([]);
  });

  it('need no provider where they name none', async () => {
    const { client, sent } = fetching({ providers: ['alpha'], terminalPathPrefix: '/api' });
    expect(client.service.needsProvider).toBe(false);
    await client.pay(sale);
    expect(sent[0]!.request.url).toBe('https://pay.test/base/api/pay');
  });

  it('of a provider cannot lead elsewhere', async () => {
    for (const provider of ['..', '.', '//evil.test']) {
      const { client, sent } = fetching({ terminalPathPrefix: '/{provider}', providers: ['alpha'] });
      const error = await client.pay({ ...sale, provider }).catch((cause: unknown) => cause);
      for (const { request } of sent) expect(request.url).toMatch(/^https:\/\/pay\.test\/base\/[^/]+\/pay$/);
      if (sent.length === 0) expect(error).toMatchObject({ code: 'configuration' });
    }
  });
});

describe('the rest', () => {
  it('a link carries the client’s id where the service wants it, and only there', async () => {
    for (const [sendsClientId, clientId] of [
      [true, 'web-1'],
      [undefined, undefined],
    ]) {
      const { client, sent } = fetching({ paymentLinks: { sendsClientId: sendsClientId as true } }, () => ({
        id: 1,
      }));
      await client.createPaymentLink({ amount: 1 });
      expect((sent[0]!.body as { clientId?: string }).clientId).toBe(clientId);
    }
  });

  it.each<[string, unknown]>([
    ['amount', 12.5],
    ['amount', '12.50'],
    ['tip', 0.5],
  ])('F31: a decimal %s of a message (%j) is an error that names the unit', async (field, value) => {
    const error = await errorOf(messageOf({}, { data: { status: 'complete', [field]: value } }));
    expect(error).toMatchObject({
      code: 'contract',
      field: `data.${field}`,
      message: expect.stringMatching(/decimal.*cents.*read: \{ message:/),
    });
  });

  it('a client has the service it was given, or the contract', () => {
    const service = defineService({ amountScale: 'hundredths' });
    const baseUrl = 'https://pay.test';
    expect(createPaymentsClient({ baseUrl, service }).service).toBe(service);
    expect(createPaymentsClient({ baseUrl }).service.route('pay').path).toBe('/pay');
    const { service: gateway } = createGatewayClient({ baseUrl });
    expect(gateway).toMatchObject({ needsProvider: true, amountScale: 'iso', dialect: undefined });
  });
});
