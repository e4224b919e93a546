import { describe, expect, it } from 'vitest';
import {
  createMemoryJournal,
  createPaymentsClient,
  createPollBudget,
  createTerminalOperations,
  createVirtualClock,
  type Journal,
  type PaymentsEvent,
  type TerminalOperationsOptions,
} from '../../../src/exports/core.ts';
import { createSandboxPayments, type SandboxOptions } from '../../../src/exports/sandbox.ts';
import { createTabHub } from '../fakeChannel.ts';
import { createFreezer } from './schedules/frozenClock.ts';

/** The tabs of one browser; `wake` is what a browser tells a page that is shown again. */
function browser(options: SandboxOptions = {}, beginsAt = Date.UTC(2026, 0, 15, 9, 30)) {
  const clock = createVirtualClock(beginsAt);
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
  const elsewhere = { ...sale, terminalId: sandbox.terminals[1]!.id };
  const posts = (kind = 'pay') => sandbox.ledger.requests.filter(({ operation }) => operation === kind);
  return { clock, client: made.client, sandbox, journal, open, sale, elsewhere, posts };
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
  expect(await started).toMatchObject({ started: false, refusal: { code: 'no-journal', isTooSlow: true } });
  await clock.advance(minute);
  expect(sandbox.ledger.requests.filter(({ operation }) => operation === 'pay')).toEqual([]);
});

it('M10: a machine that slept while its journal was read sends nothing of before when it wakes', async () => {
  const { clock, open, journal, sale, posts } = browser();
  let read = () => undefined as void;
  const isRead = new Promise<void>((resolve) => (read = resolve));
  const { operations } = open({ list: async () => (await isRead, journal.list()) });
  const started = operations.start('pay', sale);
  await clock.advance(100);
  clock.jump(60 * 60_000);
  read();
  await clock.advance(1000);
  expect(await started).toMatchObject({ started: false, refusal: { code: 'no-journal', isTooSlow: true } });
  await clock.advance(60_000);
  expect(posts()).toEqual([]);
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

const isAsked = { started: false, refusal: { code: 'needs-confirmation' } };

describe('a page that has not read its journal yet', () => {
  it('F61: does not charge an order again that was paid right before the reload', async () => {
    const { clock, open, sale, posts } = browser();
    const before = open().operations;
    await clock.advance(300);
    void before.start('pay', { ...sale, orderNumber: 'A-7' });
    await clock.advance(20_000);
    expect(before.list()).toMatchObject([{ phase: 'complete' }]);
    before.dispose();
    const { operations } = open();
    await clock.advance(100);
    expect(operations.isReady()).toBe(false);
    const again = operations.start('pay', { ...sale, orderNumber: 'A-7' });
    await clock.advance(1000);
    expect(await again).toMatchObject(isAsked);
    expect(posts()).toHaveLength(1);
  });

  it('F68: does not give back twice what was given back right before the reload', async () => {
    const { clock, open, sale, posts } = browser();
    const before = open().operations;
    await clock.advance(300);
    void before.start('pay', sale);
    await clock.advance(20_000);
    const { terminalId } = sale;
    const { pnRefNum = '' } = before.list()[0]!;
    void before.start('closeBatch', { terminalId });
    await clock.advance(20_000);
    const refund = { terminalId, pnRefNum, amount: 1000 };
    void before.start('refund', refund);
    await clock.advance(20_000);
    expect(before.list()[0]).toMatchObject({ kind: 'refund', phase: 'complete' });
    before.dispose();
    const { operations } = open();
    await clock.advance(100);
    const again = operations.start('refund', refund);
    await clock.advance(20_000);
    expect(await again).toMatchObject({ started: false, refusal: { code: 'not-allowed', field: 'amount' } });
    expect(posts('refund')).toHaveLength(1);
  });

  it('F75: sends nothing where reading takes longer than a second, and the next press is compared', async () => {
    const { clock, journal, open, sale, elsewhere, posts } = browser({ scenario: 'lost-answer' });
    const before = open().operations;
    await clock.advance(300);
    void before.start('pay', sale);
    await clock.advance(1000);
    before.dispose();
    const list: Journal['list'] = async (filter) => {
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, 3000));
      return journal.list(filter);
    };
    const { operations } = open({ list });
    await clock.advance(500);
    const [early, second] = [operations.start('pay', elsewhere), operations.start('pay', elsewhere)];
    await clock.advance(1000);
    expect(await second).toMatchObject({ started: false, refusal: { code: 'already-started' } });
    expect(await early).toMatchObject({ started: false, refusal: { code: 'no-journal', isTooSlow: true } });
    await clock.advance(3000);
    expect(await operations.start('pay', elsewhere)).toMatchObject(isAsked);
    expect(posts()).toHaveLength(1);
  });

  it('F75: that it cannot read at first tries again by itself, and starts nothing before', async () => {
    const { clock, journal, open, sale, elsewhere, posts } = browser({ scenario: 'slow' });
    const before = open().operations;
    await clock.advance(300);
    void before.start('pay', sale);
    await clock.advance(1000);
    before.dispose();
    let isBroken = true;
    const { operations } = open({
      list: (filter) => (isBroken ? Promise.reject(new Error('UnknownError')) : journal.list(filter)),
    });
    operations.ready.catch(() => undefined);
    await clock.advance(1000);
    const start = operations.start('pay', { ...elsewhere, amount: 700 });
    expect(await start).toMatchObject({ started: false, refusal: { code: 'no-journal' } });
    isBroken = false;
    await clock.advance(120_000);
    expect(operations.list()).toMatchObject([{ phase: 'complete' }]);
    expect(posts()).toHaveLength(1);
  });
});

describe('F61: the same amount after nobody knows', () => {
  it('is asked about at another terminal when a wait has ended without a result', async () => {
    const { clock, open, sale, elsewhere } = browser({ scenario: 'stuck-received' });
    const { operations } = open();
    await clock.advance(300);
    void operations.start('pay', sale);
    while (operations.list()[0]?.phase !== 'unknown') await clock.advance(1000);
    expect(operations.list()).toMatchObject([{ reason: 'max-wait' }]);
    await clock.advance(60_000);
    expect(await operations.start('pay', elsewhere)).toMatchObject(isAsked);
    await clock.advance(240_000);
    const later = operations.start('pay', elsewhere);
    await clock.advance(10);
    expect(await later).toMatchObject({ started: true });
  });

  it('is asked about after a reload that found it, however long the page was gone', async () => {
    const { clock, client, open, sale, elsewhere } = browser();
    const never = createPaymentsClient({
      ...client.options,
      requestTimeoutMs: 60 * minute,
      fetcher: () => new Promise(() => undefined),
    });
    const gone = open({}, { client: never });
    await clock.advance(300);
    void gone.operations.start('pay', sale);
    await clock.advance(1000);
    gone.channel.silence();
    gone.operations.dispose();
    await clock.advance(6 * minute);
    const { operations } = open();
    await clock.advance(1000);
    expect(operations.list()).toMatchObject([{ phase: 'unknown', reason: 'reloaded' }]);
    expect(await operations.start('pay', elsewhere)).toMatchObject(isAsked);
  });
});

describe('F52: a clock that is set right while the page is there', () => {
  // A till without a battery begins in 2020, until it hears the time.
  const year = 365 * 24 * 60 * minute;
  const sold = async (options: SandboxOptions) => {
    const till = browser(options, Date.UTC(2020, 0, 1));
    const { operations } = till.open();
    await till.clock.advance(300);
    void operations.start('pay', { ...till.sale, orderNumber: 'A-7' });
    await till.clock.advance(20_000);
    till.clock.jump(6 * year);
    void operations.resume();
    await till.clock.advance(1000);
    return { ...till, operations };
  };

  it('forgets no doubt of a minute ago', async () => {
    const { operations, journal } = await sold({ scenario: 'lost-answer' });
    expect(operations.list({ open: true })).toMatchObject([{ phase: 'unknown' }]);
    expect(await journal.list()).toHaveLength(1);
  });

  it('forgets no ending that nobody took note of, and its order asks', async () => {
    const { operations, sale } = await sold({});
    expect(operations.list({ standing: true })).toMatchObject([{ phase: 'complete' }]);
    expect(await operations.start('pay', { ...sale, orderNumber: 'A-7' })).toMatchObject(isAsked);
  });
});

describe('a page that was thought dead and a person who has judged', () => {
  /** Another tab finds it unknown, a person there says what became of it, and then the answer arrives. */
  const judged = async (kind: 'pay' | 'closeBatch', charged: boolean, options: SandboxOptions = {}) => {
    const { clock, client, sandbox, open, sale } = browser(options);
    let thaw: () => void = () => undefined;
    const thawed = new Promise<void>((resolve) => {
      thaw = resolve;
    });
    const late = createPaymentsClient({
      ...client.options,
      requestTimeoutMs: 60 * minute,
      fetcher: async (request) => {
        const answer = await sandbox.fetch(request);
        await thawed;
        return answer;
      },
    });
    const frozen = open({}, { client: late });
    const { operations } = open();
    await clock.advance(300);
    frozen.channel.silence();
    const { terminalId } = sale;
    void (kind === 'pay'
      ? frozen.operations.start('pay', sale)
      : frozen.operations.start(kind, { terminalId }));
    await clock.advance(500);
    await Promise.all([operations.resume(), clock.advance(500)]);
    const { id, phase, reason } = operations.list()[0]!;
    expect([phase, reason]).toEqual(['unknown', 'reloaded']);
    operations.resolveUnknown(id, { charged, basis: 'receipt' });
    await clock.advance(1000);
    thaw();
    await clock.advance(2 * minute);
    return [frozen.operations.get(id), operations.get(id)];
  };

  it.each<[string, 'pay' | 'closeBatch', boolean, SandboxOptions, string]>([
    ['a batch that was closed is not left as not done', 'closeBatch', false, {}, 'complete'],
    ['a refusal is not left as charged', 'pay', true, { scenario: 'unauthorized' }, 'rejected'],
  ])('rule 6: %s', async (_, kind, charged, options, phase) => {
    for (const operation of await judged(kind, charged, options))
      expect(operation).toMatchObject({ phase, anomalies: ['contradicts-operator'] });
  });

  it('a refusal of what was not charged changes nothing', async () => {
    for (const operation of await judged('pay', false, { scenario: 'unauthorized' }))
      expect(operation).toMatchObject({ phase: 'resolved', anomalies: [] });
  });
});

it('rule 6: whoever judged another operator’s payment is shown that it was otherwise', async () => {
  const { clock, open, sale } = browser({ scenario: 'late-result' });
  const [ann, ben, eve] = ['ann', 'ben', 'eve'].map((scopeKey) => open({}, { scopeKey }).operations);
  await clock.advance(300);
  void ann!.start('pay', sale);
  await clock.advance(10_000);
  const { id, phase } = ben!.list()[0]!;
  expect(phase).toBe('unknown');
  ann!.dispose(); // went home
  ben!.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
  await clock.advance(100);
  expect(ben!.list({ standing: true })).toEqual([]);
  await clock.advance(2 * minute);
  const shown = { id, phase: 'complete', anomalies: ['contradicts-operator'], amountCents: undefined };
  for (const other of [ben!, eve!]) expect(other.list({ standing: true })).toMatchObject([shown]);
  ben!.acknowledge(id);
  await clock.advance(100);
  expect(eve!.list({ standing: true })).toEqual([]);
});

it('F68: a refund that the service gives a reference of its own is still one of its sale', async () => {
  const { clock, client, sandbox, open, sale, posts } = browser();
  const renaming = createPaymentsClient({
    ...client.options,
    fetcher: async (request) => {
      const answer = await sandbox.fetch(request);
      if (!request.url.endsWith('/refund')) return answer;
      return new Response((await answer.text()).replace('}}', ',"pnRefNum":"REF-77"}}'), answer);
    },
  });
  const { operations } = open({}, { client: renaming });
  await clock.advance(300);
  const { terminalId } = sale;
  void operations.start('pay', sale);
  await clock.advance(20_000);
  const { pnRefNum = '' } = operations.list()[0]!;
  void operations.start('closeBatch', { terminalId });
  await clock.advance(20_000);
  const refund = { terminalId, pnRefNum, amount: 1250 };
  void operations.start('refund', refund);
  await clock.advance(20_000);
  expect(operations.list()[0]).toMatchObject({ kind: 'refund', phase: 'complete', pnRefNum });
  await clock.advance(5 * minute);
  expect(await operations.start('refund', refund)).toMatchObject({ refusal: { code: 'not-allowed' } });
  expect(posts('refund')).toHaveLength(1);
});

describe('two merchants of one service in one browser', () => {
  const accounts = () => {
    const till = browser({ scenario: 'slow' });
    const { client, open } = till;
    const as = (clientId: string, polls?: () => Response) => {
      const own = createPaymentsClient({
        ...client.options,
        clientId,
        pollBudget: createPollBudget({ clock: till.clock }),
        fetcher: async (request) =>
          polls && request.method === 'GET' ? polls() : till.sandbox.fetch(request),
      });
      return open({}, { client: own }).operations;
    };
    return { ...till, as };
  };

  it('neither asks about the other’s sale; it sees that the terminal is taken, and nothing else', async () => {
    const { clock, as, sale } = accounts();
    const bakery = as('bakery');
    const florist = as('florist', () => Response.json({ message: 'No such message.' }, { status: 404 }));
    await clock.advance(300);
    void bakery.start('pay', { ...sale, orderNumber: 'A-7' });
    await clock.advance(2000);
    const [shown] = florist.list();
    expect(shown).toMatchObject({ phase: 'waiting', amountCents: undefined, orderNumber: undefined });
    expect([florist.canCheck(shown!.id), florist.checkNow(shown!.id).asked]).toEqual([false, false]);
    expect(shown!.scope).not.toBe(florist.scope);
    expect(await florist.start('pay', { ...sale, amount: 800 })).toMatchObject({
      refusal: { code: 'terminal-busy' },
    });
    const reasons = new Set<string | undefined>();
    bakery.subscribe(() => bakery.list().forEach(({ reason }) => reasons.add(reason)));
    await clock.advance(90_000);
    expect(bakery.list()).toMatchObject([{ phase: 'complete' }]);
    expect([...reasons]).toEqual([undefined]);
    expect(florist.list()).toEqual([]);
    florist.clearEnded();
    await clock.advance(1000);
    expect(bakery.list({ standing: true })).toMatchObject([{ phase: 'complete', amountCents: 1250 }]);
  });

  it('what became of the one’s orders and references is nothing to the other', async () => {
    const { clock, as, sale } = accounts();
    const [bakery, florist] = [as('bakery'), as('florist')];
    await clock.advance(300);
    void bakery.start('pay', { ...sale, orderNumber: 'A-7' });
    await clock.advance(90_000);
    const started = florist.start('pay', { ...sale, orderNumber: 'A-7' });
    await clock.advance(500);
    expect(await started).toMatchObject({ started: true });
  });
});
