import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saleBody } from './gatewayTill.ts';
import {
  freshId,
  mountGateway,
  type MountedGateway,
  type RawRequest,
  recordingGateway,
} from './securityTill.ts';

let till: MountedGateway;
beforeAll(async () => {
  till = await mountGateway({ polls: { minGapMs: 1 } });
});
afterAll(() => till.close());

describe('another page', () => {
  const foreign = [
    'null',
    'https://evil.example',
    'http://127.0.0.1',
    'http://127.0.0.1.evil.example',
    '',
    '*',
    'file://',
  ];
  test.each([...foreign, undefined])('Origin %j sends nothing', async (origin) => {
    expect(await till.outcome({ headers: { origin } })).toMatchObject({ status: 403, sent: [] });
    expect(
      await till.outcome({ method: 'DELETE', target: `/operations/${freshId()}`, headers: { origin } }),
    ).toMatchObject({ status: 403, sent: [] });
    expect(await till.outcome({ method: 'OPTIONS', headers: { origin } })).toMatchObject({
      status: 403,
      sent: [],
    });
    if (origin === undefined) return;
    const read = await till.outcome({ method: 'GET', target: '/terminals', headers: { origin } });
    expect(read).toMatchObject({ status: 403, sent: [] });
    expect(read.text).not.toMatch(/access-control-allow/);
  });

  test.each([
    'http://till.example',
    'https://till.example/',
    'https://till.example.evil',
    'https://TILL.example',
    'https://till.example:444',
    'null',
    'https://till.example, https://evil.example',
  ])('nor does %j where one origin is named, whatever Host says', async (origin) => {
    const named = await mountGateway({ allowedOrigins: ['https://till.example'] });
    const host = origin.replace(/^.*\/\//, '').replace('/', '');
    for (const headers of [{ origin }, { origin, host }]) {
      expect((await named.outcome({ headers })).sent).toEqual([]);
    }
    await named.close();
  });

  test.each([
    '*',
    'null',
    'till.example',
    'https://till.example/',
    'https://till.example/pay',
    'https://*.example',
    '',
  ])('allowedOrigins with %j is a mistake, named at once', (origin) => {
    expect(() => recordingGateway({ allowedOrigins: ['https://till.example', origin] })).toThrow(
      expect.objectContaining({ code: 'configuration', field: 'allowedOrigins' }),
    );
  });

  test.each([
    'http://localhost:5173',
    'http://[::1]:80',
    'capacitor://localhost',
    'https://till.example:8443',
  ])('allowedOrigins may hold %j', (origin) => {
    expect(() => recordingGateway({ allowedOrigins: [origin] })).not.toThrow();
  });

  test('a picture or a link on another site reads nothing and spends no poll', async () => {
    const read = (site: string) =>
      till.outcome({
        method: 'GET',
        target: '/processed-messages/M-9',
        headers: { origin: undefined, 'sec-fetch-site': site },
      });
    expect(await read('cross-site')).toMatchObject({ status: 403, sent: [] });
    expect(await read('same-site')).toMatchObject({ status: 403, sent: [] });
    expect(await read('same-origin')).toMatchObject({ status: 200 });
  });

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=a',
    'text/plain; application/json',
    'application/jsonp',
    'application/json-patch+json',
    'text/json',
    'application/json, text/plain',
    '',
    undefined,
  ])('a body of type %j is no payment', async (type) => {
    expect(await till.outcome({ headers: { 'content-type': type } })).toMatchObject({
      status: 415,
      sent: [],
    });
    expect(
      await till.outcome({ target: '/public/202104/payment-link', headers: { 'content-type': type } }),
    ).toMatchObject({ status: 415, sent: [] });
  });
});

describe('ids', () => {
  const strange = [
    '',
    'short',
    'x'.repeat(129),
    `${freshId()} `.repeat(2),
    '../../../../../../pay',
    `${freshId()}.`,
    `${freshId()}%00`,
    "' or 1=1 --padding--",
    'é'.repeat(20),
    '${jndi:ldap://evil}',
    undefined,
  ];
  test.each(strange)('a payment under %j is refused', async (id) => {
    expect(await till.outcome({ headers: { 'x-operation-id': id } })).toMatchObject({
      status: 400,
      sent: [],
    });
  });

  test.each(['GET', 'DELETE'])(
    '%s of a malformed one is not found, and one never seen tells nothing',
    async (method) => {
      for (const id of [
        'short',
        '%2e%2e',
        '..%2f..%2fpay',
        `${freshId()}/..`,
        `${freshId()}%00`,
        `%66${freshId()}`,
        '',
      ]) {
        const { status, sent } = await till.outcome({ method, target: `/operations/${id}` });
        expect([[400, 404].includes(status), sent]).toEqual([true, []]);
      }
      const unseen = await till.outcome({ method, target: `/operations/${freshId()}` });
      expect(unseen.text).toContain('not-seen');
      expect(unseen.sent).toEqual([]);
    },
  );

  test("another subject's id tells nothing and does nothing", async () => {
    const id = freshId();
    const ann = { 'x-operation-id': id, authorization: 'Bearer ann' };
    const bob = { ...ann, authorization: 'Bearer bob' };
    expect((await till.outcome({ headers: ann })).sent).toEqual(['POST /pay']);
    const tried: RawRequest[] = [
      { headers: bob },
      { headers: bob, body: JSON.stringify({ ...saleBody, amount: 1 }) },
      { headers: bob, method: 'GET', target: `/operations/${id}` },
      { headers: bob, method: 'DELETE', target: `/operations/${id}` },
    ];
    for (const request of tried) {
      const { status, text, sent } = await till.outcome(request);
      expect([status, sent]).toEqual([403, []]);
      expect(text).not.toMatch(/M-\d|x-operation-state: |accepted|1250/);
    }
    const again = await till.outcome({ headers: ann });
    expect(again.text).toMatch(/M-\d/);
    expect(again.sent).toEqual([]);
  });

  test.each([
    '..',
    '.',
    '%2e%2e',
    '..%2fpay',
    'a%2fb',
    'a%5cb',
    'a/b',
    'a%00',
    'a%0d%0ab',
    '%',
    '%zz',
    '%C0%AE',
    '%61',
    'a;b',
    'a?b%2f',
    '%20',
    'a'.repeat(257),
    '%F0%9F',
  ])('a poll of %j is no other request', async (id) => {
    const { sent } = await till.outcome({ method: 'GET', target: `/processed-messages/${id}` });
    expect(sent).toEqual(id === 'a?b%2f' ? ['GET /processed-messages/a'] : []);
  });
});
