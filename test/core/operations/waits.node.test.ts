import { describe, expect, it } from 'vitest';
import {
  createMemoryJournal,
  createPaymentsClient,
  createTerminalOperations,
  createVirtualClock,
  type Journal,
} from '../../../src/exports/core.ts';
import { createSandboxPayments, type SandboxOptions } from '../../../src/exports/sandbox.ts';

const minute = 60_000;

/** A page that can be hidden and can sleep, with one payment that waits. */
async function waiting(options: SandboxOptions = { scenario: 'stuck-received' }) {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const made = createSandboxPayments({ latencyMs: 100, ...options, clock });
  const { sandbox } = made;
  let pollAnswer: (() => Response) | undefined;
  const client = createPaymentsClient({
    ...made.client.options,
    fetcher: async (request, init) =>
      (request.url.includes('processed-messages') && pollAnswer?.()) || sandbox.fetch(request, init),
  });
  const journal: Journal = createMemoryJournal();
  let isVisible = true;
  const awake = new Set<() => void>();
  const open = () =>
    createTerminalOperations({
      client,
      journal,
      clock,
      random: () => 0.5,
      page: {
        isVisible: () => isVisible,
        onWake: (listener) => {
          awake.add(listener);
          return () => void awake.delete(listener);
        },
      },
    });
  const operations = open();
  void operations.start('pay', { terminalId: sandbox.terminals[0]!.id, amount: 1250, receipt: false });
  await clock.advance(1000);
  return {
    clock,
    sandbox,
    operations,
    open,
    only: () => operations.list()[0]!,
    answerPolls: (answer: typeof pollAnswer) => {
      pollAnswer = answer;
    },
    polls: () => sandbox.ledger.polls.length,
    show: (visible: boolean) => {
      isVisible = visible;
      if (visible) awake.forEach((listener) => listener());
    },
  };
}

describe('the longest wait', () => {
  it('is five minutes, and a later result still wins', async () => {
    const { clock, only, sandbox } = await waiting();
    await clock.advance(4.9 * minute);
    expect(only().phase).toBe('waiting');
    await clock.advance(minute);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
    const asked = sandbox.ledger.polls.length;
    await clock.advance(2 * minute);
    expect(sandbox.ledger.polls.length).toBeGreaterThan(asked);
  });

  it('F49: does not pass while the page is hidden', async () => {
    const { clock, only, show } = await waiting();
    show(false);
    await clock.advance(10 * minute);
    show(true);
    await clock.advance(minute);
    expect(only().phase).toBe('waiting');
    await clock.advance(5 * minute);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
  });

  it('F51: after a sleep of two hours one poll comes first, and only its answer is judged', async () => {
    const { clock, only, polls, show } = await waiting({ scenario: 'approved' });
    await clock.advance(200);
    const before = polls();
    clock.jump(2 * 60 * minute); // the machine slept: its monotonic clock stood still
    show(true);
    expect(only().phase).toBe('waiting');
    await clock.advance(1100);
    expect(polls() - before).toBe(1);
    expect(only().phase).toBe('waiting');
    await clock.advance(10_000);
    expect(only().phase).toBe('complete');
  });

  it.each([-2 * 60 * minute, 3 * 60 * minute])(
    'F52: a wall clock that jumps %i ms ends no wait early',
    async (ms) => {
      const { clock, only } = await waiting();
      clock.jump(ms);
      await clock.advance(4 * minute);
      expect(only().phase).toBe('waiting');
      expect(only().lastCheckedAt).toBeLessThanOrEqual(clock.now());
      expect(only().nextCheckAt).toBeLessThanOrEqual(clock.now() + 31_000);
    },
  );

  it('F71: ends by the clock while the service wants a pause of hours, and nobody asks', async () => {
    const { clock, only, polls, answerPolls } = await waiting();
    answerPolls(() => new Response('{}', { status: 429, headers: { 'retry-after': '36000' } }));
    await clock.advance(10_000);
    expect(only()).toMatchObject({ phase: 'waiting', connection: 'slowed' });
    const asked = polls();
    await clock.advance(4 * minute);
    expect(only().phase).toBe('waiting');
    await clock.advance(2 * minute);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'max-wait', connection: 'slowed' });
    expect(polls()).toBe(asked);
    answerPolls(undefined);
    await clock.advance(10 * 60 * minute);
    expect(polls()).toBeGreaterThan(asked);
  });
});

describe('several pages of one journal', () => {
  it('a page that is opened later hears a result that came meanwhile without asking again', async () => {
    const { clock, only, polls, open } = await waiting({ scenario: 'approved' });
    await clock.advance(20_000);
    expect(only().phase).toBe('complete');
    const asked = polls();
    const later = open();
    await clock.advance(5000);
    expect(later.list()[0]?.phase).toBe('complete');
    expect(polls()).toBe(asked);
  });
});
