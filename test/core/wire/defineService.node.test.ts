import { describe, expect, it } from 'vitest';
import {
  createGatewayClient,
  createPaymentsClient,
  defineService,
  PaymentsError,
  type ServiceDescription,
} from '../../../src/exports/core.ts';
import { contractFieldNames } from '../../../src/core/wire/names.ts';
import { moneyOperations, contractOperationNames, contractRoutes } from '../../../src/core/wire/routes.ts';
import { errorOf } from '../client/recordingClient.ts';
import { fetching, messageOf, sale } from './describedClient.ts';

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
    ['routes.pay.method', { routes: { pay: { method: 'GET' } } }, /a GET may be repeated/],
    ['routes.createPaymentLink.method', { routes: { createPaymentLink: { method: 'GET' } } }, /'PUT'/],
    ['routes.pay.path', { routes: { pay: { path: 7 } } }, /must be a path, or a function/],
    ['routes.pay', { routes: { pay: { path: '/sales/{pnRefNum}' } } }, /holds \{pnRefNum\}/],
    ['routes.void', { routes: { void: { path: '/{messageId}' } } }, /Only \{provider\} and \{pnRefNum\}/],
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
    [
      'fields.message.amount',
      { fields: { message: { amount: 'payments[0].amount' } } },
      /payments\.0\.amount/,
    ],
    ['fields.message.status', { fields: { message: { status: ' state' } } }, /must be a name, with dots/],
    ['payload', { payload: 'data[0]' }, /data\.0|payments\.0/],
    ['payload.pay', { payload: { pay: 'result.' } }, /must be a name, with dots/],
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
      /providers is missing: the path of pay, \/api\/\{provider\}\/pay, needs it/,
    ],
    [
      { routes: { refund: { path: '/{provider}/refund' } }, providers: [] },
      'providers',
      /the path of refund/,
    ],
    [{ routes: { pay: { path: '/{terminalId}/pay' } } }, 'routes.pay', /\{terminalId\}/],
    [{ routes: { pay: { path: '/{Provider}/pay' } } }, 'routes.pay', /\{Provider\}/],
    [{ routes: { pay: { path: '/pay/{messageId}' } } }, 'routes.pay', /\{messageId\}/],
    [{ routes: { listTerminals: { path: '/t/{messageId}' } } }, 'routes.listTerminals', /\{messageId\}/],
    // Each poll would get the result of whichever payment the service likes.
    [
      { routes: { getProcessedMessage: { path: '/result' } } },
      'routes.getProcessedMessage.path',
      /must hold \{messageId\}/,
    ],
    [
      { providers: ['a'], routes: { getProcessedMessage: { path: () => '/a/result' } } },
      'routes.getProcessedMessage.path',
      /must hold \{messageId\}/,
    ],
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
      Object.entries(contractFieldNames).map(([record, fields]) => [
        record,
        Object.fromEntries(fields.map((field) => [field, `x.${field}`])),
      ]),
    );
    expect(described({ fields: names })).not.toThrow();
    expect(defineService({})).toMatchObject({ needsProvider: false, dialect: undefined });
  });
});

describe('paths', () => {
  it('are the contract’s where nothing is said', () => {
    for (const operation of contractOperationNames)
      expect(defineService({}).route(operation)).toEqual(contractRoutes[operation]);
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

  it('hold the reference of what is captured, voided or refunded, escaped; the body need not', async () => {
    const { client, sent } = fetching({
      routes: { void: { path: '/sales/{pnRefNum}/void' }, refund: { path: '/sales/{pnRefNum}/refunds' } },
      fields: { request: { pnRefNum: null } },
    });
    await client.void({ terminalId: 'T1', pnRefNum: 'r/1' });
    await client.refund({ terminalId: 'T1', pnRefNum: '$&', amount: 100 });
    expect(sent.map(({ request }) => request.url)).toEqual([
      'https://pay.test/base/sales/r%2F1/void',
      'https://pay.test/base/sales/%24%26/refunds',
    ]);
    expect(await sent[0]!.request.json()).toEqual({ terminalId: 'T1', clientId: 'web-1' });
  });

  it.each<[string, ServiceDescription]>([
    ['a placeholder', { terminalPathPrefix: '/{provider}', providers: ['alpha'] }],
    [
      'a function',
      {
        routes: Object.fromEntries(
          [...moneyOperations, 'getProcessedMessage'].map((name) => {
            const tail = name === 'getProcessedMessage' ? '{messageId}' : 'x';
            const path = ({ provider }: { provider?: string | undefined }) => `/${String(provider)}/${tail}`;
            return [name, { path }];
          }),
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
