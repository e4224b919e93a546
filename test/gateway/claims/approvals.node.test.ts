import { describe, expect, test } from 'vitest';
import type { GatewayCall, GatewayOptions } from '../../../src/gateway/gatewayOptions.ts';
import type { Gateway } from '../../../src/gateway/createGateway.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import type { RecordRows } from '../../../src/gateway/recordRows.ts';
import { tableShapes } from '../../../src/gateway/tableShapes.ts';
import { ask, gate } from '../gatewayTill.ts';
import { type Answer, as, createShop, messageIn, refusalIn, type Sending } from '../shop.ts';

interface AskedCall extends Omit<GatewayCall, 'operation'> {
  operation: string;
}

const managers: Record<string, string> = { 'code-of-maria': 'maria', 'code of zoë:1': 'zoë' };
const reason = 'Refunds above 5.00 need a manager.';
const limitCents = 500;

/** Refunds above the limit need a manager's code. */
const withLimit =
  (calls: AskedCall[] = []): GatewayOptions['authorize'] =>
  ({ headers }, operation, call) => {
    calls.push({ ...call, operation });
    const who = {
      subject: headers.get('x-till') ?? 'till-1',
      account: headers.get('x-account') ?? undefined,
      actor: 'mila',
      sees: 'all',
    } as const;
    const { body = {}, approval } = call;
    if (operation !== 'refund' || Number(body['amount']) <= limitCents) return who;
    const approvedBy = approval === undefined ? undefined : managers[approval];
    return approvedBy === undefined ? { ...who, needsApproval: reason } : { ...who, approvedBy };
  };

/** A shop with one sale of 10.00, and refunds of it. */
async function createLimitedShop(own: Partial<GatewayOptions> = {}) {
  const calls: AskedCall[] = [];
  const shop = createShop({ authorize: withLimit(calls), ...own });
  const sell = async (sending: Sending = {}) => {
    const sold = await shop.send('pay', { amount: 1000 }, sending);
    await shop.finish(messageIn(sold));
    return (JSON.parse(sold.text) as { data: { pnRefNum: string } }).data.pnRefNum;
  };
  const pnRefNum = await sell();
  const refund = (amount: number, approval?: Yes, { more, ...sending }: Sending & { more?: object } = {}) =>
    shop.send('refund', { pnRefNum, amount, ...more }, { ...sending, approval });
  const refunds = () => shop.posted.filter(({ path }) => path === '/refund').length;
  return { ...shop, sell, calls, pnRefNum, refund, refunds };
}

interface Yes {
  refusedId: string;
  code: string;
}
const yesTo = ({ id }: Answer, code = 'code-of-maria'): Yes => ({ refusedId: id, code });

const said = (answer: Answer) => [
  answer.status,
  answer.state,
  answer.status === 200 || refusalIn(answer).refusal?.code,
];
const isAsked = [403, 'not-seen', 'needs-approval'];
const isSent = [200, 'accepted', true];

/** All that a page hears of the gateway until its stream ends. */
async function streamedBy(gateway: Gateway): Promise<string> {
  return (await gateway.fetch(ask('/operations/stream'))).text().catch(() => 'cut');
}

async function everyRow(store: GatewayStore): Promise<string> {
  const names = Object.keys(tableShapes) as (keyof RecordRows)[];
  return store.transact('', 'read', function* (tx) {
    const tables: object[] = [];
    for (const name of names) tables.push(yield* tx[name].list({}));
    return JSON.stringify(tables);
  });
}

describe('a payment that needs a manager', () => {
  test('is not sent, and the page is told why; with a right code it is sent once', async () => {
    const { refund, refunds, calls, told } = await createLimitedShop();
    const asked = await refund(800);
    expect(said(asked)).toStrictEqual(isAsked);
    expect(refusalIn(asked)).toStrictEqual({
      error: { code: 'needs-approval', message: reason },
      refusal: { code: 'needs-approval', message: reason },
    });
    expect(refunds()).toBe(0);
    // A page that lost the answer is told the same.
    const { state, isClosed, answer } = await told(asked.id);
    expect({ state, isClosed, body: JSON.parse(answer?.body ?? '') as unknown }).toStrictEqual({
      state: 'not-seen',
      isClosed: true,
      body: refusalIn(asked),
    });

    const wrong = await refund(800, yesTo(asked, '0000'));
    expect(said(wrong)).toStrictEqual(isAsked);
    // That a code was given and not accepted is told by the field.
    expect([asked, wrong].map((refused) => refusalIn(refused).refusal.field)).toStrictEqual([
      undefined,
      'x-operation-approval',
    ]);
    const sent = await refund(800, yesTo(wrong, 'code of zoë:1'));
    expect(said(sent)).toStrictEqual(isSent);
    expect(refunds()).toBe(1);
    expect(calls.at(-1)).toMatchObject({ operation: 'refund', approval: 'code of zoë:1' });
  });

  test('below the limit, nobody is asked', async () => {
    const { refund, told } = await createLimitedShop();
    const sent = await refund(500);
    expect(said(sent)).toStrictEqual(isSent);
    expect((await told(sent.id)).operation).not.toHaveProperty('approvedBy');
  });

  test('who approved it is in the operation, the timeline, the list, the stream and the file', async () => {
    const { refund, told, gateway, finish } = await createLimitedShop();
    const sent = await refund(800, yesTo(await refund(800)));
    await finish(messageIn(sent));
    const { operation, timeline } = await told(sent.id);
    expect(operation).toMatchObject({ actor: 'mila', approvedBy: 'maria' });
    expect(timeline?.slice(0, 2)).toMatchObject([
      { type: 'approved', actor: 'maria' },
      { type: 'operation', to: 'sending' },
    ]);
    const list = (await (await gateway.fetch(ask('/operations'))).json()) as { items: object[] };
    expect(list.items[0]).toMatchObject({ kind: 'refund', approvedBy: 'maria' });
    const file = await (await gateway.fetch(ask('/operations.csv?timeZone=UTC'))).text();
    const [head = '', line = ''] = file.split('\r\n');
    expect(head).toContain('"actor","approved by","ended"');
    expect(line).toContain('"mila","maria"');
  });

  test('a code is in no row, log, figure, event, webhook, stream or file, nor in an answer or at the service', async () => {
    const [events, webhooks, figures, serviceHeard]: [unknown[], unknown[], unknown[], unknown[]] = [
      [],
      [],
      [],
      [],
    ];
    const shop = await createLimitedShop({
      onEvent: (event) => void events.push(event),
      onMetric: (figure) => figures.push(figure),
      webhooks: () => [{ url: 'https://shop.example/hook', secrets: [`whsec_${btoa('s'.repeat(32))}`] }],
      sendWebhook: async (request) => {
        webhooks.push(request);
        return 204;
      },
    });
    const { refund, store, problems, gateway, clock, posted } = shop;
    gateway.start();
    const streamed = streamedBy(gateway);
    const wrong = await refund(800, yesTo(await refund(800), 'secret-0815'));
    const sent = await refund(800, yesTo(wrong));
    const malformed = await refund(800, { refusedId: 'short', code: 'secret-0815' });
    await clock.advance(5000);
    const file = await (await gateway.fetch(ask('/operations.csv?timeZone=UTC'))).text();
    await gateway.stop();
    serviceHeard.push(posted);
    expect([sent.status, malformed.status]).toStrictEqual([200, 400]);
    const told = [events, webhooks, figures, serviceHeard];
    expect(told.every(({ length }) => length > 0)).toBe(true);
    const all = [...told, await streamed, file, await everyRow(store), problems, wrong, sent, malformed].map(
      (what) => JSON.stringify(what),
    );
    expect(all.join()).toContain('maria');
    for (const text of all) expect(text).not.toMatch(/secret-0815|code-of-maria/);
  });
});

describe('a yes', () => {
  test.each([
    ['amount', 801, {}],
    ['terminal', 800, { terminalId: 'terminal-2' }],
    ['field of the request', 800, { clientId: 'till-9' }],
  ])('is worth nothing for another %s', async (_, amount, more) => {
    const { refund, refunds } = await createLimitedShop();
    const asked = await refund(800);
    expect(said(await refund(amount, yesTo(asked), { more }))).toStrictEqual(isAsked);
    expect(refunds()).toBe(0);
    expect(said(await refund(800, yesTo(asked)))).toStrictEqual(isSent);
  });

  test('is worth nothing for another reference, kind, currency, till or merchant', async () => {
    const shop = await createLimitedShop({
      authorize: (...asked) => {
        const [request, operation, call] = asked;
        return withLimit()(request, operation === 'capture' ? 'refund' : operation, call);
      },
    });
    const { sell, refund, refunds, send, pnRefNum, posted } = shop;
    const asked = await refund(800);
    const other = await sell();
    const approval = yesTo(asked);
    expect(said(await refund(800, approval, { more: { pnRefNum: other } }))).toStrictEqual(isAsked);
    expect(said(await refund(800, approval, { query: '?currency=EUR' }))).toStrictEqual(isAsked);
    expect(said(await refund(800, approval, { who: { till: 'till-2' } }))).toStrictEqual(isAsked);
    expect(said(await refund(800, approval, { who: { account: 'other' } }))).toStrictEqual(isAsked);
    expect(said(await send('capture', { pnRefNum, amount: 800 }, { approval }))).toStrictEqual(isAsked);
    expect(refunds()).toBe(0);
    expect(posted.filter(({ path }) => path === '/capture')).toHaveLength(0);
  });

  test('is worth nothing a second time, nor after a guard refused it', async () => {
    const { refund, refunds, send, finish, pnRefNum } = await createLimitedShop();
    const asked = await refund(600);
    const holder = await send('pay', { amount: 1 });
    expect(said(await refund(600, yesTo(asked)))).toStrictEqual([409, 'not-seen', 'terminal-busy']);
    await finish(messageIn(holder));
    expect(said(await refund(600, yesTo(asked)))).toStrictEqual(isAsked);
    const again = await refund(600);
    const sent = await refund(600, yesTo(again));
    expect(said(sent)).toStrictEqual(isSent);
    await finish(messageIn(sent));
    expect(said(await refund(600, yesTo(again)))).toStrictEqual(isAsked);
    expect(refunds()).toBe(1);
    expect(pnRefNum).toBeDefined();
  });

  test('is worth nothing after the service could not be asked with it', async () => {
    let isDown = false;
    const { refund, refunds } = await createLimitedShop({
      headers: () => {
        if (isDown) throw new Error('No key.');
        return { authorization: 'sandbox' };
      },
    });
    const asked = await refund(800);
    isDown = true;
    expect((await refund(800, yesTo(asked))).status).toBe(503);
    isDown = false;
    expect(said(await refund(800, yesTo(asked)))).toStrictEqual(isAsked);
    expect(refunds()).toBe(0);
  });

  test('of one refusal, given with two presses at once, sends one of them', async () => {
    const { refund, refunds, other } = await createLimitedShop();
    const asked = await refund(400 + 200);
    const both = await Promise.all([refund(600, yesTo(asked)), refund(600, yesTo(asked), { by: other })]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toStrictEqual([200, 403]);
    expect(refunds()).toBe(1);
  });

  test('comes within 15 minutes', async () => {
    const { refund, clock } = await createLimitedShop();
    const [soon, late] = [await refund(600), await refund(700)];
    await clock.advance(15 * 60_000);
    expect(said(await refund(600, yesTo(soon)))).toStrictEqual(isSent);
    await clock.advance(60_000);
    const refused = await refund(700, yesTo(late));
    expect(said(refused)).toStrictEqual(isAsked);
    expect(refusalIn(refused).refusal.message).toMatch(/came too late/);
    // The next yes belongs to the press that was refused now.
    expect(said(await refund(700, yesTo(refused)))).not.toStrictEqual(isAsked);
  });

  test('without a refused payment, the host may say who approves: nothing is sent', async () => {
    const { refund, refunds } = await createLimitedShop({
      authorize: (_, operation) => ({
        subject: 'till-1',
        sees: 'all',
        ...(operation === 'refund' && { approvedBy: 'maria' }),
      }),
    });
    expect(refunds()).toBe(0);
    expect(said(await refund(800))).toStrictEqual(isAsked);
    expect(refunds()).toBe(0);
  });

  test('who approved is part of what makes two copies the same', async () => {
    const { refund, refunds, gateway, told } = await createLimitedShop();
    const asked = await refund(800);
    const sent = await refund(800, yesTo(asked));
    const { id } = sent;
    const copy = await refund(800, yesTo(asked), { id });
    expect([copy.status, copy.text]).toStrictEqual([200, sent.text]);
    expect((await refund(800, yesTo(asked, 'code of zoë:1'), { id })).status).toBe(409);
    expect(said(await refund(800, undefined, { id })).slice(0, 2)).toStrictEqual([403, null]);
    expect(refunds()).toBe(1);
    expect((await told(id, {}, gateway)).operation?.approvedBy).toBe('maria');
  });

  test('a copy of a press whose yes was used before gets the same refusal', async () => {
    const { refund, refunds } = await createLimitedShop();
    const asked = await refund(800);
    await refund(800, yesTo(asked));
    const late = await refund(800, yesTo(asked));
    const copy = await refund(800, yesTo(asked), { id: late.id });
    expect([copy.status, copy.state, copy.text]).toStrictEqual([403, 'not-seen', late.text]);
    expect(refunds()).toBe(1);
  });
});

describe('a limit that looks at the sale', () => {
  const leftOf = async (sending: 'void' | 'refund' | 'pay', more: object) => {
    const left: unknown[] = [];
    const { send } = await createLimitedShop({
      authorize: async (_, operation, { transaction }) => {
        if (operation === sending) left.push(transaction && (await transaction())?.leftCents);
        return { subject: 'till-1' };
      },
    });
    await send(sending, more);
    return left.at(-1);
  };

  test('reads what is left of it, before anything is sent', async () => {
    expect(await leftOf('void', { pnRefNum: 'P-1' })).toBe(1000);
    expect(await leftOf('refund', { pnRefNum: 'P-1', amount: 1 })).toBe(1000);
    expect(await leftOf('void', { pnRefNum: 'P-2' })).toBeUndefined();
    expect(await leftOf('pay', { amount: 1 })).toBeUndefined();
  });

  test.each([
    ['refund of a sale', 'pay', 'refund', 'refund'],
    ['void of a hold', 'preAuth', 'void', 'capture'],
  ] as const)(
    'is not got round by a %s that waits to be allowed while money moves',
    async (_, made, slowKind, fastKind) => {
      const [asked, allowed] = [gate(), gate()];
      const { send, finish, posted } = await createLimitedShop({
        authorize: async ({ headers }, operation, { body, transaction }) => {
          const caller = { subject: 'till-1', sees: 'all' } as const;
          if (operation !== 'refund' && operation !== 'void') return caller;
          const { refundedCents = Infinity, leftCents = 0, isHeld } = (await transaction?.()) ?? {};
          if (headers.get('x-actor') === 'slow') {
            asked.open();
            await allowed.promise;
          }
          const voided = isHeld ? 0 : leftCents;
          const cents = operation === 'void' ? voided : Number(body?.['amount']);
          return refundedCents + cents <= limitCents ? caller : { ...caller, needsApproval: reason };
        },
      });
      const sold = await send(made, { amount: 1000 });
      await finish(messageIn(sold));
      const { pnRefNum } = (JSON.parse(sold.text) as { data: { pnRefNum: string } }).data;
      const ofKind = (kind: 'refund' | 'void' | 'capture', who = {}) =>
        send(kind, { pnRefNum, ...(kind !== 'void' && { amount: 500 }) }, { who });
      const slow = ofKind(slowKind, { actor: 'slow' });
      await asked.promise;
      await finish(messageIn(await ofKind(fastKind)));
      allowed.open();
      const refused = await slow;
      expect(said(refused)).toStrictEqual([409, 'not-seen', 'not-allowed']);
      expect(refusalIn(refused).refusal.message).toMatch(/changed .* Nothing was sent/);
      expect(posted.at(-1)?.path).toBe(`/${fastKind}`);
    },
  );

  test('sees the sale of its own merchant only', async () => {
    const seen: unknown[] = [];
    const shop = await createLimitedShop({
      authorize: async ({ headers }, operation, { transaction }) => {
        const account = headers.get('x-account') ?? undefined;
        if (operation === 'refund') seen.push((await transaction?.(account))?.leftCents);
        return { subject: 'till-1', account };
      },
    });
    await shop.refund(1);
    await shop.refund(1, undefined, { who: { account: 'other' } });
    expect(seen).toStrictEqual([1000, undefined]);
  });

  test('sees a sale that was sent without a provider, if its refund names the terminal’s', async () => {
    const seen: unknown[] = [];
    const shop = await createLimitedShop({
      authorize: async (_, operation, { transaction }) => {
        if (operation === 'refund') seen.push((await transaction?.())?.leftCents);
        return { subject: 'till-1' };
      },
    });
    expect(said(await shop.refund(1, undefined, { query: '?provider=one' }))).toStrictEqual(isSent);
    expect(seen).toStrictEqual([1000]);
  });

  test('gets the sale in a preview too', async () => {
    const { gateway, pnRefNum } = await createLimitedShop({
      authorize: async (_, operation, { isPreview, transaction }) =>
        isPreview && operation === 'void'
          ? { subject: 'till-1', needsApproval: `${(await transaction?.())?.leftCents} goes back.` }
          : { subject: 'till-1' },
    });
    const answer = await gateway.fetch(ask(`/transactions/-/${pnRefNum}`));
    const { allowed } = (await answer.json()) as { allowed: object[] };
    expect(allowed).toMatchObject([{}, { operation: 'void', needsApproval: '1000 goes back.' }, {}]);
  });
});

describe('what a caller may do with a sale', () => {
  const allowedOf = async (own: Partial<GatewayOptions>) => {
    const { gateway, pnRefNum, calls } = await createLimitedShop(own);
    const before = calls.length;
    const answer = await gateway.fetch(ask(`/transactions/-/${pnRefNum}`, as({})));
    const { allowed } = (await answer.json()) as { allowed: object[] };
    return { status: answer.status, allowed, previews: calls.slice(before) };
  };

  test('needs a manager for the whole amount, and says so', async () => {
    const { allowed, previews } = await allowedOf({});
    expect(allowed).toMatchObject([
      { operation: 'capture', allowed: false, reason: 'not-a-pre-authorization' },
      { operation: 'void', allowed: true },
      { operation: 'refund', allowed: true, maxCents: 1000, needsApproval: reason },
    ]);
    expect(previews.filter(({ isPreview }) => isPreview).map(({ operation }) => operation)).toStrictEqual([
      'void',
      'refund',
    ]);
  });

  test('is not offered if the role forbids it, whatever the amount', async () => {
    const { allowed } = await allowedOf({
      authorize: (request, operation, call) =>
        operation !== 'void' && operation !== 'refund' && withLimit()(request, operation, call),
    });
    expect(allowed).toMatchObject([
      { operation: 'capture', allowed: false, reason: 'not-a-pre-authorization' },
      { operation: 'void', allowed: false, reason: 'role' },
      { operation: 'refund', allowed: false, reason: 'role' },
    ]);
  });

  test('is offered if the role forbids large amounts only', async () => {
    const { allowed } = await allowedOf({
      authorize: (request, operation, call) =>
        !(operation === 'refund' && Number(call.body?.['amount']) > limitCents) &&
        withLimit()(request, operation, call),
    });
    expect(allowed).toMatchObject([{}, {}, { operation: 'refund', allowed: true, maxCents: 1000 }]);
  });

  test('is not offered while the host cannot say', async () => {
    const { allowed, status } = await allowedOf({
      authorize: (request, operation, call) => {
        if (call.isPreview) throw new Error('The directory is down.');
        return withLimit()(request, operation, call);
      },
    });
    expect(status).toBe(200);
    expect(allowed.every((one) => 'allowed' in one && one.allowed === false)).toBe(true);
  });
});
