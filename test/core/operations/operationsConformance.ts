import { describe, expect, test } from 'vitest';
import {
  createFlowView,
  PaymentsError,
  type PaymentsEvent,
  type StartOptions,
  type TerminalRequests,
} from '../../../src/exports/core.ts';
import type { ConformingTill } from './conformingTill.ts';

const minute = 60_000;
const sale = (more: Partial<TerminalRequests['pay']> = {}): TerminalRequests['pay'] => ({
  terminalId: 'T1',
  amount: 1250,
  receipt: false,
  ...more,
});

/** What a hook may rely on, whichever engine runs the operations. */
export function describeOperations(createTill: () => Promise<ConformingTill>) {
  const opened = async () => {
    const till = await createTill();
    const page = await till.open();
    const pay = (request: Partial<TerminalRequests['pay']> = {}, options: StartOptions = {}) =>
      page.operations.start('pay', sale(request), { currency: 'USD', ...options });
    const only = () => page.operations.list()[0]!;
    return { ...till, page, operations: page.operations, pay, only };
  };
  /** The till, after a sale that ended as the service says. */
  const sold = async (
    told = { status: 'complete', amount: 1250 },
    request: Partial<TerminalRequests['pay']> = {},
  ) => {
    const till = await opened();
    await till.pay(request);
    await till.pass(1000);
    till.say('M-1', told);
    await till.pass(10_000);
    return till;
  };

  describe('a press', () => {
    test('sends one request, and is followed from the press to its ending', async () => {
      const { pay, pass, say, sent, operations, only } = await opened();
      const phases: string[] = [];
      operations.listen((event) => event.type === 'operation' && phases.push(event.to));
      const result = await pay({ orderNumber: 'A-7' });
      expect(result).toMatchObject({ started: true, operation: { phase: 'sending', amountCents: 1250 } });
      await pass(1000);
      expect(only()).toMatchObject({ phase: 'waiting', msgIdentifier: 'M-1', orderNumber: 'A-7' });
      say('M-1', { status: 'complete', amount: 1250 });
      await pass(10_000);
      expect(only()).toMatchObject({ phase: 'complete', confirmedCents: 1250, pnRefNum: 'P-1' });
      expect(only().endedAt).toBeGreaterThan(only().createdAt);
      expect(sent()).toHaveLength(1);
      expect(phases).toEqual(['sending', 'waiting', 'complete']);
    });

    test('that is not valid names its field, and nothing is sent', async () => {
      const { operations, sent, pay } = await opened();
      const result = await operations.start('pay', sale({ amount: 12.5 }));
      expect(result).toMatchObject({ started: false, refusal: { code: 'invalid-request', field: 'amount' } });
      const client = ['/api', null, {}, { baseUrl: '/api' }];
      const wrong = { client, currency: ['EURO', '€', '', 840, {}], flowKey: [7, null, 'x'.repeat(1001)] };
      for (const [field, values] of Object.entries(wrong))
        for (const value of values)
          expect(await pay({}, { [field]: value })).toMatchObject({ refusal: { field } });
      expect([sent(), operations.list()]).toEqual([[], []]);
    });

    test('takes null for no options', async () => {
      const { operations } = await opened();
      const result = await operations.start('pay', sale(), null as never);
      expect(result).toMatchObject({ started: true });
    });

    test('F75: twice at once is one sale', async () => {
      const { pay, pass, sent, operations } = await opened();
      const [first, second] = await Promise.all([pay(), pay()]);
      expect([first.started, second.started]).toEqual([true, false]);
      expect(second).toMatchObject({ refusal: { code: 'already-started' } });
      await pass(2000);
      expect([sent().length, operations.list().length]).toEqual([1, 1]);
    });

    test('at a terminal that is taken is not sent, and says which operation has it', async () => {
      const { pay, pass, sent, only, operations } = await opened();
      await pay();
      await pass(2000);
      const first = only();
      const result = await pay({ amount: 900 });
      await pass(2000);
      expect(sent()).toHaveLength(1);
      const shown = operations.list().find(({ amountCents }) => amountCents === 900);
      const code = result.started ? shown?.error?.refusal?.code : result.refusal.code;
      expect(code).toBe('terminal-busy');
      expect(operations.get(first.id)?.phase).toBe('waiting');
    });

    /** After one sale: a press is asked about and not sent, but sent once a person said yes. Gives the question. */
    const questionFirst = async (
      { pay, pass, sent }: Awaited<ReturnType<typeof opened>>,
      request: Partial<TerminalRequests['pay']> = {},
    ) => {
      const asked = await pay(request);
      if (asked.started) throw new Error('It was not asked about.');
      expect(sent()).toHaveLength(1);
      expect(await pay(request, { confirmed: asked.refusal.confirmation })).toMatchObject({ started: true });
      await pass(1000);
      expect(sent()).toHaveLength(2);
      return asked.refusal;
    };

    test('that repeats a sale of a moment ago for the same order is asked about first', async () => {
      const till = await sold({ status: 'complete', amount: 1250 }, { orderNumber: 'A-7' });
      till.operations.acknowledge(till.only().id);
      await till.pass(1000);
      await till.pay({ orderNumber: 'A-7' });
      await till.pass(1000);
      // The question stands, whether it came at once or with an answer.
      expect(await questionFirst(till, { orderNumber: 'A-7' })).toMatchObject({ code: 'needs-confirmation' });
    });

    test('F61: of the same amount while the last ending stands on the terminal is asked about first', async () => {
      const till = await sold();
      const { id } = till.only();
      await till.pass(10 * minute);
      expect(await questionFirst(till)).toMatchObject({ code: 'needs-confirmation', operationId: id });
    });

    test('F8: that the service refuses moved nothing', async () => {
      const { pay, pass, answer, only, operations } = await opened();
      answer('refused');
      await pay();
      await pass(1000);
      expect(only()).toMatchObject({ phase: 'rejected', error: { code: 'http', status: 422 } });
      expect(operations.list({ open: true })).toEqual([]);
    });

    test('F1: without an answer is never called failed, and holds its terminal', async () => {
      const { pay, pass, answer, only, operations, sent } = await opened();
      answer('silent');
      await pay();
      await pass(3 * minute);
      expect(only().phase).toBe('unknown');
      expect(operations.list({ open: true, terminalId: 'T1' })).toHaveLength(1);
      answer('taken');
      await pay({ amount: 900 });
      await pass(2000);
      expect(sent()).toHaveLength(1);
    });
  });

  describe('a result', () => {
    test('that is a refusal of the card ends in failed', async () => {
      const { only, operations } = await sold({ status: 'failed' } as never);
      expect(only().phase).toBe('failed');
      expect(operations.list({ open: true })).toEqual([]);
    });

    test('of less than was asked for ends in partial', async () => {
      const { only } = await sold({ status: 'complete', amount: 800 });
      expect(only()).toMatchObject({ phase: 'partial', amountCents: 1250, confirmedCents: 800 });
    });

    test('F20: that the service timed out is unknown, and a late one still wins', async () => {
      const { only, say, pass } = await sold({ status: 'timeout' } as never);
      expect(only()).toMatchObject({ phase: 'unknown', reason: 'service-timeout' });
      say('M-1', { status: 'complete', amount: 1250 });
      await pass(5 * minute);
      expect(only().phase).toBe('complete');
    });

    test('that does not come within five minutes is unknown, and a late one still wins', async () => {
      const { pay, pass, say, only } = await opened();
      await pay();
      await pass(6 * minute);
      expect(only()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
      say('M-1', { status: 'complete', amount: 1250 });
      await pass(5 * minute);
      expect(only().phase).toBe('complete');
    });

    test('of another kind is the same: a batch that is closed', async () => {
      const { operations, pass, only, sent } = await opened();
      expect(await operations.start('closeBatch', { terminalId: 'T1' })).toMatchObject({ started: true });
      await pass(1000);
      expect(only()).toMatchObject({ kind: 'closeBatch', phase: 'complete' });
      expect(sent()).toHaveLength(1);
    });

    test('at most 50 questions a minute', async () => {
      const { pay, pass, mostPolls } = await opened();
      for (let till = 1; till <= 12; till += 1) await pay({ terminalId: `T${till}`, amount: 1000 + till });
      await pass(3 * minute);
      expect(mostPolls()).toBeGreaterThan(0);
      expect(mostPolls()).toBeLessThanOrEqual(50);
    });
  });

  describe('what a person does', () => {
    test('stops waiting: it is unknown at once, and a late result still wins', async () => {
      const { pay, pass, say, only, operations } = await opened();
      await pay();
      await pass(5000);
      operations.stopWaiting(only().id);
      expect(only()).toMatchObject({ phase: 'unknown', reason: 'stopped' });
      await pass(10_000);
      expect(only().phase).toBe('unknown');
      say('M-1', { status: 'complete', amount: 1250 });
      await pass(5 * minute);
      expect(only().phase).toBe('complete');
    });

    test('says what became of an unknown one: the terminal is free', async () => {
      const { pay, pass, only, operations } = await opened();
      const told: PaymentsEvent[] = [];
      operations.listen((event) => told.push(event));
      await pay();
      await pass(6 * minute);
      operations.resolveUnknown(only().id, { charged: true, basis: 'receipt' });
      expect(only()).toMatchObject({ phase: 'resolved', resolution: { charged: true, basis: 'receipt' } });
      await pass(minute);
      expect(only().phase).toBe('resolved');
      expect(operations.list({ open: true })).toEqual([]);
      const resolved = told.filter(({ type }) => type === 'resolved');
      expect(resolved).toMatchObject([{ charged: true, basis: 'receipt' }]);
    });

    test('says it wrongly: what the service proves later is shown beside it', async () => {
      const { pay, pass, say, only, operations } = await opened();
      await pay();
      await pass(6 * minute);
      operations.resolveUnknown(only().id, { charged: false, basis: 'terminal-screen' });
      operations.acknowledge(only().id);
      await pass(10_000);
      expect(operations.list({ standing: true })).toEqual([]);
      say('M-1', { status: 'complete', amount: 1250 });
      await pass(5 * minute);
      expect(only()).toMatchObject({ phase: 'complete', anomalies: ['contradicts-operator'] });
      expect(operations.list({ standing: true })).toHaveLength(1);
    });

    test('says it without a basis, or with another one and no note: the field is named', async () => {
      const { pay, pass, only, operations } = await opened();
      await pay();
      await pass(6 * minute);
      const wrong = (resolution: object) => () =>
        operations.resolveUnknown(only().id, resolution as Parameters<typeof operations.resolveUnknown>[1]);
      expect(wrong({ charged: true, basis: 'guess' })).toThrow(PaymentsError);
      expect(wrong({ charged: true, basis: 'other' })).toThrow(/note/);
      expect(only().phase).toBe('unknown');
    });

    test('takes note of an ending: it stands no longer', async () => {
      const { only, operations, pass } = await sold();
      expect(operations.list({ standing: true })).toHaveLength(1);
      operations.acknowledge(only().id);
      expect(operations.list({ standing: true })).toEqual([]);
      expect(only().acknowledgedAt).toBeDefined();
      await pass(minute);
      expect(operations.list({ standing: true })).toEqual([]);
    });

    test('asks now: the service can be asked, and the answer comes sooner', async () => {
      const { pay, pass, say, only, operations } = await opened();
      await pay();
      await pass(5 * minute + 30_000);
      const { id } = only();
      expect(only().phase).toBe('unknown');
      expect(operations.canCheck(id)).toBe(true);
      say('M-1', { status: 'complete', amount: 1250 });
      const { nextAllowedAt } = operations.checkNow(id);
      expect(nextAllowedAt).toBeLessThan(operations.clock.now() + minute);
      await pass(10_000);
      expect(only().phase).toBe('complete');
    });
  });

  describe('another page of the browser', () => {
    test('after a reload finds what waits, sends nothing again, and sees it end', async () => {
      const { pay, pass, say, open, page, only, sent } = await opened();
      await pay({}, { flowKey: 'bar' });
      await pass(5000);
      const { id } = only();
      page.crash();
      const again = await open();
      await pass(1000);
      expect(again.operations.isReady()).toBe(true);
      expect(again.operations.list()).toMatchObject([{ id, phase: 'waiting', flowKey: 'bar' }]);
      expect(again.operations.isOrphan(id)).toBe(true);
      say('M-1', { status: 'complete', amount: 1250 });
      await pass(30_000);
      expect(again.operations.get(id)?.phase).toBe('complete');
      expect(sent()).toHaveLength(1);
    });

    test('shows an ending of which no operator took note, and the host hears of it there', async () => {
      const { page, open, pass } = await sold();
      page.operations.markReported(page.operations.list()[0]!.id, 'complete');
      await pass(1000);
      page.crash();
      const again = await open();
      await pass(1000);
      const [ended] = again.operations.list({ standing: true });
      expect(ended).toMatchObject({ phase: 'complete', toldPhase: 'complete' });
      expect(createFlowView(again.operations, 'pay', 'default').getSnapshot().phase).toBe('complete');
      again.operations.acknowledge(ended!.id);
      await pass(1000);
      again.crash();
      const third = await open();
      await pass(1000);
      expect(third.operations.list({ standing: true })).toEqual([]);
    });

    test('that lives beside it does not take over what the first one shows', async () => {
      const { pay, pass, open, only } = await opened();
      await pay();
      await pass(1000);
      const other = await open();
      await pass(2000);
      expect(other.operations.get(only().id)?.phase).toBe('waiting');
      expect(other.operations.isOrphan(only().id)).toBe(false);
      expect(createFlowView(other.operations, 'pay', 'default').getSnapshot().phase).toBe('idle');
    });

    test('F20: tells what a person said in a page that was closed right after', async () => {
      const { pay, pass, open, page, only, say } = await opened();
      await pay();
      await pass(6 * minute);
      page.operations.resolveUnknown(only().id, { charged: false, basis: 'terminal-screen' });
      await pass(0);
      page.crash();
      const again = await open();
      await pass(minute);
      expect(again.operations.list()).toMatchObject([{ phase: 'resolved', resolution: { charged: false } }]);
      say('M-1', { status: 'complete', amount: 1250 });
      await pass(5 * minute);
      expect(again.operations.list()[0]).toMatchObject({ anomalies: ['contradicts-operator'] });
    });
  });

  describe('the interface', () => {
    test('lists newest first, by what is asked for', async () => {
      const { pay, pass, say, operations } = await opened();
      await pay({ terminalId: 'T1' });
      await pass(1000);
      await pay({ terminalId: 'T2', amount: 900 }, { flowKey: 'bar' });
      await pass(1000);
      say('M-1', { status: 'complete', amount: 1250 });
      await pass(10_000);
      const terminals = (filter?: Parameters<typeof operations.list>[0]) =>
        operations.list(filter).map(({ terminalId }) => terminalId);
      expect(terminals()).toEqual(['T2', 'T1']);
      expect(terminals({ open: true })).toEqual(['T2']);
      expect(terminals({ open: false })).toEqual(['T1']);
      expect(terminals({ standing: true })).toEqual(['T2', 'T1']);
      expect(terminals({ terminalId: 'T1' })).toEqual(['T1']);
      expect(terminals({ flowKey: 'bar' })).toEqual(['T2']);
      expect(terminals({ kind: 'refund' })).toEqual([]);
    });

    test('gives the same object as long as nothing changed', async () => {
      const { operations, only, pass } = await sold();
      const before = only();
      await pass(minute);
      expect(only()).toBe(before);
      expect(operations.get(before.id)).toBe(before);
    });

    test('goes on though a listener of the host throws', async () => {
      const { pay, pass, say, operations, only } = await opened();
      const reported: unknown[] = [];
      const before = globalThis.reportError;
      globalThis.reportError = (error) => reported.push(error);
      operations.listen(() => {
        throw new Error('the host');
      });
      operations.subscribe(() => {
        throw new Error('the host');
      });
      await pay();
      await pass(1000);
      say('M-1', { status: 'complete', amount: 1250 });
      await pass(10_000);
      globalThis.reportError = before;
      expect(only().phase).toBe('complete');
      expect(reported.length).toBeGreaterThan(0);
    });

    test('events have an id each that stays the same, and tell nothing personal', async () => {
      const till = await opened();
      const events: PaymentsEvent[] = [];
      till.operations.listen((event) => events.push(event));
      await till.pay({ email: 'ann@example.com', phone: '+15550100', receipt: true });
      await till.pass(1000);
      till.say('M-1', { status: 'complete', amount: 1250 });
      await till.pass(10_000);
      const ids = events.map(({ eventId }) => eventId);
      expect(new Set(ids).size).toBe(ids.length);
      expect(ids.every((id) => id.startsWith(till.only().id))).toBe(true);
      expect(JSON.stringify(events)).not.toMatch(/ann@example|5550100/);
    });

    test('watches a message of its own, and tells its result', async () => {
      const { pay, pass, say, operations } = await opened();
      await pay();
      await pass(1000);
      const watch = operations.watch('M-1');
      const leave = watch.subscribe(() => undefined);
      await pass(5000);
      expect(watch.getSnapshot().isFinal).toBe(false);
      say('M-1', { status: 'complete', amount: 1250 });
      await pass(30_000);
      expect(watch.getSnapshot()).toMatchObject({ status: 'complete', isFinal: true });
      leave();
    });

    test('answers what was done: transactions, one of them, and a report', async () => {
      const { operations, pass } = await sold();
      const { record, clock } = operations;
      const settled = async <Value>(question: Promise<Value>) => {
        const [answer] = await Promise.all([question, pass(1000)]);
        return answer;
      };
      const page = await settled(record.listTransactions({}));
      expect(page.items).toMatchObject([{ pnRefNum: 'P-1', authorizedCents: 1250, leftCents: 1250 }]);
      const one = await settled(record.getTransaction({ pnRefNum: 'P-1' }));
      expect(one.operations).toMatchObject([{ kind: 'pay', phase: 'complete' }]);
      const [from, to] = [clock.now() - 60 * minute, clock.now() + minute];
      const report = await settled(record.getReport({ from, to }));
      expect(report.rows).toMatchObject([{ kind: 'pay', phase: 'complete', count: 1, movedCents: 1250 }]);
      await expect(settled(record.getTransaction({ pnRefNum: 'P-9' }))).rejects.toMatchObject({
        status: 404,
      });
    });

    test('calls back when an answer of the record may have changed', async () => {
      const { operations, pay, pass } = await opened();
      let calls = 0;
      const leave = operations.record.subscribe(() => (calls += 1));
      await pass(1000);
      const before = calls;
      await pay();
      await pass(2000);
      expect(calls).toBeGreaterThan(before);
      leave();
    });

    test('refunds at most what is left', async () => {
      const { operations, pass, sent } = await sold();
      const [{ id, pnRefNum = '' } = { id: '' }] = operations.list();
      operations.acknowledge(id);
      await pass(1000);
      const result = await operations.start(
        'refund',
        { terminalId: 'T1', pnRefNum, amount: 2000 },
        { currency: 'USD' },
      );
      await pass(1000);
      const refused = operations.list({ kind: 'refund' })[0];
      expect(result.started ? refused?.error?.refusal?.code : result.refusal.code).toBe('not-allowed');
      expect(sent()).toHaveLength(1);
    });

    test('forgets what has ended for signing out, and keeps what is open', async () => {
      const { operations, pay, pass } = await sold();
      await pay({ terminalId: 'T2', amount: 900 });
      await pass(2000);
      operations.clearEnded();
      expect(operations.list()).toMatchObject([{ terminalId: 'T2' }]);
    });

    test('tells another operator of the page by another scope', async () => {
      const { page, pay, pass, only, operations } = await opened();
      await pay();
      await pass(2000);
      const other = page.as('ben');
      await pass(2000);
      expect(other.scope).not.toBe(operations.scope);
      expect(other.isOwn(only().id)).toBe(false);
    });

    test('asks nothing and tells nothing once it is disposed of', async () => {
      const { operations, pay, pass, say, mostPolls } = await opened();
      await pay();
      await pass(2000);
      let calls = 0;
      operations.listen(() => (calls += 1));
      operations.dispose();
      say('M-1', { status: 'complete', amount: 1250 });
      await pass(minute);
      expect(calls).toBe(0);
      expect(mostPolls()).toBeLessThanOrEqual(50);
    });
  });
}
