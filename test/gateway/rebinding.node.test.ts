import { describe, expect, test } from 'vitest';
import { saleBody } from './gatewayTill.ts';
import { freshId, recordingGateway } from './securityTill.ts';

/** A page asks under the name it was loaded from; that its origin is the gateway's own, only that name says. */
async function askUnder(address: string, allowedOrigins?: readonly string[]) {
  const { gateway, sent } = recordingGateway({ authorize: () => true, allowedOrigins });
  const headers = { origin: address, 'content-type': 'application/json', 'x-operation-id': freshId() };
  const body = JSON.stringify(saleBody);
  const pay = await gateway.fetch(new Request(`${address}/pay`, { method: 'POST', headers, body }));
  const list = await gateway.fetch(
    new Request(`${address}/terminals`, { headers: { 'sec-fetch-site': 'same-origin' } }),
  );
  const preflight = await gateway.fetch(new Request(`${address}/pay`, { method: 'OPTIONS', headers }));
  return { statuses: [pay.status, list.status, preflight.status], sent, said: await pay.json() };
}

describe('a page of a name that somebody made point to this machine', () => {
  test.each([
    'http://evil.example',
    'http://evil.example:3000',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://localhost.',
    'http://notlocalhost',
    'http://till',
  ])('%s sells nothing and reads nothing', async (address) => {
    const { statuses, sent, said } = await askUnder(address);
    expect(statuses).toEqual([403, 403, 403]);
    expect(sent).toEqual([]);
    expect(said).toMatchObject({
      error: { code: 'origin', message: expect.stringContaining('allowedOrigins') },
    });
  });

  test.each([
    'http://localhost:3000',
    'http://till.localhost:3000',
    'http://127.0.0.1:3000',
    'http://192.168.1.20',
    'http://[::1]:3000',
    'https://till.example', // whoever else has the name has no certificate for it
  ])('%s cannot be one: it works without any setting', async (address) => {
    const { statuses } = await askUnder(address);
    expect(statuses).toEqual([200, 200, 204]);
  });

  test('a name is the own one where it is named', async () => {
    const { statuses } = await askUnder('http://till:3000', ['http://till:3000']);
    expect(statuses).toEqual([200, 200, 204]);
  });
});
