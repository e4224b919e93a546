import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  createMemoryJournal,
  createPaymentsClient,
  createPollBudget,
  createTerminalOperations,
  createVirtualClock,
  type Fetcher,
} from '../../../src/exports/core.ts';
import { createSandbox, type SandboxOptions } from '../../../src/exports/sandbox.ts';
import { createGateway } from '../../../src/gateway/createGateway.ts';
import { createMemoryStore } from '../../../src/gateway/createMemoryStore.ts';
import { loadWhatPagesLoad } from './scriptedStream.ts';

await loadWhatPagesLoad();

const origin = 'https://shop.example';

/** Tills of one shop, each in a browser of its own, the gateway itself, and the sandbox behind it. */
async function shop({ isStarted = true, ...options }: SandboxOptions & { isStarted?: boolean } = {}) {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const sandbox = createSandbox({ latencyMs: 50, ...options, clock });
  const gateway = createGateway({
    baseUrl: sandbox.baseUrl,
    headers: { authorization: 'sandbox' },
    authorize: ({ headers }) => ({ subject: headers.get('x-till') ?? '', sees: 'all' }),
    allowedOrigins: [origin],
    basePath: '/api/payments',
    store: createMemoryStore({ clock }),
    clock,
    fetcher: (request) => sandbox.fetch(request),
  });
  await clock.advance(10 * 60_000);
  if (isStarted) gateway.start();
  onTestFinished(() => gateway.stop());

  const open = (till: string) => {
    const asked: string[] = [];
    const fetcher: Fetcher = (request) => {
      const headers = new Headers(request.headers);
      // What a browser adds.
      headers.set('origin', origin);
      asked.push(`${request.method} ${new URL(request.url).pathname.replace('/api/payments/', '')}`);
      return gateway.fetch(new Request(request, { headers }));
    };
    const client = createPaymentsClient({
      baseUrl: `${origin}/api/payments`,
      gateway: true,
      headers: { 'x-till': till },
      fetcher,
      pollBudget: createPollBudget({ clock }),
      clock,
    });
    const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
    onTestFinished(() => operations.dispose());
    const pay = (amount = 1250, confirmed?: string) =>
      operations.start(
        'pay',
        { terminalId: sandbox.terminals[0]!.id, amount, receipt: false, provider: 'alpha' },
        { currency: 'USD', confirmed },
      );
    return { client, operations, asked, pay, only: () => operations.list()[0]! };
  };
  return { clock, sandbox, gateway, open };
}

const running = new Set<Promise<unknown>>();
beforeEach(() => {
  for (const name of ['digest', 'sign', 'encrypt', 'decrypt', 'importKey', 'deriveKey'] as const) {
    const own = crypto.subtle[name].bind(crypto.subtle) as (...input: unknown[]) => Promise<never>;
    vi.spyOn(crypto.subtle, name).mockImplementation((...input: unknown[]) => {
      const work = own(...input);
      running.add(work);
      void work.catch(() => undefined).finally(() => running.delete(work));
      return work;
    });
  }
});
afterEach(() => void vi.restoreAllMocks());

/** Hashing takes real time, so virtual time waits for it. */
async function pass({ clock }: Awaited<ReturnType<typeof shop>>, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    await clock.advance(100);
    while (running.size > 0) {
      await Promise.allSettled(running);
      await clock.advance(0);
    }
  }
}

/** The answer to a question, for which time passes. */
async function settled<Value>(made: Awaited<ReturnType<typeof shop>>, question: Promise<Value>) {
  const [answer] = await Promise.all([question, pass(made, 500)]);
  return answer;
}

type Till = ReturnType<Awaited<ReturnType<typeof shop>>['open']>;

function sell(
  { sandbox }: Awaited<ReturnType<typeof shop>>,
  { operations }: Till,
  orderNumber: string,
  confirmed?: string,
) {
  const terminalId = sandbox.terminals[0]!.id;
  const request = { terminalId, amount: 1250, receipt: false, provider: 'alpha', orderNumber };
  return operations.start('pay', request, { currency: 'USD', confirmed });
}

describe('a page before the gateway itself', () => {
  test('hears of its payment over the stream, and asks for nothing', async () => {
    const made = await shop();
    const { pay, only, operations, asked } = made.open('bar');
    await pay();
    await pass(made, 60_000);
    expect(only()).toMatchObject({ phase: 'complete', confirmedCents: 1250, anomalies: [] });
    operations.acknowledge(only().id);
    await pass(made, 5000);
    const { id } = only();
    // What was accepted before the stream stood is looked at once.
    const rest = asked.filter((path) => path !== `GET operations/${id}`);
    expect(rest).toEqual(['POST pay', 'GET operations/stream', `POST operations/${id}/acknowledgement`]);
    expect(asked.length).toBeLessThanOrEqual(4);
    expect(made.sandbox.ledger.charges).toHaveLength(1);
  });

  test('hears of it too where nobody called start: while there is a stream, payments are followed', async () => {
    const made = await shop({ isStarted: false });
    const { pay, only, asked } = made.open('bar');
    await pay();
    await pass(made, 60_000);
    expect(only().phase).toBe('complete');
    expect(asked.filter((path) => path.startsWith('GET processed-messages'))).toEqual([]);
  });

  test('that is gone is no loss: the payment ends, and another till sees it', async () => {
    const made = await shop();
    const [bar, office] = [made.open('bar'), made.open('office')];
    await bar.pay();
    await pass(made, 500);
    const { id } = bar.only();
    bar.operations.dispose();
    await pass(made, 60_000);
    const { items } = await settled(made, office.client.listOperations({ phase: 'complete' }));
    expect(items).toMatchObject([{ id, confirmedCents: 1250, isOwn: false, currency: 'USD' }]);
    const reference = items[0]?.pnRefNum ?? '';
    const transaction = office.client.getTransaction({ pnRefNum: reference, provider: 'alpha' });
    expect(await settled(made, transaction)).toMatchObject({ leftCents: 1250, operations: [{ id }] });
    const now = made.clock.now();
    const report = office.client.getReport({ from: now - 3_600_000, to: now });
    expect((await settled(made, report)).rows).toMatchObject([
      { kind: 'pay', phase: 'complete', count: 1, movedCents: 1250 },
    ]);
    const { timeline } = await settled(made, office.client.getOperation(id));
    expect(timeline.map((entry) => ('to' in entry ? entry.to : entry.type))).toEqual([
      'sending',
      'waiting',
      'complete',
    ]);
  });

  test('tells it what was seen, by till', async () => {
    const made = await shop();
    const bar = made.open('bar');
    await bar.pay();
    await pass(made, 60_000);
    const unseen = () => settled(made, bar.client.listOperations({ unseen: true }));
    expect((await unseen()).items).toHaveLength(1);
    bar.operations.acknowledge(bar.only().id);
    await pass(made, 1000);
    expect((await unseen()).items).toEqual([]);
  });

  test('is kept from a terminal that another till holds, until a person said what became of that', async () => {
    const made = await shop({ scenario: 'service-timeout' });
    const [bar, kiosk] = [made.open('bar'), made.open('kiosk')];
    await bar.pay();
    await pass(made, 1000);
    await kiosk.pay(900);
    await pass(made, 1000);
    expect(kiosk.only()).toMatchObject({
      phase: 'rejected',
      error: { refusal: { code: 'terminal-busy', holder: { kind: 'pay', phase: 'waiting' } } },
    });
    await pass(made, 120_000);
    expect(bar.only()).toMatchObject({ phase: 'unknown', reason: 'service-timeout' });
    bar.operations.resolveUnknown(bar.only().id, { charged: false, basis: 'terminal-screen' });
    await pass(made, 1000);
    expect(await kiosk.pay(800)).toMatchObject({ started: true });
    await pass(made, 1000);
    expect(kiosk.only().phase).toBe('waiting');
  });

  test('asks what the gateway wants to be confirmed, and is let through with the answer', async () => {
    const made = await shop();
    const [bar, kiosk] = [made.open('bar'), made.open('kiosk')];
    await sell(made, bar, 'A 7');
    await pass(made, 30_000);
    await sell(made, kiosk, 'A 7');
    await pass(made, 1000);
    expect(kiosk.only()).toMatchObject({
      phase: 'rejected',
      error: { refusal: { code: 'needs-confirmation' } },
    });
    const asked = await sell(made, kiosk, 'A 7');
    if (asked.started) throw new Error('It was not asked about.');
    expect(asked.refusal.code).toBe('needs-confirmation');
    expect(await sell(made, kiosk, 'A 7', asked.refusal.confirmation)).toMatchObject({ started: true });
    await pass(made, 60_000);
    expect(kiosk.only().phase).toBe('complete');
    expect(made.sandbox.ledger.charges).toHaveLength(2);
  });

  test('hears of what another till resolved', async () => {
    const made = await shop({ scenario: 'service-timeout' });
    const [bar, office] = [made.open('bar'), made.open('office')];
    await bar.pay();
    await pass(made, 120_000);
    const { id, phase } = bar.only();
    expect(phase).toBe('unknown');
    await settled(made, office.client.resolveOperation(id, { charged: true, basis: 'back-office' }));
    await pass(made, 1000);
    expect(bar.only()).toMatchObject({
      phase: 'resolved',
      resolution: { charged: true, basis: 'back-office' },
    });
  });
});
