import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createPaymentsClient, createPollBudget, defineService, type Service } from 'tillkit/core';
import { createOpenApi, createSandbox, createVirtualClock } from 'tillkit/sandbox';
import { kestrel } from '../../examples/services/kestrel.ts';
import { meridian } from '../../examples/services/meridian.ts';
import { runOpenApiCommand } from '../../src/node/openapi.ts';
import { runs } from '../runs.ts';
import { createKestrelService, kestrelHeaders } from '../services/kestrel.ts';
import { createMeridianService, meridianHeaders } from '../services/meridian.ts';

interface OperationObject {
  operationId: string;
  description?: string;
  security?: object[];
  parameters: { name: string; in: string; schema: Json; description?: string }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<
    string,
    { 'x-proves-refusal'?: boolean; headers?: Json; content?: Record<string, Content> }
  >;
}
// oxlint-disable-next-line typescript/no-explicit-any -- a document is looked into at any depth
type Json = Record<string, any>;
interface Content {
  schema: Json;
  example?: unknown;
}
interface Document {
  openapi: string;
  servers?: { url: string }[];
  security: object[];
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Json>; securitySchemes: Record<string, Json> };
}

const documentOf = (service?: Service) => createOpenApi({ service }) as unknown as Document;
const addresses = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
const operationOf = (document: Document, id: string) =>
  addresses(document).find(({ operation }) => operation.operationId === id)!.operation;
const bodyOf = (operation: OperationObject) => operation.requestBody!.content['application/json']!;
const answerOf = (operation: OperationObject) => operation.responses['2XX']!.content!['application/json']!;

/** Checks everything that passes between a client and a service against a document. */
function watch(document: Document, fetch: (request: Request) => Promise<Response>) {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema({ $id: 'https://document.test/', ...document });
  const pointer = (...names: string[]) =>
    names.map((name) => name.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const faults: string[] = [];
  const seen = new Map<string, Set<number>>();
  const check = (what: string, value: unknown, ...at: string[]) => {
    const isValid = ajv.validate(
      {
        $ref: `https://document.test/#/${pointer(...at)
          .replaceAll('{', '%7B')
          .replaceAll('}', '%7D')}`,
      },
      value,
    );
    if (!isValid) faults.push(`${what}: ${ajv.errorsText()} in ${JSON.stringify(value)}`);
  };

  const fetcher = async (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    const method = request.method.toLowerCase();
    const found = addresses(document).find(
      (one) =>
        one.method === method && new RegExp(`^${one.path.replace(/\{\w+\}/g, '([^/]+)')}$`).test(pathname),
    );
    if (!found) throw new Error(`The document has no ${method} ${pathname}.`);
    const { path, operation } = found;
    const what = operation.operationId;
    const at = ['paths', path, method];
    const isJson = request.headers.get('content-type') === 'application/json';
    if (isJson)
      check(
        `${what} body`,
        await request.clone().json(),
        ...at,
        'requestBody',
        'content',
        'application/json',
        'schema',
      );
    if (!isJson && method !== 'get')
      expect(operation.requestBody!.content).toHaveProperty('multipart/form-data');
    for (const [name, value] of searchParams) {
      const index = operation.parameters.findIndex((one) => one.in === 'query' && one.name === name);
      if (index < 0) faults.push(`${what}: no query ${name}`);
      else
        check(
          `${what} query`,
          /^\d+$/.test(value) ? Number(value) : value,
          ...at,
          'parameters',
          String(index),
          'schema',
        );
    }
    const response = await fetch(request);
    const { status } = response;
    seen.set(what, (seen.get(what) ?? new Set()).add(status));
    const text = await response.clone().text();
    const key = operation.responses[String(status)] ? String(status) : response.ok ? '2XX' : 'default';
    if (text !== '')
      check(
        `${what} ${status}`,
        JSON.parse(text),
        ...at,
        'responses',
        key,
        'content',
        'application/json',
        'schema',
      );
    return response;
  };
  return { fetcher, faults, seen };
}

const quiet = <Value>(promise: Promise<Value>) => promise.catch(() => undefined);

/** Every operation, how it ends, and what is refused. */
async function shift(options: {
  service: Service | undefined;
  headers: Record<string, string>;
  baseUrl?: string;
  fetcher: (request: Request) => Promise<Response>;
  pass: () => unknown;
}) {
  const { pass, ...rest } = options;
  const { service, ...plain } = rest;
  const common = {
    baseUrl: 'https://service.test',
    ...plain,
    ...(service && { service }),
    clientId: 'till-1',
    pollBudget: createPollBudget({ limit: 1000 }),
  };
  let poll: Request | undefined;
  const noted = (request: Request) => {
    if (request.url.includes('12345')) poll = request.clone();
    return plain.fetcher(request);
  };
  const client = createPaymentsClient({ ...common, fetcher: noted });
  let ids = 0;
  const own = () => ({ operationId: `operation-id-${(ids += 1)}`.padEnd(20, '0') });
  const { items } = await client.listTerminals({ page: 1, limit: 2, timezone: 'Europe/Paris' });
  for (const { id: terminalId, provider } of items) {
    const at = { terminalId, provider };
    const settle = async (kind: 'pay' | 'preAuth', amount: number) => {
      const extra = {
        receipt: true,
        email: 'a@b.test',
        phone: '+1',
        customValues: [{ key: 'table', value: '7' }],
      };
      const accepted = await client[kind]({ ...at, amount, orderNumber: 'A-1', ...extra }, own());
      const asked = { msgIdentifier: accepted.msgIdentifier, provider };
      await client.getProcessedMessage(asked);
      await pass();
      const { pnRefNum = accepted.pnRefNum } = await client.getProcessedMessage(asked);
      return pnRefNum!;
    };
    await settle('pay', 1201);
    await settle('pay', 1205);
    await pass();
    await settle('pay', 1210);
    const held = await settle('preAuth', 5000);
    await client.capture({ ...at, pnRefNum: held, amount: 4200 }, own());
    await pass();
    const sale = await settle('pay', 700);
    await client.void({ ...at, pnRefNum: sale }, own());
    await pass();
    await client.closeBatch(at, own());
    await pass();
    await client.refund({ ...at, pnRefNum: held, amount: 200 }, own());
    await pass();
    await quiet(client.capture({ ...at, pnRefNum: '1', amount: 1 }, own()));
  }
  const { provider } = items[0]!;
  await quiet(client.pay({ terminalId: 'unknown-terminal', provider, amount: 1250, receipt: false }, own()));
  const attachments = await client.uploadAttachments({ files: [new File(['hello'], 'offer.txt')] });
  const customValues = [{ key: 'table', label: 'Table', value: '7', valueLabel: 'Seven' }];
  await client.createPaymentLink({ amount: 1255, taxes: 125, attachments, customValues });
  await client.createPaymentLink({ amount: 1, showBilling: true, showShipping: false });
  await quiet(client.createPaymentLink({ amount: 1250, customValues: [{ key: 'unknown', value: 'x' }] }));
  await client.listPaymentLinks({ page: 1, limit: 2 });
  await quiet(client.getProcessedMessage({ msgIdentifier: '12345', provider }));
  const wrongHeaders = Object.fromEntries(Object.keys(plain.headers).map((name) => [name, 'wrong']));
  await quiet(createPaymentsClient({ ...common, headers: wrongHeaders }).listTerminals());
  for (let asked = 0; asked < 51; asked += 1) await plain.fetcher(new Request(poll!));
}

const all = [
  'pay',
  'preAuth',
  'capture',
  'void',
  'refund',
  'closeBatch',
  'listTerminals',
  'getProcessedMessage',
  'listPaymentLinks',
  'createPaymentLink',
  'uploadAttachments',
];

const functional = defineService({
  terminalPathPrefix: '/pos',
  providers: ['north', 'south'],
  routes: {
    pay: { path: ({ provider }) => `/${provider === 'north' ? 'n' : 's'}/sale` },
    preAuth: { path: '/authorise' },
    getProcessedMessage: { path: ({ provider }) => `/${provider}/results/{messageId}` },
  },
  currency: 'KWD',
  amountScale: 'iso',
  paymentLinks: { amountUnit: 'major' },
  read: {
    message: (message, own) =>
      own({ ...message, status: message['ok'] === true ? 'complete' : message['state'] }),
    page: (body) => ({ items: (body['found'] as { list: unknown }).list }),
  },
  speak: {
    message: (message, own) => {
      const { status, ...rest } = own(message);
      return { ...rest, ok: status === 'complete', state: String(status).toUpperCase() };
    },
    page: ({ items, total }) => ({ found: { list: items, of: total } }),
  },
  write: {
    refund: (asked, own) => ({ type: 'refund', ...own(asked) }),
    void: (asked, own) => ({ type: 'void', ...own(asked) }),
  },
  hear: { refund: ({ type: _, ...asked }) => asked, void: ({ type: _, ...asked }) => asked },
});

/** Void and refund have one address: the body tells them apart. */
const reversals = defineService({
  ...functional.description,
  routes: { ...functional.description.routes, refund: { path: '/reversal' }, void: { path: '/reversal' } },
});

const described = {
  contract: undefined,
  meridian,
  kestrel,
  'one of functions': functional,
  'one with an address for two': reversals,
};
const { contract, kestrel: ofKestrel, 'one of functions': ofFunctions } = described;
const describedEveryDay = { contract, kestrel: ofKestrel, 'one of functions': ofFunctions };

describe.each(Object.entries(runs(describedEveryDay, described)))('the document of %s', (_, service) => {
  const document = documentOf(service);

  it('is OpenAPI 3.1', async () => {
    const { valid, errors } = await new Validator().validate({ ...document });
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(document.openapi).toBe('3.1.0');
  });

  it('has all eleven operations, with examples that fit', () => {
    const ids = addresses(document).map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const named = new Set(ids.flatMap((id) => id.split('_').filter((part) => all.includes(part))));
    expect([...named].toSorted()).toEqual(all.toSorted());
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema({ $id: 'https://document.test/', components: document.components });
    for (const { operation } of addresses(document)) {
      const answers = Object.values(operation.responses).map(({ content = {} }) => content);
      for (const content of [operation.requestBody?.content ?? {}, ...answers]) {
        const { schema, example } = content['application/json'] ?? {};
        if (!schema) continue;
        expect(example).toBeDefined();
        const own = { ...schema, $id: `https://document.test/${operation.operationId}` };
        const text = JSON.stringify(own).replaceAll('"#/components', '"https://document.test/#/components');
        ajv.validate(JSON.parse(text), example);
        expect([operation.operationId, ajv.errors]).toEqual([operation.operationId, null]);
        ajv.removeSchema(own.$id);
      }
    }
  });
});

describe('what really passes', () => {
  const services = [
    ['meridian', meridian, createMeridianService, meridianHeaders],
    ['kestrel', kestrel, createKestrelService, kestrelHeaders],
  ] as const;
  it.each(services.slice(0, runs(1, 2)))(
    'between the client and %s is as its document says',
    async (_, service, create, headers) => {
      let now = Date.UTC(2026, 0, 15, 9, 30);
      const theirs = create({ clock: { now: () => now }, paymentMs: 300 });
      const { fetcher, faults, seen } = watch(documentOf(service), (request) => theirs.fetch(request));
      await shift({ service, headers, fetcher, pass: () => (now += 61_000) });
      expect(faults).toEqual([]);
      expect([...seen.keys()].toSorted()).toEqual(all.toSorted());
      expect([...seen.get('getProcessedMessage')!]).toContain(429);
      expect([...seen.get('listTerminals')!]).toContain(401);
      expect([...seen.get('pay')!]).toContain(422);
    },
  );

  const spoken: [string, Service | undefined][] = [
    ['a service of functions', functional],
    ['kestrel', kestrel],
    ['the contract', undefined],
  ];
  it.each(spoken.slice(0, runs(1, 3)))(
    'between the client and a sandbox of %s is too',
    async (_, service) => {
      const clock = createVirtualClock(Date.UTC(2026, 0, 15));
      const sandbox = createSandbox({ latencyMs: 0, clock, service, customValueKeys: ['table'] });
      const { fetcher, faults } = watch(documentOf(service), sandbox.fetch);
      const headers = Object.fromEntries(
        (service?.description.credentials ?? ['authorization']).map((name) => [name, 'sandbox']),
      );
      await shift({ service, headers, fetcher, baseUrl: sandbox.baseUrl, pass: () => clock.advance(61_000) });
      expect(faults).toEqual([]);
    },
  );
});

describe('in the words of a description', () => {
  it('has a path for each provider, or a parameter that knows them', () => {
    const { path } = addresses(documentOf(meridian)).find(
      ({ operation }) => operation.operationId === 'pay',
    )!;
    expect(path).toBe('/api/v2/{provider}/sale');
    expect(operationOf(documentOf(meridian), 'pay').parameters).toMatchObject([
      { name: 'provider', in: 'path', schema: { enum: ['clearwave', 'tidepay'] } },
    ]);
    expect(Object.keys(documentOf(functional).paths)).toEqual(
      expect.arrayContaining(['/pos/n/sale', '/pos/s/sale', '/pos/north/results/{messageId}']),
    );
    expect(operationOf(documentOf(reversals), 'void_refund')).toBeDefined();
  });

  it('has a parameter for a reference in a path', () => {
    const inPath = defineService({ routes: { void: { path: '/sales/{pnRefNum}/void' } } });
    expect(operationOf(documentOf(inPath), 'void').parameters).toMatchObject([
      { name: 'pnRefNum', in: 'path' },
    ]);
  });

  it('names fields, query and status words as the service does', () => {
    const document = documentOf(kestrel);
    const sale = bodyOf(operationOf(document, 'pay'));
    expect(sale.schema['required']).toEqual(['deviceId', 'total', 'sendReceipt']);
    expect(sale.example).toMatchObject({
      deviceId: 'terminal-1',
      total: 1250,
      contact: { email: expect.any(String) },
    });
    expect(operationOf(document, 'listTerminals').parameters.map(({ name }) => name)).toEqual([
      'pageNumber',
      'pageSize',
      'channel',
      'timezone',
    ]);
    const { Message } = document.components.schemas;
    expect(Message!['properties'].state.enum).toEqual([
      'Waiting',
      'Running',
      'Approved',
      'Refused',
      'Expired',
    ]);
    expect(answerOf(operationOf(document, 'getProcessedMessage')).example).toMatchObject({
      result: { state: 'Approved', approvedTotal: 1450 },
    });
    expect(answerOf(operationOf(document, 'listTerminals')).example).toMatchObject({
      result: { rows: [{ title: 'Front counter' }], paging: { count: 1 } },
    });
  });

  it('says the unit of amounts, the credentials, and which statuses prove a refusal', () => {
    const { properties } = bodyOf(operationOf(documentOf(meridian), 'createPaymentLink')).schema;
    expect(properties.amount).toMatchObject({
      type: 'number',
      description: expect.stringContaining('12.5 is 12.50'),
    });
    expect(
      bodyOf(operationOf(documentOf(functional), 'createPaymentLink')).schema['properties'].amount
        .description,
    ).toContain('main unit of KWD, with at most 3 decimals: 1.25 is 1.250');
    expect(
      bodyOf(operationOf(documentOf(functional), 'preAuth')).schema['properties'].amount.description,
    ).toContain('1250 is 1.250 KWD');
    expect(documentOf(meridian).security).toEqual([{ authorization: [], 'key-hash': [] }]);
    const open = defineService({ routes: { preAuth: { headers: false } } });
    expect(operationOf(documentOf(open), 'preAuth').security).toEqual([]);
    const { responses, parameters } = operationOf(documentOf(kestrel), 'pay');
    expect(responses['402']).toMatchObject({ 'x-proves-refusal': true });
    expect(responses['404']).toBeUndefined();
    expect(responses['429']!.headers).toHaveProperty('Retry-After');
    expect(responses['default']).toMatchObject({ 'x-proves-refusal': false });
    expect(parameters).toMatchObject([{ name: 'x-request-id', in: 'header' }]);
  });

  it('takes no field in a request that is not named, and null for what an answer leaves out', () => {
    const document = documentOf(kestrel);
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    const { schema, example } = bodyOf(operationOf(document, 'pay'));
    const body = example as Json;
    expect(ajv.validate(schema, body)).toBe(true);
    expect(ajv.validate(schema, { ...body, amount: 1250 })).toBe(false);
    expect(ajv.validate(schema, { ...body, contact: { mail: 'a@b.test' } })).toBe(false);
    const { Message } = document.components.schemas;
    expect(ajv.validate(Message!, { state: 'Approved', reference: null, more: 1 })).toBe(true);
    expect(ajv.validate(Message!, { state: null })).toBe(false);
  });

  it('speaks what functions say, and keeps what is known of it', () => {
    const document = documentOf(functional);
    const { Message } = document.components.schemas;
    expect(Message!['properties']).toMatchObject({
      ok: { type: 'boolean' },
      state: { type: 'string', enum: ['RECEIVED', 'PROCESSING', 'COMPLETE', 'FAILED', 'TIMEOUT'] },
      amount: { description: expect.stringContaining('What was approved') },
    });
    expect(Message!['required']).toEqual(['ok', 'state']);
    const { schema } = bodyOf(operationOf(documentOf(reversals), 'void_refund'));
    expect(schema['anyOf'].map((one: Json) => one['required'])).toEqual([
      ['type', 'terminalId', 'pnRefNum'],
      ['type', 'terminalId', 'amount', 'pnRefNum'],
    ]);
  });

  it.each([
    ['speak.message', { read: { message: (one) => one } }],
    ['hear.pay', { write: { pay: (one) => one } }],
    ['speak.page', { read: { page: (one) => one }, speak: { error: (one) => one } }],
    ['providers', { routes: { pay: { path: ({ provider = 'north' }) => `/${provider}/pay` } } }],
  ] as [string, Parameters<typeof defineService>[0]][])(
    'refuses without %s, as a sandbox does',
    (field, description) => {
      const service = defineService(description);
      expect(() => createOpenApi({ service })).toThrow(`${field} is missing`);
      expect(() => createSandbox({ service })).toThrow(`${field} is missing`);
    },
  );
});

describe('tillkit openapi', () => {
  const file = fileURLToPath(new URL('../../examples/services/kestrel.ts', import.meta.url));

  it('prints the contract, and the wire of a service', async () => {
    const lines: string[] = [];
    const log = (line: string) => void lines.push(line);
    await runOpenApiCommand(['openapi'], { log });
    await runOpenApiCommand(['openapi', '--service', file, '--base-url', 'https://kestrel.test'], { log });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      [createOpenApi(), createOpenApi({ service: kestrel, baseUrl: 'https://kestrel.test' })].map(
        (one) => JSON.parse(JSON.stringify(one)) as unknown,
      ),
    );
    expect(lines[1]).toContain('"url": "https://kestrel.test"');
  });

  it('writes a file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tillkit-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const out = join(folder, 'openapi.json');
    await runOpenApiCommand(['openapi', '--out', out], { log: () => undefined });
    expect(JSON.parse(await readFile(out, 'utf8'))).toHaveProperty('openapi', '3.1.0');
  });

  it.each([
    [['openapi', 'now'], '"now" is not understood.'],
    [['openapi', '--url', 'x'], '--url'],
    [['openapi', '--base-url', 'pay.example'], '--base-url must start with https://'],
    [['openapi', '--service', 'missing.ts'], 'cannot be loaded'],
  ])('refuses %j with a sentence', async (args, words) => {
    await expect(runOpenApiCommand(args, { log: () => undefined })).rejects.toThrow(words);
  });
});
