import { expect, test } from 'vitest';
import type { GatewayOptions } from '../../src/gateway/gatewayOptions.ts';
import { ask, createGatewayTill, operationId, sale, saleBody } from './gatewayTill.ts';

const north = { authorization: 'Bearer north' };
const south = { authorization: 'Bearer south' };

/** One gateway for two merchants, each with a till 1, and a service that numbers the messages of each from 1001. */
function twoMerchants(own: Partial<GatewayOptions> = {}) {
  const asked: (string | null)[] = [];
  const till = createGatewayTill({
    authorize: ({ headers }) => {
      const account = headers.get('authorization')?.replace('Bearer ', '');
      return { subject: 'till-1', account };
    },
    headers: async ({ account }) => ({ 'x-api-key': `key-of-${account}` }),
    fetcher: async ({ method, headers }) => {
      const key = headers.get('x-api-key');
      asked.push(key);
      const pnRefNum = `P-of-${key?.slice('key-of-'.length)}`;
      const result = method === 'GET' ? { status: 'complete', pnRefNum } : {};
      return Response.json({ data: { msgIdentifier: '1001', ...result } });
    },
    ...own,
  });
  return { ...till, asked, fetch: till.gateway().fetch };
}

test('each merchant’s requests have its own headers: payments, polls, lists, links, uploads', async () => {
  const { fetch, asked } = twoMerchants();
  const form = new FormData();
  form.append('files', new File(['%PDF'], 'a.pdf'));
  const upload = new Request('https://till.example/v1/public/payment-link/upload-attachments', {
    method: 'POST',
    body: form,
    headers: { origin: 'https://till.example', ...south },
  });
  const link = new Request('https://till.example/public/202104/payment-link', {
    method: 'POST',
    body: '{"amount":5}',
    headers: { origin: 'https://till.example', 'content-type': 'application/json', ...south },
  });
  const requests = [
    sale(operationId(1), saleBody, north),
    ask('/processed-messages/1001', south),
    ask('/terminals', north),
    upload,
    link,
  ];
  for (const request of requests) expect((await fetch(request)).status).toBe(200);
  const keys = ['north', 'south', 'north', 'south', 'south'].map((account) => `key-of-${account}`);
  expect(asked).toStrictEqual(keys);
});

test('F30 one’s results are not told to another that has a message of the same id', async () => {
  const { fetch, asked, problems } = twoMerchants();
  await fetch(sale(operationId(1), saleBody, north));
  await fetch(sale(operationId(2), saleBody, south));
  const told = async (who: Record<string, string>) => {
    const answer = await fetch(ask('/processed-messages/1001', who));
    return ((await answer.json()) as { data: { pnRefNum: string } }).data.pnRefNum;
  };
  expect([await told(north), await told(south), await told(north)]).toStrictEqual([
    'P-of-north',
    'P-of-south',
    'P-of-north',
  ]);
  expect(asked).toHaveLength(4);
  expect(problems).toStrictEqual([]);
});

test('tills of one name are not one: no id of the other is told, sent or closed', async () => {
  const { fetch } = twoMerchants();
  await fetch(sale(operationId(1), saleBody, north));
  const answers = [
    await fetch(ask(`/operations/${operationId(1)}`, north)),
    await fetch(ask(`/operations/${operationId(1)}`, south)),
    await fetch(sale(operationId(1), saleBody, south)),
  ];
  expect(answers.map(({ status }) => status)).toStrictEqual([200, 403, 403]);
});

test.each(['', 7, null, {}])('an account that is no name lets nobody in: %j', async (account) => {
  const authorize = (() => ({ subject: 'till-1', account })) as unknown as GatewayOptions['authorize'];
  const { fetch, asked } = twoMerchants({ authorize });
  expect((await fetch(sale(operationId(1)))).status).toBe(403);
  expect(asked).toStrictEqual([]);
});
