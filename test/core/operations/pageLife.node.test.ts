import { describe, expect, it } from 'vitest';
import {
  createMemoryJournal,
  createPaymentsClient,
  createTerminalOperations,
  createVirtualClock,
  type Journal,
  type PaymentsEvent,
  type TerminalOperationsOptions,
} from '../../../src/exports/core.ts';
import { createSandboxPayments, type SandboxOptions } from '../../../src/exports/sandbox.ts';
import { createTabHub } from './schedules/simulatedTab.ts';
import { createFreezer } from './schedules/frozenClock.ts';

/** The tabs of one browser; `wake` is what a browser tells a page that is shown again. */
function browser(options: SandboxOptions = {}) {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const made = createSandboxPayments({ latencyMs: 100, ...options, clock });
  const { sandbox } = made;
  const journal = createMemoryJournal();
  const join = createTabHub();
  const open = (change: Partial<Journal> = {}, more: Partial<TerminalOperationsOptions> = {}) => {
    const awake = new Set<() => void>();
    const channel = join();
    const operations = createTerminalOperations({
      client: made.client,
      journal: { ...journal, ...change },
      clock,
      channel,
      page: {
        isVisible: () => true,
        onWake: (listener) => {
          awake.add(listener);
          return () => void awake.delete(listener);
        },
      },
      ...more,
    });
    return { operations, channel, awake, wake: () => awake.forEach((listener) => listener()) };
  };
  const sale = { terminalId: sandbox.terminals[0]!.id, amount: 1250, receipt: false };
  const posts = () => sandbox.ledger.requests.filter(({ operation }) => operation === 'pay');
  return { clock, client: made.client, sandbox, journal, open, sale, posts };
}

describe('F47: two tabs that press at the same instant', () => {
  it('send one request; the other is told which operation holds the terminal, and shows it', async () => {
    const { clock, open, sale, posts } = browser();
    const tabs = [open(), open()];
    await clock.advance(300);
    const started = tabs.map(({ operations }) => operations.start('pay', sale));
    await clock.advance(0);
    const [won, lost] = await Promise.all(started);
    expect(won).toMatchObject({ started: true });
    const { id } = tabs[0]!.operations.list()[0]!;
    expect(lost).toMatchObject({ started: false, refusal: { code: 'terminal-busy', operationId: id } });
    await clock.advance(400);
    expect(tabs[1]!.operations.list()).toMatchObject([{ id, phase: 'waiting' }]);
    await clock.advance(20_000);
    expect(tabs.map(({ operations }) => operations.list().map(({ phase }) => phase))).toEqual([
      ['complete'],
      ['complete'],
    ]);
    expect(posts()).toHaveLength(1);
  });

  it('are told of a holder that this tab has not heard of yet', async () => {
    const { clock, open, sale, posts } = browser({ scenario: 'slow' });
    const first = open();
    const deaf = open({ subscribe: () => () => undefined, list: async () => [] });
    await clock.advance(300);
    void first.operations.start('pay', sale);
    await clock.advance(1000);
    const refused = deaf.operations.start('pay', { ...sale, amount: 800 });
    await clock.advance(10);
    expect(await refused).toMatchObject({
      refusal: { code: 'terminal-busy', operationId: first.operations.list()[0]!.id },
    });
    expect(posts()).toHaveLength(1);
  });

  it('let the terminal go again, so that the tab that was refused can press once it is free', async () => {
    const { clock, open, sale, posts } = browser();
    const [first, second] = [open(), open()];
    await clock.advance(300);
    void first.operations.start('pay', sale);
    void second.operations.start('pay', sale);
    await clock.advance(20_000);
    expect(await second.operations.start('pay', { ...sale, amount: 800 })).toMatchObject({ started: true });
    await clock.advance(20_000);
    expect(posts()).toHaveLength(2);
  });
});

describe('a page that wakes', () => {
  it('F50: reads the journal again, and asks once about what it waits for', async () => {
    const { clock, sandbox, open, sale } = browser({ scenario: 'slow' });
    const first = open();
    const deaf = open({ subscribe: () => () => undefined });
    await clock.advance(300);
    void first.operations.start('pay', sale);
    await clock.advance(1500);
    expect(deaf.operations.list()).toEqual([]);
    const before = sandbox.ledger.polls.length;
    deaf.wake();
    await clock.advance(10);
    expect(deaf.operations.list()).toMatchObject([{ phase: 'waiting' }]);
    first.wake();
    await clock.advance(1100);
    expect(sandbox.ledger.polls.length - before).toBeGreaterThan(0);
    expect(sandbox.ledger.polls.length - before).toBeLessThanOrEqual(2);
  });

  it('F75: goes on where the journal cannot be read just then', async () => {
    const { clock, journal, open, sale } = browser();
    let isBroken = false;
    const list: Journal['list'] = (filter) =>
      isBroken ? Promise.reject(new Error('storage')) : journal.list(filter);
    const { operations, wake } = open({ list });
    await clock.advance(300);
    void operations.start('pay', sale);
    await clock.advance(1000);
    isBroken = true;
    wake();
    await clock.advance(20_000);
    expect(operations.list()).toMatchObject([{ phase: 'complete' }]);
    isBroken = false;
    wake();
    await clock.advance(10);
    expect(operations.list()).toMatchObject([{ phase: 'complete' }]);
  });
});

describe('a page whose journal cannot be read at the beginning', () => {
  it('F75: is ready all the same, and says so', async () => {
    const { clock, open } = browser();
    const { operations } = open({ list: () => Promise.reject(new Error('storage')) });
    operations.ready.catch(() => undefined);
    let looked = 0;
    operations.subscribe(() => (looked += 1));
    await clock.advance(1000);
    expect(operations.isReady()).toBe(true);
    expect(looked).toBeGreaterThan(0);
  });
});

describe('a page that is left', () => {
  it('asks no more, hears nothing, and no timer of it is left', async () => {
    const { clock, sandbox, journal, open, sale } = browser({ scenario: 'slow' });
    const { operations, awake } = open();
    await clock.advance(300);
    void operations.start('pay', sale);
    await clock.advance(3000);
    operations.dispose();
    expect(awake.size).toBe(0);
    const [polls, before] = [sandbox.ledger.polls.length, operations.list()];
    const record = (await journal.list())[0]!;
    await journal.update(record.id, { phase: 'complete', endedAt: clock.now() }, record.seq + 5);
    await clock.advance(120_000);
    expect(sandbox.ledger.polls).toHaveLength(polls);
    expect(operations.list()).toEqual(before);
  });

  it('F43: is not looked for any more by one that is left itself', async () => {
    const { clock, journal, open, sale } = browser({ latencyMs: 60_000 });
    let reads = 0;
    const [sender, other] = [
      open(),
      open({
        list: (filter) => {
          reads += 1;
          return journal.list(filter);
        },
      }),
    ];
    await clock.advance(300);
    void sender.operations.start('pay', sale);
    await clock.advance(1000);
    other.operations.dispose();
    const before = reads;
    await clock.advance(60_000);
    expect(reads).toBe(before);
  });

  it('leaves what it looked after to the others at once', async () => {
    const { clock, open, sale } = browser({ scenario: 'slow' });
    const [first, second] = [open(), open()];
    await clock.advance(300);
    void first.operations.start('pay', sale);
    await clock.advance(1000);
    const { id } = first.operations.list()[0]!;
    expect(second.operations.isOrphan(id)).toBe(false);
    first.operations.dispose();
    expect(second.operations.isOrphan(id)).toBe(true);
    expect(first.operations.isOwn(id)).toBe(false);
  });
});

describe('what belongs to another service', () => {
  it('is neither shown nor in the way, though the journal is the same', async () => {
    const { clock, journal, client, open, sale, posts } = browser({ scenario: 'slow' });
    const first = open();
    void first.operations.start('pay', sale);
    await clock.advance(1000);
    const [record] = await journal.list();
    const elsewhere = createPaymentsClient({ ...client.options, baseUrl: 'https://other.test' });
    const other = open({}, { client: elsewhere });
    await clock.advance(1000);
    expect(other.operations.list()).toEqual([]);
    expect(record!.lock).toBe(`${client.origin()} ${sale.terminalId}`);
    expect(posts()).toHaveLength(1);
  });

  it('F57: but what no longer says whose it was is shown', async () => {
    const { clock, journal, open, sale } = browser({ scenario: 'slow' });
    const first = open();
    void first.operations.start('pay', sale);
    await clock.advance(1000);
    first.operations.dispose();
    const [record] = await journal.list();
    await journal.claim({ ...record!, id: 'whose', lock: '', phase: 'unknown', msgIdentifier: undefined });
    const second = open();
    await clock.advance(1000);
    expect(second.operations.get('whose')).toMatchObject({ phase: 'unknown' });
  });
});

describe('what is told', () => {
  it('F66: about another operator’s payment leaves out its amount, order and sentence', async () => {
    const { clock, open, sale } = browser({ scenario: 'lost-answer' });
    const ann = open({}, { scopeKey: 'ann' });
    const heard: PaymentsEvent[] = [];
    const ben = open({}, { scopeKey: 'ben', onEvent: (event) => heard.push(event) });
    await clock.advance(300);
    void ann.operations.start('pay', { ...sale, orderNumber: 'A-7' });
    await clock.advance(1000);
    ben.operations.resolveUnknown(ben.operations.list()[0]!.id, { charged: true, basis: 'receipt' });
    expect(heard.map(({ type }) => type)).toEqual(['operation', 'resolved']);
    for (const { operation } of heard) {
      expect(operation).toMatchObject({ phase: 'resolved', terminalId: sale.terminalId });
      expect([operation?.amountCents, operation?.orderNumber]).toEqual([undefined, undefined]);
    }
  });

  it('F66: of another operator’s payment what holds a terminal stands here too, how it ended only there', async () => {
    const { clock, sandbox, open, sale } = browser({ scenario: 'tip' });
    const [ann, ben] = [open({}, { scopeKey: 'ann' }), open({}, { scopeKey: 'ben' })];
    await clock.advance(300);
    void ann.operations.start('pay', sale);
    await clock.advance(2000);
    const standing = ({ operations }: typeof ann) => operations.list({ standing: true });
    expect([standing(ann), standing(ben)]).toMatchObject([[{ phase: 'waiting' }], [{ phase: 'waiting' }]]);
    await clock.advance(20_000);
    const hidden = { amountCents: undefined, confirmedCents: undefined, tipCents: undefined };
    expect(standing(ann)).toMatchObject([{ phase: 'complete', confirmedCents: 1500, tipCents: 250 }]);
    expect([standing(ben), ben.operations.list()]).toMatchObject([[], [{ phase: 'complete', ...hidden }]]);

    // Whoever sells the same is asked all the same.
    expect(await ben.operations.start('pay', sale)).toMatchObject({
      refusal: { code: 'needs-confirmation' },
    });
    expect(sandbox.ledger.charges).toHaveLength(1);
  });

  it('carries times: when a person stopped, and when one judged', async () => {
    const { clock, open, sale } = browser({ scenario: 'slow' });
    const { operations } = open();
    void operations.start('pay', sale);
    await clock.advance(2000);
    const { id } = operations.list()[0]!;
    operations.stopWaiting(id);
    operations.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
    expect(operations.get(id)).toMatchObject({ endedAt: clock.now() });
  });

  it('ends with what is forgotten: nothing more is asked about it', async () => {
    const { clock, sandbox, journal, open, sale } = browser({ scenario: 'slow' });
    const { operations } = open();
    void operations.start('pay', sale);
    await clock.advance(2000);
    const { id } = operations.list()[0]!;
    operations.stopWaiting(id);
    operations.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
    operations.clearEnded();
    await clock.advance(1000);
    const polls = sandbox.ledger.polls.length;
    await clock.advance(120_000);
    expect(sandbox.ledger.polls).toHaveLength(polls);
    expect([operations.list(), await journal.list()]).toEqual([[], []]);
  });
});

describe('a message that a host watches by itself', () => {
  it('is told from the moment somebody listens until they leave', async () => {
    const { clock, open, sale, client } = browser();
    const { operations } = open();
    const { msgIdentifier } = await settled(client.pay(sale), clock.advance(500));
    const watch = operations.watch(msgIdentifier);
    expect(watch.getSnapshot()).toMatchObject({ msgIdentifier, isFinal: false });
    const seen: (string | undefined)[] = [];
    const leave = watch.subscribe(() => seen.push(watch.getSnapshot().status));
    await clock.advance(20_000);
    expect(seen.at(-1)).toBe('complete');
    leave();
    expect(operations.list()).toEqual([]);
    expect(operations.checkMessageNow(msgIdentifier).asked).toBe(false);
  });
});

async function settled<Value>(value: Promise<Value>, time: Promise<void>): Promise<Value> {
  await time;
  return value;
}

const minute = 60_000;

/** A page that the browser freezes between the record of a sale and its request, and another that goes on. */
async function frozenWhileClaiming() {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const { client, sandbox } = createSandboxPayments({ clock });
  const journal = createMemoryJournal();
  const join = createTabHub();
  const freezer = createFreezer(clock);
  const channel = join();
  const frozen = createTerminalOperations({
    client,
    journal: { ...journal, claim: (...input) => freezer.arrives(journal.claim(...input)) },
    clock: freezer.clock,
    channel: {
      ...channel,
      listen: (listener) => channel.listen((message) => freezer.deliver(() => listener(message))),
    },
  });
  const other = createTerminalOperations({ client, journal, clock, channel: join() });
  await clock.advance(300);
  const started = frozen.start('pay', {
    terminalId: sandbox.terminals[0]!.id,
    amount: 1250,
    receipt: false,
  });
  freezer.freeze();
  return { clock, sandbox, other, started, thaw: () => freezer.thaw() };
}

it('a page that was frozen before its request left sends nothing when it wakes', async () => {
  const { clock, sandbox, other, started, thaw } = await frozenWhileClaiming();
  await clock.advance(minute);
  const { id, phase } = other.list()[0]!;
  expect(phase).toBe('unknown');
  other.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
  await clock.advance(minute);
  await thaw();
  expect(await started).toMatchObject({ started: false, refusal: { code: 'no-journal' } });
  await clock.advance(minute);
  expect(sandbox.ledger.requests.filter(({ operation }) => operation === 'pay')).toEqual([]);
});

it('a page that was frozen while it waited for headers sends nothing when it wakes', async () => {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const freezer = createFreezer(clock);
  const made = createSandboxPayments({ clock });
  const token = async () => {
    await new Promise<void>((resolve) => clock.setTimeout(resolve, 500));
    return { authorization: 'sandbox' };
  };
  const client = createPaymentsClient({
    ...made.client.options,
    clock: freezer.clock,
    headers: () => freezer.arrives(token()),
  });
  const journal = createMemoryJournal();
  const operations = createTerminalOperations({ client, journal, clock: freezer.clock });
  const terminalId = made.sandbox.terminals[0]!.id;
  void operations.start('pay', { terminalId, amount: 1250, receipt: false });
  await clock.advance(100);
  freezer.freeze();
  await clock.advance(10 * minute);
  await freezer.thaw();
  await clock.advance(minute);
  expect(made.sandbox.ledger.requests.filter(({ operation }) => operation === 'pay')).toEqual([]);
  expect(operations.list()[0]?.phase).toBe('rejected');
});

it('a page that was asleep before its request left sends nothing when it wakes', async () => {
  const { clock, sandbox, started, thaw } = await frozenWhileClaiming();
  clock.jump(10 * minute); // the machine's monotonic clock stood still
  await thaw();
  expect(await started).toMatchObject({ started: false });
  await clock.advance(minute);
  expect(sandbox.ledger.requests.filter(({ operation }) => operation === 'pay')).toEqual([]);
});

it('a page that was frozen for a while before its request left asks the journal whether it may still send', async () => {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const freezer = createFreezer(clock);
  const made = createSandboxPayments({ clock });
  const token = async () => {
    await new Promise<void>((resolve) => clock.setTimeout(resolve, 500));
    return { authorization: 'sandbox' };
  };
  const client = createPaymentsClient({
    ...made.client.options,
    clock: freezer.clock,
    headers: () => freezer.arrives(token()),
  });
  const journal = createMemoryJournal();
  const join = createTabHub();
  const channel = join();
  const frozen = createTerminalOperations({ client, journal, clock: freezer.clock, channel });
  const other = createTerminalOperations({ client: made.client, journal, clock, channel: join() });
  await clock.advance(300);
  const sale = { terminalId: made.sandbox.terminals[0]!.id, amount: 1250, receipt: false };
  void frozen.start('pay', sale);
  await clock.advance(100);
  freezer.freeze();
  channel.silence();
  await clock.advance(15_000);
  const { id, phase } = other.list()[0]!;
  expect(phase).toBe('unknown');
  other.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
  await clock.advance(5000);
  await freezer.thaw();
  await clock.advance(minute);
  expect(made.sandbox.ledger.requests.filter(({ operation }) => operation === 'pay')).toEqual([]);
  expect(other.get(id)?.phase).toBe('resolved');
});

it('a page whose headers took a while sends all the same where nobody gave it up', async () => {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const made = createSandboxPayments({ clock });
  const client = createPaymentsClient({
    ...made.client.options,
    headers: async () => {
      await new Promise<void>((resolve) => clock.setTimeout(resolve, 5000));
      return { authorization: 'sandbox' };
    },
  });
  const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
  void operations.start('pay', { terminalId: made.sandbox.terminals[0]!.id, amount: 1250, receipt: false });
  await clock.advance(minute);
  expect(operations.list()[0]?.phase).toBe('complete');
});
