import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSandbox } from '../../src/sandbox/createSandbox.ts';
import { saleBody } from './gatewayTill.ts';
import { mountGateway, type MountedGateway, type RawRequest } from './securityTill.ts';

let till: MountedGateway;
beforeAll(async () => {
  till = await mountGateway();
});
afterAll(() => till.close());

test('what the sweep turns into a trick goes through as it is', async () => {
  const { text, sent } = await till.outcome({});
  expect(text).toMatch(/x-operation-state: accepted/);
  expect(sent).toEqual(['POST /pay']);
  expect(await till.outcome({ method: 'GET', target: '/terminals?page=2&x=1' })).toMatchObject({
    status: 200,
    sent: ['GET /terminals?page=2'],
  });
});

describe('a path that is spelled another way', () => {
  const host = 'evil.example';
  test.each([
    '/x/../pay',
    '/../pay',
    '/%2e%2e/pay',
    '/x/%2E%2e/pay',
    '/x/.%2e/pay',
    '/./pay',
    '/%2e/pay',
    '/pay/.',
    '//pay',
    '///pay',
    '/pay/',
    '/pay//',
    '/pay/..',
    '/pay;v=1',
    '/pay;',
    '/;/pay',
    '/Pay',
    '/PAY',
    '/%70ay',
    '/pay%00',
    '/pay%2f',
    '/%2fpay',
    '/pay%0d%0a',
    '/pay%20',
    '/pay.json',
    '/x\\..\\pay',
    '\\pay',
    '/\\pay',
    '/pay\\',
    '/pay#x',
    '/pay\t',
    '/ｐａｙ',
    '/pa\u0443',
    '/pay\u0301',
    'pay',
    '*',
    '',
    `http://${host}/pay`,
    `https://${host}/pay`,
    `//${host}/pay`,
    `/\\${host}/pay`,
    'http:/pay',
    `@${host}/pay`,
    '/api/pay',
    '/v1/pay',
    '/operations/../pay',
    '/processed-messages/../pay',
    '/pay%3Fx',
    '/__proto__',
  ])('POST %j', async (target) => {
    expect(await till.outcome({ target })).toMatchObject({ sent: [] });
  });

  test('its query goes no further', async () => {
    const target = '/pay?amount=1&terminalId=other&__proto__=x';
    expect(await till.outcome({ target })).toMatchObject({ sent: ['POST /pay'] });
  });

  test('a path that names a host does not make that host the own origin', async () => {
    const headers = { origin: `http://${host}` };
    const asked = { method: 'OPTIONS', target: `//${host}/pay`, headers };
    const preflight = await till.ask({ ...asked, lines: ['access-control-request-method: POST'] });
    expect([preflight.status, preflight.text.includes('access-control-allow-origin')]).toEqual([403, false]);
    expect(await till.outcome({ target: `//${host}/pay`, headers })).toMatchObject({ status: 403, sent: [] });
    expect(await till.outcome({ target: `http://${host}/pay`, headers })).toMatchObject({
      status: 400,
      sent: [],
    });
  });

  test.each([
    'evil.example/pay?',
    'evil.example#',
    'a@evil.example',
    'evil.example\\x',
    '',
    ' ',
    '[',
    'a b',
    'a:99999',
  ])('Host %j with another path in it', async (forged) => {
    expect(await till.outcome({ target: '/x', headers: { host: forged } })).toMatchObject({ sent: [] });
    expect(await till.outcome({ headers: { host: forged } })).toMatchObject({ sent: [] });
  });
});

describe('another method', () => {
  const methods = [
    'GET',
    'HEAD',
    'PUT',
    'PATCH',
    'DELETE',
    'TRACE',
    'OPTIONS',
    'CONNECT',
    'PROPFIND',
    'post',
    'PAY',
  ];
  test.each(methods)('%s, also where it says that it is a POST', async (method) => {
    expect(await till.outcome({ method })).toMatchObject({ sent: [] });
    const override = {
      'x-http-method-override': 'POST',
      'x-method-override': 'POST',
      'x-http-method': 'POST',
    };
    expect(
      await till.outcome({
        method,
        target: '/pay?_method=POST',
        headers: override,
        body: '{"_method":"POST"}',
      }),
    ).toMatchObject({ sent: [] });
  });

  test.each(['/terminals', '/processed-messages/M-1', '/public/202104/payment-link'])(
    'a read stays a read: %s',
    async (target) => {
      const headers = { 'x-http-method-override': 'DELETE' };
      expect(await till.outcome({ method: 'GET', target, headers })).toMatchObject({
        status: 200,
        sent: [`GET ${target}`],
      });
      for (const method of ['HEAD', 'PUT', 'DELETE']) {
        expect(await till.outcome({ method, target })).toMatchObject({ status: 405, sent: [] });
      }
    },
  );
});

describe('with the sandbox as the service', () => {
  test('none of it is in its ledger', async () => {
    const sandbox = createSandbox({ latencyMs: 0 });
    const mounted = await mountGateway({
      baseUrl: sandbox.baseUrl,
      headers: { authorization: 'sandbox' },
      fetcher: sandbox.fetch,
    });
    const tricks: RawRequest[] = [
      { target: '/x/../pay' },
      { target: '/%2e%2e/__sandbox/reset' },
      { target: '/__sandbox/scenario', body: '{"name":"declined"}' },
      { method: 'PUT' },
      { headers: { origin: 'https://evil.example' } },
      { headers: { 'content-type': 'text/plain' } },
      { headers: { 'x-operation-id': undefined } },
      { body: JSON.stringify({ ...saleBody, amount: -1 }) },
      { lines: ['transfer-encoding: chunked'] },
    ];
    for (const trick of tricks) await mounted.ask(trick);
    expect(sandbox.ledger.requests).toEqual([]);
    expect((await mounted.ask({})).status).toBe(200);
    expect(sandbox.ledger.requests.map(({ operation, body }) => [operation, body])).toEqual([
      ['pay', saleBody],
    ]);
    await mounted.close();
  });
});
