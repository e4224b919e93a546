import { describe, expect, test } from 'vitest';
import { createPaymentsClient } from '../../src/core/client/createPaymentsClient.ts';
import { createLinkOnce } from '../../src/core/links/linkCreation.ts';
import type { GatewayOptions } from '../../src/gateway/gatewayOptions.ts';
import { ask, createGatewayTill, operationId, post, sale, saleBody, tillOrigin } from './gatewayTill.ts';

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
  const client = createPaymentsClient({
    baseUrl: 'https://till.example',
    clientId: 'till',
    gateway: true,
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
          `The payment service did not accept this shop's access (${status}). Tell whoever looks after your payments. ` +
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
    await expect(createLinkOnce(client, link)).resolves.toMatchObject({ phase: 'rejected' });
  });
});

test.each([401, 400])('a rule of the host that breaks proves nothing: %i', async (status) => {
  const classifyStatus = () => {
    throw new Error('no such status');
  };
  const { gateway } = refusingService(status, { classifyStatus });
  const answer = await gateway.fetch(sale(id));
  expect(answer.headers.get('x-operation-state')).toBe('unanswered');
});

test('where the host says that a 403 of its service proves nothing, the sale stays unknown', async () => {
  const { gateway } = refusingService(403, { classifyStatus: () => 'unknown' });
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
  expect(error.message.replace(/^.*after your payments\./, '').trim()).toBe(
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
