import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { saleBody } from './gatewayTill.ts';
import { freshId, mountGateway, type MountedGateway, type RawRequest } from './securityTill.ts';

let till: MountedGateway;
beforeAll(async () => {
  till = await mountGateway();
});
afterAll(() => till.close());

describe('headers that servers read differently', () => {
  const body = JSON.stringify(saleBody);
  const chunked = `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`;
  test.each<[string, RawRequest]>([
    ['length and chunks', { lines: ['transfer-encoding: chunked'], body: chunked }],
    [
      'chunks named twice',
      { headers: { 'content-length': undefined }, lines: ['transfer-encoding: identity, chunked, x'] },
    ],
    [
      'chunks misspelled',
      { headers: { 'content-length': undefined }, lines: ['transfer-encoding: xchunked'], body: chunked },
    ],
    ['a blank before the colon', { lines: ['transfer-encoding : chunked'] }],
    ['two lengths', { lines: ['content-length: 3'] }],
    ['a negative length', { headers: { 'content-length': '-1' } }],
    ['a signed length', { headers: { 'content-length': '+75' } }],
    ['a hexadecimal length', { headers: { 'content-length': '0x4b' } }],
    ['a list of lengths', { headers: { 'content-length': '75, 75' } }],
    ['a folded line', { lines: ['x-a: 1', ' transfer-encoding: chunked'] }],
    ['a bare line feed', { headers: { 'x-a': '1\ntransfer-encoding: chunked' } }],
    ['a bare carriage return', { headers: { 'x-a': '1\rtransfer-encoding: chunked' } }],
    ['NUL in a value', { headers: { 'x-operation-id': `${freshId()}\0` } }],
    ['a name with a blank', { lines: ['x operation: 1'] }],
    ['no name', { lines: [': 1'] }],
    [
      'a bad chunk size',
      {
        headers: { 'content-length': undefined, 'transfer-encoding': 'chunked' },
        body: `0x4b\r\n${body}\r\n0\r\n\r\n`,
      },
    ],
    ['two operation ids', { lines: [`x-operation-id: ${freshId()}`] }],
    ['two origins', { lines: ['origin: https://evil.example'] }],
    ['two content types', { lines: ['content-type: text/plain'] }],
  ])('%s', async (_, request) => {
    expect(await till.outcome(request)).toMatchObject({ sent: [] });
  });

  test('a request in the body of another one is not heard', async () => {
    const hidden = till.bytesOf({}).toString();
    const list = { method: 'GET', target: '/terminals' };
    expect((await till.outcome({ ...list, body: hidden })).sent).toEqual(['GET /terminals']);
    for (const target of ['/public/202104/payment-link', '/nowhere']) {
      expect((await till.outcome({ target, body: hidden })).sent).toEqual([]);
    }
    const keptAlive = till.bytesOf({ ...list, headers: { connection: 'keep-alive' }, body: hidden });
    await till.sendBytes(Buffer.concat([keptAlive, till.bytesOf(list)]));
    expect(till.sent.map(({ method }) => method)).toEqual(['GET', 'GET']);
  });

  test('line ends in a value make no header for the service', async () => {
    const headers = { 'x-a': '1\r\nkey-hash: forged\r\nauthorization: forged' };
    expect((await till.outcome({ headers })).sent).toEqual(['POST /pay']);
    const target = '/terminals?clientId=a%0d%0akey-hash%3A+forged';
    expect((await till.outcome({ method: 'GET', target })).sent).toEqual([
      'GET /terminals?clientId=a%0D%0Akey-hash%3A+forged',
    ]);
  });

  test('none of the browser, and none of a proxy, goes to the service', async () => {
    const headers = {
      authorization: 'Bearer person',
      cookie: 'session=1; secret=2',
      'key-hash': 'forged',
      accept: 'text/html',
      'accept-encoding': 'br',
      'user-agent': 'browser',
      referer: 'https://till.example/customer',
      te: 'trailers',
      expect: '100-continue',
      'content-encoding': 'identity',
      connection: 'close, x-operation-id, key-hash, authorization',
      'proxy-authorization': 'Basic x',
      'proxy-connection': 'keep-alive',
      'keep-alive': 'timeout=1000',
      upgrade: 'h2c',
      forwarded: 'for=1.2.3.4',
      'x-forwarded-for': '1.2.3.4',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'https',
      'x-original-url': '/refund',
      'x-rewrite-url': '/refund',
      'x-real-ip': '1.2.3.4',
      traceparent: '00-1-1-01',
    };
    expect((await till.outcome({ headers })).sent).toEqual(['POST /pay']);
    expect((await till.outcome({ method: 'GET', target: '/terminals', headers })).sent).toEqual([
      'GET /terminals',
    ]);
  });
});
