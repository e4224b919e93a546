import { expect, it } from 'vitest';
import {
  createMemoryJournal,
  createPaymentsClient,
  createTerminalOperations,
  createVirtualClock,
} from '../../../src/exports/core.ts';
import { createSandboxPayments } from '../../../src/exports/sandbox.ts';
import { createTabHub } from '../fakeChannel.ts';
import { createFreezer } from './schedules/frozenClock.ts';
import { browser, minute } from './browserTabs.ts';

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

/** A page that a browser can freeze, whose headers come after half a second. */
function pageThatWaitsForHeaders() {
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
  return { clock, freezer, made, client };
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
  const { clock, freezer, made, client } = pageThatWaitsForHeaders();
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
  const { clock, freezer, made, client } = pageThatWaitsForHeaders();
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

it('a page whose headers took a while sends all the same where no other page gave it up', async () => {
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
