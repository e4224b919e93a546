import { describe, expect, it } from 'vitest';
import { createPollBudget, createVirtualClock, defineService } from '../../../src/exports/core.ts';
import { json, recordingClient } from './recordingClient.ts';

const accepted = () => json({ data: { msgIdentifier: 'm-1', pnRefNum: 'r-1' } });

describe('the eleven operations', () => {
  it('sends a sale to POST /pay with exactly the contract fields', async () => {
    const { client, sent } = recordingClient(accepted);
    const result = await client.pay({ terminalId: 'T1', amount: 1250, receipt: false, orderNumber: 'A-7' });
    expect(result).toMatchObject({ msgIdentifier: 'm-1', pnRefNum: 'r-1' });
    expect(sent).toHaveLength(1);
    const { request, body } = sent[0]!;
    expect([request.method, request.url]).toEqual(['POST', 'https://pay.test/base/pay']);
    expect(request.redirect).toBe('manual');
    expect(request.headers.get('authorization')).toBe('Basic c2VjcmV0');
    expect(request.headers.get('content-type')).toBe('application/json');
    expect(body).toEqual({
      terminalId: 'T1',
      amount: 1250,
      receipt: false,
      orderNumber: 'A-7',
      clientId: 'web-1',
    });
  });

  it('drops e-mail and phone from the body unless a receipt is wanted', async () => {
    const { client, sent } = recordingClient(accepted);
    const input = { terminalId: 'T1', amount: 1, email: 'a@b.test', phone: '+1 555' };
    await client.preAuth({ ...input, receipt: false });
    await client.preAuth({ ...input, receipt: true });
    expect(sent[0]!.body).not.toHaveProperty('email');
    expect(sent[0]!.body).not.toHaveProperty('phone');
    expect(sent[1]!.body).toMatchObject({ email: 'a@b.test', phone: '+1 555', receipt: true });
    expect(sent[0]!.request.url).toBe('https://pay.test/base/pre-auth');
  });

  it.each([
    ['capture', { terminalId: 'T1', pnRefNum: 'r', amount: 5 }, '/capture'],
    ['refund', { terminalId: 'T1', pnRefNum: 'r', amount: 5 }, '/refund'],
    ['void', { terminalId: 'T1', pnRefNum: 'r' }, '/void'],
  ] as const)('sends %s by reference', async (kind, input, path) => {
    const { client, sent } = recordingClient(accepted);
    await (client[kind] as (i: typeof input) => Promise<unknown>)(input);
    expect(sent[0]!.request.url).toBe(`https://pay.test/base${path}`);
    expect(sent[0]!.body).toEqual({ ...input, clientId: 'web-1' });
  });

  it.each([
    ['no body', new Response(null, { status: 204 }), undefined],
    [
      'a text',
      new Response('closed', { status: 200, headers: { 'content-type': 'application/json' } }),
      'contract',
    ],
    ['an object', json({ data: { message: 'ok' } }), undefined],
    ['a message to poll', json({ data: { msgIdentifier: 'm-9' } }), undefined],
  ])('reads a closed batch answered with %s', async (_, answer, code) => {
    const { client, sent } = recordingClient(() => answer);
    const closed = client.closeBatch({ terminalId: 'T1' });
    if (code) await expect(closed).rejects.toMatchObject({ code });
    else expect(await closed).toHaveProperty('raw');
    expect(sent[0]!.body).toEqual({ terminalId: 'T1', clientId: 'web-1' });
  });

  it('keeps the local provider out of every body and lets the path depend on it', async () => {
    const path = ({ provider }: { provider?: string | undefined }) => `/${provider ?? 'any'}/pay`;
    const { client, sent } = recordingClient(accepted, {
      service: defineService({ routes: { pay: { path } }, terminalPathPrefix: '/v2/terminal' }),
    });
    await client.pay({ terminalId: 'T1', amount: 1, receipt: false, provider: 'beta' });
    expect(sent[0]!.request.url).toBe('https://pay.test/base/v2/terminal/beta/pay');
    expect(sent[0]!.body).not.toHaveProperty('provider');
  });

  it('lists terminals with page, limit, clientId and time zone in the query', async () => {
    const { client, sent } = recordingClient(() =>
      json({
        items: [
          { terminalId: 1, name: 'Bar' },
          { _id: 'x', label: 'Door', serialNumber: 77 },
        ],
        total: 2,
        page: 1,
        limit: 25,
      }),
    );
    const page = await client.listTerminals({ timezone: 'Europe/Berlin' });
    expect(Object.fromEntries(new URL(sent[0]!.request.url).searchParams)).toEqual({
      page: '1',
      limit: '25',
      clientId: 'web-1',
      timezone: 'Europe/Berlin',
    });
    expect(page.items.map(({ id, name, serialNumber }) => ({ id, name, serialNumber }))).toEqual([
      { id: '1', name: 'Bar', serialNumber: undefined },
      { id: 'x', name: 'Door', serialNumber: '77' },
    ]);
  });

  it('polls without the HTTP cache', async () => {
    const { client, sent } = recordingClient(() =>
      json({ data: { msgIdentifier: 'm-1', status: 'processing' } }),
    );
    const message = await client.getProcessedMessage({ msgIdentifier: 'm-1' });
    expect(message).toMatchObject({ msgIdentifier: 'm-1', status: 'processing' });
    expect(sent[0]!.request.url).toBe('https://pay.test/base/processed-messages/m-1');
    expect(sent[0]!.request.cache).toBe('no-store');
  });

  it('takes a slot of the budget for every question of every caller', async () => {
    const clock = createVirtualClock(0);
    const pollBudget = createPollBudget({ clock, limit: 1, burst: 1 });
    const { client, sent } = recordingClient(() => json({ data: { status: 'received' } }), {
      clock,
      pollBudget,
    });
    void client.getProcessedMessage({ msgIdentifier: 'a' });
    void client.getProcessedMessage({ msgIdentifier: 'b' });
    await clock.advance(59_000);
    expect(sent).toHaveLength(1);
    await clock.advance(1000);
    expect(sent).toHaveLength(2);
  });

  it('always sends amount, custom values and discount of a link, and the rest where given', async () => {
    const { client, sent } = recordingClient(() =>
      json({ data: { id: 7, paymentLink: 'pay.test/l/7', amount: 1250 } }),
    );
    const link = await client.createPaymentLink({ amount: 1250, taxes: ['vat'], showBilling: true });
    expect(sent[0]!.body).toEqual({
      amount: 1250,
      taxes: ['vat'],
      showBilling: true,
      customValues: [],
      applyDiscount: false,
    });
    expect(link).toMatchObject({ id: '7', paymentLink: 'https://pay.test/l/7', amountCents: 1250 });
  });

  it('sends links in major units where the host says so, without a float in between', async () => {
    const { client, sent } = recordingClient(() => json({ id: 1, amount: 19.99, totalAmount: '0.29' }), {
      service: defineService({ paymentLinks: { amountUnit: 'major' } }),
    });
    const link = await client.createPaymentLink({ amount: 1999, taxes: 29 });
    expect(sent[0]!.body).toMatchObject({ amount: 19.99, taxes: 0.29 });
    expect(link).toMatchObject({ amountCents: 1999, totalAmountCents: 29 });
  });

  it('reads a created link as the description does, whatever it looks like', async () => {
    const paymentLink = () => ({ id: 'mine', paymentLink: 'pay.test/l/9' });
    const { client } = recordingClient(() => json({ data: { only: 'the host knows' } }), {
      service: defineService({ read: { paymentLink } }),
      allowedLinkOrigins: ['https://pay.test'],
    });
    expect(await client.createPaymentLink({ amount: 1 })).toMatchObject({
      id: 'mine',
      paymentLink: 'https://pay.test/l/9',
    });
  });

  it('answers null where a link was made without data', async () => {
    const { client } = recordingClient(() => new Response(null, { status: 204 }), {
      service: defineService({ paymentLinks: { version: 'v1' } }),
    });
    expect(await client.createPaymentLink({ amount: 1 })).toBeNull();
  });

  it.each([
    ['202104', 'https://pay.test/base/public/202104/payment-link?page=1&limit=25'],
    ['v1', 'https://pay.test/base/v1/public/payment-link?page=1&limit=25'],
  ] as const)('lists links of version %s', async (version, url) => {
    const { client, sent } = recordingClient(
      () => json({ items: [{ id: 'a' }], total: 1, page: 1, limit: 25 }),
      {
        service: defineService({ paymentLinks: { version } }),
      },
    );
    const page = await client.listPaymentLinks();
    expect(sent[0]!.request.url).toBe(url);
    expect(page.items[0]).toMatchObject({ id: 'a', customValues: [] });
  });

  it('shows an address of another origin as text only where allowed origins are set', async () => {
    const items = [
      { id: 1, paymentLink: 'https://good.test/1' },
      { id: 2, paymentLink: 'https://evil.test/2' },
    ];
    const { client } = recordingClient(() => json({ items }), {
      allowedLinkOrigins: ['https://good.test'],
    });
    const page = await client.listPaymentLinks();
    expect(page.items.map((link) => link.paymentLink)).toEqual(['https://good.test/1', undefined]);
  });

  it('uploads one request a file and gives the objects in order', async () => {
    const names: string[] = [];
    const { client } = recordingClient(() => json([]), {
      uploader: async ({ url, form, headers }) => {
        const file = form.get('files') as File;
        names.push(`${url} ${file.name} ${headers.get('authorization')} ${headers.get('content-type')}`);
        return json({ data: [{ path: `/f/${file.name}` }] });
      },
    });
    const attachments = await client.uploadAttachments({
      files: [new File(['a'], 'a.txt'), new File(['b'], 'b.txt')],
    });
    expect(attachments).toEqual([{ path: '/f/a.txt' }, { path: '/f/b.txt' }]);
    expect(names).toEqual([
      'https://pay.test/base/v1/public/payment-link/upload-attachments a.txt Basic c2VjcmV0 null',
      'https://pay.test/base/v1/public/payment-link/upload-attachments b.txt Basic c2VjcmV0 null',
    ]);
  });
});
