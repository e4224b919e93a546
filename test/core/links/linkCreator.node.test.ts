import {
  createPaymentsClient,
  createVirtualClock,
  defineService,
  type Page,
  type PaymentLink,
} from 'tillkit/core';
import { createSandbox, type SandboxOptions } from 'tillkit/sandbox';
import { describe, expect, it, afterEach } from 'vitest';
import type { AmountScale } from '../../../src/core/money/wireAmount.ts';
import { createLinkCreator } from '../../../src/core/links/linkCreator.ts';
import type { PaymentLinkApiVersion } from '../../../src/core/wire/routes.ts';
import { serviceProtocol } from '../../../src/core/client/protocol.ts';
import { contractService } from '../../../src/core/wire/service.ts';
import { json, recordingClient, recordingGatewayClient } from '../client/recordingClient.ts';
import { link, now } from './link.ts';

interface Setup extends SandboxOptions {
  version?: PaymentLinkApiVersion;
  /** Whether 202104 answers a creation without data too. */
  isEmpty?: boolean;
  /** Whether the list was read before anything was sent. */
  isListKnown?: boolean;
  amountScale?: AmountScale;
  amountUnit?: 'minor' | 'major';
}

async function open({
  version = 'v1',
  isEmpty,
  isListKnown = true,
  amountScale,
  amountUnit = 'minor',
  ...options
}: Setup = {}) {
  const clock = createVirtualClock(now);
  const described = defineService({ amountScale, paymentLinks: { version, amountUnit } });
  const service = amountUnit === 'major' ? described : undefined;
  const sandbox = createSandbox({ clock, latencyMs: 0, ...options, service });
  const client = createPaymentsClient({
    baseUrl: sandbox.baseUrl,
    headers: { authorization: 'sandbox' },
    clock,
    service: described,
    fetcher: async (request, init) => {
      const answer = await sandbox.fetch(request, init);
      return isEmpty && request.method === 'POST' && answer.ok ? new Response(null, { status: 204 }) : answer;
    },
  });
  const creation = createLinkCreator(client, clock);
  if (isListKnown) creation.addKnownLinks((await client.listPaymentLinks()).items);
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
    ['v1, in the main unit', { version: 'v1', amountUnit: 'major', isEmpty: true }],
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

  it('F38: gets no address where it is not known what was in the list before', async () => {
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
    await creation.searchAgain();
    expect(creation.getSnapshot().link?.paymentLink).toBe(addressOf(0));
    expect(creations()).toBe(1);
  });

  it('F38: a list that shows the link late is read again when asked', async () => {
    const { client, clock } = await open();
    const lists: (typeof pages)[number][] = [];
    const pages = [[], (await client.listPaymentLinks()).items];
    const late = createLinkCreator(
      {
        ...client,
        createPaymentLink: () => Promise.resolve(null),
        listPaymentLinks: () => {
          lists.push(pages[lists.length] ?? []);
          return Promise.resolve({ items: lists.at(-1) ?? [], total: 0, page: 1, limit: 25 });
        },
      },
      { now: () => now - 86_400_000 },
    );
    late.addKnownLinks([]);
    await late.create({ amount: 1250, customValues: [{ key: 'customer-reference', value: 'C-2080' }] });
    expect(late.getSnapshot().search).toEqual({ status: 'read', candidates: [] });
    await late.searchAgain();
    expect(late.getSnapshot().link).toMatchObject({ reference: 'PL-1003' });
    expect(clock.now()).toBe(now);
  });
});

describe('a creation without an answer', () => {
  it('F92: is unknown and not sent again; the list is read when asked, and a person says which link it is', async () => {
    const { creation, creations, sandbox, clock, addressOf } = await open({ version: '202104' });
    sandbox.setScenario('lost-answer', { operation: 'createPaymentLink' });
    expect(await creation.create({ amount: 1250 })).toMatchObject({ phase: 'unknown' });
    await clock.advance(3_600_000);
    expect([creations(), sandbox.ledger.requests.length]).toEqual([1, 2]);

    await creation.searchAgain();
    const { phase, link: found, search } = creation.getSnapshot();
    expect([phase, found]).toEqual(['unknown', undefined]);
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
    await creation.searchAgain();
    expect(creation.getSnapshot()).toMatchObject({
      phase: 'unknown',
      search: { status: 'read', candidates: [] },
    });
  });

  it('F101: keeps nothing of what was sent once it is over', async () => {
    const { creation } = await open({ version: '202104' });
    await creation.create({ amount: 1250, customValues: table('Ada Lovelace') });
    const before = creation.getSnapshot();
    await creation.searchAgain();
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

/** A creation whose service answers when the test says so. */
function openPage() {
  const made: ((answer: PaymentLink | null | Error) => void)[] = [];
  const lists: ((items: PaymentLink[]) => void)[] = [];
  const asked: unknown[] = [];
  let time = now;
  const creation = createLinkCreator(
    {
      options: { baseUrl: 'https://service.test' },
      ...serviceProtocol(contractService),
      createPaymentLink: () =>
        new Promise((resolve, reject) => {
          made.push((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)));
        }),
      listPaymentLinks: (query) => {
        asked.push(query);
        return new Promise<Page<PaymentLink>>((resolve) => {
          lists.push((items) => resolve({ items, total: items.length, page: 1, limit: 25 }));
        });
      },
    },
    { now: () => time },
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return {
    creation,
    asked,
    wait: (ms: number) => (time += ms),
    answer: async (answer: PaymentLink | null | Error, index = made.length - 1) => {
      made[index]!(answer);
      await turn();
    },
    list: async (items: PaymentLink[], index = lists.length - 1) => {
      lists[index]!(items);
      await turn();
    },
    sent: () => made.length,
  };
}

describe('the creation of a link', () => {
  it('begins idle, and is told step by step to who listens', async () => {
    const { creation, answer } = openPage();
    const phases: string[] = [];
    const leave = creation.subscribe(() => phases.push(creation.getSnapshot().phase));
    expect(creation.getSnapshot()).toEqual({ phase: 'idle' });
    void creation.create({ amount: 1250 });
    await answer(link('a'));
    creation.reset();
    expect(phases).toEqual(['sending', 'created', 'idle']);
    leave();
    void creation.create({ amount: 1250 });
    expect(phases).toHaveLength(3);
  });

  it('F69: is neither begun again nor taken back while it is under way', async () => {
    const { creation, answer, sent } = openPage();
    void creation.create({ amount: 1250 });
    const sending = creation.getSnapshot();
    expect(await creation.create({ amount: 900 })).toBeUndefined();
    creation.reset();
    expect(creation.getSnapshot()).toBe(sending);
    await answer(link('a'));
    expect([creation.getSnapshot().phase, sent()]).toEqual(['created', 1]);
  });

  it('that lost its answer is looked for one list at a time, and shows that it is', async () => {
    const { creation, answer, list, asked } = openPage();
    creation.addKnownLinks([]);
    void creation.create({ amount: 1250 });
    await answer(new TypeError('lost'));
    const first = creation.searchAgain();
    expect(creation.getSnapshot()).toMatchObject({ phase: 'unknown', search: { status: 'reading' } });
    expect(await creation.searchAgain()).toBeUndefined();
    await list([link('new')]);
    expect(await first).toMatchObject({ status: 'read', candidates: [{ id: 'new' }] });
    expect(creation.getSnapshot()).toMatchObject({ phase: 'unknown', error: { code: 'unanswered' } });
    expect(asked).toEqual([{ page: 1, limit: 25 }]);
  });

  it('is not changed by a list that comes after the person went on', async () => {
    const { creation, answer, list } = openPage();
    creation.addKnownLinks([]);
    void creation.create({ amount: 1250 });
    await answer(new TypeError('lost'));
    const looked = creation.searchAgain();
    creation.confirm(link('seen'));
    await list([link('new')]);
    expect(await looked).toBeUndefined();
    expect(creation.getSnapshot()).toEqual({
      phase: 'created',
      link: link('seen'),
      sentAmountCents: 1250,
    });
  });

  it.each([
    [240_000, undefined],
    [240_001, 'second'],
  ])('of the same amount %i ms after one that was never found gets the address of %s', async (ms, id) => {
    const { creation, answer, list, wait } = openPage();
    creation.addKnownLinks([]);
    void creation.create({ amount: 1250 });
    await answer(null);
    await list([]);
    wait(ms);
    void creation.create({ amount: 1250 });
    await answer(null);
    await list([link('second', { createdAt: new Date(now + ms).toISOString() })]);
    const { phase, link: found, search } = creation.getSnapshot();
    expect([phase, found?.id]).toEqual(['created-unconfirmed', id]);
    expect(search?.status).toBe(id ? 'read' : 'not-read');
  });

  it('remembers every list that was seen, not only the last', async () => {
    const { creation, answer, list } = openPage();
    creation.addKnownLinks([link('old')]);
    creation.addKnownLinks([link('older')]);
    void creation.create({ amount: 1250 });
    await answer(null);
    await list([link('new'), link('old'), link('older')]);
    expect(creation.getSnapshot()).toMatchObject({ link: { id: 'new' } });
  });

  it('is known by any of its names: the answer and the list need not say the same', async () => {
    const { creation, answer, list } = openPage();
    creation.addKnownLinks([]);
    void creation.create({ amount: 1250 });
    await answer(link('a', { paymentRequestId: 'req-a' }));
    void creation.create({ amount: 1250 });
    await answer(null);
    await list([link('b'), link('listed under another id', { paymentRequestId: 'req-a' })]);
    expect(creation.getSnapshot()).toMatchObject({ link: { id: 'b' } });
  });
});

const reported: unknown[] = [];
afterEach(() => {
  Reflect.deleteProperty(globalThis, 'reportError');
  reported.length = 0;
});

describe("a host's listener that throws", () => {
  it('F54: neither keeps a link from being made, nor has it sent again', async () => {
    globalThis.reportError = (error) => reported.push(error);
    const { client, sent } = recordingClient(() => json({ id: 'L1', amount: 100 }));
    const creation = createLinkCreator(client, { now: () => 0 });
    const phases: string[] = [];
    creation.subscribe(() => {
      throw new Error('host');
    });
    creation.subscribe(() => phases.push(creation.getSnapshot().phase));
    expect(await creation.create({ amount: 100 })).toMatchObject({ phase: 'created', link: { id: 'L1' } });
    expect(phases).toEqual(['sending', 'created']);
    expect(reported).toHaveLength(2);
    expect(sent).toHaveLength(1);
  });
});

describe('a press without a request', () => {
  it('is refused, and the next one is sent', async () => {
    const { client, sent } = recordingClient(() => json({ id: 'L1', amount: 100 }));
    const creation = createLinkCreator(client, { now: () => 0 });
    expect(await creation.create(undefined as never)).toMatchObject({
      phase: 'rejected',
      error: { code: 'invalid-input' },
    });
    expect(await creation.create({ amount: 100 })).toMatchObject({ phase: 'created' });
    expect(sent).toHaveLength(1);
  });
});

describe('F12: behind a gateway an empty answer', () => {
  const create = (answer: () => Response) =>
    createLinkCreator(recordingGatewayClient(answer).client, { now: () => 0 }).create({ amount: 100 });
  const of = (headers: Record<string, string>) => () => new Response('', { headers });

  it('of the gateway tells that a link was made', async () => {
    expect(await create(of({ 'x-operation-state': 'accepted' }))).toMatchObject({
      phase: 'created-unconfirmed',
    });
  });

  it("of something before it, a hotel's login page say, tells nothing", async () => {
    expect(await create(of({}))).toMatchObject({ phase: 'unknown', error: { code: 'contract' } });
    expect(await create(of({ 'x-operation-state': 'sent' }))).toMatchObject({ phase: 'unknown' });
  });

  it('is taken at its word where there is no gateway', async () => {
    const { client } = recordingClient(of({}));
    const creation = createLinkCreator(client, { now: () => 0 });
    expect(await creation.create({ amount: 100 })).toMatchObject({ phase: 'created-unconfirmed' });
  });
});

describe('a client of the host', () => {
  it('F21: that throws what it likes leaves a link unknown, and it is not sent again', async () => {
    const client = createPaymentsClient({ baseUrl: 'https://pay.test' });
    let calls = 0;
    const creation = createLinkCreator(
      {
        ...client,
        createPaymentLink: () => {
          calls += 1;
          throw new RangeError('odd');
        },
        listPaymentLinks: () => Promise.reject(new Error('odd')),
      },
      { now: () => 0 },
    );
    expect(await creation.create({ amount: 100 })).toMatchObject({
      phase: 'unknown',
      error: { code: 'unanswered', cause: new RangeError('odd') },
    });
    expect(await creation.searchAgain()).toEqual({ status: 'not-read' });
    expect(calls).toBe(1);
  });
});
