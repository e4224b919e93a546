import { describe, expect, it } from 'vitest';
import { createOperationId } from '../../../src/core/operations/operationId.ts';
import {
  createMemoryJournal,
  createPaymentsClient,
  createTerminalOperations,
  createVirtualClock,
  type PaymentsEvent,
} from '../../../src/exports/core.ts';
import { createSandboxPayments, type SandboxOptions } from '../../../src/exports/sandbox.ts';

const minute = 60_000;

function till(options: SandboxOptions = {}, pollAnswer?: () => Response | undefined) {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const made = createSandboxPayments({ latencyMs: 100, ...options, clock });
  const { sandbox } = made;
  const client = createPaymentsClient({
    ...made.client.options,
    fetcher: async (request, init) =>
      (request.url.includes('processed-messages') ? pollAnswer?.() : undefined) ??
      sandbox.fetch(request, init),
  });
  const journal = createMemoryJournal();
  const events: PaymentsEvent[] = [];
  const open = () =>
    createTerminalOperations({ client, journal, clock, onEvent: (event) => events.push(event) });
  const operations = open();
  const sale = { terminalId: sandbox.terminals[0]!.id, amount: 1250, receipt: false };
  const only = () => operations.list()[0]!;
  return { clock, sandbox, journal, operations, open, events, sale, only };
}

describe('"Check now"', () => {
  it('F67: asks about what waits, at once and once', async () => {
    const { clock, sandbox, operations, sale, only } = till({ scenario: 'slow' });
    void operations.start('pay', sale);
    expect(operations.canCheck('none')).toBe(false);
    await clock.advance(50);
    expect([only().phase, operations.canCheck(only().id)]).toEqual(['sending', false]);
    await clock.advance(10_000);
    const before = sandbox.ledger.polls.length;
    await clock.advance(1500);
    const { id } = only();
    expect(operations.canCheck(id)).toBe(true);
    const checks = Array.from({ length: 100 }, () => operations.checkNow(id));
    await clock.advance(200);
    expect(checks.at(-1)?.nextAllowedAt).toBeLessThanOrEqual(clock.now() + 1000);
    expect(sandbox.ledger.polls.length - before).toBeLessThanOrEqual(3);
  });

  it('can be asked about a doubt only where there is a message', async () => {
    const stopped = till({ scenario: 'slow' });
    void stopped.operations.start('pay', stopped.sale);
    await stopped.clock.advance(2000);
    stopped.operations.stopWaiting(stopped.only().id);
    expect(stopped.operations.canCheck(stopped.only().id)).toBe(true);
    await stopped.clock.advance(5000);
    expect(stopped.operations.checkNow(stopped.only().id).asked).toBe(true);

    const lost = till({ scenario: 'lost-answer' });
    void lost.operations.start('pay', lost.sale);
    await lost.clock.advance(2000);
    const { id } = lost.only();
    expect(lost.operations.canCheck(id)).toBe(false);
    expect(lost.operations.checkNow(id)).toEqual({ asked: false, nextAllowedAt: Infinity });
    expect(lost.operations.checkNow('none')).toEqual({ asked: false, nextAllowedAt: Infinity });
  });

  it('can be asked about nothing that has ended', async () => {
    const { clock, operations, sale, only } = till();
    void operations.start('pay', sale);
    await clock.advance(20_000);
    expect([only().phase, operations.canCheck(only().id)]).toEqual(['complete', false]);
  });
});

describe('how the asking goes', () => {
  it('F18: is told when other credentials are wanted, once each time, apart from what is recorded', async () => {
    let isRefused = true;
    const { clock, operations, sale, only, events, journal } = till({ scenario: 'stuck-received' }, () =>
      isRefused ? new Response('{}', { status: 401 }) : undefined,
    );
    void operations.start('pay', sale);
    await clock.advance(10_000);
    const { seq } = (await journal.list())[0]!;
    isRefused = false;
    await clock.advance(40_000);
    expect(only().connection).toBe('ok');
    isRefused = true;
    await clock.advance(40_000);
    const told = events.filter(({ type }) => type === 'needs-auth');
    expect(told).toHaveLength(2);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
    expect(told[0]!.eventId).toMatch(new RegExp(`^${only().id}:${seq}\\.needs-auth-\\d+$`));
    expect(only()).toMatchObject({ phase: 'waiting', connection: 'needs-auth' });
  });

  it('tells an outcome that is not known, and then refused headers, with ids of their own', async () => {
    let isRefused = false;
    const { clock, operations, sale, events } = till({ scenario: 'late-result' }, () =>
      isRefused ? new Response('{}', { status: 401 }) : undefined,
    );
    void operations.start('pay', sale);
    await clock.advance(10_000);
    isRefused = true;
    await clock.advance(60_000);
    expect(events.map(({ type }) => type)).toEqual(expect.arrayContaining(['unresolved', 'needs-auth']));
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
  });

  it('F72: is told when the service wants less, and until when', async () => {
    const { clock, operations, sale, events } = till(
      { scenario: 'slow' },
      () => new Response('{}', { status: 429, headers: { 'retry-after': '120' } }),
    );
    void operations.start('pay', sale);
    await clock.advance(20_000);
    const [slowed, ...more] = events.filter(({ type }) => type === 'slowed');
    expect(more).toEqual([]);
    expect(slowed).toMatchObject({ until: expect.any(Number), operation: { connection: 'slowed' } });
    expect((slowed as { until: number }).until).toBeGreaterThan(clock.now() + 90_000);
  });

  it('outlives neither a reload nor the journal', async () => {
    const { clock, journal, operations, open, sale } = till(
      { scenario: 'slow' },
      () => new Response('{}', { status: 401 }),
    );
    void operations.start('pay', sale);
    await clock.advance(10_000);
    operations.dispose();
    const record = (await journal.list())[0]!;
    expect(record).not.toHaveProperty('connection');
    expect(record).not.toHaveProperty('nextCheckAt');
    const again = open();
    await again.resume();
    expect(again.list()[0]?.connection).toBe('ok');
  });
});

describe('what a person judged', () => {
  it('is asked about for five minutes after its timeout, then no more', async () => {
    const { clock, sandbox, operations, open, sale, only } = till({ scenario: 'service-timeout' });
    void operations.start('pay', sale);
    await clock.advance(minute);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'service-timeout' });
    operations.resolveUnknown(only().id, { charged: false, basis: 'receipt' });
    operations.dispose();
    clock.jump(6 * 60 * minute);
    const before = sandbox.ledger.polls.length;
    open();
    await clock.advance(10 * minute);
    expect(sandbox.ledger.polls).toHaveLength(before);
  });
});

it('an operation id has 128 bits, and no two are the same', () => {
  const ids = Array.from({ length: 200 }, createOperationId);
  for (const id of ids) expect(id).toMatch(/^[\da-f]{32}$/);
  expect(new Set(ids).size).toBe(200);
});

it('a refusal says what is to be done, and that nothing was sent', async () => {
  const { clock, operations, sale } = till({ scenario: 'lost-request' });
  void operations.start('pay', sale);
  const twice = await operations.start('pay', sale);
  await clock.advance(1000);
  const busy = await operations.start('pay', { ...sale, amount: 1 });
  operations.resolveUnknown(operations.list()[0]!.id, { charged: false, basis: 'receipt' });
  const again = await operations.start('pay', sale);
  const wrong = await operations.start('pay', { ...sale, amount: 0 });
  const messages = [twice, busy, again, wrong].map((result) => !result.started && result.refusal.message);
  expect(messages).toEqual([
    expect.stringContaining('sent once'),
    expect.stringContaining('Nothing was sent'),
    expect.stringContaining('not charged twice'),
    expect.stringContaining('amount must be at least 1 cent. Nothing was sent.'),
  ]);
});
