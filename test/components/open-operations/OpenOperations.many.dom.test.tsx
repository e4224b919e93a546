import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OpenOperations } from 'tillkit';
import { createMemoryJournal, createTerminalOperations, type OperationRecord } from 'tillkit/core';
import { OpenOperations as Parts } from 'tillkit/parts';
import { describe, expect, test } from 'vitest';
import { createHarness } from '../../harness.tsx';

type Fields = Partial<OperationRecord>;

const minute = 60_000;
const now = Date.UTC(2026, 0, 15, 9, 30);

/** The record of an approved sale that no person has seen. `place` 1 is the newest, and its amount is $1.00. */
const approved = (place: number, fields: Fields = {}) => ({
  v: 1 as const,
  id: `sale-${place}`,
  seq: 3,
  lock: '',
  kind: 'pay' as const,
  terminalId: 'terminal-1',
  amountCents: place * 100,
  flowKey: 'default',
  createdAt: now - place * minute,
  endedAt: now - place * minute + 5000,
  phase: 'complete' as const,
  anomalies: [],
  seenProcessing: false,
  ...fields,
});

const waiting: Fields = { phase: 'waiting', endedAt: undefined };
const unknown: Fields = { phase: 'unknown', reason: 'reloaded', unknownAt: now, endedAt: undefined };

/** A page that finds `count` approved sales, of which those named in `others` are different. */
async function find(count: number, others: Record<number, Fields> = {}, list = <OpenOperations />) {
  const { client, clock, sandbox, advance } = createHarness();
  const journal = createMemoryJournal();
  for (let place = 1; place <= count; place += 1) {
    const record = { ...approved(place), ...others[place] };
    await journal.claim({ ...record, lock: `${new URL(sandbox.baseUrl).origin} ${record.terminalId}` });
  }
  const operations = createTerminalOperations({ client, journal, clock });
  const page = createHarness({ provider: { client, operations } });
  const view = render(list, { wrapper: page.wrapper });
  const pass = (ms: number) => act(() => advance(ms));
  await pass(300);
  return { ...view, journal, operations, pass, user: userEvent.setup() };
}

const region = () => screen.getByRole('region', { name: 'Open payments' });
const more = () => within(region()).getByRole('button', { name: 'Show more' });
const rows = () => within(region()).getAllByRole('button', { expanded: false });
const row = (amount: string) =>
  within(region())
    .getAllByRole('button')
    .find(({ textContent }) => textContent.trim().startsWith(`${amount} `))!;
const amounts = () => rows().map(({ textContent }) => /^\$(\d+)\.00/.exec(textContent.trim())?.[1]);
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => String(first + place));
const said = () => document.querySelector('[data-tillkit="live-region"]')!.textContent;

describe('many open payments', () => {
  test('are twenty at first, and their number is said', async () => {
    await find(45);
    expect(amounts()).toEqual(from(1, 20));
    expect(region()).toHaveTextContent('20 of 45 shown');
  });

  test('of which twenty fit have neither a button nor a number', async () => {
    await find(20);
    expect(rows()).toHaveLength(20);
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(region()).not.toHaveTextContent('shown');
  });

  test('are shown to the last, and the focus goes to the first that came', async () => {
    const { user } = await find(45);
    await user.click(more());
    expect(amounts()).toEqual(from(1, 40));
    expect(row('$21.00')).toHaveFocus();
    expect(region()).toHaveTextContent('40 of 45 shown');
    await user.click(more());
    expect(amounts()).toEqual(from(1, 45));
    expect(row('$41.00')).toHaveFocus();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
    expect(region()).not.toHaveTextContent('shown');
  });

  test('begin with those that are not known yet, however old', async () => {
    const { user, operations } = await find(45, {
      30: unknown,
      44: { ...unknown, terminalId: 'terminal-2' },
    });
    expect(amounts()).toEqual(['30', '44', ...from(1, 18)]);
    // It stays where it is when its outcome is said, so that nothing moves under the finger.
    act(() => operations.resolveUnknown('sale-30', { charged: true, basis: 'receipt' }));
    expect(amounts()).toEqual(['30', '44', ...from(1, 18)]);
    await user.click(more());
    expect(row('$19.00')).toHaveFocus();
  });

  test('move up when one was seen, and those that were not shown count as not seen', async () => {
    const { user, operations } = await find(23);
    for (const place of [1, 2]) {
      await user.click(row(`$${place}.00`));
      await user.click(screen.getByRole('button', { name: 'Done' }));
    }
    expect(amounts()).toEqual(from(3, 22));
    expect(region()).toHaveTextContent('20 of 21 shown');
    expect(operations.list({ standing: true })).toHaveLength(21);
    await user.click(row('$3.00'));
    await user.click(screen.getByRole('button', { name: 'Done' }));
    expect(amounts()).toEqual(from(4, 23));
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  test('are not announced when they are shown: only the first twenty are, as in a short list', async () => {
    const { user, operations } = await find(45);
    expect(said()).toContain('$20.00');
    expect(said()).not.toContain('$21.00');
    const before = said();
    await user.click(more());
    expect(said()).toBe(before);
    act(() => operations.acknowledge('sale-1'));
    expect(amounts()).toEqual(from(2, 41));
    expect(said()).not.toContain('$41.00');
  });

  test('are all reached in a list of a host’s own parts, which has no part for "Show more"', async () => {
    const own = (
      <Parts.Root>
        <Parts.Title />
        <Parts.List>{({ id, amountCents }) => <li key={id}>{amountCents}</li>}</Parts.List>
      </Parts.Root>
    );
    const { user } = await find(25, {}, own);
    expect(region()).not.toHaveTextContent('2500');
    await user.click(more());
    expect(region()).toHaveTextContent('2500');
  });
});

describe('when a payment is added to many', () => {
  const startOne = async ({ operations, pass }: Awaited<ReturnType<typeof find>>) => {
    void operations.start('pay', { terminalId: 'terminal-2', amount: 990_000, receipt: false });
    await pass(500);
  };

  test('an opened row at the end stays, and so does the focus', async () => {
    const page = await find(45);
    await page.user.click(row('$20.00'));
    await startOne(page);
    expect(region()).toHaveTextContent('$9,900.00');
    expect(row('$20.00')).toHaveAttribute('aria-expanded', 'true');
    expect(row('$20.00')).toHaveFocus();
    expect(screen.getByRole('button', { name: 'Done' })).toBeVisible();
    expect(region()).toHaveTextContent('21 of 46 shown');
  });

  test('a row with the focus at the end stays, closed or not', async () => {
    const page = await find(45);
    act(() => row('$20.00').focus());
    await startOne(page);
    expect(row('$20.00')).toHaveFocus();
    await page.user.click(more());
    expect(row('$21.00')).toHaveFocus();
  });

  test('a row with the focus stays also if all rows were shown when it got the focus', async () => {
    const page = await find(20);
    act(() => row('$20.00').focus());
    await startOne(page);
    expect(row('$20.00')).toHaveFocus();
  });
});

test('a row with the focus that becomes unknown keeps the focus as it moves up', async () => {
  const { operations, journal, pass } = await find(30, { 12: waiting });
  act(() => row('$12.00').focus());
  const record = (await journal.list()).find(({ id }) => id === 'sale-12')!;
  await journal.update('sale-12', unknown, record.seq + 1);
  await pass(1000);
  expect(operations.get('sale-12')).toMatchObject({ phase: 'unknown' });
  expect(amounts()[0]).toBe('12');
  expect(row('$12.00')).toHaveFocus();
});

test('a row that was not shown is announced when it becomes unknown and moves up', async () => {
  const { operations, journal, pass } = await find(30, { 25: waiting });
  expect(said()).not.toContain('$25.00');
  const record = (await journal.list()).find(({ id }) => id === 'sale-25')!;
  await journal.update('sale-25', unknown, record.seq + 1);
  await pass(1000);
  expect(operations.get('sale-25')).toMatchObject({ phase: 'unknown' });
  expect(amounts()[0]).toBe('25');
  expect(said()).toContain('$25.00');
});
