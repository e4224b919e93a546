import { describe, expect, test } from 'vitest';
import { PaymentsError } from '../../../src/core/errors.ts';
import { defineService } from '../../../src/core/wire/defineService.ts';
import type { GatewayOptions } from '../../../src/gateway/gatewayOptions.ts';
import type { GatewayRefusalCode } from '../../../src/gateway/GatewayRefusal.ts';
import {
  ask,
  close,
  createGatewayTill,
  meddled,
  nobodyThere,
  operationId,
  post,
  sale,
  saleBody,
  settled,
  tillOrigin,
} from '../gatewayTill.ts';
import { type Answer, createShop } from '../shop.ts';

const id = operationId(1);
const resolution = `/operations/${id}/resolution`;
const charged = { charged: true, basis: 'receipt' };
const down = () => Promise.reject(new Error('It is away.'));
const link = { amount: 4900, customValues: [], applyDiscount: false };
const linkPath = '/public/202104/payment-link';
const uploadPath = '/v1/public/payment-link/upload-attachments';

type Till = ReturnType<typeof createGatewayTill>;
type Say = (till: Till) => Promise<Response | Response[]> | Response;

const from =
  (...requests: Request[]): Say =>
  (till) =>
    Promise.all(requests.map((request) => till.gateway().fetch(request)));
const withOptions =
  (own: Partial<GatewayOptions>, ...requests: Request[]): Say =>
  (till) =>
    Promise.all(requests.map((request) => till.gateway(own).fetch(request)));
const body = (text: BodyInit, headers: Record<string, string> = {}) =>
  new Request('https://till.example/pay', {
    method: 'POST',
    body: text,
    duplex: 'half',
    headers: { origin: tillOrigin, 'content-type': 'application/json', 'x-operation-id': id, ...headers },
  } as RequestInit);
const stuck = () => new ReadableStream<Uint8Array>({ start: () => undefined });
const broken = () => new ReadableStream<Uint8Array>({ start: (to) => to.error(new TypeError('terminated')) });
const form = { 'content-type': 'multipart/form-data; boundary=x' };

const away = (till: Till, cause: Error) =>
  meddled(till.store, {
    before() {
      throw cause;
    },
  });
const refused =
  (send: (shop: ReturnType<typeof createShop>) => Promise<Answer>): Say =>
  async () => {
    const { status, text } = await send(createShop());
    return new Response(text, { status });
  };

type SaidInPlace =
  'unanswered' | 'service-credentials' | 'terminal-busy' | 'needs-confirmation' | 'not-allowed';

const fieldsOfAPayment = [
  { amount: '12' },
  { amount: 0 },
  { amount: undefined },
  { terminalId: '' },
  { receipt: 'yes' },
  { receipt: true, email: 7 },
  { orderNumber: {} },
  { clientId: 7 },
  { colour: 'red' },
].map((wrong) => ({ ...saleBody, ...wrong }));

/** How each refusal comes about. */
const refusals: Record<GatewayRefusalCode | SaidInPlace, Say[]> = {
  'aborted-body': [from(body(broken()))],
  busy: [
    async (till) => {
      const gateway = till.gateway();
      const ids = Array.from({ length: 601 }, (_, at) => operationId(at + 1));
      const answers = [];
      for (const each of ids) answers.push(await gateway.fetch(close(each)));
      return answers.slice(600);
    },
    async (till) => {
      const gateway = till.gateway();
      await gateway.stop();
      return gateway.fetch(ask('/operations/stream'));
    },
    (till) => till.gateway({ store: away(till, new Error('A bug.')) }).fetch(ask('/operations')),
  ],
  closed: [
    async (till) => {
      const gateway = till.gateway();
      await gateway.fetch(close(id));
      return gateway.fetch(sale(id));
    },
  ],
  'invalid-input': [
    ...fieldsOfAPayment.map((wrong) => from(sale(id, wrong))),
    from(post('/void', { terminalId: 'T1' }, { 'x-operation-id': id })),
    from(post('/refund', { ...saleBody, pnRefNum: '' }, { 'x-operation-id': id })),
    from(post('/pay?orderTotal=5000', saleBody, { 'x-operation-id': id })),
    ...['0', '-1', '1.5', '1e3', '99999999999999999'].map((total) =>
      from(post(`/pay?orderTotal=${total}`, { ...saleBody, orderNumber: 'A-1' }, { 'x-operation-id': id })),
    ),
    from(post('/refund?orderTotal=5000', { ...saleBody, pnRefNum: '1' }, { 'x-operation-id': id })),
    from(post('/close-batch', {}, { 'x-operation-id': id })),
    from(post(linkPath, { ...link, amount: 'much' })),
    from(post(linkPath, { ...link, customValues: [{ key: 7 }] })),
    from(body('{'), body('[]'), body('{"__proto__":1}')),
    from(post('/pay?provider=one&provider=two', saleBody, { 'x-operation-id': id })),
    from(post('/pay?currency=JPY', saleBody, { 'x-operation-id': id })),
    withOptions({ service: defineService({ providers: ['one'] }) }, post('/pay?provider=two', saleBody)),
    withOptions({ service: defineService({ currency: 'JPY', amountScale: 'iso' }) }, post('/pay', saleBody)),
    withOptions(
      { service: defineService({ currency: 'USD', amountScale: 'hundredths' }) },
      post('/pay?currency=KWD', { ...saleBody, amount: 1251 }, { 'x-operation-id': id }),
    ),
    from(post('/pay', saleBody, { 'x-operation-id': id, 'x-operation-confirmed': '%' })),
    from(
      post(resolution, {}),
      post(resolution, { ...charged, basis: 'other' }),
      post(resolution, { ...charged, seq: -1 }),
    ),
    from(
      ask('/operations?limit=0'),
      ask('/operations?colour=red'),
      ask('/report'),
      ask('/operations?cursor=x'),
    ),
  ],
  method: [from(ask('/pay'))],
  'needs-approval': [
    withOptions({ authorize: () => ({ subject: 'ann', needsApproval: 'Ask a manager.' }) }, sale(id)),
    withOptions(
      { authorize: () => ({ subject: 'ann', needsApproval: 'Ask a manager.' }) },
      ask('/operations'),
    ),
  ],
  'no-route': [from(ask('/payy'))],
  'not-authorized': [
    withOptions({ authorize: () => false }, sale(id)),
    withOptions({ authorize: () => 401 }, sale(id)),
    withOptions({ authorize: down }, sale(id)),
  ],
  'not-found': [from(post(resolution, charged), ask('/transactions/-/77'))],
  'not-yours': [
    async (till) => {
      await till.gateway({ authorize: () => ({ subject: 'ann' }) }).fetch(sale(id));
      return till.gateway({ authorize: () => ({ subject: 'bob' }) }).fetch(sale(id));
    },
  ],
  'operation-id': [from(post('/pay', saleBody), sale('short'))],
  origin: [
    from(sale(id, saleBody, { origin: 'https://elsewhere.example' })),
    from(new Request('https://till.example/pay', { method: 'POST', body: '{}' })),
    withOptions({ allowedOrigins: undefined }, new Request('http://till.example/terminals')),
  ],
  'other-body': [
    async (till) => {
      const gateway = till.gateway();
      await gateway.fetch(sale(id));
      return gateway.fetch(sale(id, { ...saleBody, amount: 1 }));
    },
  ],
  'other-state': [
    async () => {
      const { send, gateway } = createShop();
      const sent = await send('pay', {});
      return gateway.fetch(post(`/operations/${sent.id}/resolution`, { ...charged, seq: 1 }));
    },
  ],
  store: [
    (till) => {
      const gateway = till.gateway({ store: away(till, new PaymentsError('storage', 'It is away.')) });
      const asked = [sale(id), ask(`/operations/${id}`), ask('/operations'), ask('/processed-messages/M-1')];
      return Promise.all(asked.map((request) => gateway.fetch(request)));
    },
  ],
  'too-large': [
    from(body(' '.repeat(70_000))),
    from(post(uploadPath, {}, { ...form, 'content-length': '11000001' })),
  ],
  'too-slow': [(till) => settled(till.clock, till.gateway().fetch(body(stuck())))],
  type: [from(body('{}', { 'content-type': 'text/plain' })), from(post(uploadPath, {}))],
  unreachable: [
    withOptions({ headers: down }, sale(id)),
    withOptions({ fetcher: down }, ask('/terminals')),
    async (till) => till.gateway({ baseUrl: await nobodyThere(), fetcher: undefined }).fetch(sale(id)),
  ],
  // What is said in the place of the service's answer, and by locks and guards.
  unanswered: [withOptions({ fetcher: down }, sale(id))],
  'service-credentials': [
    withOptions(
      { fetcher: async () => Response.json({ message: 'No such key.' }, { status: 401 }) },
      sale(id),
    ),
  ],
  'terminal-busy': [
    refused(async ({ send }) => {
      await send('pay', {});
      return send('pay', { amount: 1 });
    }),
  ],
  'needs-confirmation': [
    refused(async ({ send, finish }) => {
      await send('pay', { orderNumber: '7' });
      await finish('M-1');
      return send('pay', { orderNumber: '7' });
    }),
  ],
  'not-allowed': [
    refused(({ send }) => send('refund', { pnRefNum: 'unknown-ref', amount: 1 })),
    refused(async ({ send, finish }) => {
      await send('pay', {});
      await finish('M-1');
      return send('refund', { pnRefNum: 'P-1', amount: 1251 });
    }),
    refused(async ({ send, finish }) => {
      await send('pay', {}, { query: '?currency=USD' });
      await finish('M-1');
      return send('refund', { pnRefNum: 'P-1', amount: 1 }, { query: '?currency=EUR' });
    }),
    refused(async ({ send, finish }) => {
      await send('pay', {});
      await finish('M-1');
      await send('void', { pnRefNum: 'P-1' });
      await finish('M-2');
      return send('refund', { pnRefNum: 'P-1', amount: 1 });
    }),
  ],
  unavailable: [
    withOptions(
      { storeOrderNumber: false },
      post('/pay?orderTotal=5000', { ...saleBody, orderNumber: 'A-1' }, { 'x-operation-id': id }),
    ),
    withOptions({ storeOrderNumber: false }, ask('/orders/A-1?orderTotal=5000')),
  ],
};

const sentencesOf = (text: string) => text.split(/(?<=[.:!?…])\s+/);

describe('a refusal of a gateway', () => {
  test.each(
    Object.entries(refusals).flatMap(([code, ways]) => ways.map((say, at) => [code, at, say] as const)),
  )('%s (%i) says each thing once, in whole sentences', async (code, _, say) => {
    const answers = [await say(createGatewayTill())].flat();
    expect(answers.length).toBeGreaterThan(0);
    for (const answer of answers) {
      const { error } = (await answer.json()) as { error: { code: string; message: string } };
      expect(error.code).toBe(code);
      const sentences = sentencesOf(error.message);
      expect(sentences).toEqual([...new Set(sentences)]);
      expect(error.message.match(/nothing was sent/gi)?.length ?? 0).toBeLessThan(2);
      expect(error.message).toMatch(/^[A-Za-z].*\.$/);
    }
  });
});
