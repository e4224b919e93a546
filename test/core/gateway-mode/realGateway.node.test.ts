import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  createMemoryJournal,
  createPaymentsClient,
  createPollBudget,
  createTerminalOperations,
  createVirtualClock,
  defineService,
  type Fetcher,
  type VirtualClock,
} from '../../../src/exports/core.ts';
import { createSandbox, type SandboxOptions } from '../../../src/exports/sandbox.ts';
import { createGateway } from '../../../src/gateway/createGateway.ts';
import { createMemoryStore } from '../../../src/gateway/createMemoryStore.ts';
import { createWays, lateWays, waysAfterEffect, waysBeforeEffect } from './ways.ts';

const origin = 'https://till.example';

/** A page, the gateway itself, and the sandbox behind it. */
function till(options: SandboxOptions = {}) {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const sandbox = createSandbox({ latencyMs: 50, ...options, clock });
  const store = createMemoryStore({ clock });
  const refused = new Set<string>();
  const gateway = createGateway({
    baseUrl: sandbox.baseUrl,
    headers: { authorization: 'sandbox' },
    authorize: (_, operation) => !refused.has(operation),
    allowedOrigins: [origin],
    basePath: '/api/payments',
    service: defineService({ operationIdHeader: 'x-operation-id' }),
    store,
    clock,
    fetcher: (request) => sandbox.fetch(request),
  });
  // What a browser adds.
  const fetcher: Fetcher = (request) => {
    const headers = new Headers(request.headers);
    headers.set('origin', origin);
    return gateway.fetch(new Request(request, { headers }));
  };
  const ways = createWays(clock);
  const client = createPaymentsClient({
    baseUrl: `${origin}/api/payments`,
    clientId: 'till',
    gateway: true,
    fetcher: ways.go(fetcher),
    pollBudget: createPollBudget({ clock }),
    clock,
  });
  const operations = createTerminalOperations({
    client,
    journal: createMemoryJournal(),
    clock,
    random: () => 0.5,
  });
  const phases: string[] = [];
  operations.subscribe(() => phases.push(...operations.list().map(({ phase }) => phase)));
  return {
    clock,
    sandbox,
    ways,
    operations,
    phases,
    refused,
    pay: () =>
      operations.start('pay', { terminalId: sandbox.terminals[0]!.id, amount: 1250, receipt: false }),
    only: () => operations.list()[0]!,
    payments: () => sandbox.ledger.requests.filter(({ operation }) => operation === 'pay'),
  };
}

const hashing = new Set<Promise<unknown>>();
beforeEach(() => {
  const digest = crypto.subtle.digest.bind(crypto.subtle);
  vi.spyOn(crypto.subtle, 'digest').mockImplementation((...input) => {
    const hash = digest(...input);
    hashing.add(hash);
    void hash.finally(() => hashing.delete(hash));
    return hash;
  });
});
afterEach(() => void vi.restoreAllMocks());

/** Hashing takes real time, so virtual time waits for it. */
async function pass(clock: VirtualClock, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 50) {
    await clock.advance(50);
    while (hashing.size > 0) {
      await Promise.all(hashing);
      await clock.advance(0);
    }
  }
}

// The store has just begun, so that nothing is believed of it before it is older than the sale and a minute.
const oldStore = (clock: VirtualClock) => clock.advance(10 * 60_000);

it.each(waysAfterEffect)(
  'F3, F4, M1, M2: one request, one charge and the true result where %s',
  async (way) => {
    const { clock, ways, pay, only, payments, sandbox } = till();
    await oldStore(clock);
    ways.bend('POST', way);
    await pay();
    await pass(clock, 90_000);
    expect(only().phase).toBe('complete');
    expect(payments()).toHaveLength(1);
    expect(sandbox.ledger.charges).toHaveLength(1);
  },
);

it.each(lateWays)('M1: what is shown is what was done where %s', async (way) => {
  const { clock, ways, pay, only, payments } = till();
  await oldStore(clock);
  ways.bend('POST', way);
  await pay();
  await pass(clock, 150_000);
  expect(only().phase).toBe(payments().length === 0 ? 'rejected' : 'complete');
});

it.each(waysBeforeEffect)('nothing was sent where %s', async (way) => {
  const { clock, ways, pay, only, payments } = till();
  await oldStore(clock);
  ways.bend('POST', way);
  await pay();
  await pass(clock, 150_000);
  expect(only()).toMatchObject({ phase: 'rejected', error: { code: 'unanswered' } });
  expect(payments()).toEqual([]);
});

it('believes no store that has just begun', async () => {
  const { clock, ways, pay, only, phases } = till();
  ways.bend('POST', 'the request is lost');
  await pay();
  await pass(clock, 120_000);
  expect(only().phase).toBe('unknown');
  expect(phases).not.toContain('rejected');
});

it.each([
  ['declined', 'failed', undefined],
  ['unauthorized', 'rejected', undefined],
  ['rate-limited', 'rejected', undefined],
  ['conflict', 'unknown', 'conflict'],
  ['server-error', 'unknown', 'http-error'],
  ['lost-answer', 'unknown', 'no-response'],
  ['malformed', 'unknown', 'bad-response'],
] as const)('ends alike, whether the answer was lost or not: %s', async (scenario, phase, reason) => {
  for (const way of ['nothing is lost', 'the answer is lost']) {
    const { clock, ways, pay, only, sandbox } = till({ scenario });
    await oldStore(clock);
    ways.bend('POST', way);
    await pay();
    await pass(clock, 150_000);
    expect([way, only().phase, only().phase === 'unknown' ? only().reason : undefined]).toEqual([
      way,
      phase,
      reason,
    ]);
    sandbox.assertSafe([only()]);
  }
});

it('a session that has ended is told to have sent nothing', async () => {
  const { clock, refused, pay, only } = till();
  await oldStore(clock);
  refused.add('pay');
  await pay();
  await pass(clock, 1000);
  expect(only()).toMatchObject({ phase: 'rejected', error: { code: 'unauthorized' } });
});

it('F18: an answer that was lost with the session is found when somebody signs in', async () => {
  const { clock, ways, refused, pay, only, operations } = till();
  await oldStore(clock);
  refused.add('askOperation');
  ways.bend('POST', 'the answer is lost');
  await pay();
  await pass(clock, 60_000);
  const { phase, connection } = only();
  refused.clear();
  operations.checkNow(only().id);
  await pass(clock, 30_000);
  expect([phase, connection, only().phase]).toEqual(['unknown', 'needs-auth', 'complete']);
});
