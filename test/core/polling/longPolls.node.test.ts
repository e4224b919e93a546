import { expect, it, onTestFinished } from 'vitest';
import {
  createMemoryJournal,
  createMemoryPollStore,
  createPaymentsClient,
  createPollBudget,
  createTerminalOperations,
  createVirtualClock,
} from '../../../src/exports/core.ts';
import { createSandboxPayments } from '../../../src/exports/sandbox.ts';
import { worstWindow } from './draining.ts';

const minute = 60_000;

/** A page with so many payments that wait; `polls`: when their polls reached the service. */
function page(count: number, latencyMs = 50) {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30));
  const { client: made, sandbox } = createSandboxPayments({
    clock,
    scenario: 'stuck-received',
    latencyMs,
    terminals: count,
  });
  const polls: number[] = [];
  let held: Promise<void> | undefined;
  /** Until then, each request waits: for the host's headers, or on its way. */
  const hold = (ms: number) => {
    held = new Promise((resolve) => clock.setTimeout(resolve, ms));
  };
  const open = (what: 'headers' | 'network' | 'nothing') => {
    const client = createPaymentsClient({
      ...made.options,
      pollBudget: createPollBudget({ clock }),
      async headers() {
        if (what === 'headers') await held;
        return { authorization: 'sandbox' };
      },
      async fetcher(request, init) {
        if (what === 'network') await held;
        if (request.method === 'GET') polls.push(clock.monotonic());
        return sandbox.fetch(request, init);
      },
    });
    const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
    onTestFinished(() => operations.dispose());
    for (const { id } of sandbox.terminals)
      void operations.start('pay', { terminalId: id, amount: 1250, receipt: false });
  };
  return { clock, polls, hold, open };
}

it.each([
  ['host gets new headers', 'headers', 25_000],
  ['network stands still', 'network', 9000],
] as const)('F53: polls that waited while the %s leave no more than 50 in a minute', async (_, what, ms) => {
  for (const count of [4, 8, 12]) {
    const { clock, polls, hold, open } = page(count);
    open(what);
    await clock.advance(80_000);
    hold(ms);
    await clock.advance(150_000);
    expect(worstWindow(polls)).toBeLessThanOrEqual(50);
    expect(polls.length).toBeGreaterThan(120);
  }
});

it('a service that takes its time is asked no more rarely', async () => {
  const { clock, polls, open } = page(4, 1500);
  open('nothing');
  await clock.advance(4 * minute);
  expect(worstWindow(polls)).toBeLessThanOrEqual(50);
  expect(polls.length).toBeGreaterThan(150);
});

it('a poll that took long counts from its end in the other tabs too', async () => {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15));
  const store = createMemoryPollStore();
  const [one, other] = [0, 1].map(() => createPollBudget({ clock, store }));
  const [slot, { takenAt }] = [await one!.acquire(), await other!.acquire()];
  await clock.advance(30_000);
  one!.endPoll(slot);
  await clock.advance(1);
  expect((await other!.refresh()).taken).toEqual([takenAt, takenAt + 30_000]);
});
