import { describe, expect, test } from 'vitest';
import { kestrel } from '../../examples/services/kestrel.ts';
import { meridian } from '../../examples/services/meridian.ts';
import { defineService, type ServiceDescription } from '../../src/exports/core.ts';
import { type DoctorOptions, runDoctor, recordedAnswers } from '../../src/node/doctor.ts';
import { runs } from '../runs.ts';
import { createKestrelService, kestrelHeaders } from '../services/kestrel.ts';
import { createMeridianService, meridianHeaders } from '../services/meridian.ts';

type Twist = (
  response: Response,
  request: Request,
  text: string,
) => Response | undefined | Promise<Response | undefined>;

const services = {
  meridian: {
    right: meridian,
    create: createMeridianService,
    headers: meridianHeaders,
    terminal: '64f0c1a2',
  },
  kestrel: { right: kestrel, create: createKestrelService, headers: kestrelHeaders, terminal: 'dev-01' },
};
type Name = keyof typeof services;

interface Planted {
  /** What the description says otherwise. */
  said?: Partial<ServiceDescription> | undefined;
  /** What the service does otherwise. */
  twist?: Twist | undefined;
  /** A sale of so many cents. */
  cents?: number | undefined;
  asked?: Partial<DoctorOptions> | undefined;
}

async function look(name: Name, { said = {}, twist, cents, asked = {} }: Planted) {
  const { right, create, headers, terminal } = services[name];
  // Its time goes on with each poll, so that each status is seen however busy the machine is.
  let now = Date.UTC(2026, 0, 15);
  const theirs = create({ paymentMs: 200, clock: { now: () => now } });
  const link = { meridian: { amount: 12.5, clientId: 'shop' }, kestrel: { total: 1250 } }[name];
  const more = {
    meridian: { customValues: [], applyDiscount: false },
    kestrel: { metadata: [], cardDiscount: false },
  }[name];
  await theirs.fetch(
    new Request(
      `https://service.test${name === 'meridian' ? '/v1/public/202104/payment-link' : '/payment-links'}`,
      {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ ...link, ...more }),
      },
    ),
  );
  const before = theirs.state.requests.length;
  const run = await runDoctor({
    service: defineService({ ...right.description, ...said }),
    baseUrl: 'https://service.test',
    headers: { ...headers },
    origin: 'https://till.test',
    clientId: 'shop',
    fetch: async (input, init) => {
      const request = new Request(input, init);
      if (isPoll(request)) now += 40;
      const response = await theirs.fetch(request.clone());
      const text = await response.clone().text();
      return (await twist?.(response, request, text)) ?? response;
    },
    ...(cents === undefined
      ? {}
      : { sale: { terminalId: terminal, amount: cents, confirm: async () => true, pollEveryMs: 1 } }),
    ...asked,
  });
  const differs = run.findings.filter(({ verdict }) => verdict === 'differs');
  const mends = Object.fromEntries(differs.map(({ option = 'none', value }) => [option, value]));
  const posts = () =>
    theirs.state.requests.slice(before).filter(({ method }) => !['GET', 'OPTIONS'].includes(method));
  return { run, mends, posts, charges: theirs.state.charges, findings: run.findings };
}

const answered = (response: Response, body: string, status = response.status) =>
  new Response(body, { status, headers: response.headers });
const withHeader = (response: Response, name: string, value: string) => {
  const headers = new Headers(response.headers);
  headers.set(name, value);
  return new Response(response.status === 204 ? null : response.body, { status: response.status, headers });
};
const { fields: kestrelFields = {} } = kestrel.description;
const { error: _error, ...kestrelWithoutErrors } = kestrelFields;
const { fields: meridianFields = {} } = meridian.description;
const isPoll = ({ url }: Request) => /processed-messages|\/messages\//.test(url);

test('of two operations at one address, one is not blamed for the headers of the other', async () => {
  const { routes } = kestrel.description;
  const { findings } = await look('kestrel', {
    said: {
      operationIdHeader: 'x-operation-id',
      routes: { ...routes, pay: { path: '/at-one' }, createPaymentLink: { path: '/at-one' } },
    },
    twist: (response, { method, headers }) =>
      method === 'OPTIONS' && headers.get('access-control-request-headers')?.includes('x-operation-id')
        ? new Response(null, { status: 403, headers: response.headers })
        : undefined,
  });
  const refused = findings.filter(({ check, seen }) => check === 'preflight' && seen.includes('403'));
  expect(refused.map(({ seen }) => seen)).toEqual([expect.stringContaining('pay')]);
  expect(refused[0]!.seen).not.toContain('createPaymentLink');
});

describe.each(['meridian', 'kestrel'] as const)('%s, as it is described', (name) => {
  test('fits, and is asked nothing that could move money', async () => {
    const { mends, findings, posts } = await look(name, { asked: { timezone: 'Europe/Paris' } });
    expect(mends).toEqual({});
    expect(findings.filter(({ verdict }) => verdict === 'fits').length).toBeGreaterThan(12);
    expect(posts()).toEqual([]);
  });

  test.each([1250, 1205, 1210, 1215])('fits too when it sells for %i, once', async (cents) => {
    const { mends, posts, findings } = await look(name, { cents });
    expect(mends).toEqual({});
    expect(posts()).toHaveLength(1);
    expect(findings).toContainEqual(
      expect.objectContaining({ area: 'sale', check: 'ending', verdict: 'fits' }),
    );
  });
});

const planted: [what: string, name: Name, planted: Planted, mends: Record<string, unknown>][] = [
  [
    'another prefix',
    'meridian',
    { said: { terminalPathPrefix: '/api/v1' } },
    { terminalPathPrefix: '/api/v2' },
  ],
  [
    'another path of the links',
    'meridian',
    {
      said: {
        routes: { ...meridian.description.routes, listPaymentLinks: { path: '/public/202104/payment-link' } },
      },
    },
    { 'routes.listPaymentLinks.path': '/v1/public/202104/payment-link' },
  ],
  [
    'another field for the id of a terminal',
    'meridian',
    { said: { fields: { ...meridianFields, terminal: { ...meridianFields.terminal, id: 'uuid' } } } },
    { 'fields.terminal.id': '_id' },
  ],
  [
    'another field for its name',
    'kestrel',
    { said: { fields: { ...kestrelFields, terminal: { ...kestrelFields.terminal, name: undefined } } } },
    { 'fields.terminal.name': 'title' },
  ],
  [
    'another field for its provider',
    'meridian',
    {
      said: { fields: { ...meridianFields, terminal: { ...meridianFields.terminal, provider: undefined } } },
    },
    { 'fields.terminal.provider': 'type' },
  ],
  [
    'other words for the providers',
    'meridian',
    { said: { providers: ['north', 'south'] } },
    { providers: ['clearwave', 'tidepay'] },
  ],
  [
    'another name of the list',
    'kestrel',
    { said: { fields: { ...kestrelFields, page: { ...kestrelFields.page, items: 'entries' } } } },
    { 'fields.page.items': 'rows' },
  ],
  [
    'another name of the total',
    'kestrel',
    { said: { fields: { ...kestrelFields, page: { ...kestrelFields.page, total: undefined } } } },
    { 'fields.page.total': 'paging.count' },
  ],
  [
    'answers inside another key',
    'kestrel',
    {
      said: {
        payload: 'data',
        fields: { ...kestrelFields, page: { ...kestrelFields.page, items: undefined } },
      },
    },
    { payload: 'result', 'fields.page.items': 'rows' },
  ],
  ['smaller pages', 'meridian', { said: { pages: { most: 100 } } }, { 'pages.most': 50 }],
  ['pages smaller than the first', 'kestrel', { said: { pages: undefined } }, { 'pages.most': 10 }],
  [
    'links in the main unit',
    'meridian',
    { said: { paymentLinks: { amountUnit: 'minor' } } },
    { 'paymentLinks.amountUnit': 'major' },
  ],
  [
    'one more header with a secret',
    'meridian',
    { said: { credentials: ['authorization'] } },
    { credentials: ['authorization', 'key-hash'] },
  ],
  [
    'one more header, that was not given',
    'meridian',
    {
      said: { credentials: ['authorization'] },
      asked: { headers: { authorization: meridianHeaders.authorization } },
    },
    { credentials: ['authorization', 'key-hash'] },
  ],
  [
    'a header that browsers may not send',
    'kestrel',
    { said: { operationIdHeader: 'x-operation-id' } },
    { operationIdHeader: undefined },
  ],
  [
    'a method that browsers may not use',
    'kestrel',
    {
      twist: (response, { method }) =>
        method === 'OPTIONS' ? withHeader(response, 'access-control-allow-methods', 'GET, POST') : undefined,
    },
    { 'routes.void.method': undefined },
  ],
  [
    'a Retry-After that no page can read',
    'meridian',
    { twist: (response) => withHeader(response, 'access-control-expose-headers', 'date') },
    { none: undefined },
  ],
  [
    'a refusal with another status',
    'meridian',
    {
      twist: (response, { method }, text) =>
        response.status === 401 && method === 'GET' ? answered(response, text, 407) : undefined,
    },
    { refusals: [400, 401, 403, 404, 405, 413, 415, 422, 429, 407] },
  ],
  [
    'terminals for anybody',
    'kestrel',
    {
      twist: (response, _, text) =>
        response.status === 401
          ? answered(response, text.replace(/.*/s, '{"result":{"rows":[]}}'), 200)
          : undefined,
    },
    { credentials: undefined },
  ],
  [
    'an unknown message, answered with 500',
    'kestrel',
    { twist: (response, request, text) => (isPoll(request) ? answered(response, text, 500) : undefined) },
    { none: undefined },
  ],
  [
    'an unknown message, answered with 200',
    'meridian',
    {
      twist: (response, request) => (isPoll(request) ? answered(response, '{"data":null}', 200) : undefined),
    },
    { 'read.message': undefined },
  ],
  [
    'sentences of refusals elsewhere',
    'kestrel',
    { said: { fields: kestrelWithoutErrors } },
    { 'fields.error.message': 'problem.text' },
  ],
  [
    'a status that is not described',
    'meridian',
    { said: { statuses: { IN_PROGRESS: 'processing' } }, cents: 1205 },
    { 'statuses.DECLINED': 'failed' },
  ],
  [
    'statuses that are not described',
    'kestrel',
    { said: { statuses: undefined }, cents: 1250 },
    { 'statuses.Waiting': 'received', 'statuses.Running': 'processing', 'statuses.Approved': 'complete' },
  ],
  [
    'another field for the id of what was accepted',
    'kestrel',
    { said: { fields: { ...kestrelFields, accepted: { pnRefNum: 'reference' } } }, cents: 1250 },
    { 'fields.accepted.msgIdentifier': 'messageId' },
  ],
  [
    'the id of another message',
    'kestrel',
    {
      said: {
        fields: { ...kestrelFields, message: { ...kestrelFields.message, msgIdentifier: 'reference' } },
      },
      cents: 1250,
    },
    { 'fields.message.msgIdentifier': 'messageId' },
  ],
  [
    'other fields of a message',
    'kestrel',
    { said: { fields: { ...kestrelFields, message: { msgIdentifier: 'messageId' } } }, cents: 1250 },
    { 'fields.message.status': 'state', 'fields.message.amount': 'approvedTotal' },
  ],
  [
    'a message inside another key',
    'meridian',
    {
      twist: (response, request, text) =>
        isPoll(request) && response.ok ? answered(response, text.replace('"data"', '"result"')) : undefined,
      cents: 1250,
    },
    { 'payload.getProcessedMessage': 'result' },
  ],
];

test.each(planted)('%s is found, and what mends it (%s)', async (_, name, differences, mends) => {
  const { mends: found, posts } = await look(name, differences);
  expect(found).toEqual(mends);
  expect(posts()).toHaveLength(differences.cents === undefined ? 0 : 1);
});

const mended = planted.filter(
  ([, , { twist }, mends]) => !twist && !Object.values(mends).includes(undefined),
);

test.each(mended.filter((_, at) => at % runs(3, 1) === 0))(
  '%s: what it proposes is enough (%s)',
  async (_, name, differences) => {
    const { run } = await look(name, differences);
    const { description } = run.service;
    const headers = { ...services[name].headers };
    const { mends } = await look(name, { ...differences, said: description, asked: { headers } });
    expect(mends).toEqual({});
  },
);

test('ten differences are found at once', async () => {
  const { page: _page, error: _sentence, ...fields } = kestrelFields;
  const { mends } = await look('kestrel', {
    said: {
      credentials: [],
      operationIdHeader: 'x-operation-id',
      payload: undefined,
      pages: undefined,
      statuses: { Approved: 'complete' },
      refusals: [400],
      routes: { ...kestrel.description.routes, listTerminals: { path: '/terminals' } },
      fields: { ...fields, terminal: { provider: 'acquirer' } },
    },
    twist: (response, { method }) =>
      withHeader(
        response,
        method === 'OPTIONS' ? 'access-control-allow-methods' : 'access-control-expose-headers',
        'POST',
      ),
  });
  expect(mends).toMatchObject({
    credentials: ['x-api-key'],
    operationIdHeader: undefined,
    'routes.listTerminals.path': '/devices',
    'pages.most': 10,
    payload: 'result',
    'fields.page.items': 'rows',
    'fields.page.total': 'paging.count',
    'fields.terminal.id': 'deviceId',
    'fields.terminal.name': 'title',
    'fields.error.message': 'problem.text',
    refusals: [400, 401],
    'routes.void.method': undefined,
    none: undefined,
  });
});

test('ids of 19 digits are no difference', async () => {
  const { mends, findings } = await look('meridian', { cents: 1250 });
  expect(mends).toEqual({});
  const { seen } = findings.find(({ check }) => check === 'message id')!;
  expect(seen).toMatch(/^\d{19}, as asked\.$/);
});

const nonsense = [
  '',
  'null',
  '[]',
  '""',
  '7',
  '<h1>Log in</h1>',
  '{"data":null}',
  '{"data":[null]}',
  '[[]]',
  '{"items":[{}]}',
];
nonsense.push(
  '{"data":{"items":[1,"x"]}}',
  '{"data":{"items":[{"_id":{}}]}}',
  '{"result":{"messageId":[]}}',
  '{"__proto__":{"a":1}}',
);

const someNonsense = ['null', '<h1>Log in</h1>', '{"data":[null]}', '{"result":{"messageId":[]}}'];

test.each(runs(someNonsense, nonsense))('%s for an answer breaks nothing', async (body) => {
  const name = body.includes('result') ? 'kestrel' : 'meridian';
  const garbled = { GET: [200, 302, 404, 500], POST: [200, 500], OPTIONS: [200] };
  for (const [method, statuses] of Object.entries(garbled))
    for (const status of statuses) {
      const twist: Twist = (response, request) =>
        request.method === method || (method === 'POST' && isPoll(request))
          ? new Response(body, { status, headers: response.headers })
          : undefined;
      const sale = { terminalId: services[name].terminal, amount: 1250, confirm: async () => true };
      const asked = { sale: { ...sale, pollEveryMs: 20, longestMs: 30 } };
      const seen = await look(name, { twist, asked }).then(
        ({ run }) => recordedAnswers(run),
        (error: unknown) => error,
      );
      expect(Array.isArray(seen) || (seen as { code?: string }).code === 'http').toBe(true);
    }
});

test.each([
  ['a web page', '<!doctype html><title>Log in</title>'],
  ['a refusal with 200', '{"success":false,"message":"no key"}'],
])('%s is not taken for terminals that every caller can read', async (_, body) => {
  const { headers: own } = services.kestrel;
  const isOwn = ({ headers }: Request) =>
    Object.entries(own).every(([name, value]) => headers.get(name) === value);
  const withoutThem = async (isEach: boolean) => {
    const twist: Twist = (response, request) =>
      request.method === 'GET' && (isEach || !isOwn(request))
        ? new Response(body, { status: 200, headers: response.headers })
        : undefined;
    const { findings } = await look('kestrel', { twist });
    return findings.filter(({ area }) => area === 'access');
  };
  const told = await withoutThem(false);
  expect(told.find(({ check }) => check === 'without them')).toMatchObject({
    verdict: 'differs',
    seen: expect.stringContaining('no list of terminals'),
  });
  const always = await withoutThem(true);
  expect(always.map(({ seen }) => seen).join()).not.toContain('every caller');
  if (body.startsWith('<')) expect(always.map(({ verdict }) => verdict)).toEqual(['unseen']);
});

test.each([429, 503])('a service that answers %i is not blamed for its messages', async (status) => {
  const twist: Twist = (response, request) =>
    isPoll(request) ? answered(response, '{"message":"Later"}', status) : undefined;
  const { findings } = await look('kestrel', { twist });
  expect(findings.find(({ check }) => check.startsWith('unknown'))).toMatchObject({
    verdict: 'unseen',
    how: 'Ask again later.',
  });
});

describe('--charge', () => {
  test('sends nothing where the operator does not say yes', async () => {
    const sale = { terminalId: 'dev-01', amount: 1250, confirm: async () => false };
    const { posts, charges, findings } = await look('kestrel', { asked: { sale } });
    expect([posts(), charges()]).toEqual([[], []]);
    expect(findings).toContainEqual(expect.objectContaining({ check: 'not started', verdict: 'unseen' }));
  });

  test('sends nothing by a path that is a guess', async () => {
    const { posts } = await look('meridian', { said: { terminalPathPrefix: '/api' }, cents: 1250 });
    expect(posts()).toEqual([]);
  });

  test('sends nothing to a terminal that is not listed', async () => {
    const sale = { terminalId: 'dev-99', amount: 1250, confirm: async () => true };
    const { posts, findings } = await look('kestrel', { asked: { sale } });
    expect(posts()).toEqual([]);
    expect(findings.find(({ check }) => check === 'not started')!.seen).toContain('dev-99');
  });

  test('says that a sale without an answer may have been charged, and sends no second', async () => {
    const twist: Twist = (_, { method }) =>
      method === 'POST' ? Promise.reject(new TypeError('lost')) : undefined;
    const { posts, findings, charges } = await look('kestrel', { cents: 1250, twist });
    expect([posts().length, charges().length]).toEqual([1, 0]);
    expect(findings.find(({ area, check }) => area === 'sale' && check === 'answer')).toMatchObject({
      verdict: 'unseen',
      how: expect.stringContaining('may have been charged'),
    });
  });
});
