import { describe, expect, it } from 'vitest';
import {
  createFlowView,
  createMemoryJournal,
  createTerminalOperations,
  createVirtualClock,
  type Journal,
  type PaymentsClient,
  type PaymentsEvent,
  type TerminalOperation,
  type TerminalOperationsOptions,
  type TransactionRequest,
} from '../../../src/exports/core.ts';
import { createSandboxPayments, type SandboxOptions } from '../../../src/exports/sandbox.ts';
import { json, recordingClient } from '../client/recordingClient.ts';

const moneyPaths = ['pay', 'preAuth', 'capture', 'void', 'refund', 'closeBatch'];

function till(options: SandboxOptions = {}, more: Partial<TerminalOperationsOptions> = {}) {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const { client, sandbox } = createSandboxPayments({ latencyMs: 100, ...options, clock });
  const events: PaymentsEvent[] = [];
  const trace: TerminalOperation[] = [];
  const operations = createTerminalOperations({
    client,
    journal: createMemoryJournal(),
    clock,
    onEvent: (event) => events.push(event),
    ...more,
  });
  operations.subscribe(() => trace.push(...operations.list()));
  const [first, second] = sandbox.terminals.map(({ id }) => id);
  const sale = (amount = 1250) => ({ terminalId: first!, amount, receipt: false });
  return {
    clock,
    client,
    sandbox,
    operations,
    events,
    sale,
    second: second!,
    money: () => sandbox.ledger.requests.filter(({ operation }) => moneyPaths.includes(operation ?? '')),
    only: () => operations.list()[0]!,
    safe: () => sandbox.assertSafe(trace),
  };
}

describe('a sale', () => {
  it('is sent once, waits for the card and is complete', async () => {
    const { clock, operations, sandbox, sale, money, only, events, safe } = till();
    const started = operations.start('pay', sale());
    await clock.advance(0);
    expect(await started).toMatchObject({
      started: true,
      operation: { phase: 'sending', amountCents: 1250 },
    });
    await clock.advance(500);
    expect(only().phase).toBe('waiting');
    await clock.advance(2000);
    expect(only()).toMatchObject({ status: 'processing', seenProcessing: true });
    await clock.advance(10_000);
    expect(only()).toMatchObject({ phase: 'complete', anomalies: [] });
    expect(money()).toHaveLength(1);
    expect(sandbox.ledger.charges).toMatchObject([{ kind: 'pay', amount: 1250 }]);
    expect(only().pnRefNum).toBe(sandbox.ledger.charges[0]!.pnRefNum);
    expect(
      events.filter(({ type }) => type === 'operation').map((event) => 'to' in event && event.to),
    ).toEqual(['sending', 'waiting', 'complete']);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(events.length);
    safe();
  });

  it.each([
    ['declined', 'failed', undefined],
    ['service-timeout', 'unknown', 'service-timeout'],
    ['lost-answer', 'unknown', 'no-response'],
    ['lost-request', 'unknown', 'no-response'],
    ['offline', 'unknown', 'no-response'],
    ['malformed', 'unknown', 'bad-response'],
    ['conflict', 'unknown', 'conflict'],
    ['server-error', 'unknown', 'http-error'],
    ['redirect', 'unknown', 'redirect'],
    ['unauthorized', 'rejected', undefined],
    ['rate-limited', 'rejected', undefined],
    ['backwards', 'complete', undefined],
    ['stuck-received', 'unknown', 'max-wait'],
    ['unrecognised-status', 'unknown', 'unrecognised-status'],
    ['slow', 'complete', undefined],
    ['late-result', 'complete', undefined],
  ] as const)('ends as the faults page says: %s', async (scenario, phase, reason) => {
    const { clock, operations, sale, money, only, safe, sandbox } = till({ scenario });
    void operations.start('pay', sale());
    await clock.advance(400_000);
    expect(only().phase).toBe(phase);
    expect(only().reason).toBe(reason);
    expect(money()).toHaveLength(1);
    expect(sandbox.ledger.polls.every(({ status }) => status !== 429)).toBe(true);
    safe();
  });

  it('F60: is sent once however often it is pressed', async () => {
    const { clock, operations, sale, money, only } = till();
    const results = Promise.all(Array.from({ length: 20 }, () => operations.start('pay', sale())));
    await clock.advance(0);
    expect((await results).filter(({ started }) => started)).toHaveLength(1);
    expect((await results).slice(1).map((result) => !result.started && result.refusal.code)).toEqual(
      Array.from({ length: 19 }, () => 'already-started'),
    );
    await clock.advance(20_000);
    expect(money()).toHaveLength(1);
    expect(only().phase).toBe('complete');
  });

  it('F1: keeps the terminal blocked while the outcome is unknown, and never sends again', async () => {
    const { clock, operations, sale, second, money, only } = till({ scenario: 'offline' });
    void operations.start('pay', sale());
    await clock.advance(600_000);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'no-response' });
    expect(money()).toHaveLength(1);
    expect(await operations.start('pay', sale(999))).toMatchObject({
      started: false,
      refusal: { code: 'terminal-busy', operationId: only().id },
    });
    void operations.start('pay', { ...sale(999), terminalId: second });
    await clock.advance(1000);
    expect(money()).toHaveLength(2);
  });

  it('is refused without a request when it is not valid, and names the field', async () => {
    const { operations, sale, money } = till();
    expect(await operations.start('pay', { ...sale(), amount: 0.5 })).toMatchObject({
      started: false,
      refusal: { code: 'invalid-request', field: 'amount' },
    });
    expect(money()).toHaveLength(0);
    expect(operations.list()).toHaveLength(0);
  });

  const tooSlow = { isTooSlow: true, message: expect.stringMatching(/in time.* Start it again\.$/) };
  const notAllowed = { message: expect.stringMatching(/Allow this site to store data/) };
  it.each<[string, () => Promise<never>, object]>([
    ['throws', () => Promise.reject(new Error('quota')), notAllowed],
    ['never answers', () => new Promise(() => undefined), tooSlow],
  ])('F75, F76: is refused before any request when the journal %s', async (_, claim, said) => {
    const journal: Journal = { ...createMemoryJournal(), claim };
    const { clock, operations, sale, money } = till({}, { journal });
    const result = operations.start('pay', sale());
    await clock.advance(2000);
    expect(await result).toMatchObject({ started: false, refusal: { code: 'no-journal', ...said } });
    expect(money()).toHaveLength(0);
    const again = operations.start('pay', sale());
    await clock.advance(2000);
    expect(await again).toMatchObject({ refusal: { code: 'no-journal' } });
  });

  it('is not sent when the journal answers too late, and leaves no trace there', async () => {
    const inner = createMemoryJournal();
    const { clock, operations, sale, money } = till(
      {},
      {
        journal: {
          ...inner,
          claim: async (record) => {
            await new Promise<void>((resolve) => clock.setTimeout(resolve, 5000));
            return inner.claim(record);
          },
        },
      },
    );
    const result = operations.start('pay', sale());
    await clock.advance(10_000);
    expect(await result).toMatchObject({ refusal: { code: 'no-journal' } });
    expect(money()).toHaveLength(0);
    expect(await inner.list()).toEqual([]);
  });

  it('is recorded before it is sent', async () => {
    const order: string[] = [];
    const inner = createMemoryJournal();
    const journal: Journal = {
      ...inner,
      claim: async (record) => {
        const result = await inner.claim(record);
        order.push('recorded');
        return result;
      },
    };
    const { clock, operations, sale, client } = till({}, { journal });
    const pay = client.pay;
    client.pay = (...input) => {
      order.push('sent');
      return pay(...input);
    };
    void operations.start('pay', sale());
    await clock.advance(1000);
    expect(order).toEqual(['recorded', 'sent']);
  });

  it('F101: keeps nothing personal in the journal or in events', async () => {
    const journal = createMemoryJournal();
    const { clock, operations, sale, events } = till({}, { journal });
    void operations.start('pay', {
      ...sale(),
      receipt: true,
      email: 'ann@shop.test',
      phone: '+15550100',
      customValues: [{ key: 'name', value: 'Ann Example' }],
    });
    await clock.advance(20_000);
    expect(operations.list()[0]).toMatchObject({ phase: 'complete' });
    const kept = JSON.stringify([await journal.list(), events]);
    expect(kept).not.toMatch(/ann@shop|5550100|Ann Example|sandbox"/);
  });

  it('keeps order numbers out of the journal where the host wants that', async () => {
    const journal = createMemoryJournal();
    const { clock, operations, sale, only } = till({}, { journal, storeOrderNumber: false });
    void operations.start('pay', { ...sale(), orderNumber: 'A-7' });
    await clock.advance(20_000);
    expect(only().orderNumber).toBe('A-7');
    expect((await journal.list())[0]!.orderNumber).toBeUndefined();
  });
});

describe('the duplicate guard', () => {
  it('F61: asks once after a doubt, for the same amount within 5 minutes, on any terminal', async () => {
    const { clock, operations, sale, second, only } = till({ scenario: 'lost-request' });
    void operations.start('pay', sale());
    await clock.advance(1000);
    const doubtful = only().id;
    const draft = { ...sale(), terminalId: second };
    const asked = await operations.start('pay', draft);
    expect(asked).toMatchObject({
      started: false,
      refusal: { code: 'needs-confirmation', operationId: doubtful },
    });
    const { confirmation } = (asked as { refusal: { confirmation: string } }).refusal;
    expect(await operations.start('pay', { ...draft, amount: 1300 })).toMatchObject({ started: true });
    await clock.advance(1000);
    operations.resolveUnknown(only().id, { charged: false, basis: 'receipt' });
    expect(await operations.start('pay', draft, { confirmed: 'made up' })).toMatchObject({ started: false });
    expect(await operations.start('pay', draft, { confirmed: confirmation })).toMatchObject({
      started: true,
    });
  });

  it('F61: asks nothing for the next customer, and nothing after an ordinary failure', async () => {
    for (const scenario of ['approved', 'declined'] as const) {
      const { clock, operations, sale, money, only } = till({ scenario });
      void operations.start('pay', sale());
      await clock.advance(20_000);
      if (scenario === 'approved') operations.acknowledge(only().id);
      void operations.start('pay', sale());
      await clock.advance(20_000);
      expect(money()).toHaveLength(2);
    }
  });

  it('F61: asks when the same order is sent again within a minute', async () => {
    const { clock, operations, sale, only } = till();
    const draft = { ...sale(), orderNumber: 'A-7' };
    void operations.start('pay', draft);
    await clock.advance(10_000);
    operations.acknowledge(only().id);
    expect(await operations.start('pay', draft)).toMatchObject({ refusal: { code: 'needs-confirmation' } });
    await clock.advance(60_000);
    expect(await operations.start('pay', draft)).toMatchObject({ started: true });
  });

  it('F61: asks when the very same draft is sent again, nothing touched since', async () => {
    const { clock, operations, sale } = till();
    const flow = createFlowView(operations, 'pay', 'default');
    void flow.start(sale());
    await clock.advance(10_000);
    expect(flow.getSnapshot().phase).toBe('complete');
    void flow.start(sale());
    await clock.advance(10);
    expect(flow.getSnapshot().refusal).toMatchObject({ code: 'needs-confirmation' });
    flow.reset();
    void flow.start(sale());
    await clock.advance(10);
    expect(flow.getSnapshot().phase).toBe('sending');
  });

  it('F9: asks after a 429', async () => {
    const { clock, operations, sale } = till({ scenario: 'rate-limited' });
    void operations.start('pay', sale());
    await clock.advance(1000);
    expect(await operations.start('pay', sale())).toMatchObject({ refusal: { code: 'needs-confirmation' } });
  });
});

describe('unknown', () => {
  it('F63: stopping frees the person, and a late result still wins', async () => {
    const { clock, operations, sale, only, safe } = till({ scenario: 'slow' });
    void operations.start('pay', sale());
    await clock.advance(2000);
    operations.stopWaiting(only().id);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'stopped' });
    operations.resolveUnknown(only().id, { charged: false, basis: 'terminal-screen' });
    expect(only().phase).toBe('resolved');
    await clock.advance(120_000);
    expect(only()).toMatchObject({ phase: 'complete', anomalies: ['contradicts-operator'] });
    safe();
  });

  it('is resolved by a person with where it was seen; a note goes to the event only', async () => {
    const { clock, operations, sale, only, events } = till({ scenario: 'lost-answer' });
    void operations.start('pay', sale());
    await clock.advance(1000);
    const { id } = only();
    expect(() => operations.resolveUnknown(id, { charged: true, basis: 'other' })).toThrow(
      expect.objectContaining({ code: 'invalid-input', field: 'note' }),
    );
    expect(only().phase).toBe('unknown');
    operations.resolveUnknown(id, { charged: true, basis: 'other', note: 'Bank app' });
    expect(only()).toMatchObject({ phase: 'resolved', resolution: { charged: true, basis: 'other' } });
    expect(JSON.stringify(only())).not.toContain('Bank app');
    expect(events.at(-1)).toMatchObject({ type: 'resolved', charged: true, note: 'Bank app' });
    expect(await operations.start('pay', sale(77))).toMatchObject({ started: true });
  });

  it('F30: an id that belongs to another operation makes both unknown, and its result is taken for neither', async () => {
    const { clock, operations, sale, second, client, only } = till();
    void operations.start('pay', sale());
    await clock.advance(500);
    const { msgIdentifier = '' } = only();
    client.pay = async () => ({ msgIdentifier, raw: {} });
    void operations.start('pay', { ...sale(300), terminalId: second });
    await clock.advance(60_000);
    const doubt = { phase: 'unknown', reason: 'duplicate-id', anomalies: ['duplicate-id'] };
    expect(operations.list()).toMatchObject([doubt, doubt]);
  });

  it('is unknown once nothing is asked any more, however long the host wants to wait', async () => {
    const { clock, operations, sale, only } = till({ scenario: 'stuck-received' }, { maxWaitMs: 10_000_000 });
    void operations.start('pay', sale());
    await clock.advance(29 * 60_000);
    expect(only().phase).toBe('waiting');
    await clock.advance(5 * 60_000);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
  });

  it('F20: a message that is gone three times in a row after 30 s is unknown', async () => {
    const { clock, operations, sale, client, only } = till();
    client.pay = async () => ({ msgIdentifier: 'nowhere', raw: {} });
    void operations.start('pay', sale());
    await clock.advance(25_000);
    expect(only().phase).toBe('waiting');
    await clock.advance(30_000);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'gone' });
  });
});

describe('the check of a request', () => {
  const customValues = [{ key: 'table', value: '7' }];
  const start = async (change: (input: TransactionRequest) => TransactionRequest) => {
    const { client, sent } = recordingClient(() => json({ msgIdentifier: 'msg-7' }));
    const around: PaymentsClient = { ...client, pay: (input, options) => client.pay(change(input), options) };
    const { clock, operations, sale, only } = till({}, { client: around });
    void operations.start('pay', { ...sale(), customValues });
    await clock.advance(500);
    return { only, posts: sent.filter(({ request }) => request.method === 'POST') };
  };

  it('is done again for a request that the host changed on its way', async () => {
    const { posts, only } = await start((input) => ({ ...input, amount: 12.5 }));
    expect(posts).toEqual([]);
    expect(only()).toMatchObject({ phase: 'rejected', error: { code: 'invalid-input' } });
  });
});

describe('the rest of the page', () => {
  it("survives a host's callback that throws", async () => {
    const reported: unknown[] = [];
    globalThis.reportError = (error: unknown) => reported.push(error);
    const { clock, operations, sale, only } = till(
      {},
      {
        onEvent: () => {
          throw new Error('host');
        },
      },
    );
    void operations.start('pay', sale());
    await clock.advance(20_000);
    expect(only().phase).toBe('complete');
    expect(reported.length).toBeGreaterThan(0);
  });

  it('F43, F46: finds what was being sent when the page died as unknown, and what was accepted as waiting', async () => {
    const journal = createMemoryJournal();
    const first = till({ scenario: 'slow' }, { journal });
    void first.operations.start('pay', first.sale());
    await first.clock.advance(2000);
    const [record] = await journal.list();
    await journal.claim({
      ...record!,
      id: 'dying',
      phase: 'sending',
      lock: `${record!.lock}-2`,
      seq: 1,
      msgIdentifier: undefined,
    });
    const again = createTerminalOperations({ client: first.client, journal, clock: first.clock });
    await again.ready;
    expect(again.get('dying')).toMatchObject({ phase: 'unknown', reason: 'reloaded', amountCents: 1250 });
    expect(again.get(record!.id)).toMatchObject({ phase: 'waiting' });
    first.operations.dispose();
    await first.clock.advance(60_000);
    expect(again.get(record!.id)).toMatchObject({ phase: 'complete' });
    expect(first.money()).toHaveLength(1);
  });

  it('F44: shows what the last page left behind in the flow it belongs to, and in no other', async () => {
    const journal = createMemoryJournal();
    const first = till({ scenario: 'lost-answer' }, { journal });
    void first.operations.start('pay', first.sale());
    await first.clock.advance(1000);
    first.operations.dispose();
    const again = createTerminalOperations({ client: first.client, journal, clock: first.clock });
    const flow = createFlowView(again, 'pay', 'default');
    const shown: string[] = [];
    flow.subscribe(() => shown.push(flow.getSnapshot().phase));
    expect(flow.getSnapshot().phase).toBe('idle');
    await again.ready;
    expect(shown.at(-1)).toBe('unknown');
    expect(createFlowView(again, 'pay', 'other').getSnapshot().phase).toBe('idle');
    expect(createFlowView(again, 'preAuth', 'default').getSnapshot().phase).toBe('idle');
  });

  it('never writes over what another page learnt meanwhile', async () => {
    const journal = createMemoryJournal();
    const { clock, operations, sale, client } = till({}, { journal });
    await operations.ready;
    void operations.start('pay', sale());
    await clock.advance(50);
    const [sending] = await journal.list();
    expect(sending!.phase).toBe('sending');
    // Another page that read it now, takes its page for dead, and says so after the answer was written.
    const stale: Journal = { ...journal, list: async () => [sending!] };
    await clock.advance(500);
    const other = createTerminalOperations({ client, journal: stale, clock });
    await clock.advance(10);
    expect(await journal.get(sending!.id)).toMatchObject({
      phase: 'waiting',
      msgIdentifier: expect.any(String),
    });
    await clock.advance(20_000);
    expect(operations.list()[0]).toMatchObject({ phase: 'complete' });
    expect(other.get(sending!.id)).toMatchObject({ phase: 'complete' });
  });

  it('forgets what has ended, never what is unknown', async () => {
    const { clock, operations, sale, second } = till({ scenario: 'lost-answer' });
    void operations.start('pay', sale());
    await clock.advance(1000);
    const unknown = operations.list()[0]!;
    void operations.start('void', { terminalId: second, pnRefNum: 'none' });
    await clock.advance(2000);
    operations.clearEnded();
    expect(operations.list().filter(({ phase }) => phase === 'unknown')).toContainEqual(unknown);
    expect(operations.list({ open: false })).toEqual([]);
  });

  it('leaves no timer behind when it is disposed', async () => {
    const { clock, operations, sale, sandbox } = till({ scenario: 'stuck-received' });
    void operations.start('pay', sale());
    await clock.advance(3000);
    const polls = sandbox.ledger.polls.length;
    expect(polls).toBeGreaterThan(0);
    operations.dispose();
    await clock.advance(60_000);
    expect(sandbox.ledger.polls.length - polls).toBeLessThanOrEqual(1);
  });
});
