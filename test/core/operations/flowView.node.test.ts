import { describe, expect, it } from 'vitest';
import {
  createFlowView,
  createMemoryJournal,
  createTerminalOperations,
  createVirtualClock,
  type TerminalOperationsOptions,
} from '../../../src/exports/core.ts';
import { createSandboxPayments, type SandboxOptions } from '../../../src/exports/sandbox.ts';
import { createTabHub } from '../fakeChannel.ts';

function browser(options: SandboxOptions = {}) {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const { client, sandbox } = createSandboxPayments({ latencyMs: 100, ...options, clock });
  const journal = createMemoryJournal();
  const join = createTabHub();
  const open = (more: Partial<TerminalOperationsOptions> = {}) => {
    const channel = join();
    const operations = createTerminalOperations({ client, journal, clock, channel, ...more });
    return { operations, channel, flow: createFlowView(operations, 'pay', 'default') };
  };
  const sale = { terminalId: sandbox.terminals[0]!.id, amount: 1250, receipt: false };
  const posts = () => sandbox.ledger.requests.filter(({ operation }) => operation === 'pay');
  return { clock, sandbox, journal, open, sale, posts };
}

describe('what a part of a page shows', () => {
  it('is the same object until something changes', async () => {
    const { clock, open, sale } = browser();
    const { flow } = open();
    const idle = flow.getSnapshot();
    expect(flow.getSnapshot()).toBe(idle);
    void flow.start(sale);
    await clock.advance(300);
    const sent = flow.getSnapshot();
    expect([sent.phase, sent.operation?.phase]).toEqual(['waiting', 'waiting']);
    expect(flow.getSnapshot()).toBe(sent);
    await clock.advance(20_000);
    expect(flow.getSnapshot()).toMatchObject({ phase: 'complete', operation: { phase: 'complete' } });
  });

  it('is left without taking note of it: the ending stands, and comes not back by itself', async () => {
    const { clock, open, sale } = browser();
    const { flow, operations } = open();
    void flow.start(sale);
    await clock.advance(20_000);
    flow.leave();
    expect(flow.getSnapshot()).toEqual({ phase: 'idle', isPending: false });
    await clock.advance(1000);
    expect(flow.getSnapshot().phase).toBe('idle');
    expect(operations.list({ standing: true })).toMatchObject([{ phase: 'complete' }]);
    flow.reset();
    expect(operations.list({ standing: true })).toHaveLength(1);
  });

  it('is told to who listens, and to no listener that left', async () => {
    const { clock, open, sale } = browser();
    const { flow } = open();
    const heard: string[] = [];
    const leave = flow.subscribe(() => heard.push(flow.getSnapshot().phase));
    void flow.start(sale);
    await clock.advance(300);
    expect(new Set(heard)).toEqual(new Set(['sending', 'waiting']));
    flow.reset();
    expect(heard.at(-1)).toBe('idle');
    leave();
    const count = heard.length;
    await clock.advance(20_000);
    flow.reset();
    expect(heard).toHaveLength(count);
  });

  it('F60: is no refusal where a second press was the same as the first', async () => {
    const { clock, open, sale, posts } = browser();
    const { flow } = open();
    void flow.start(sale);
    await clock.advance(10);
    await flow.start(sale);
    expect(flow.getSnapshot().phase).toBe('sending');
    expect(flow.getSnapshot().refusal).toBeUndefined();
    await clock.advance(20_000);
    expect(posts()).toHaveLength(1);
  });

  it('is a refusal beside what goes on, until the next press or a new beginning', async () => {
    const { clock, open, sale } = browser({ scenario: 'slow' });
    const { flow } = open();
    void flow.start(sale);
    await clock.advance(500);
    void flow.start({ ...sale, amount: 800 });
    await clock.advance(50);
    expect(flow.getSnapshot()).toMatchObject({ phase: 'waiting', refusal: { code: 'terminal-busy' } });
    flow.reset();
    expect(flow.getSnapshot()).toEqual({ phase: 'idle', isPending: false });
    void flow.start({ ...sale, amount: 0 });
    await clock.advance(50);
    expect(flow.getSnapshot()).toMatchObject({
      phase: 'refused',
      refusal: { code: 'invalid-request', field: 'amount' },
    });
  });

  it.each([
    ['runs', 'slow', 500, 'waiting'],
    ['is not known', 'lost-answer', 1000, 'unknown'],
    ['has ended', 'approved', 20_000, 'complete'],
    ['was declined', 'declined', 20_000, 'failed'],
  ] as const)('F61: is never `refused` in the place of what %s', async (_, scenario, ms, phase) => {
    const { clock, open, sale } = browser({ scenario });
    const { flow } = open();
    void flow.start(sale);
    await clock.advance(ms);
    const { operation } = flow.getSnapshot();
    for (const wrong of [
      { ...sale, amount: 0 },
      { ...sale, terminalId: '..' },
    ]) {
      await flow.start(wrong);
      expect(flow.getSnapshot()).toMatchObject({ phase, operation, refusal: { code: 'invalid-request' } });
    }
  });

  it('F61: is what turns up on its terminal, although a start was refused before', async () => {
    const { clock, open, sale } = browser({ scenario: 'slow' });
    const first = open();
    void first.flow.start(sale);
    await clock.advance(1000);
    first.operations.dispose();
    const { flow } = open();
    const refused = flow.start(sale);
    await clock.advance(10);
    expect(await refused).toMatchObject({ started: false, refusal: { code: 'terminal-busy' } });
    await clock.advance(1000);
    expect(flow.getSnapshot()).toMatchObject({ phase: 'waiting', refusal: { code: 'terminal-busy' } });
  });

  it('is pending while it is sent and waited for, and not where a person has to look', async () => {
    const { clock, open, sale } = browser({ scenario: 'late-result' });
    const { flow } = open();
    const seen = new Map<string, boolean>();
    const note = ({ phase, isPending } = flow.getSnapshot()) => seen.set(phase, isPending);
    note();
    flow.subscribe(() => note());
    void flow.start(sale);
    await clock.advance(12 * 60_000);
    expect([...seen]).toEqual([
      ['idle', false],
      ['sending', true],
      ['waiting', true],
      ['unknown', false],
      ['complete', false],
    ]);
  });

  it('F60: tells each press what became of it', async () => {
    const { clock, open, sale } = browser();
    const { flow } = open();
    const pressed = flow.start(sale);
    await clock.advance(10);
    const { id } = flow.getSnapshot().operation!;
    expect(await pressed).toMatchObject({ started: true, operation: { id } });
    const second = { code: 'already-started', operationId: id };
    expect(await flow.start(sale)).toMatchObject({ started: false, refusal: second });
    const other = await flow.start({ ...sale, amount: 800 });
    expect(other).toEqual({ started: false, refusal: flow.getSnapshot().refusal });
  });

  it('F64: stays away from what goes on once the cashier began anew', async () => {
    const { clock, open, sale } = browser({ scenario: 'slow' });
    const { flow, operations } = open();
    void flow.start(sale);
    await clock.advance(500);
    flow.reset();
    await clock.advance(5000);
    expect(flow.getSnapshot().phase).toBe('idle');
    expect(operations.list({ open: true })).toHaveLength(1);
    expect(createFlowView(operations, 'pay', 'default').getSnapshot().phase).toBe('waiting');
  });

  it('is what was started under its key on this page, until the cashier took note of how it ended', async () => {
    const { clock, open, sale } = browser();
    const { operations } = open();
    void operations.start('pay', sale, { flowKey: 'bar' });
    await clock.advance(300);
    const shown = (key: string) => createFlowView(operations, 'pay', key).getSnapshot().phase;
    expect([shown('bar'), shown('default')]).toEqual(['waiting', 'idle']);
    await clock.advance(20_000);
    expect([shown('bar'), shown('default')]).toEqual(['complete', 'idle']);
    operations.acknowledge(operations.list()[0]!.id);
    expect(shown('bar')).toBe('idle');
  });

  it('is what is open rather than what has ended since, when it is shown again', async () => {
    const { clock, sandbox, open, sale } = browser();
    const { flow, operations } = open();
    sandbox.setScenario('slow', { next: true });
    void flow.start(sale);
    await clock.advance(1000);
    flow.reset();
    void flow.start({ ...sale, terminalId: sandbox.terminals[1]!.id });
    await clock.advance(10_000);
    const phases = () => operations.list().map(({ phase }) => phase);
    expect(phases()).toEqual(['complete', 'waiting']);
    const again = createFlowView(operations, 'pay', 'default');
    expect(again.getSnapshot().phase).toBe('waiting');
    await clock.advance(60_000);
    expect(again.getSnapshot().operation?.terminalId).toBe(sale.terminalId);
    expect(phases()).toEqual(['complete', 'complete']);
    again.reset();
    expect(createFlowView(operations, 'pay', 'default').getSnapshot()).toMatchObject({
      phase: 'complete',
      operation: { terminalId: sandbox.terminals[1]!.id },
    });
  });

  it('F61: asks before the draft that it shows is sent again, also where the host took note of it', async () => {
    const { clock, open, sale, posts } = browser();
    const { flow, operations } = open();
    void flow.start(sale);
    await clock.advance(20_000);
    operations.acknowledge(operations.list()[0]!.id);
    void flow.start(sale);
    await clock.advance(50);
    expect(flow.getSnapshot()).toMatchObject({ phase: 'complete', refusal: { code: 'needs-confirmation' } });
    expect(posts()).toHaveLength(1);
    flow.reset();
    void flow.start(sale);
    await clock.advance(50);
    expect(flow.getSnapshot()).toMatchObject({ phase: 'sending', refusal: undefined });
  });

  it('is told to who listens where a press was refused', async () => {
    const { open, sale } = browser();
    const { operations } = open();
    const bar = createFlowView(operations, 'pay', 'bar');
    const heard: unknown[] = [];
    bar.subscribe(() => heard.push(bar.getSnapshot().refusal?.code));
    await bar.start({ ...sale, amount: 0 });
    expect(heard).toContain('invalid-request');
    await bar.start(sale);
    expect(bar.getSnapshot().operation?.flowKey).toBe('bar');
  });

  it('takes its key for what it starts, and passes the rest on', async () => {
    const { clock, open, sale } = browser({ scenario: 'lost-request' });
    const { flow, operations } = open();
    void flow.start(sale);
    await clock.advance(1000);
    const [first] = operations.list();
    operations.resolveUnknown(first!.id, { charged: false, basis: 'receipt' });
    void flow.start(sale);
    await clock.advance(50);
    const confirmed = flow.getSnapshot().refusal?.confirmation;
    expect(confirmed).toBeDefined();
    void flow.start(sale, { confirmed });
    await clock.advance(50);
    expect(flow.getSnapshot()).toMatchObject({ phase: 'sending', operation: { flowKey: 'default' } });
  });
});

describe('what another page left behind', () => {
  it('is looked after here, so that a third page leaves it alone', async () => {
    const { clock, open, sale } = browser({ scenario: 'slow' });
    const first = open();
    void first.flow.start(sale);
    await clock.advance(1000);
    first.operations.dispose();
    const [second, third] = [open(), open()];
    await clock.advance(1000);
    expect(second.flow.getSnapshot().phase).toBe('waiting');
    const { id } = second.operations.list()[0]!;
    expect([second.operations.isOwn(id), third.operations.isOwn(id)]).toEqual([true, false]);
    expect(third.operations.isOrphan(id)).toBe(false);
    expect(third.flow.getSnapshot().phase).toBe('idle');
  });

  it('does not appear out of nowhere once the page has looked', async () => {
    const { clock, open, sale } = browser({ scenario: 'slow' });
    const [first, second] = [open(), open()];
    await clock.advance(1000);
    expect(second.flow.getSnapshot().phase).toBe('idle');
    void first.flow.start(sale);
    await clock.advance(1000);
    first.operations.dispose();
    await clock.advance(5000);
    expect(second.operations.isOrphan(second.operations.list()[0]!.id)).toBe(true);
    expect(second.flow.getSnapshot().phase).toBe('idle');
  });

  it('F66: of another operator is not shown as this one’s', async () => {
    const { clock, open, sale } = browser({ scenario: 'slow' });
    const ann = open({ scopeKey: 'ann' });
    void ann.flow.start(sale);
    await clock.advance(1000);
    ann.operations.dispose();
    const ben = open({ scopeKey: 'ben' });
    await clock.advance(1000);
    expect(ben.flow.getSnapshot().phase).toBe('idle');
    const [seen] = ben.operations.list();
    expect(seen).toMatchObject({ phase: 'waiting', amountCents: undefined });
    expect(ben.operations.get(seen!.id)).toBe(ben.operations.list()[0]);
    expect(ben.operations.get('none')).toBeUndefined();
    const back = open({ scopeKey: 'ann' });
    await clock.advance(1000);
    expect(back.flow.getSnapshot()).toMatchObject({ phase: 'waiting', operation: { amountCents: 1250 } });
  });

  it('is no orphan as long as the journal was not read', async () => {
    const { clock, open, sale } = browser({ scenario: 'slow' });
    const first = open();
    void first.flow.start(sale);
    await clock.advance(1000);
    const { id } = first.operations.list()[0]!;
    first.operations.dispose();
    const second = open();
    expect([second.operations.isReady(), second.operations.isOrphan(id)]).toEqual([false, false]);
    await clock.advance(1000);
    expect([second.operations.isReady(), second.operations.isOrphan(id)]).toEqual([true, true]);
  });
});
