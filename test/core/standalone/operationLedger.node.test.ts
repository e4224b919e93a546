import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  createMemoryJournal,
  createTerminalOperations,
  createVirtualClock,
  type Journal,
  type PaymentsEvent,
  type TerminalOperationsOptions,
} from '../../../src/exports/core.ts';
import { createOperationLedger } from '../../../src/core/standalone/operationLedger.ts';
import { createSandboxPayments, type SandboxOptions } from '../../../src/exports/sandbox.ts';
import { createTabHub } from '../fakeChannel.ts';

const minute = 60_000;

function till(options: SandboxOptions = {}) {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const { client, sandbox } = createSandboxPayments({ latencyMs: 100, ...options, clock });
  const journal = createMemoryJournal();
  const join = createTabHub();
  const events: PaymentsEvent[] = [];
  const open = (change: Partial<Journal> = {}, more: Partial<TerminalOperationsOptions> = {}) =>
    createTerminalOperations({
      client,
      journal: { ...journal, ...change },
      clock,
      channel: join(),
      onEvent: (event) => events.push(event),
      ...more,
    });
  const sale = { terminalId: sandbox.terminals[0]!.id, amount: 1250, receipt: false };
  const posts = () => sandbox.ledger.requests.filter(({ operation }) => operation === 'pay');
  const notRecorded = () =>
    events.filter((event) => event.type === 'anomaly' && event.kind === 'not-recorded');
  return { clock, sandbox, journal, open, sale, posts, events, notRecorded };
}

describe('a change that the journal does not take', () => {
  it('is tried again every two seconds, then every minute, and told once', async () => {
    const { clock, open, sale, journal, notRecorded } = till({ scenario: 'lost-answer' });
    const tries: number[] = [];
    let isFull = true;
    const operations = open({
      update(...change) {
        tries.push(clock.monotonic());
        return isFull ? Promise.reject(new Error('full')) : journal.update(...change);
      },
    });
    void operations.start('pay', sale);
    await clock.advance(200);
    const [began = 0] = tries;
    await clock.advance(5 * minute);
    const seconds = tries.map((at) => Math.round((at - began) / 1000));
    expect(seconds).toEqual([0, 2, 4, 6, 8, 10, 70, 130, 190, 250]);
    expect(notRecorded()).toHaveLength(1);
    expect((await journal.list())[0]?.phase).toBe('sending');
    isFull = false;
    await clock.advance(minute);
    expect(await journal.list()).toMatchObject([{ phase: 'unknown', reason: 'no-response' }]);
    await clock.advance(5 * minute);
    expect(tries).toHaveLength(11);
  });

  it('is written before a later one', async () => {
    const { clock, open, sale, journal } = till({ scenario: 'lost-answer' });
    const written: (string | undefined)[] = [];
    let isFull = true;
    const operations = open({
      update(id, patch, seq) {
        if (isFull) return Promise.reject(new Error('full'));
        written.push(patch.phase);
        return journal.update(id, patch, seq);
      },
    });
    void operations.start('pay', sale);
    await clock.advance(500);
    operations.resolveUnknown(operations.list()[0]!.id, { charged: false, basis: 'receipt' });
    await clock.advance(1);
    isFull = false;
    await clock.advance(5 * minute);
    expect(written).toEqual(['unknown', 'resolved']);
  });

  it('is not written for what was forgotten meanwhile', async () => {
    const { clock, open, sale, journal } = till({ scenario: 'unauthorized' });
    let tries = 0;
    const operations = open({
      update() {
        tries += 1;
        return Promise.reject(new Error('full'));
      },
    });
    void operations.start('pay', sale);
    await clock.advance(500);
    expect([operations.list()[0]?.phase, tries]).toEqual(['rejected', 1]);
    operations.clearEnded();
    await clock.advance(5 * minute);
    expect(tries).toBe(1);
    expect(await journal.list()).toEqual([]);
  });

  it('that comes late after all is not taken for the change of another tab', async () => {
    const { clock, open, sale, journal, notRecorded } = till({ scenario: 'slow' });
    const operations = open({
      async update(...change) {
        await new Promise<void>((resolve) => clock.setTimeout(resolve, 2500));
        return journal.update(...change);
      },
    });
    void operations.start('pay', { ...sale, orderNumber: 'A-7' });
    await clock.advance(2 * minute);
    expect(operations.list()).toMatchObject([{ phase: 'complete', orderNumber: 'A-7', anomalies: [] }]);
    expect(await journal.list()).toMatchObject([{ phase: 'complete' }]);
    expect(notRecorded().length).toBeGreaterThan(0);
  });
});

describe('a change that says nothing after those of another tab', () => {
  it('does not count as still to be written', async () => {
    const { clock, open, sale, journal } = till();
    const operations = open();
    void operations.start('pay', sale);
    await clock.advance(500);
    const waiting = (await journal.list())[0]!;
    await clock.advance(minute);
    operations.acknowledge(waiting.id);
    await clock.advance(1);
    const ledger = createOperationLedger({ journal, clock, storeOrderNumber: true, lockOf: () => 'T1' });
    ledger.mergeRecord(waiting);
    ledger.apply(waiting.id, { type: 'gave-up', at: clock.now(), reason: 'stopped' });
    expect(ledger.isUnwritten(waiting.id)).toBe(true);
    await clock.advance(1);
    expect(ledger.get(waiting.id)?.phase).toBe('complete');
    expect(ledger.isUnwritten(waiting.id)).toBe(false);
  });
});

describe('two tabs whose storage is full for a while', () => {
  it('keep what a person said in one, and the result that the other heard and took note of', async () => {
    const { clock, open, sale, journal } = till({ scenario: 'late-result' });
    let isFull = false;
    const fails = {
      update: (...change: Parameters<Journal['update']>) =>
        isFull ? Promise.reject(new Error('full')) : journal.update(...change),
    };
    const [one, other] = [open(fails), open({ ...fails, subscribe: () => () => undefined })];
    await clock.advance(300);
    void one.start('pay', sale);
    await clock.advance(1000);
    await other.resume();
    const { id } = other.list()[0]!;
    one.stopWaiting(id);
    await clock.advance(10);
    await other.resume();
    isFull = true;
    one.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
    await clock.advance(10);
    await expect.poll(async () => (await clock.advance(5000), other.get(id)?.phase)).toBe('complete');
    other.markReported(id, 'complete');
    other.acknowledge(id);
    isFull = false;
    await clock.advance(2 * minute);
    for (const known of [one.get(id), await journal.get(id)])
      expect(known).toMatchObject({ phase: 'complete', anomalies: ['contradicts-operator'] });
  });
});

describe('a message id', () => {
  it('is in the journal before anybody hears that the payment was accepted', async () => {
    const { clock, open, sale, journal, events } = till();
    const order: string[] = [];
    const operations = open({
      async update(id, patch, seq) {
        const isWritten = await journal.update(id, patch, seq);
        order.push(`journal ${patch.phase} ${patch.msgIdentifier === undefined}`);
        return isWritten;
      },
    });
    operations.listen((event) => event.type === 'operation' && order.push(`host ${event.to}`));
    void operations.start('pay', sale);
    await clock.advance(1000);
    expect(order).toEqual(['host sending', 'journal waiting false', 'host waiting']);
    expect(events.map(({ at }) => at).every((at) => at <= clock.now())).toBe(true);
  });

  it('is kept where another page gave the payment up while it was written', async () => {
    const { clock, open, sale, journal } = till();
    let isFirst = true;
    const operations = open({
      async update(id, patch, seq) {
        if (isFirst) {
          isFirst = false;
          await journal.update(id, { phase: 'unknown', reason: 'reloaded' }, seq);
        }
        return journal.update(id, patch, seq);
      },
    });
    void operations.start('pay', sale);
    await clock.advance(1000);
    expect(operations.list()).toMatchObject([{ phase: 'waiting', msgIdentifier: expect.any(String) }]);
    expect(await journal.list()).toMatchObject([{ phase: 'waiting', seq: 3 }]);
    await clock.advance(20_000);
    expect(operations.list()).toMatchObject([{ phase: 'complete' }]);
  });
});

describe('who takes note of an ending', () => {
  it.each([
    ['another result', { phase: 'complete', status: 'complete', anomalies: ['contradicts-operator'] }],
    ['a contradiction', { anomalies: ['contradiction'] }],
  ] as const)('has not seen %s that another tab heard meanwhile: that stands', async (_, heard) => {
    const { clock, open, sale, journal } = till({ scenario: 'lost-answer' });
    const operations = open({ subscribe: () => () => undefined });
    void operations.start('pay', sale);
    await clock.advance(500);
    const { id } = operations.list()[0]!;
    operations.resolveUnknown(id, { charged: false, basis: 'receipt' });
    await clock.advance(1);
    const { seq } = (await journal.get(id))!;
    await journal.update(id, { ...heard, anomalies: [...heard.anomalies] }, seq + 1);
    operations.acknowledge(id);
    await clock.advance(10);
    for (const stands of [operations.get(id), await journal.get(id)])
      expect(stands).toMatchObject({ ...heard, acknowledgedAt: undefined });
    operations.acknowledge(id);
    await clock.advance(10);
    expect(await journal.get(id)).toMatchObject({ ...heard, acknowledgedAt: expect.any(Number) });
  });
});

describe('F77: storage that is wiped during a payment', () => {
  it('gets the payment back with its next change, so that the terminal stays taken', async () => {
    const { clock, open, sale, journal, posts } = till({ scenario: 'slow' });
    const [operations, other] = [open(), open()];
    await clock.advance(300);
    void operations.start('pay', sale);
    await clock.advance(50);
    await journal.remove(operations.list()[0]!.id);
    await clock.advance(1000);
    expect(await journal.list()).toMatchObject([{ phase: 'waiting', msgIdentifier: expect.any(String) }]);
    const refused = other.start('pay', { ...sale, amount: 800 });
    await clock.advance(10);
    expect(await refused).toMatchObject({ refusal: { code: 'terminal-busy' } });
    expect(posts()).toHaveLength(1);
  });

  it('keeps on the screen what is open, and an ending until a person took note of it', async () => {
    const { clock, open, sale, journal } = till();
    const operations = open();
    void operations.start('pay', sale);
    await clock.advance(1000);
    await journal.remove(operations.list()[0]!.id);
    await operations.resume();
    expect(operations.list()).toMatchObject([{ phase: 'waiting' }]);
    await clock.advance(3000);
    expect(operations.list()).toMatchObject([{ phase: 'waiting', status: 'processing' }]);
    await journal.remove(operations.list()[0]!.id);
    await clock.advance(20_000);
    expect(operations.list()).toMatchObject([{ phase: 'complete' }]);
    const ended = [{ phase: 'complete', acknowledgedAt: undefined }];
    for (const kept of [await journal.list(), operations.list()]) expect(kept).toMatchObject(ended);
    const { id } = operations.list()[0]!;
    await journal.remove(id);
    await clock.advance(300); // what another tab removes is removed here too
    expect(operations.list()).toEqual([]);
  });

  it('gets the payment and its ending back though another payment has taken the terminal since', async () => {
    const { clock, open, sale, journal } = till();
    const operations = open();
    void operations.start('pay', sale);
    await clock.advance(1000);
    const { seq: _, ...sold } = (await journal.list())[0]!;
    await journal.remove(sold.id);
    await journal.claim({ ...sold, id: 'of-another-tab', msgIdentifier: 'm-2', seq: 1 });
    await clock.advance(3000);
    expect(await journal.get(sold.id)).toMatchObject({ phase: 'waiting', status: 'processing' });
    await journal.remove(sold.id);
    await clock.advance(20_000);
    expect(operations.get(sold.id)).toMatchObject({ phase: 'complete' });
    expect(await journal.get(sold.id)).toMatchObject({ phase: 'complete', acknowledgedAt: undefined });
    expect(await journal.get('of-another-tab')).toMatchObject({ phase: 'waiting' });
  });

  it('leaves an ending that no person took note of where it stands when the page is shown again', async () => {
    const { clock, open, sale, journal } = till();
    const unheard = { subscribe: () => () => undefined };
    const operations = open(unheard);
    void operations.start('pay', sale);
    await clock.advance(20_000);
    const { id } = operations.list()[0]!;
    await journal.remove(id);
    await operations.resume();
    expect(operations.list()).toMatchObject([{ phase: 'complete' }]);
    const again = operations.start('pay', sale);
    await clock.advance(10);
    expect(await again).toMatchObject({ refusal: { code: 'needs-confirmation' } });
    operations.acknowledge(id);
    await clock.advance(10);
    await operations.resume();
    expect([await journal.list(), operations.list()]).toEqual([[], []]);
  });
});

describe('events', () => {
  it('that two tabs see of one change have one id, so that a host can count them once', async () => {
    const { clock, open, sale } = till();
    const heard: [tab: number, id: string, what: string][] = [];
    const told = (tab: number) => (event: PaymentsEvent) =>
      heard.push([tab, event.eventId, event.type === 'operation' ? event.to : event.type]);
    const [first] = [0, 1].map((tab) => open({}, { onEvent: told(tab) }));
    await clock.advance(300);
    void first!.start('pay', sale);
    await clock.advance(20_000);
    const ids = new Map(heard.map(([, id, what]) => [id, what]));
    expect([...ids.values()]).toEqual(['sending', 'waiting', 'complete']);
    expect(new Set(heard.map(([, id]) => id.split(':')[0]))).toEqual(new Set([first!.list()[0]!.id]));
  });

  it('of one change that says several things have ids of their own', async () => {
    const { clock, open, sale, events } = till({ scenario: 'lost-answer' });
    const operations = open();
    void operations.start('pay', sale);
    await clock.advance(500);
    const { id } = operations.list()[0]!;
    operations.resolveUnknown(id, { charged: true, basis: 'receipt' });
    expect(events.map(({ eventId, type }) => [eventId, type])).toEqual([
      [`${id}:1.sending`, 'operation'],
      [`${id}:2.unknown`, 'operation'],
      [`${id}:2.unresolved`, 'unresolved'],
      [`${id}:3.resolved`, 'operation'],
      [`${id}:3.charged-true`, 'resolved'],
    ]);
  });

  it('are told to who listens, until they leave', async () => {
    const { clock, open, sale, events } = till();
    const operations = open();
    let count = 0;
    const leave = operations.listen(() => (count += 1));
    void operations.start('pay', sale);
    await clock.advance(1000);
    leave();
    await clock.advance(20_000);
    expect([count, events.length]).toEqual([2, 3]);
  });
});

describe('what is old', () => {
  it.each([
    ['was taken note of is forgotten after a day', 1, true],
    ['no operator took note of is forgotten after 30 days', 30, false],
  ])('and has ended, and %s, not before, also by the journal', async (_, days, isNoted) => {
    const { clock, open, sale, journal } = till();
    const operations = open();
    void operations.start('pay', sale);
    await clock.advance(20_000);
    if (isNoted) operations.acknowledge(operations.list()[0]!.id);
    await clock.advance(10);
    operations.dispose();
    const endedAt = (await journal.list())[0]!.endedAt!;
    clock.jump(endedAt + days * 24 * 60 * minute - clock.now() - 300);
    const kept = open();
    await clock.advance(300);
    expect(kept.list()).toMatchObject([{ phase: 'complete' }]);
    kept.dispose();
    const later = open();
    await clock.advance(300);
    expect([later.list(), await journal.list()]).toEqual([[], []]);
  });

  it('and ended unseen is kept a hundred times over after a day, the newest, and warned of in development', async () => {
    const { clock, open, sale, journal } = till();
    const operations = open();
    void operations.start('pay', sale);
    await clock.advance(20_000);
    operations.dispose();
    const [record] = await journal.list();
    for (let number = 0; number < 120; number += 1) {
      const endedAt = record!.endedAt! + number;
      await journal.claim({ ...record!, id: `${number}`, createdAt: endedAt - 5000, endedAt });
    }
    await journal.remove(record!.id);
    const fresh = open();
    await clock.advance(300);
    expect(fresh.list()).toHaveLength(120);
    fresh.dispose();

    clock.jump(24 * 60 * minute);
    const later = open();
    await clock.advance(300);
    const kept = later.list().map(({ id }) => Number(id));
    expect([kept.length, kept[0], kept.at(-1)]).toEqual([100, 119, 20]);

    vi.stubEnv('NODE_ENV', 'development');
    onTestFinished(() => void vi.unstubAllEnvs());
    const warned: unknown[] = [];
    console.warn = (line) => void warned.push(line); // put back as for every test
    for (const amount of [1, 2]) void later.start('pay', { ...sale, amount });
    expect(warned).toEqual([expect.stringContaining('more than 50 payments have ended')]);
  });

  it('and unknown gives its terminal free after 30 days, with one more event, and is kept no longer', async () => {
    const { clock, open, sale, journal, events } = till({ scenario: 'lost-answer' });
    const operations = open();
    void operations.start('pay', sale);
    await clock.advance(500);
    operations.dispose();
    const { id, createdAt } = (await journal.list())[0]!;
    clock.jump(createdAt + 30 * 24 * 60 * minute - clock.now() - 300);
    const before = open();
    await clock.advance(300);
    expect(await before.start('pay', sale)).toMatchObject({ refusal: { code: 'terminal-busy' } });
    before.dispose();
    events.length = 0;
    const after = open();
    await clock.advance(1000);
    expect(events).toMatchObject([
      { type: 'unresolved', operation: { id, phase: 'unknown', archivedAt: expect.any(Number) } },
    ]);
    expect(await journal.list()).toEqual([]);
    const next = after.start('pay', { ...sale, amount: 800 });
    await clock.advance(10);
    expect(await next).toMatchObject({ started: true });
  });
});
