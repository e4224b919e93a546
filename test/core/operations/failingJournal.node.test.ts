import { describe, expect, it } from 'vitest';
import {
  createMemoryJournal,
  createTerminalOperations,
  createVirtualClock,
  type Journal,
  type TerminalOperationsOptions,
} from '../../../src/exports/core.ts';
import { createSandboxPayments, type SandboxOptions } from '../../../src/exports/sandbox.ts';
import { createTabHub } from './schedules/simulatedTab.ts';

/** Pages on one journal that each may do otherwise than it should. */
function till(options: SandboxOptions = {}) {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const { client, sandbox } = createSandboxPayments({ latencyMs: 100, ...options, clock });
  const journal = createMemoryJournal();
  const join = createTabHub();
  const sale = { terminalId: sandbox.terminals[0]!.id, amount: 1250, receipt: false };
  const open = (change: Partial<Journal> = {}, more: Partial<TerminalOperationsOptions> = {}) => {
    const changed = { ...journal, ...change };
    return createTerminalOperations({ client, journal: changed, clock, channel: join(), ...more });
  };
  const wait = (ms: number) => new Promise<void>((resolve) => clock.setTimeout(resolve, ms));
  const posts = () => sandbox.ledger.requests.filter(({ operation }) => operation === 'pay');
  return { clock, sandbox, journal, sale, open, wait, posts };
}

describe('a claim that comes too late', () => {
  it('and cannot be taken back shows up, so that a person can free the terminal', async () => {
    const { clock, journal, sale, open, wait, posts } = till();
    let isSick = true;
    const operations = open({
      claim: async (...input) => {
        if (isSick) await wait(1500);
        return journal.claim(...input);
      },
      remove: (id) => (isSick ? Promise.reject(new Error('busy')) : journal.remove(id)),
    });
    const late = operations.start('pay', sale);
    await clock.advance(3000);
    expect(await late).toMatchObject({ refusal: { code: 'no-journal' } });
    isSick = false;
    const refused = operations.start('pay', { ...sale, amount: 800 });
    await clock.advance(1000);
    const [left] = operations.list();
    expect(await refused).toMatchObject({ refusal: { code: 'terminal-busy', operationId: left!.id } });
    expect(left).toMatchObject({ phase: 'unknown', reason: 'reloaded', amountCents: 1250 });
    expect(posts()).toEqual([]);

    operations.resolveUnknown(left!.id, { charged: false, basis: 'terminal-screen' });
    void operations.start('pay', { ...sale, amount: 800 });
    await clock.advance(20_000);
    expect(operations.list()[0]).toMatchObject({ phase: 'complete', amountCents: 800 });
    expect(posts()).toHaveLength(1);
  });
});

describe('order numbers that the host wants out of the journal', () => {
  it('F61: are not lost here when another tab is the first to write the result', async () => {
    const { clock, journal, sale, open } = till();
    const [first, second] = [
      open({ update: () => Promise.reject(new Error('slow')) }, { storeOrderNumber: false }),
      open({}, { storeOrderNumber: false }),
    ];
    await clock.advance(300);
    const draft = { ...sale, orderNumber: 'A-7' };
    void first.start('pay', draft);
    await clock.advance(1000);
    const { id, msgIdentifier } = first.list()[0]!;
    await journal.update(id, { phase: 'waiting', msgIdentifier, acceptedAt: clock.now() }, 2);
    await journal.update(id, { phase: 'complete', endedAt: clock.now(), pnRefNum: 'r' }, 9);
    await clock.advance(10);
    expect(second.get(id)).toMatchObject({ phase: 'complete', orderNumber: undefined });
    expect(first.get(id)).toMatchObject({ phase: 'complete', orderNumber: 'A-7' });
    expect(await first.start('pay', draft)).toMatchObject({ refusal: { code: 'needs-confirmation' } });
  });
});
