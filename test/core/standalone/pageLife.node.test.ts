import { describe, expect, it } from 'vitest';
import { type Journal, type PaymentsEvent } from '../../../src/exports/core.ts';
import { type SandboxOptions } from '../../../src/exports/sandbox.ts';
import { browser, minute } from './browserTabs.ts';

const isAsked = { started: false, refusal: { code: 'needs-confirmation' } };

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

describe('F47: two tabs that decide about one sale at two terminals', () => {
  async function sold(kind: 'pay' | 'preAuth', change: Partial<Journal> = {}) {
    const made = browser();
    const { clock, open, sale, elsewhere, posts } = made;
    const [first, second] = [open(), open(change)];
    await clock.advance(300);
    void first.operations.start(kind, sale);
    await clock.advance(20_000);
    const { pnRefNum = '' } = first.operations.list()[0]!;
    if (kind === 'pay') void first.operations.start('closeBatch', { terminalId: sale.terminalId });
    await clock.advance(20_000);
    const here = { pnRefNum, amount: 1250, terminalId: sale.terminalId };
    const there = { ...here, terminalId: elsewhere.terminalId };
    return { ...made, first: first.operations, second: second.operations, here, there, posts };
  }

  it.each([
    ['pay', 'refund'],
    ['preAuth', 'capture'],
    ['preAuth', 'void'],
  ] as const)('after a %s send one %s; the other is told of it', async (kind, followUp) => {
    const { clock, first, second, here, there, posts } = await sold(kind);
    const about = ({ amount, ...request }: typeof here) =>
      followUp === 'void' ? request : { ...request, amount };
    const started = [first.start(followUp, about(here)), second.start(followUp, about(there))];
    await clock.advance(20_000);
    const [won, lost] = await Promise.all(started);
    expect(won).toMatchObject({ started: true });
    const { id } = first.list()[0]!;
    expect(lost).toMatchObject({ started: false, refusal: { code: 'not-allowed', operationId: id } });
    expect(second.list({ kind: followUp })).toMatchObject([{ id, phase: 'complete' }]);
    expect(posts(followUp)).toHaveLength(1);
  });

  it('refuse what another tab gave back, though this tab has not heard of it', async () => {
    const { clock, first, second, here, there, posts } = await sold('pay', {
      subscribe: () => () => undefined,
    });
    void first.start('refund', { ...here, amount: 1000 });
    await clock.advance(20_000);
    expect(first.list()[0]).toMatchObject({ kind: 'refund', phase: 'complete' });
    const again = second.start('refund', there);
    await clock.advance(20_000);
    expect(await again).toMatchObject({ started: false, refusal: { code: 'not-allowed', field: 'amount' } });
    expect(posts('refund')).toHaveLength(1);
  });

  it('ask before more than the total of an order is taken', async () => {
    const { clock, open, sale, elsewhere, posts } = browser();
    const tabs = [open(), open()];
    await clock.advance(300);
    const options = { orderTotalCents: 1250, currency: 'USD' };
    const started = [sale, elsewhere].map((request, index) =>
      tabs[index]!.operations.start('pay', { ...request, orderNumber: 'A-7' }, options),
    );
    await clock.advance(20_000);
    expect(await Promise.all(started)).toMatchObject([{ started: true }, isAsked]);
    expect(posts()).toHaveLength(1);
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

    // A cashier who sells the same is asked all the same.
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

async function settled<Value>(value: Promise<Value>, time: Promise<void>): Promise<Value> {
  await time;
  return value;
}

describe('a message that a host watches by itself', () => {
  it('is told from the moment a listener is there until it leaves', async () => {
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

  it('is compared with the journal though a journal of the host asks no judge', async () => {
    const { clock, journal, open, sale, posts } = browser();
    const before = open().operations;
    await clock.advance(300);
    void before.start('pay', { ...sale, orderNumber: 'A-7' });
    await clock.advance(20_000);
    before.dispose();
    const { operations } = open({ claim: (record, { over } = {}) => journal.claim(record, { over }) });
    const again = operations.start('pay', { ...sale, orderNumber: 'A-7' });
    await clock.advance(1000);
    expect(await again).toMatchObject(isAsked);
    expect(posts()).toHaveLength(1);
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

  it('forgets no ending that no operator took note of, and its order asks', async () => {
    const { operations, sale } = await sold({});
    expect(operations.list({ standing: true })).toMatchObject([{ phase: 'complete' }]);
    expect(await operations.start('pay', { ...sale, orderNumber: 'A-7' })).toMatchObject(isAsked);
  });
});
