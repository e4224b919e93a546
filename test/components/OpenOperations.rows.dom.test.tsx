import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OpenOperations, type OpenOperationsProps } from 'tillkit';
import type { MoneyOperation, OperationRecord, TerminalRequests } from 'tillkit/core';
import { describe, expect, test } from 'vitest';
import { createHarness, type HarnessOptions } from '../harness.tsx';

const sale = (terminalId: string, amount: number) => ({ terminalId, amount, receipt: false });

async function open(props: OpenOperationsProps = {}, options: HarnessOptions = {}) {
  const harness = createHarness(options);
  const view = render(<OpenOperations {...props} />, { wrapper: harness.wrapper });
  const pass = (ms: number) => act(() => harness.advance(ms));
  await pass(300);
  const start = <Kind extends MoneyOperation>(kind: Kind, request: TerminalRequests[Kind]) =>
    act(async () => void (await harness.operations.start(kind, request)));
  return { ...harness, ...view, pass, start, user: userEvent.setup() };
}

const region = () => screen.getByRole('region', { name: 'Open operations' });
const row = (name: RegExp) => within(region()).getByRole('button', { name });
const status = () => screen.queryByRole('region', { name: 'Payment status' });
const words = (name: RegExp) => row(name).textContent.replace(/\s+/g, ' ').trim();

describe('before the journal was read', () => {
  const unread = { list: () => new Promise<OperationRecord[]>(() => undefined) };

  test('it looks, and does not say that nothing is open', async () => {
    await open({}, { journal: unread });
    expect(region()).toHaveAttribute('data-loading', '');
    expect(region()).not.toHaveAttribute('data-empty');
    expect(screen.getByText('Looking for open operations…')).toBeVisible();
    expect(region()).not.toHaveTextContent('Nothing is open');
  });

  test('what this page started meanwhile stands there in its place', async () => {
    const { start } = await open({}, { journal: unread });
    await start('pay', sale('terminal-1', 1000));
    expect(row(/\$10\.00/)).toBeVisible();
    expect(screen.queryByText('Looking for open operations…')).toBeNull();
  });

  test('nothing is shown where the host wants nothing where nothing is open', async () => {
    await open({ hideWhenEmpty: true }, { journal: unread });
    expect(screen.queryByText('Looking for open operations…')).toBeNull();
  });
});

test('once it is read, and nothing is open, that is said, and it looks no more', async () => {
  await open();
  expect(region()).toHaveAttribute('data-empty', '');
  expect(region()).not.toHaveAttribute('data-loading');
  expect(screen.queryByText('Looking for open operations…')).toBeNull();
});

describe('a row', () => {
  test('goes from being sent to the terminal, and shows it as data', async () => {
    const { start, pass } = await open({}, { scenario: 'slow' });
    await start('pay', sale('terminal-1', 1000));
    expect(words(/\$10\.00/)).toMatch(/^\$10\.00 Sale Being sent .+ since 9:30 AM$/);
    const item = row(/\$10\.00/).closest('li');
    expect(item).toHaveAttribute('data-phase', 'sending');
    expect(item).toHaveAttribute('data-kind', 'pay');
    expect(item).not.toHaveAttribute('data-busy');
    await pass(3000);
    expect(words(/\$10\.00/)).toBe('$10.00 Sale At the terminal Front counter since 9:30 AM');
    expect(item).toHaveAttribute('data-phase', 'waiting');
  });

  test('of an operation without an amount is named by its kind, once', async () => {
    const { start } = await open({}, { latencyMs: 5000 });
    await start('closeBatch', { terminalId: 'terminal-1' });
    expect(row(/Batch close/).textContent).toMatch(/^Batch close\s+Being sent/);
  });

  test('tells the time in the zone of the provider, with the day where it was not today', async () => {
    const provider = { timeZone: 'Asia/Tokyo' };
    const { start, pass } = await open({}, { provider, scenario: 'lost-request' });
    await start('pay', sale('terminal-1', 1000));
    await pass(500);
    expect(words(/\$10\.00/)).toMatch(/since 6:30 PM$/);
    await pass(6 * 60 * 60_000);
    await start('pay', sale('terminal-2', 2000));
    expect(words(/\$10\.00/)).toMatch(/since Jan 15, 2026, 6:30 PM$/);
    expect(words(/\$20\.00/)).toMatch(/since 12:30 AM$/);
  });

  test('names what it unfolds while it is unfolded', async () => {
    const { start, user } = await open({}, { scenario: 'slow' });
    await start('pay', sale('terminal-1', 1000));
    expect(row(/\$10\.00/)).toHaveAttribute('aria-expanded', 'false');
    expect(row(/\$10\.00/)).not.toHaveAttribute('aria-controls');
    await user.click(row(/\$10\.00/));
    const panel = document.getElementById(row(/\$10\.00/).getAttribute('aria-controls') ?? '');
    expect(panel).toContainElement(status());
  });

  test('that is folded again while it goes on keeps the focus', async () => {
    const { start, user } = await open({}, { scenario: 'slow' });
    await start('pay', sale('terminal-1', 1000));
    await user.click(row(/\$10\.00/));
    await user.click(row(/\$10\.00/));
    expect(status()).toBeNull();
    expect(row(/\$10\.00/)).toHaveFocus();
  });
});

describe('a row that has ended', () => {
  const three = async () => {
    const till = await open({}, { scenario: 'lost-request' });
    for (const [index, amount] of [1000, 2000, 3000].entries()) {
      await till.start('pay', sale(`terminal-${index + 1}`, amount));
      await till.pass(1000);
    }
    const amounts = () => within(region()).getAllByRole('button');
    const order = () => amounts().flatMap(({ textContent }) => /^\$\d+/.exec(textContent.trim())?.[0] ?? []);
    const end = (amount: number) => {
      const { id } = till.operations.list().find(({ amountCents }) => amountCents === amount)!;
      act(() => till.operations.resolveUnknown(id, { charged: true, basis: 'receipt' }));
    };
    return { ...till, order, end };
  };

  test('stays where it stood, so that nothing moves under the finger', async () => {
    const { order, end, user } = await three();
    expect(order()).toEqual(['$30', '$20', '$10']);
    await user.click(row(/\$30\.00/));
    end(3000);
    expect(screen.getByRole('heading', { name: 'Recorded as charged' })).toBeVisible();
    expect(order()).toEqual(['$30', '$20', '$10']);
  });

  test('stays when another is opened', async () => {
    const { order, end, user } = await three();
    await user.click(row(/\$20\.00/));
    end(2000);
    await user.click(row(/\$10\.00/));
    expect(order()).toEqual(['$30', '$20', '$10']);
    expect(row(/\$10\.00/)).toHaveAttribute('aria-expanded', 'true');
  });

  test('that was folded stays too, and says how', async () => {
    const { order, end } = await three();
    end(2000);
    expect(order()).toEqual(['$30', '$20', '$10']);
    expect(words(/\$20\.00/)).toBe('$20.00 Sale Recorded as charged Bar 9:30 AM');
  });

  test('of which another tab takes note while it is opened stays until it is folded', async () => {
    const { operations, order, end, user } = await three();
    await user.click(row(/\$20\.00/));
    end(2000);
    act(() => operations.acknowledge(operations.list().find(({ amountCents }) => amountCents === 2000)!.id));
    expect(order()).toEqual(['$30', '$20', '$10']);
    expect(screen.queryByRole('button', { name: 'Done' })).toBeNull();
    await user.click(row(/\$20\.00/));
    expect(order()).toEqual(['$30', '$10']);
    expect(region()).toHaveFocus();
  });
});
