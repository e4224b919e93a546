import {
  type AmountScale,
  createLinkCreation,
  createPaymentsClient,
  createVirtualClock,
  type PaymentLinkVersion,
} from 'tillkit/core';
import { createSandbox, type SandboxOptions } from 'tillkit/sandbox';
import { describe, expect, it } from 'vitest';

const start = Date.UTC(2026, 0, 15, 9, 30);

interface Setup extends SandboxOptions {
  version?: PaymentLinkVersion;
  /** Whether 202104 answers a creation without data too. */
  isEmpty?: boolean;
  /** Whether the list was read before anything was sent. */
  isListKnown?: boolean;
  amountScale?: AmountScale;
}

async function open({ version = 'v1', isEmpty, isListKnown = true, amountScale, ...options }: Setup = {}) {
  const clock = createVirtualClock(start);
  const sandbox = createSandbox({ clock, latencyMs: 0, ...options });
  const client = createPaymentsClient({
    baseUrl: sandbox.baseUrl,
    headers: { authorization: 'sandbox' },
    clock,
    amountScale,
    paymentLinks: { version, amountUnit: options.linkAmountUnit ?? 'minor' },
    fetcher: async (request, init) => {
      const answer = await sandbox.fetch(request, init);
      return isEmpty && request.method === 'POST' && answer.ok ? new Response(null, { status: 204 }) : answer;
    },
  });
  const creation = createLinkCreation(client, clock);
  if (isListKnown) creation.remember((await client.listPaymentLinks()).items);
  const creations = () =>
    sandbox.ledger.requests.filter(({ operation }) => operation === 'createPaymentLink').length;
  const addressOf = (index: number) =>
    `https://${(sandbox.ledger.links[index] as { paymentLink: string }).paymentLink}`;
  return { clock, sandbox, client, creation, creations, addressOf };
}

const table = (value: string) => [{ key: 'table', value }];

describe('a creation that is answered without data', () => {
  it.each<[string, Setup]>([
    ['v1', { version: 'v1' }],
    ['202104', { version: '202104', isEmpty: true }],
    ['v1, in the main unit', { version: 'v1', linkAmountUnit: 'major' }],
  ])('F38: by %s gets the address of the one new link like it in the list', async (_, setup) => {
    const { creation, creations, addressOf } = await open(setup);
    const outcome = await creation.create({ amount: 1250, customValues: table('7') });
    expect(outcome).toMatchObject({ phase: 'created-unconfirmed', link: { paymentLink: addressOf(0) } });
    expect(creation.getSnapshot()).toMatchObject({ link: outcome?.link, search: { status: 'read' } });
    expect(creations()).toBe(1);
  });

  it.each([
    ['JPY', 10_000, 100],
    ['KWD', 123, 1230],
  ])(
    'F38: gets it where amounts count hundredths too, and says in cents what was sent: %s',
    async (...row) => {
      const [currency, amount, cents] = row;
      const { creation, addressOf } = await open({ amountScale: 'hundredths' });
      const outcome = await creation.create({ amount }, { currency });
      expect(outcome).toMatchObject({
        phase: 'created-unconfirmed',
        link: { paymentLink: addressOf(0), amountCents: cents },
        sentAmountCents: cents,
      });
    },
  );

  it('F38: says what was sent where no list tells the link', async () => {
    const { creation, sandbox } = await open();
    sandbox.setScenario('server-error', { operation: 'listPaymentLinks' });
    expect(await creation.create({ amount: 1250 })).toEqual({
      phase: 'created-unconfirmed',
      link: undefined,
      sentAmountCents: 1250,
    });
  });

  it('F38: gets no address where two new links are like it', async () => {
    const { creation, client } = await open();
    await client.createPaymentLink({ amount: 1250 });
    const outcome = await creation.create({ amount: 1250 });
    expect(outcome).toMatchObject({ phase: 'created-unconfirmed', link: undefined });
    expect(creation.getSnapshot().search).toMatchObject({ candidates: [{}, {}] });
  });

  it('F38: is not taken for a link of other custom values, an older one, or one that was known', async () => {
    const { creation, client, clock, addressOf } = await open();
    await client.createPaymentLink({ amount: 1250 });
    await clock.advance(600_000);
    await client.createPaymentLink({ amount: 1250, customValues: table('8') });
    expect((await creation.create({ amount: 1250 }))?.link?.paymentLink).toBe(addressOf(2));
    expect((await creation.create({ amount: 1250 }))?.link?.paymentLink).toBe(addressOf(3));
  });

  it('F38: gets no address where nobody knows what was in the list before', async () => {
    const { creation, client } = await open({ isListKnown: false });
    expect((await creation.create({ amount: 1250 }))?.link).toBeUndefined();
    expect(creation.getSnapshot().search).toEqual({ status: 'not-read' });
    expect((await client.listPaymentLinks()).total).toBe(4);
  });

  it('F38: says that the list could not be read, and reads it again when asked', async () => {
    const { creation, creations, sandbox, addressOf } = await open();
    sandbox.setScenario('server-error', { operation: 'listPaymentLinks' });
    await creation.create({ amount: 1250 });
    expect(creation.getSnapshot()).toEqual({
      phase: 'created-unconfirmed',
      sentAmountCents: 1250,
      search: { status: 'not-read' },
    });
    sandbox.setScenario(undefined, { operation: 'listPaymentLinks' });
    await creation.look();
    expect(creation.getSnapshot().link?.paymentLink).toBe(addressOf(0));
    expect(creations()).toBe(1);
  });

  it('F38: a list that shows the link late is read again when asked', async () => {
    const { client, clock } = await open();
    const lists: (typeof pages)[number][] = [];
    const pages = [[], (await client.listPaymentLinks()).items];
    const late = createLinkCreation(
      {
        ...client,
        createPaymentLink: () => Promise.resolve(null),
        listPaymentLinks: () => {
          lists.push(pages[lists.length] ?? []);
          return Promise.resolve({ items: lists.at(-1) ?? [], total: 0, page: 1, limit: 25 });
        },
      },
      { now: () => start - 86_400_000 },
    );
    late.remember([]);
    await late.create({ amount: 1250, customValues: [{ key: 'customer-reference', value: 'C-2080' }] });
    expect(late.getSnapshot().search).toEqual({ status: 'read', candidates: [] });
    await late.look();
    expect(late.getSnapshot().link).toMatchObject({ reference: 'PL-1003' });
    expect(clock.now()).toBe(start);
  });
});

describe('a creation without an answer', () => {
  it('F92: is unknown and not sent again; the list is read when asked, and a person says which link it is', async () => {
    const { creation, creations, sandbox, clock, addressOf } = await open({ version: '202104' });
    sandbox.setScenario('lost-answer', { operation: 'createPaymentLink' });
    expect(await creation.create({ amount: 1250 })).toMatchObject({ phase: 'unknown' });
    await clock.advance(3_600_000);
    expect([creations(), sandbox.ledger.requests.length]).toEqual([1, 2]);

    await creation.look();
    const { phase, link, search } = creation.getSnapshot();
    expect([phase, link]).toEqual(['unknown', undefined]);
    const [candidate] = search?.status === 'read' ? search.candidates : [];
    expect(candidate?.paymentLink).toBe(addressOf(0));
    creation.confirm(candidate!);
    expect(creation.getSnapshot()).toEqual({ phase: 'created', link: candidate, sentAmountCents: 1250 });
    expect(creations()).toBe(1);
  });

  it('F92: that the service never saw has no like in the list', async () => {
    const { creation, sandbox } = await open();
    sandbox.setScenario('lost-request', { operation: 'createPaymentLink' });
    await creation.create({ amount: 1250 });
    await creation.look();
    expect(creation.getSnapshot()).toMatchObject({
      phase: 'unknown',
      search: { status: 'read', candidates: [] },
    });
  });

  it('F101: keeps nothing of what was sent once it is over', async () => {
    const { creation } = await open({ version: '202104' });
    await creation.create({ amount: 1250, customValues: table('Ada Lovelace') });
    const before = creation.getSnapshot();
    await creation.look();
    expect(creation.getSnapshot()).toBe(before);
    creation.reset();
    expect(JSON.stringify(creation.getSnapshot())).not.toContain('Ada');
  });
});

it('two presses at once send one', async () => {
  const { creation, creations } = await open({ version: '202104' });
  const [first, second] = await Promise.all([
    creation.create({ amount: 100 }),
    creation.create({ amount: 100 }),
  ]);
  expect([first?.phase, second, creations()]).toEqual(['created', undefined, 1]);
});

it('there is no way from one version to the other', async () => {
  const { creation, sandbox } = await open({ version: '202104' });
  sandbox.setScenario('redirect', { operation: 'createPaymentLink' });
  expect(await creation.create({ amount: 100 })).toMatchObject({ phase: 'unknown' });
  sandbox.setScenario('unauthorized', { operation: 'createPaymentLink' });
  expect(await creation.create({ amount: 100 })).toMatchObject({ phase: 'rejected' });
  expect(new Set(sandbox.ledger.requests.map(({ path }) => path))).toEqual(
    new Set(['/public/202104/payment-link']),
  );
});
