import { describe, expect, it } from 'vitest';
import {
  createFlowView,
  createMemoryJournal,
  createPaymentsClient,
  createTerminalOperations,
  createVirtualClock,
  type Journal,
} from '../../../src/exports/core.ts';
import { createSandboxPayments, type SandboxOptions } from '../../../src/exports/sandbox.ts';
import { createOperationPresence } from '../../../src/core/operationPresence.ts';
import { createTabHub } from '../fakeChannel.ts';

const minute = 60_000;

/** The tabs of one browser; a tab can be frozen while it sends, and die without a word. */
function browser(options: SandboxOptions = {}) {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const made = createSandboxPayments({ latencyMs: 100, ...options, clock });
  const { sandbox } = made;
  const shared = createMemoryJournal();
  const join = createTabHub();
  const open = (change: (journal: Journal) => Partial<Journal> = () => ({})) => {
    let thaw: () => void = () => undefined;
    const thawed = new Promise<void>((resolve) => {
      thaw = resolve;
    });
    let isFrozen = false;
    const client = createPaymentsClient({
      ...made.client.options,
      requestTimeoutMs: 60 * minute, // a frozen page has no timers
      fetcher: async (request, init) => {
        const response = await sandbox.fetch(request, init);
        if (isFrozen) await thawed;
        return response;
      },
    });
    const channel = join();
    const journal = { ...shared, ...change(shared) };
    const operations = createTerminalOperations({ client, journal, clock, channel, random: () => 0.5 });
    const pay = () =>
      void operations.start('pay', {
        terminalId: sandbox.terminals[0]!.id,
        amount: 1250,
        receipt: false,
      });
    return {
      operations,
      pay,
      only: () => operations.list()[0]!,
      freeze: () => {
        isFrozen = true;
        channel.silence();
      },
      thaw,
    };
  };
  return { clock, sandbox, shared, open };
}

describe('what becomes known late', () => {
  it('F43: a page that dies while it sends leaves the terminal to the others, unasked', async () => {
    const { clock, open } = browser({ latencyMs: 5000 });
    const [dying, other] = [open(), open()];
    await clock.advance(300);
    dying.pay();
    await clock.advance(1000);
    expect(other.only().phase).toBe('sending');
    dying.freeze();
    await clock.advance(30_000);
    expect(other.only()).toMatchObject({ phase: 'unknown', reason: 'reloaded' });
  });

  it('a page that was thought dead still says which message it was, after a person has judged', async () => {
    const { clock, open } = browser();
    const [frozen, other] = [open(), open()];
    await clock.advance(300);
    frozen.freeze();
    frozen.pay();
    await clock.advance(500);
    await other.operations.resume();
    await clock.advance(500);
    const { id } = other.only();
    other.operations.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
    await clock.advance(1000);
    frozen.thaw();
    await clock.advance(2 * minute);
    for (const { only } of [frozen, other])
      expect(only()).toMatchObject({
        phase: 'complete',
        resolution: { charged: false },
        anomalies: ['contradicts-operator'],
      });
  });

  it('a refusal that comes after a page was thought dead is believed', async () => {
    const { clock, open } = browser({ scenario: 'unauthorized' });
    const [frozen, other] = [open(), open()];
    await clock.advance(300);
    frozen.freeze();
    frozen.pay();
    await clock.advance(500);
    await other.operations.resume();
    await clock.advance(500);
    expect(other.only()).toMatchObject({ phase: 'unknown', reason: 'reloaded' });
    frozen.thaw();
    await clock.advance(1000);
    expect([frozen.only().phase, other.only().phase]).toEqual(['rejected', 'rejected']);
  });

  it('a result that comes after a person has judged is heard after a reload too', async () => {
    const { clock, open } = browser();
    const first = open();
    first.pay();
    await clock.advance(2000);
    const { id } = first.only();
    first.operations.stopWaiting(id);
    first.operations.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
    first.operations.dispose();
    const second = open();
    await clock.advance(2 * minute);
    expect(second.only()).toMatchObject({ phase: 'complete', anomalies: ['contradicts-operator'] });
  });

  it('an operation hears what a watcher of its message on the same page heard before it', async () => {
    const { clock, open } = browser();
    const first = open();
    first.pay();
    await clock.advance(1000);
    const msgIdentifier = first.only().msgIdentifier!;
    first.operations.dispose();
    await clock.advance(20_000);
    const second = open();
    second.operations.watch(msgIdentifier).subscribe(() => undefined);
    await clock.advance(2 * minute);
    expect(second.only().phase).toBe('complete');
  });

  it.each<[string, (journal: Journal) => Partial<Journal>]>([
    ['never answers', () => ({ update: () => new Promise(() => undefined) })],
    ['refuses', () => ({ update: () => Promise.reject(new Error('full')) })],
  ])('an accepted payment is followed although the journal %s', async (_, change) => {
    const { clock, open } = browser();
    const tab = open(change);
    const seen: string[] = [];
    tab.operations.listen((event) => seen.push(event.type === 'anomaly' ? event.kind : event.type));
    tab.pay();
    await clock.advance(20_000);
    expect(tab.only().phase).toBe('complete');
    expect(seen).toContain('not-recorded');
  });

  it('a terminal is free again once the journal can be written, however long it could not', async () => {
    const { clock, open, sandbox } = browser();
    let isFull = false;
    const tab = open((journal) => ({
      update: (...change) => (isFull ? Promise.reject(new Error('full')) : journal.update(...change)),
    }));
    tab.pay();
    await clock.advance(1000);
    isFull = true;
    await clock.advance(2 * minute);
    expect(tab.only().phase).toBe('complete');
    isFull = false;
    await clock.advance(2 * minute);
    const next = tab.operations.start('pay', {
      terminalId: sandbox.terminals[0]!.id,
      amount: 800,
      receipt: false,
    });
    await clock.advance(0);
    expect(await next).toMatchObject({ started: true });
  });

  it("a host's subscriber that throws changes nothing", async () => {
    const { clock, open, shared } = browser();
    const tab = open();
    const throwing = () => {
      throw new Error('host');
    };
    const reported: unknown[] = [];
    globalThis.reportError = (error) => reported.push(error);
    tab.operations.subscribe(throwing);
    tab.pay();
    await clock.advance(1000);
    tab.operations.watch(tab.only().msgIdentifier!).subscribe(throwing);
    await clock.advance(20_000);
    Reflect.deleteProperty(globalThis, 'reportError');
    expect(tab.only().phase).toBe('complete');
    expect(await shared.list()).toMatchObject([{ phase: 'complete' }]);
    expect(reported.length).toBeGreaterThan(0);
  });

  it('F47: the same sale from another tab is told that the terminal is busy', async () => {
    const { clock, open, sandbox } = browser({ latencyMs: 5000 });
    const [first, second] = [open(), open()];
    await clock.advance(300);
    first.pay();
    await clock.advance(1000);
    const flow = createFlowView(second.operations, 'pay', 'default');
    await flow.start({ terminalId: sandbox.terminals[0]!.id, amount: 1250, receipt: false });
    expect(flow.getSnapshot()).toMatchObject({ phase: 'refused', refusal: { code: 'terminal-busy' } });
  });

  it('what another tab holds stays held while the tabs are asked', async () => {
    const clock = createVirtualClock(0);
    const join = createTabHub();
    const tab = (name: string) => {
      const { listen, post } = join();
      const late = { listen, post: (message: unknown) => void clock.setTimeout(() => post(message), 10) };
      return createOperationPresence(late, clock, name);
    };
    const [holder, other] = [tab('a'), tab('b')];
    holder.hold('sale');
    await clock.advance(50);
    const asked = other.refresh();
    expect(other.isHeldElsewhere('sale')).toBe(true);
    holder.release('sale');
    await clock.advance(300);
    await asked;
    expect(other.isHeldElsewhere('sale')).toBe(false);
  });
});

describe('a day', () => {
  const approved = 30_000;

  it('is read once: after that a change reads what changed, in each tab', async () => {
    const { clock, open } = browser();
    const read: string[] = [];
    const counted = (journal: Journal): Partial<Journal> => ({
      list: (filter) => {
        read.push('all');
        return journal.list(filter);
      },
      get: (id) => {
        read.push(id);
        return journal.get(id);
      },
    });
    const [till, other] = [open(counted), open(counted)];
    await clock.advance(1000);
    read.length = 0;
    till.pay();
    await clock.advance(approved);
    till.operations.acknowledge(till.only().id);
    await clock.advance(300);
    expect(other.only()).toMatchObject({ phase: 'complete', acknowledgedAt: expect.any(Number) });
    expect(new Set(read)).toEqual(new Set([till.only().id]));
  });

  it('is read again where a change could not be read', async () => {
    const { clock, open } = browser();
    let isBroken = false;
    const whole =
      <Args extends unknown[], Value>(read: (...args: Args) => Promise<Value>) =>
      (...args: Args) =>
        isBroken ? Promise.reject(new Error('Lost.')) : read(...args);
    const failing = ({ get, list }: Journal): Partial<Journal> => ({ get: whole(get), list: whole(list) });
    const [till, other] = [open(), open(failing)];
    await clock.advance(1000);
    isBroken = true;
    till.pay();
    await clock.advance(approved);
    till.operations.acknowledge(till.only().id);
    isBroken = false;
    expect(other.operations.list()).toEqual([]);
    await till.operations.start('closeBatch', { terminalId: till.only().terminalId });
    await clock.advance(1000);
    expect(other.operations.list()[1]).toMatchObject({
      phase: 'complete',
      acknowledgedAt: expect.any(Number),
    });
  });

  it('goes on after "Approved", however long the journal takes to write it', async () => {
    const { clock, open, shared } = browser();
    let isSlow = false;
    const { operations, pay, only } = open((journal) => ({
      update: async (...change) => {
        if (isSlow) await new Promise<void>((resolve) => clock.setTimeout(resolve, 90_000));
        return journal.update(...change);
      },
    }));
    await clock.advance(1000);
    pay();
    await clock.advance(1000);
    isSlow = true;
    await clock.advance(approved);
    const first = only();
    expect(first.phase).toBe('complete');
    expect(await shared.get(first.id)).toMatchObject({ phase: 'waiting' });
    operations.acknowledge(first.id);
    const { terminalId } = first;
    const next = operations.start('pay', { terminalId, amount: 990, receipt: false });
    await clock.advance(100);
    expect(await next).toMatchObject({ started: true });
    await clock.advance(2 * approved + 10 * 90_000);
    expect(operations.list().map(({ phase }) => phase)).toEqual(['complete', 'complete']);
    const kept = await shared.list();
    expect(kept.map(({ phase, amountCents }) => `${phase} ${amountCents}`).toSorted()).toEqual([
      'complete 1250',
      'complete 990',
    ]);
  });

  it('does not grow what a tab tells the others of itself', async () => {
    const { clock, open } = browser();
    const told: unknown[] = [];
    const { operations, pay } = open();
    await clock.advance(1000);
    for (let sale = 0; sale < 5; sale += 1) {
      pay();
      await clock.advance(approved + 90_000);
      const [newest] = operations.list();
      expect(newest).toMatchObject({ phase: 'complete' });
      operations.acknowledge(newest!.id);
      told.push(operations.list().filter(({ id }) => operations.isOwn(id)).length);
    }
    expect(told).toEqual([0, 0, 0, 0, 0]);
  });
});
