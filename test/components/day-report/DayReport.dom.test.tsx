import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { DayReport, type DayReportProps } from 'tillkit';
import {
  type CorrectedClosing,
  type OperationFilters,
  PaymentsError,
  type RecordedOperation,
  type RecordedReport,
  type RecordedTransaction,
  type VirtualClock,
} from 'tillkit/core';
import { describe, expect, test, vi } from 'vitest';
import { createHarness, type HarnessOptions } from '../../harness.tsx';

const sale: RecordedOperation = {
  id: 'sale',
  kind: 'pay',
  phase: 'complete',
  terminalId: 'terminal-1',
  amountCents: 1250,
  orderNumber: 'A-1',
  anomalies: [],
  seenProcessing: true,
  createdAt: Date.UTC(2026, 0, 15, 9),
  seq: 1,
  isOwn: true,
};
const hold: RecordedTransaction = {
  pnRefNum: 'P-9',
  kind: 'preAuth',
  terminalId: 'terminal-3',
  status: 'complete',
  authorizedCents: 20_000,
  capturedCents: 0,
  refundedCents: 0,
  settled: 'unknown',
  createdAt: Date.UTC(2026, 0, 15, 8),
  leftCents: 20_000,
  isHeld: true,
  allowed: [],
  operations: [],
};
const busy: RecordedReport = {
  rows: [
    {
      terminalId: 'terminal-1',
      kind: 'pay',
      phase: 'complete',
      count: 12,
      movedCount: 12,
      amountCents: 50_000,
      movedCents: 51_000,
      tipCents: 700,
    },
    {
      terminalId: 'terminal-1',
      kind: 'refund',
      phase: 'complete',
      count: 1,
      movedCount: 1,
      amountCents: 2000,
      movedCents: 2000,
      tipCents: 0,
    },
    {
      terminalId: 'terminal-3',
      kind: 'pay',
      phase: 'partial',
      count: 1,
      movedCount: 1,
      amountCents: 5000,
      movedCents: 3000,
      tipCents: 0,
    },
    {
      terminalId: 'terminal-3',
      kind: 'pay',
      phase: 'resolved',
      count: 2,
      movedCount: 1,
      amountCents: 2000,
      movedCents: 1000,
      tipCents: 0,
    },
    {
      terminalId: 'terminal-3',
      kind: 'pay',
      phase: 'unknown',
      count: 1,
      movedCount: 0,
      amountCents: 1990,
      movedCents: 0,
      tipCents: 0,
    },
  ],
  unknown: [
    {
      ...sale,
      id: 'unknown',
      phase: 'unknown',
      terminalId: 'terminal-3',
      amountCents: 1990,
      orderNumber: 'A-7',
    },
  ],
  holds: [hold],
  legs: [{ name: 'Cash', currency: 'USD', count: 4, cents: 8000 }],
};
const nothing: RecordedReport = { rows: [], unknown: [], holds: [], legs: [] };

interface Shown {
  report?: RecordedReport;
  operations?: readonly RecordedOperation[];
  getReport?: (by: OperationFilters) => Promise<RecordedReport>;
  provider?: HarnessOptions['provider'];
}

async function show(
  props: DayReportProps = {},
  { report = busy, operations = [], provider, ...more }: Shown = {},
) {
  const asked: OperationFilters[] = [];
  const { operations: own } = createHarness();
  const pages = vi.fn<(by: OperationFilters & { cursor?: string | undefined }) => void>();
  const harness = createHarness({
    provider,
    changes: {
      record: {
        ...own.record,
        getReport: (by) => {
          asked.push(by);
          return more.getReport?.(by) ?? Promise.resolve(report);
        },
        listOperations: (by) => {
          pages(by);
          const start = Number(by.cursor ?? 0);
          const next = start + 2;
          return Promise.resolve({
            items: operations.slice(start, next),
            cursor: next < operations.length ? `${next}` : undefined,
          });
        },
      },
    },
  });
  render(<DayReport {...props} />, { wrapper: harness.wrapper });
  await act(() => harness.advance(300));
  return { ...harness, asked, pages, user: userEvent.setup(), region: screen.getByRole('region') };
}

const linesIn = (region: HTMLElement) =>
  Array.from(region.querySelectorAll('.tillkit-day-report-totals dl > div'), (line) => line.textContent);
const rowsIn = (region: HTMLElement) =>
  within(region)
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('says what was taken, given back and is left, and how it comes about', async () => {
  const { region } = await show();
  await within(region).findByText('Net');
  expect(linesIn(region)).toEqual([
    'Net$530.00',
    'Taken 14 payments$550.00',
    'Tips$7.00',
    'More than asked for$3.00',
    'Partly approved 1 payment$30.00 of $50.00',
    'Given back 1 payment−$20.00',
    'Recorded by a person2 payments',
  ]);
});

test('names what is not known and what is held, outside of the sums', async () => {
  const { region } = await show();
  const unknown = await within(region).findByRole('heading', { name: 'Not known yet' });
  expect(rowsIn(region)).toEqual([
    expect.stringMatching(/^9:00 AM Sale \$19\.90 .*Order A-7$/),
    expect.stringMatching(/^8:00 AM {2}\$200\.00 /),
  ]);
  expect(unknown.nextSibling).toHaveTextContent('Not counted in any total yet. They can still change.');
  expect(region).toHaveTextContent('Held, not charged yet');
  // The sum of a single hold is said once.
  expect(within(region).getAllByText('$200.00')).toHaveLength(1);
  expect(region).toHaveTextContent(/Paid in other ways.*Cash 4 payments\$80\.00/);
});

test('names the date of a payment that is not of the date above, and the amount that the service approved', async () => {
  const inDoubt = {
    ...busy.unknown[0]!,
    id: 'night',
    confirmedCents: 2190,
    createdAt: Date.UTC(2026, 0, 16, 1, 30),
  };
  const { region } = await show(
    { dayStartsAt: '04:00' },
    { report: { ...busy, unknown: [inDoubt, ...busy.unknown], holds: [] } },
  );
  await within(region).findByRole('heading', { name: 'Not known yet' });
  expect(rowsIn(region)).toEqual([
    expect.stringMatching(/^Jan 16, 2026, 1:30 AM Sale \$21\.90 /),
    expect.stringMatching(/^9:00 AM Sale \$19\.90 /),
  ]);
});

test('names the holds of two providers that gave the same reference', async () => {
  const holds = [hold, { ...hold, provider: 'beta', leftCents: 100 }];
  const { region } = await show({}, { report: { ...nothing, rows: busy.rows, holds } });
  await within(region).findByText('Held, not charged yet');
  expect(rowsIn(region)).toEqual([expect.stringContaining('$200.00'), expect.stringContaining('$1.00')]);
});

describe('the day', () => {
  test('is today so far, and says until when it counts', async () => {
    const { region, asked } = await show();
    expect(asked[0]).toMatchObject({ from: Date.UTC(2026, 0, 15), to: Date.UTC(2026, 0, 16) });
    expect(region).toHaveTextContent('Thursday, January 15, 2026');
    await within(region).findByText('So far, until 9:30 AM');
    expect(region).toHaveAttribute('data-open', '');
  });

  test('is the new day within a minute after the machine has slept over midnight', async () => {
    const { region, clock, advance } = await show();
    await within(region).findByText('So far, until 9:30 AM');
    (clock as VirtualClock).jump(24 * 60 * 60_000);
    await act(() => advance(60_000));
    expect(region).toHaveTextContent('Friday, January 16, 2026');
  });

  test('begins at the shop’s hour, in the shop’s zone', async () => {
    const { region, asked } = await show(
      { dayStartsAt: '04:00' },
      { provider: { timeZone: 'America/New_York' } },
    );
    expect(asked[0]).toMatchObject({ from: Date.UTC(2026, 0, 15, 9), to: Date.UTC(2026, 0, 16, 9) });
    expect(region).toHaveTextContent('The day begins at 4:00 AM');
  });

  test('may be yesterday or any other', async () => {
    const onDayChange = vi.fn<(day: string) => void>();
    const { region, asked, user, advance } = await show({ onDayChange });
    await user.click(within(region).getByRole('button', { name: 'Yesterday' }));
    await act(() => advance(100));
    expect(asked.at(-1)).toMatchObject({ from: Date.UTC(2026, 0, 14), to: Date.UTC(2026, 0, 15) });
    expect(within(region).getByRole('button', { name: 'Yesterday' })).toHaveAttribute('aria-pressed', 'true');
    expect(region).not.toHaveTextContent('So far');
    const date = within(region).getByLabelText('Another day');
    expect(date).toHaveValue('2026-01-14');
    // What a browser tells while a year is typed, and a day that has not come.
    for (const value of ['0002-01-02', '0020-01-02', '2026-01-20', '']) {
      fireEvent.change(date, { target: { value } });
      await act(() => advance(100));
    }
    expect(new Set(asked.map(({ from }) => from))).toEqual(
      new Set([Date.UTC(2026, 0, 15), Date.UTC(2026, 0, 14)]),
    );
    fireEvent.change(date, { target: { value: '2026-01-02' } });
    await act(() => advance(100));
    expect(asked.at(-1)).toMatchObject({ from: Date.UTC(2026, 0, 2), to: Date.UTC(2026, 0, 3) });
    expect(onDayChange.mock.calls).toEqual([['yesterday'], ['2026-01-02']]);
  });

  test('is the host’s where the host sets it, with its terminals', async () => {
    const { region, asked, user } = await show({ day: '2026-01-02', terminalId: ['terminal-1'] });
    await user.click(within(region).getByRole('button', { name: 'Today' }));
    expect(asked).not.toEqual([]);
    for (const by of asked)
      expect(by).toMatchObject({ from: Date.UTC(2026, 0, 2), terminalId: ['terminal-1'] });
  });

  test.each(['tomorrow', '2026-02-31', ''])('is today where the host gives no date: "%s"', async (day) => {
    const { region, asked } = await show({ day });
    expect(asked.at(-1)).toMatchObject({ from: Date.UTC(2026, 0, 15), to: Date.UTC(2026, 0, 16) });
    expect(region).toHaveTextContent('Thursday, January 15, 2026');
  });
});

test('each figure opens its payments where the host can show them', async () => {
  const onOpen = vi.fn<(filters: OperationFilters) => void>();
  const { region, user } = await show({ onOpen });
  const day = { from: Date.UTC(2026, 0, 15), to: Date.UTC(2026, 0, 16), terminalId: undefined };
  const expected: [name: string, OperationFilters][] = [
    [
      'Net: $530.00',
      { kind: ['pay', 'capture', 'refund', 'void'], phase: ['complete', 'partial', 'resolved'] },
    ],
    ['Taken: $550.00', { kind: ['pay', 'capture'], phase: ['complete', 'partial', 'resolved'] }],
    ['Tips: $7.00', { kind: ['pay', 'capture'], phase: 'complete' }],
    ['More than asked for: $3.00', { kind: ['pay', 'capture'], phase: 'complete' }],
    ['Partly approved: $30.00 of $50.00', { kind: ['pay', 'capture'], phase: 'partial' }],
    ['Given back: −$20.00', { kind: ['refund', 'void'], phase: ['complete', 'partial', 'resolved'] }],
    [
      'Recorded by a person: 2 payments',
      { kind: ['pay', 'capture', 'refund', 'void', 'preAuth'], phase: 'resolved' },
    ],
    ['Not known yet', { phase: ['sending', 'waiting', 'unknown'] }],
    ['Held, not charged yet', { kind: 'preAuth', phase: ['complete', 'partial', 'resolved'] }],
  ];
  await within(region).findByText('Net');
  for (const [name, filters] of expected) {
    await user.click(within(region).getByRole('button', { name }));
    expect(onOpen).toHaveBeenLastCalledWith({ ...day, ...filters });
  }
  await user.click(within(region).getByText('By terminal'));
  await user.click(await within(region).findByRole('button', { name: 'Taken: $40.00' }));
  expect(onOpen).toHaveBeenLastCalledWith({ ...day, ...expected[1]?.[1], terminalId: 'terminal-3' });
});

test('has the figures of each terminal when it is opened', async () => {
  const { region, user } = await show();
  await user.click(await within(region).findByText('By terminal'));
  const [first, second] = await within(region).findAllByRole('heading', {
    level: 3,
    name: /counter|Terrace|terminal/,
  });
  expect(first?.nextSibling).toHaveTextContent(/^Net\$490\.00Taken 12 payments\$510\.00/);
  expect(second?.nextSibling).toHaveTextContent(/^Net\$40\.00Taken 2 payments\$40\.00/);
});

test('lists every payment of the day when it is opened, page after page, and asks for none before', async () => {
  const operations = Array.from({ length: 5 }, (_, at) => ({
    ...sale,
    id: `sale-${at}`,
    amountCents: 100 + at,
  }));
  operations[4] = { ...operations[4]!, kind: 'refund' };
  const { region, user, pages, advance } = await show(
    {},
    { report: { ...busy, unknown: [], holds: [], legs: [] }, operations },
  );
  expect(pages).not.toHaveBeenCalled();
  await user.click(await within(region).findByText('All payments'));
  await act(() => advance(100));
  await waitFor(() => expect(rowsIn(region)).toHaveLength(5));
  expect(rowsIn(region).at(-1)).toMatch(/Refund −\$1\.04 .*Refunded/);
  expect(pages).toHaveBeenCalledWith(expect.objectContaining({ from: Date.UTC(2026, 0, 15), limit: 200 }));
  expect(region).not.toHaveTextContent('Loading payments…');
});

test('of a void it lists what the void undid, not an amount that was held only', async () => {
  const undone = { ...sale, kind: 'void', amountCents: undefined } as const;
  const operations: RecordedOperation[] = [
    { ...undone, id: 'void-2', pnRefNum: 'P-2' },
    { ...sale, id: 'sale-2', pnRefNum: 'P-2', amountCents: 700 },
    { ...undone, id: 'void-1', pnRefNum: 'P-1', confirmedCents: 5000 },
    { ...sale, id: 'hold-1', pnRefNum: 'P-1', kind: 'preAuth', amountCents: 5000 },
  ];
  const { region, user, advance } = await show(
    {},
    { report: { ...busy, unknown: [], holds: [], legs: [] }, operations },
  );
  await user.click(await within(region).findByText('All payments'));
  await act(() => advance(100));
  await waitFor(() => expect(rowsIn(region)).toHaveLength(4));
  const [ofSale, , ofHold] = rowsIn(region);
  expect(ofSale).toMatch(/Void −\$7\.00 .*Voided/);
  expect(ofHold).toMatch(/Void .*Voided/);
  expect(ofHold).not.toContain('50.00');
});

test('says that there are no payments yet, and that this device knows no other till', async () => {
  const { region } = await show({}, { report: nothing });
  await within(region).findByText('No payments yet today');
  expect(region).toHaveTextContent('Only the payments of this device are counted.');
  expect(region).toHaveAttribute('data-empty', '');
  expect(within(region).queryByText('All payments')).toBeNull();
});

test('says that it could not be loaded, and why, and loads it again', async () => {
  const signedOut = new PaymentsError('unauthorized', 'No.', { serviceMessage: 'Sign in first.' });
  let isAway = true;
  const { region, user, advance } = await show(
    {},
    { getReport: () => (isAway ? Promise.reject(signedOut) : Promise.resolve(busy)) },
  );
  await within(region).findByText('The report could not be loaded.');
  expect(region).toHaveTextContent('Sign in first.');
  expect(within(region).queryByRole('button', { name: 'Print' })).toBeNull();
  isAway = false;
  await user.click(within(region).getByRole('button', { name: 'Try again' }));
  await act(() => advance(100));
  await within(region).findByText('Net');
  expect(region).not.toHaveTextContent('could not be loaded');
});

test('has a place for the number that the host’s record gave it', async () => {
  const { region } = await show({ number: '117', shop: 'Café Aurora' });
  expect(region).toHaveAccessibleName('Day report No.\u00a0117');
  expect(region).toHaveTextContent('Café Aurora');
});

describe('a closing', () => {
  const at = Date.UTC(2026, 0, 15, 2, 5);
  const closing: CorrectedClosing = {
    terminalId: 'terminal-3',
    number: 1017,
    from: Date.UTC(2026, 0, 14, 2),
    to: Date.UTC(2026, 0, 15, 2),
    at,
    actor: 'Mila',
    report: { ...busy, legs: [] },
    corrections: { rows: [], operations: [] },
  };
  const late: RecordedOperation = { ...sale, id: 'late', terminalId: 'terminal-3', amountCents: 1990 };
  const corrections = {
    rows: [
      { ...busy.rows[4]!, phase: 'complete', movedCents: 1990 },
      { ...busy.rows[4]!, count: -1, amountCents: -1990 },
    ],
    operations: [late],
  } satisfies CorrectedClosing['corrections'];

  async function showClosing(
    closed: CorrectedClosing | Error = closing,
    props: DayReportProps = {},
    more: HarnessOptions = { isAway: true },
  ) {
    const { record } = createHarness().operations;
    const getReport = vi.fn<typeof record.getReport>(record.getReport);
    const getClosing = vi.fn<typeof record.getClosing>(() =>
      closed instanceof Error ? Promise.reject(closed) : Promise.resolve(closed),
    );
    const listOperations = vi.fn<typeof record.listOperations>(() => Promise.resolve({ items: [late] }));
    const changes = { record: { ...record, getReport, getClosing, listOperations } };
    const harness = createHarness({ changes, ...more });
    render(
      <DayReport closing={{ terminalId: 'terminal-3', number: 1017 }} dayStartsAt="04:00" {...props} />,
      { wrapper: harness.wrapper },
    );
    await act(() => harness.advance(300));
    return {
      getReport,
      getClosing,
      listOperations,
      user: userEvent.setup(),
      region: screen.getByRole('region'),
    };
  }

  test('is the report as it was: numbered, of one terminal, under the date of the shop’s day', async () => {
    const { region, getReport } = await showClosing();
    await within(region).findByText('Net');
    expect(region).toHaveAccessibleName('Day report No.\u00a01017');
    expect(region).toHaveTextContent('Wednesday, January 14, 2026');
    expect(region).toHaveTextContent('Closed Jan 15, 2026, 2:05 AM by Mila');
    expect(region).toHaveTextContent('Jan 14, 2026, 2:00 AM – Jan 15, 2026, 2:00 AM');
    expect(linesIn(region)[0]).toBe('Net$530.00');
    expect(region).toHaveAttribute('data-closed', '');
    expect(region).not.toHaveAttribute('data-open');
    expect(
      within(region).getAllByText('As it was when the day was closed. Not counted in any total.'),
    ).toHaveLength(2);
    for (const name of ['Today', 'Yesterday'])
      expect(within(region).queryByRole('button', { name })).toBeNull();
    for (const text of ['By terminal', 'Corrections', 'So far'])
      expect(within(region).queryByText(text)).toBeNull();
    expect(getReport).not.toHaveBeenCalled();
  });

  test('keeps its sums when something comes late: that stands beside them', async () => {
    const { region } = await showClosing({ ...closing, corrections });
    const heading = await within(region).findByRole('heading', { name: 'Corrections' });
    const section = within(heading.closest('section')!);
    expect(linesIn(region)[0]).toBe('Net$530.00');
    expect(section.getByText('Taken').parentElement).toHaveTextContent(/^Taken\$19\.90$/);
    expect(section.queryByText('Given back')).toBeNull();
    expect(section.getByRole('listitem')).toHaveTextContent(/Sale \$19\.90 .*Approved/);
  });

  test('lists the payments of its period, as long as they are kept', async () => {
    const { region, user, listOperations } = await showClosing();
    await user.click(await within(region).findByText('All payments'));
    await waitFor(() =>
      expect(listOperations).toHaveBeenCalledWith(
        expect.objectContaining({ from: closing.from, to: closing.to, terminalId: 'terminal-3' }),
        expect.anything(),
      ),
    );
    cleanup();
    const old = await showClosing({ ...closing, corrections: undefined });
    await within(old.region).findByText('Net');
    expect(within(old.region).queryByText('All payments')).toBeNull();
  });

  test('that cannot be loaded is said, with a way to try again', async () => {
    const { region, user, getClosing } = await showClosing(
      new PaymentsError('http', 'Gone.', { status: 404 }),
    );
    await within(region).findByText('The report could not be loaded.');
    const asked = getClosing.mock.calls.length;
    await user.click(within(region).getByRole('button', { name: 'Try again' }));
    expect(getClosing.mock.calls.length).toBeGreaterThan(asked);
  });

  test('is not kept without a gateway, in one line', async () => {
    const { region } = await showClosing(new PaymentsError('http', 'None.', { status: 404 }), {}, {});
    await within(region).findByText('This device keeps no closed days.');
    await waitFor(() => expect(within(region).queryByText('Counting…')).toBeNull());
    expect(within(region).queryByText('The report could not be loaded.')).toBeNull();
  });
});
