import { expect, test } from 'vitest';
import { createMemoryJournal, createTerminalOperations, createPaymentsClient } from 'tillkit/core';
import { createSandbox } from 'tillkit/sandbox';
import type { TabChannel } from '../../../src/core/pageLifecycle.ts';
import { createVirtualClock } from '../../../src/core/time.ts';
import { createTabHub } from '../../core/fakeChannel.ts';
import { createNoteStorage } from '../../core/mirror/noteStorage.ts';
import { createPages } from '../gatewayPages.ts';

const code = 'secret-0815';

/** Pages of one browser, before a gateway that wants a manager's code for every sale. */
async function createTill() {
  const made = await createPages({
    authorize: (_, operation, { approval }) => {
      if (operation !== 'pay') return { subject: 'till-1', sees: 'all' };
      return approval === code
        ? { subject: 'till-1', approvedBy: 'maria' }
        : { subject: 'till-1', needsApproval: 'Ask a manager.' };
    },
  });
  const storage = createNoteStorage();
  const said: unknown[] = [];
  const join = createTabHub();
  const open = () => {
    const tab = join();
    const channel: TabChannel = {
      ...tab,
      post: (message) => {
        said.push(message);
        tab.post(message);
      },
    };
    const page = made.open({ storage, operations: { channel } });
    return { ...page, crash: () => (tab.silence(), page.operations.dispose()) };
  };
  const isToldCode = (page: { sent: Headers[] }) =>
    page.sent.filter((headers) => headers.get('x-operation-approval')?.includes(code)).length;
  const kept = () =>
    Array.from({ length: storage.length }, (_, at) => storage.getItem(storage.key(at) ?? ''));
  return { ...made, open, said, kept, isToldCode };
}

type Till = Awaited<ReturnType<typeof createTill>>;

/** A sale that a manager's code approved, and then the card's bank. */
async function sellWithCode({ pass, results }: Till, page: ReturnType<Till['open']>) {
  await pass(500);
  await page.pay();
  await pass(500);
  await page.pay({}, { approval: code });
  await pass(500);
  results.set('one M-1', { status: 'complete' });
  await pass(5000);
}

test('a press with a code, whose answer is lost with its page, is sent by no page again, and the code is kept nowhere', async () => {
  const { open, pass, posted, said, kept, isToldCode, results } = await createTill();
  const [page, other] = [open(), open()];
  await pass(500);
  await page.pay();
  await pass(500);
  expect(page.only().error?.refusal?.code).toBe('needs-approval');
  page.line.isLost = /POST pay/;
  await page.pay({}, { approval: code });
  await pass(100);
  page.crash();
  const reloaded = open();
  results.set('one M-1', { status: 'complete' });
  await pass(60_000);

  expect([page, other, reloaded].map(isToldCode)).toStrictEqual([1, 0, 0]);
  expect(posted).toHaveLength(1);
  for (const { operations } of [other, reloaded])
    expect(operations.list()[0]).toMatchObject({ phase: 'complete', amountCents: 1250 });
  expect([kept().length, said.length].every((count) => count > 0)).toBe(true);
  const lists = [other, reloaded].map(({ operations }) => operations.list());
  expect(JSON.stringify([kept(), said, lists])).not.toContain(code);
});

test('a code belongs to one press: the same sale needs another one, in the same page and in another tab', async () => {
  const till = await createTill();
  const { open, pass, posted, isToldCode } = till;
  const [page, other] = [open(), open()];
  await sellWithCode(till, page);
  page.operations.acknowledge(page.operations.list()[0]!.id);
  await pass(500);
  for (const tab of [page, other]) {
    await tab.pay();
    await pass(500);
    expect(tab.operations.list()[0]?.error?.refusal?.code).toBe('needs-approval');
  }
  expect([posted.length, isToldCode(page), isToldCode(other)]).toStrictEqual([1, 1, 0]);
});

test('a person who said yes to the same amount again, and then gives the code, is not asked once more', async () => {
  const till = await createTill();
  const { pass, posted } = till;
  const page = till.open();
  await sellWithCode(till, page);
  const asked = await page.pay();
  if (asked.started) throw new Error('It was not asked about.');
  const { confirmation: confirmed } = asked.refusal;
  await page.pay({}, { confirmed });
  await pass(500);
  expect(page.operations.list()[0]?.error?.refusal?.code).toBe('needs-approval');
  expect(await page.pay({}, { approval: code })).toMatchObject({ started: true });
  await pass(500);
  expect(posted).toHaveLength(2);
});

test('a page alone sends no code and keeps none: no gateway asked for it', async () => {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15));
  const sandbox = createSandbox({ clock, latencyMs: 0 });
  const sent: Request[] = [];
  const client = createPaymentsClient({
    baseUrl: sandbox.baseUrl,
    headers: { authorization: 'sandbox' },
    clock,
    fetcher: (request, init) => {
      sent.push(request.clone());
      return sandbox.fetch(request, init);
    },
  });
  const journal = createMemoryJournal();
  const operations = createTerminalOperations({ client, journal, clock });
  await operations.start(
    'pay',
    { terminalId: 'terminal-1', amount: 1250, receipt: false },
    { approval: code },
  );
  await clock.advance(20_000);
  expect(operations.list()[0]?.phase).toBe('complete');
  const heard = await Promise.all(sent.map(async (request) => [[...request.headers], await request.text()]));
  expect(JSON.stringify([heard, await journal.list(), operations.list()])).not.toContain(code);
  operations.dispose();
});
