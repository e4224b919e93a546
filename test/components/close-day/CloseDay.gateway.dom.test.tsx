import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CloseBatch, CloseDay, type CloseDayProps, PaymentsProvider } from 'tillkit';
import type { ClosingReference } from 'tillkit/core';
import { expect, test, vi } from 'vitest';
import type { GatewayOptions } from '../../../src/gateway/gatewayOptions.ts';
import { createNoteStorage } from '../../core/mirror/noteStorage.ts';
import { createPages } from '../../gateway/gatewayPages.ts';

const terminals = ['Front counter', 'Bar', 'Terrace', 'Till 4'].map((name, index) => ({
  terminalId: `T${index + 1}`,
  name,
  provider: 'alpha',
}));
const yes = 'Yes, close the day';

/** A till that sells on all terminals, and back offices that see every till. */
async function shop({
  sees = 'all',
  gateway,
  ...props
}: CloseDayProps & { sees?: unknown; gateway?: Parameters<typeof createPages>[0] } = {}) {
  const made = await createPages(gateway);
  /** A till that is open for that long: a page that stays open for days asks a thousand times. */
  const atTill = async (run: (till: ReturnType<typeof made.open>) => Promise<unknown>, ms: number) => {
    const till = made.open({ as: { till: 'till-1' } });
    await act(async () => void (await run(till)));
    await pass(ms);
    till.operations.dispose();
  };
  const pass = (ms: number) => act(() => made.pass(ms));
  let messages = 0;
  const ends = (status = 'complete', amount?: number) => {
    messages += 1;
    made.results.set(`one M-${messages}`, { status, ...(amount !== undefined && { amount }) });
  };
  const sell = async (terminalId: string, amount = 1250) => {
    ends('complete', amount);
    await atTill((till) => till.pay({ terminalId, amount }), 4000);
  };
  const openOffice = (storage = createNoteStorage()) => {
    const page = made.open({ as: { till: 'office', sees }, storage });
    page.answer(/GET terminals/, () => Response.json({ items: terminals }));
    return page;
  };
  const storage = createNoteStorage();
  let office: ReturnType<typeof openOffice> | undefined;
  const getPage = () => (office ??= openOffice(storage));
  const board = async ({ client, operations } = getPage()) => {
    render(
      <PaymentsProvider client={client} operations={operations} currency="USD" locale="en-US" timeZone="UTC">
        <CloseDay {...props} />
        <CloseBatch terminalId="T2" />
      </PaymentsProvider>,
    );
    await pass(2000);
    await waitFor(() => expect(screen.queryByText('Loading…')).toBeNull());
  };
  /** The browser does not know yet that the page before is gone. */
  const reload = async () => {
    cleanup();
    await board(openOffice(storage));
  };
  const posts = () => made.posted.filter(({ path }) => path.endsWith('/close-batch')).length;
  const closings = async () => (await made.settled(getPage().operations.record.listClosings({}))).items;
  return {
    ...made,
    getPage,
    atTill,
    pass,
    ends,
    sell,
    board,
    reload,
    posts,
    closings,
    openOffice,
    user: userEvent.setup(),
  };
}

const row = (name: string) => screen.getByRole('heading', { level: 3, name }).closest('li')!;
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const done = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(within(row('Bar').closest('section')!).getByRole('button', { name: 'Done' }));

test('closes what other tills sold, and shows each number, time and what is new since', async () => {
  const onOpen = vi.fn<(closing: ClosingReference) => void>();
  const { sell, ends, board, pass, user, posts, closings } = await shop({ onOpen });
  await sell('T1');
  await sell('T2', 3000);
  await board();
  expect(row('Front counter')).toHaveTextContent(/\$12\.50.*1 payment.*Not closed yet/);
  expect(screen.queryByText(/payments of this device/)).toBeNull();
  ends();
  ends();
  await user.click(button('Close 2 terminals'));
  await user.click(button(yes));
  await pass(8000);
  expect(posts()).toBe(2);
  expect(new Set((await closings()).map(({ terminalId, number }) => `${terminalId} ${number}`))).toEqual(
    new Set(['T1 1', 'T2 1']),
  );
  await waitFor(() => expect(row('Bar')).toHaveTextContent(/Nothing new No\. 1.*Day closed/));
  await user.click(within(row('Bar')).getByRole('button', { name: /^No\.\s1$/ }));
  expect(onOpen).toHaveBeenCalledWith({ terminalId: 'T2', number: 1 });
  await done(user);
  await waitFor(() => expect(row('Bar')).toHaveTextContent(/Nothing new.*Last closed .*, No\. 1/));
  await sell('T1', 700);
  await waitFor(() => expect(row('Front counter')).toHaveTextContent(/\$7\.00.*1 payment.*No\. 1/));
  expect(button('Close 1 terminal')).toBeVisible();
});

test('after "Day closed" closing again is offered, but not as what to do next', async () => {
  const { sell, ends, board, pass, user } = await shop({ terminalId: [] });
  await sell('T2');
  await board();
  const close = () => button('Close the day');
  await waitFor(() => expect(close()).toHaveAttribute('data-variant', 'primary'));
  ends();
  await user.click(close());
  await user.click(button(yes));
  await pass(8000);
  await user.click(button('Done'));
  await pass(2000);
  await waitFor(() => expect(close()).not.toHaveAttribute('data-variant'));
  expect(close()).toHaveAccessibleDescription(/^Closed .*\. No new payments are known\.$/);
  await sell('T2');
  await waitFor(() => expect(close()).toHaveAttribute('data-variant', 'primary'));
});

const dayMs = 24 * 60 * 60_000;

/** Closed on Thursday at 9:40, then sold on Thursday and on Saturday, and nothing closed. It is Sunday. */
async function forgotten() {
  const made = await shop({ dayStartsAt: '04:00' });
  const { sell, ends, atTill, pass, clock, first } = made;
  /** The gateway is off meanwhile: it looks at its record every few seconds. */
  const passDays = async (days: number) => {
    await first.stop();
    await clock.advance(days * dayMs);
    first.start();
    await pass(1000);
  };
  await sell('T1');
  ends();
  await atTill((till) => till.operations.start('closeBatch', { terminalId: 'T1' }), 8000);
  await sell('T1', 2000);
  await passDays(2);
  await sell('T1', 3000);
  await passDays(1);
  await made.board();
  return made;
}

test('a day that was forgotten is closed late, under its own date, and sends nothing', async () => {
  const { user, pass, closings, posts } = await forgotten();
  expect(row('Front counter')).toHaveTextContent(/Thu, Jan 15 was not closed\. 1 payment \$20\.00/);
  expect(row('Front counter')).toHaveTextContent(/Sat, Jan 17 was not closed\. 1 payment \$30\.00/);
  await user.click(button('Close Thu, Jan 15'));
  expect(screen.getByRole('alertdialog')).toHaveTextContent(/It keeps its own date/);
  await user.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Close Thu, Jan 15' }),
  );
  await pass(3000);
  const [late] = await closings();
  expect(late).toMatchObject({
    number: 2,
    to: Date.UTC(2026, 0, 16, 4),
    report: { rows: [{}, { movedCents: 2000 }] },
  });
  expect(posts()).toBe(1);
  await waitFor(() => expect(row('Front counter')).not.toHaveTextContent('Thu, Jan 15 was'));
  expect(button('Close Sat, Jan 17')).toBeVisible();
});

test('closing a terminal closes its forgotten days before, each under its own date', async () => {
  const { user, pass, closings, posts, ends } = await forgotten();
  ends();
  await user.click(button('Close 1 terminal'));
  const question = screen.getByRole('alertdialog');
  expect(question).toHaveTextContent(/Front counter · Thu, Jan 15.*Front counter · Sat, Jan 17/);
  await user.click(button(yes));
  await pass(8000);
  expect(posts()).toBe(2);
  const ofTerminal = (await closings()).map(({ number, to }) => [number, to] as const);
  expect(ofTerminal.slice(1)).toEqual([
    [3, Date.UTC(2026, 0, 18, 4)],
    [2, Date.UTC(2026, 0, 16, 4)],
    [1, expect.any(Number)],
  ]);
  await waitFor(() => expect(row('Front counter')).toHaveTextContent(/Nothing new.*No\. 4/));
});

test('a late day that cannot be closed keeps its terminal open, and no other', async () => {
  const { user, pass, posts, ends, getPage, sell } = await forgotten();
  const { line } = getPage();
  await sell('T2');
  line.isDown = /POST closings/;
  ends();
  await waitFor(() => expect(button('Close 2 terminals')).toBeVisible());
  await user.click(button('Close 2 terminals'));
  await user.click(button(yes));
  await pass(8000);
  expect(posts()).toBe(2);
  expect(row('Front counter')).toHaveTextContent(/could not be closed, and nothing was sent/);
  await waitFor(() => expect(row('Bar')).toHaveTextContent(/No\. 1/));
  // The answer is lost: the day is closed once, whatever is pressed again.
  line.isDown = /^$/;
  line.isLost = /POST closings/;
  await user.click(button('Close Thu, Jan 15'));
  await user.click(
    within(screen.getByRole('alertdialog')).getByRole('button', { name: 'Close Thu, Jan 15' }),
  );
  await pass(3000);
  await waitFor(() => expect(row('Front counter')).toHaveTextContent(/nothing was sent/));
});

test('a forgotten day that another back office has closed meanwhile counts as closed, and today closes', async () => {
  const { user, pass, closings, posts, ends, openOffice, settled } = await forgotten();
  const other = openOffice();
  ends();
  await user.click(button('Close 1 terminal'));
  await settled(other.client.closeDay({ terminalId: 'T1', to: Date.UTC(2026, 0, 18, 4) }));
  await user.click(button(yes));
  await pass(8000);
  expect(posts()).toBe(2);
  expect((await closings()).map(({ number }) => number)).toEqual([3, 2, 1]);
  await waitFor(() => expect(row('Front counter')).toHaveTextContent(/Nothing new.*No\. 3/));
});

test('a till that sees only its own payments can close, and knows when it did', async () => {
  const { board, ends, user, pass } = await shop({ sees: 'own' });
  await board();
  await waitFor(() => expect(row('Terrace')).toHaveTextContent('Nothing taken yet'));
  ends();
  await user.click(button('Close the day on Terrace'));
  await user.click(button(yes));
  await pass(8000);
  await done(user);
  await waitFor(() => expect(row('Terrace')).toHaveTextContent(/Nothing new.*Last closed/));
  expect(row('Terrace')).not.toHaveTextContent('No.');
});

test('F110: of two back offices that close at the same moment, one closes each terminal', async () => {
  const { sell, ends, board, user, posts, closings, openOffice, pass } = await shop();
  await sell('T1');
  await board();
  ends();
  const other = openOffice();
  await pass(1000);
  await user.click(button('Close 1 terminal'));
  const theirs = other.operations.start('closeBatch', { terminalId: 'T1' });
  await user.click(button(yes));
  await pass(8000);
  await theirs;
  expect(posts()).toBe(1);
  expect(await closings()).toHaveLength(1);
  await waitFor(() => expect(row('Front counter')).toHaveTextContent(/Nothing new.*No\. 1/));
});

test('a closing that another person must approve asks for the code in its row, and is sent with it once', async () => {
  const reason = 'A manager closes the day.';
  const authorize: GatewayOptions['authorize'] = (_, operation, { approval }) => {
    const caller = { subject: 'office', sees: 'all' } as const;
    if (operation !== 'closeBatch' || approval === 'maria') return caller;
    return { ...caller, needsApproval: reason };
  };
  const { sell, ends, board, user, posts, closings, pass } = await shop({ gateway: { authorize } });
  await sell('T1');
  await board();
  ends();
  await user.click(button('Close 1 terminal'));
  await user.click(button(yes));
  await pass(500);
  const inRow = () => within(row('Front counter'));
  await user.click(inRow().getByRole('button', { name: /Approval needed/ }));
  expect(inRow().getAllByText(reason)).toHaveLength(1);
  const status = inRow().getByRole('region', { name: 'Payment status' });
  await user.type(inRow().getByLabelText('Approval code'), 'no-code{Enter}');
  await pass(500);
  expect(inRow().getByRole('region', { name: 'Payment status' })).toBe(status);
  expect(inRow().getByLabelText('Approval code')).toHaveFocus();
  expect(posts()).toBe(0);
  expect(inRow().getAllByRole('button', { name: /Approval needed/ })).toHaveLength(1);
  expect(inRow().getByText('The code was not accepted.')).toBeVisible();
  await user.keyboard('maria{Enter}');
  await pass(8000);
  expect(posts()).toBe(1);
  expect(await closings()).toHaveLength(1);
  expect(inRow().queryByLabelText('Approval code')).toBeNull();
  expect(inRow().queryByText(/Approval needed/)).toBeNull();
  expect(inRow().getByRole('heading', { name: 'Day closed' })).toHaveFocus();
});

test('after a reload the row of a terminal says how its closing ended, until "Done"', async () => {
  const { sell, ends, board, pass, user, reload } = await shop();
  await sell('T1');
  await board();
  ends();
  await user.click(button('Close 1 terminal'));
  await user.click(button(yes));
  await pass(8000);
  await reload();
  await waitFor(() => expect(row('Front counter')).toHaveTextContent(/No\. 1.*Day closed/));
  await user.click(button('Done'));
  await waitFor(() => expect(row('Front counter')).toHaveTextContent(/Last closed .*, No\. 1/));
  expect(row('Front counter')).not.toHaveTextContent('Day closed');
  expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toHaveAttribute('data-tillkit', 'close-day'));
});

test.each(['terminals', 'report'])('says why %s could not be loaded, and loads it again', async (what) => {
  const { getPage, board, pass, user } = await shop();
  let isSignedIn = false;
  const error = { code: 'unauthorized', message: 'Sign in first.' };
  getPage().answer(new RegExp(`GET ${what}`), () =>
    isSignedIn
      ? what === 'terminals'
        ? Response.json({ items: terminals })
        : undefined
      : Response.json({ error }, { status: 401 }),
  );
  await board();
  expect(await screen.findAllByText('Not all terminals and payments could be loaded.')).not.toEqual([]);
  expect(screen.getByText('Sign in first.')).toBeVisible();
  isSignedIn = true;
  await user.click(button('Try again'));
  await pass(2000);
  expect(screen.queryByText('Sign in first.')).toBeNull();
});
