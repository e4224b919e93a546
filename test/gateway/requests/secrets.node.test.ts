import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { defineService } from '../../../src/core/wire/defineService.ts';
import { createMemoryStore } from '../../../src/gateway/createMemoryStore.ts';
import type { GatewayOptions } from '../../../src/gateway/gatewayOptions.ts';
import {
  ask,
  createGatewayTill,
  longKnown,
  operationId,
  post,
  sale,
  saleBody,
  tillOrigin,
} from '../gatewayTill.ts';
import { freshId, recordingGateway, secrets } from './securityTill.ts';
import { createGatewayClient } from '../../../src/core/mirror/createGatewayClient.ts';
import { attemptLinkCreation } from '../../../src/core/links/linkCreator.ts';

const origin = 'https://till.example';
const [scheme, credentials = ''] = secrets.authorization.split(' ');
const told = /dGlsbDp|sesame|k.{0,8}9f/;

const written: unknown[] = [];
const levels = ['log', 'info', 'debug', 'warn', 'error', 'trace'] as const;
beforeEach(() => {
  const originals = levels.map((level) => [level, console[level]] as const);
  for (const level of levels) console[level] = (...words) => void written.push(words);
  return () => originals.forEach(([level, original]) => (console[level] = original));
});
afterEach(() => {
  const lines = written.splice(0);
  if (lines.length > 0) throw new Error(`Written to the console: ${JSON.stringify(lines)}`);
});

/** Everything one can ask of a gateway; gives all that was answered. */
async function askEverything(own: Partial<GatewayOptions>) {
  const store = longKnown(createMemoryStore());
  const { gateway, problems } = recordingGateway({ allowedOrigins: [origin], store, ...own });
  const id = freshId();
  const askMethod = async (method: string, path: string, body?: BodyInit) => {
    const headers = new Headers({ origin, 'x-operation-id': id });
    if (typeof body === 'string') headers.set('content-type', 'application/json');
    const init: RequestInit = { method, headers, ...(body !== undefined && { body }) };
    const answer = await gateway.fetch(new Request(origin + path, init));
    return `${answer.statusText} ${JSON.stringify([...answer.headers])} ${await answer.text()}`;
  };
  const form = new FormData();
  form.append('files', new File(['%PDF'], 'a.pdf'));
  const answers = [
    await askMethod('POST', '/pay', JSON.stringify(saleBody)),
    await askMethod('POST', '/pay', JSON.stringify(saleBody)),
    await askMethod('GET', `/operations/${id}`),
    await askMethod('DELETE', `/operations/${id}`),
    await askMethod('GET', '/terminals'),
    await askMethod('GET', '/processed-messages/M-1'),
    await askMethod('GET', '/processed-messages/M-1'),
    await askMethod('GET', '/public/202104/payment-link'),
    await askMethod('POST', '/v1/public/payment-link/upload-attachments', form),
  ];
  const kept = await store.transact('', 'read', function* (tx) {
    const { operations, messages, events } = tx;
    return [yield* operations.list({}), yield* messages.list({}), yield* events.list({})];
  });
  return { answers, problems: JSON.stringify(problems), kept: JSON.stringify(kept) };
}

const utf16 = (text: string) =>
  text.replace(
    /[^a-z0-9]/gi,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
  );
const html = (text: string) => text.replace(/[^a-z0-9 ]/gi, (sign) => `&#${sign.charCodeAt(0)};`);
const named = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll('/', '&#x2F;');

const values = [
  secrets.authorization,
  credentials,
  'till:open/sesame+7',
  'open/sesame+7',
  secrets['key-hash'],
];
const spellings: [name: string, spell: (text: string) => string][] = [
  ['as it is', (text) => text],
  ['in a sentence', (text) => `No such key: ${text}.`],
  ['in JSON', (text) => JSON.stringify({ error: { message: `key ${text}` } })],
  ['in JSON in JSON', (text) => JSON.stringify({ error: JSON.stringify({ seen: text }) })],
  ['in JSON with escaped slashes', (text) => JSON.stringify({ error: text }).replaceAll('/', '\\/')],
  ['in JSON with escaped signs', (text) => `{"error":"${utf16(text)}"}`],
  ['in an error page', (text) => `<!doctype html><pre>GET / HTTP/1.1\nauthorization: ${html(text)}\n</pre>`],
  ['in an error page with names', (text) => `<p title="${named(text)}">${named(text)}</p>`],
  ['in an address', (text) => `https://login.example/?next=${encodeURIComponent(text)}`],
  ['in a form', (text) => new URLSearchParams({ key: text }).toString()],
];

describe('a service that repeats the secret', () => {
  describe.each([200, 401, 500])('with %i', (status) => {
    test.each(spellings)('%s', async (_, spell) => {
      const text = values.map(spell).join('\n');
      // Of a 401, only the sentence goes on; of an answer to a payment, what was read in it.
      const body = status === 401 ? JSON.stringify({ message: text }) : text;
      const { answers, problems, kept } = await askEverything({
        fetcher: async () => new Response(body, { status }),
      });
      for (const answer of answers) expect(answer).not.toMatch(told);
      expect(problems).not.toMatch(told);
      expect(kept).toContain('"operationId"');
      expect(kept).not.toMatch(told);
      expect(answers[4]).toContain('[redacted]');
    });
  });

  test('in pieces, in headers and in the line of the status', async () => {
    const fetcher = async () => {
      const bytes = new TextEncoder().encode(values.join(' '));
      const body = new ReadableStream<Uint8Array>({
        start(to) {
          for (const byte of bytes) to.enqueue(Uint8Array.of(byte));
          to.close();
        },
      });
      const headers = {
        'retry-after': secrets.authorization,
        'content-type': `text/html; charset=${credentials}`,
        date: credentials,
        location: `https://a.example/${credentials}`,
        'set-cookie': `key=${credentials}`,
        'www-authenticate': secrets.authorization,
        'x-operation-state': credentials,
        'access-control-allow-origin': credentials,
        age: credentials,
      };
      return new Response(body, { status: 429, statusText: credentials, headers });
    };
    const { answers } = await askEverything({ fetcher });
    for (const answer of answers) expect(answer).not.toMatch(told);
  });

  test('what is no secret stays: a word in a name, an address or a field', async () => {
    const body =
      '{"sandbox":true,"link":"https://pay.sandbox.test/l/1","terminal":"sandbox-1","lang":"de-DE,de"}';
    const { answers } = await askEverything({
      headers: { authorization: 'sandbox', 'accept-language': 'de-DE,de' },
      fetcher: async () => new Response(body),
    });
    expect(answers[4]).toContain(body);
    const echo = await askEverything({
      headers: { authorization: 'sandbox' },
      fetcher: async () => new Response('authorization: sandbox'),
    });
    expect(echo.answers[4]).toContain('authorization: [redacted]');
  });
});

const withService = (headers: Record<string, string>, answer: string, own: Partial<GatewayOptions> = {}) =>
  askEverything({ headers, fetcher: async () => new Response(answer), ...own });
const base64 = (text: string) => btoa(text);
const base64url = (text: string) => base64(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

describe('a secret in another base64', () => {
  const basic = base64('till:a?b>c~d'); // dGlsbDphP2I+Y35k
  const padded = base64('till:open?>'); // dGlsbDpvcGVuPz4=
  const token = base64url('till:??>>??'); // dGlsbDo_Pz4-Pz8

  test.each<[string, string, string]>([
    ['base64url', basic, basic.replaceAll('+', '-').replaceAll('/', '_')],
    ['without padding', padded, padded.replace(/=+$/, '')],
    ['base64url without padding', padded, base64url('till:open?>')],
    ['base64 of what was base64url', token, base64('till:??>>??')],
    ['what base64url says', token, '??>>??'],
    ['what base64 without padding says', padded.replace(/=+$/, ''), 'open?>'],
    ['the base64 of what was none', 'open sesame?>', base64('open sesame?>')],
    ['the base64url of what was none', 'open sesame?>', base64url('open sesame?>')],
  ])('%s', async (_, secret, repeated) => {
    const { answers } = await withService({ authorization: `Basic ${secret}` }, `You sent <${repeated}>.`);
    expect(answers[4]).toContain('[redacted]');
    expect(answers[4]).not.toContain(repeated);
  });
});

test.each(['k7', 'ab-1c', '0451', 'pw'])('a short secret is one too: %s', async (secret) => {
  const body = JSON.stringify({
    error: `No key ${secret}.`,
    list: `a=${secret}\n${secret}`,
    other: `x${secret}9`,
  });
  for (const headers of [{ 'x-api-key': secret }, { authorization: `Basic ${btoa(`till:${secret}`)}` }]) {
    const { answers } = await withService(headers, body);
    expect(answers[4]).toContain('No key [redacted].');
    expect(answers[4]).toContain('a=[redacted]\\n[redacted]');
    expect(answers[4]).toContain(`x${secret}9`);
  }
});

describe('what is no secret', () => {
  const result = {
    data: {
      msgIdentifier: '100200',
      status: 'complete',
      pnRefNum: '2021-04',
      amount: 100200,
      orderNumber: 'PO-100200',
      terminalId: 'T-100200',
      ids: ['100200', { id: '100200' }],
      reference: '100200',
      tip: 100200,
    },
  };

  test('stays, where it is another header’s: a merchant’s number, a version', async () => {
    const body = JSON.stringify({ ...result, note: 'Merchant 100200, since 2021-04.' });
    const headers = {
      authorization: 'Bearer t0p-secret',
      'x-merchant': '100200',
      'x-api-version': '2021-04',
    };
    const { answers } = await withService(headers, body);
    expect(answers[4]).toContain(body);
    expect(answers[0]).toContain('"pnRefNum":"2021-04"');
  });

  test('stays in ids, references and amounts whatever it is; what is said elsewhere does not', async () => {
    const body = JSON.stringify({ ...result, note: 'Key 100200 of 2021-04.' });
    const { answers } = await withService({ 'x-api-key': '100200', 'x-token': '2021-04' }, body);
    expect(answers[4]).toContain(JSON.stringify({ ...result, note: 'Key [redacted] of [redacted].' }));
  });

  test('stays in a result, too, and in what is kept of it', async () => {
    const said = { msgIdentifier: '100200', status: 'failed', pnRefNum: '2021-04', message: 'Key 2021-04.' };
    const store = longKnown(createMemoryStore());
    const { gateway } = recordingGateway({
      allowedOrigins: [origin],
      headers: { 'x-api-key': '100200', 'x-token': '2021-04' },
      store,
      fetcher: async () => Response.json({ data: said }),
    });
    const answer = await gateway.fetch(ask('/processed-messages/100200'));
    const data = { ...said, message: 'Key [redacted].' };
    await expect(answer.json()).resolves.toStrictEqual({ data });
    const [row] = await store.transact('', 'read', (tx) => tx.messages.list({}));
    const { message, ...ids } = data;
    expect(row?.state.message).toStrictEqual({ ...ids, serviceMessage: message });
  });

  test('is what the host says: the headers it names, and those of the sign-in', async () => {
    const headers = {
      authorization: 'Bearer t0p-secret',
      'x-merchant': 'harbour-7',
      'x-key-version': 'v-2021',
    };
    const body = JSON.stringify({ note: 't0p-secret of harbour-7 in v-2021' });
    const { answers } = await withService(headers, body, { secretHeaders: ['X-Merchant'] });
    expect(answers[4]).toContain('[redacted] of [redacted] in v-2021');
  });
});

test('a password of other letters is one too', async () => {
  const password = 'grün/geheim';
  const bytes = String.fromCharCode(...new TextEncoder().encode(`till:${password}`));
  const seen = [
    password,
    encodeURIComponent(password),
    JSON.stringify(password),
    html(password),
    utf16(password),
  ];
  const { answers } = await askEverything({
    headers: { authorization: `Basic ${btoa(bytes)}` },
    fetcher: async () => new Response(seen.join(' ')),
  });
  for (const answer of answers) expect(answer).not.toMatch(/geheim/);
});

test.each<[string, Partial<GatewayOptions>]>([
  ['the connection', { fetcher: () => Promise.reject(leak()) }],
  [
    'the connection, at once',
    {
      fetcher: () => {
        throw leak();
      },
    },
  ],
  ['authorize', { authorize: () => Promise.reject(leak()) }],
  ['the headers', { headers: () => Promise.reject(leak()) }],
  ['a header that none can be', { headers: () => ({ authorization: `${secrets.authorization}\n\u20AC` }) }],
  ['the name of a header', { headers: () => ({ [`${credentials} x`]: '1' }) }],
  ['the store', { store: { ...createMemoryStore(), transact: () => Promise.reject(leak()) } }],
  ['the store’s key', { store: { ...createMemoryStore(), secret: () => Promise.reject(leak()) } }],
  [
    'the answer',
    { fetcher: async () => new Response(new ReadableStream({ start: (to) => to.error(leak()) })) },
  ],
  [
    'the routes',
    {
      service: defineService({
        routes: {
          getProcessedMessage: {
            path: () => {
              throw leak();
            },
          },
        },
      }),
    },
  ],
  ...(['read', 'write', 'refusals'] as const).map((part): [string, Partial<GatewayOptions>] => {
    const leaking = () => {
      throw leak();
    };
    const parts = {
      read: { accepted: leaking, message: leaking, page: leaking, error: leaking },
      write: { pay: leaking, listTerminals: leaking },
      refusals: leaking,
    };
    const fetcher = async ({ method }: Request) =>
      Response.json({ data: {} }, { status: part === 'refusals' && method === 'POST' ? 400 : 200 });
    return [`${part} of the description`, { fetcher, service: defineService({ [part]: parts[part] }) }];
  }),
])('an error of %s tells no secret', async (_, options) => {
  const asking = (async () => askEverything(options))();
  const { answers, problems } = await asking.catch((error: unknown) => ({
    answers: [String(error)],
    problems: '',
    kept: '',
  }));
  for (const answer of answers) expect(answer).not.toMatch(told);
  expect(problems).not.toMatch(told);
});

function leak(): Error {
  const message = `connect ${scheme} ${credentials} failed for ${secrets['key-hash']}`;
  return Object.assign(new TypeError(message, { cause: new Error(message) }), { headers: secrets });
}

const id = operationId(1);
const link = { amount: 4900, customValues: [], applyDiscount: false };

/** A service that does not take the gateway's own headers, with the till signed in. */
function refusingService(status: number, own: Partial<GatewayOptions> & { said?: string } = {}) {
  const { said = '{"error":{"message":"The token has expired."}}', ...options } = own;
  const asked: string[] = [];
  const till = createGatewayTill({
    fetcher: async ({ url }) => {
      asked.push(new URL(url).pathname);
      return new Response(said, { status, headers: { 'www-authenticate': 'Basic' } });
    },
    ...options,
  });
  const gateway = till.gateway();
  const client = createGatewayClient({
    baseUrl: 'https://till.example',
    clientId: 'till',
    clock: till.clock,
    fetcher: (request) => {
      const headers = new Headers(request.headers);
      headers.set('origin', tillOrigin);
      return gateway.fetch(new Request(request, { headers }));
    },
  });
  return { problems: till.problems, asked, gateway, client };
}

function upload(): Request {
  const form = new FormData();
  form.append('files', new File(['%PDF-1.7'], 'menu.pdf', { type: 'application/pdf' }));
  const path = '/v1/public/payment-link/upload-attachments';
  return new Request(`https://till.example${path}`, {
    method: 'POST',
    body: form,
    headers: { origin: tillOrigin },
  });
}

describe.each([401, 403])('a service that answers %i to the gateway', (status) => {
  test.each<[string, () => Request]>([
    ['getProcessedMessage', () => ask('/processed-messages/M-1')],
    ['listTerminals', () => ask('/terminals')],
    ['listPaymentLinks', () => ask('/public/202104/payment-link')],
    ['createPaymentLink', () => post('/public/202104/payment-link', link)],
    ['uploadAttachments', upload],
    ['pay', () => sale(id)],
  ])('does not end the session of the page: %s', async (operation, request) => {
    const { gateway, problems } = refusingService(status);
    const answer = await gateway.fetch(request());
    expect([answer.status, answer.headers.get('www-authenticate')]).toStrictEqual([502, null]);
    await expect(answer.json()).resolves.toStrictEqual({
      error: {
        code: 'service-credentials',
        message:
          `The payment service did not accept this shop's access (${status}). Tell the person who runs your payments. ` +
          'The service said: The token has expired.',
      },
    });
    expect(problems.map(({ type }) => type)).toStrictEqual(['service-refused-headers']);
    expect(problems[0]).toMatchObject({ operation, message: expect.stringContaining(`${status}`) });
  });

  test('a payment was not made, and every copy and question hears the same', async () => {
    const { gateway, asked } = refusingService(status);
    const answers = [await gateway.fetch(sale(id)), await gateway.fetch(sale(id))];
    expect(answers.map(({ headers }) => headers.get('x-operation-state'))).toStrictEqual([
      'not-seen',
      'not-seen',
    ]);
    await expect((await gateway.fetch(ask(`/operations/${id}`))).json()).resolves.toMatchObject({
      state: 'not-seen',
      isClosed: true,
      // A page that hears of the row must not lose the sentence that the answer had.
      operation: {
        phase: 'rejected',
        error: { serviceMessage: expect.stringContaining("this shop's access") },
      },
    });
    expect(asked).toStrictEqual(['/pay']);
  });

  test('the client takes a poll as one that got no answer, and a sale as refused', async () => {
    const { client } = refusingService(status);
    await expect(client.getProcessedMessage({ msgIdentifier: 'M-1' })).rejects.toMatchObject({
      code: 'http',
      status: 502,
      serviceMessage: expect.stringContaining("this shop's access"),
    });
    await expect(client.pay(saleBody, { operationId: id })).rejects.toMatchObject({
      code: 'http',
      operationState: 'not-seen',
    });
  });

  test('a link is known not to exist', async () => {
    const { client } = refusingService(status);
    await expect(attemptLinkCreation(client, link)).resolves.toMatchObject({ phase: 'rejected' });
  });
});

test.each([401, 400])('a rule of the host that breaks proves nothing: %i', async (status) => {
  const refusals = () => {
    throw new Error('no such status');
  };
  const { gateway } = refusingService(status, { service: defineService({ refusals }) });
  const answer = await gateway.fetch(sale(id));
  expect(answer.headers.get('x-operation-state')).toBe('unanswered');
});

test('where the host says that a 403 of its service proves nothing, the sale stays unknown', async () => {
  const { gateway } = refusingService(403, { service: defineService({ refusals: () => false }) });
  const answer = await gateway.fetch(sale(id));
  expect([answer.status, answer.headers.get('x-operation-state')]).toStrictEqual([502, 'unanswered']);
  await expect((await gateway.fetch(ask(`/operations/${id}`))).json()).resolves.toMatchObject({
    state: 'unanswered',
  });
});

test.each([
  ['nothing', '', ''],
  ['no JSON', '<h1>401</h1>', ''],
  ['the secret', '{"message":"bad authorization: Basic dGlsbDpzZXNhbWU="}', 'bad authorization: [redacted]'],
])('a refusal that says %s', async (_, said, sentence) => {
  const headers = { authorization: 'Basic dGlsbDpzZXNhbWU=' };
  const { gateway } = refusingService(401, { said, headers });
  const { error } = (await (await gateway.fetch(ask('/terminals'))).json()) as { error: { message: string } };
  expect(error.message.replace(/^.*runs your payments\./, '').trim()).toBe(
    sentence && `The service said: ${sentence}`,
  );
});

test('new headers of the host mend it without a restart', async () => {
  let token = 'expired';
  const till = createGatewayTill({ headers: () => ({ authorization: token }) });
  const gateway = till.gateway();
  expect((await gateway.fetch(ask('/terminals'))).status).toBe(502);
  token = 'sandbox';
  expect((await gateway.fetch(ask('/terminals'))).status).toBe(200);
});

test('the gateway’s own refusal of a page stays a 403', async () => {
  const { gateway } = refusingService(401, { authorize: () => false });
  for (const request of [ask('/terminals'), ask('/processed-messages/M-1'), sale(id)]) {
    expect((await gateway.fetch(request)).status).toBe(403);
  }
});
