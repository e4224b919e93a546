import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TransactionList } from 'tillkit';
import { expect, test } from 'vitest';
import { sellDay } from '../../../stories/transactionListStates.tsx';
import { createHarness } from '../../harness.tsx';
import '../../../src/styles/index.css';

async function show() {
  const harness = createHarness();
  await sellDay(harness);
  render(<TransactionList />, { wrapper: harness.wrapper });
  const until = (check: () => void) =>
    waitFor(async () => {
      await act(() => harness.advance(100));
      check();
    });
  await until(() => expect(screen.getAllByRole('listitem')).toHaveLength(7));
  return { until, user: userEvent.setup() };
}

test('the choices, the date, the search and the terminals are of one height', async () => {
  const { until } = await show();
  await until(() => expect(screen.getByRole('combobox', { name: 'Terminal' })).toBeVisible());
  const tools = within(screen.getByRole('search'));
  const controls = [
    ...tools.getAllByRole('button'),
    tools.getByLabelText('Date'),
    tools.getByRole('searchbox').parentElement!,
    tools.getByRole('combobox'),
  ];
  const heights = controls.map((control) => Math.round(control.getBoundingClientRect().height));
  expect(heights.length).toBeGreaterThan(8);
  expect(heights).toEqual(heights.map(() => heights[0]));
});

test("an opened sale has no title above its facts that only says it is a sale; a void's sale has one", async () => {
  const { until, user } = await show();
  const titleOf = async (row: RegExp) => {
    await user.click(screen.getByRole('button', { name: row }));
    await until(() => expect(screen.getByRole('heading', { name: 'Sale' })).toBeInTheDocument());
    const { height } = screen.getByRole('heading', { name: 'Sale' }).getBoundingClientRect();
    await user.click(screen.getByRole('button', { name: row }));
    return height > 1;
  };
  expect(await titleOf(/^Approved.*\$12\.50/)).toBe(false);
  expect(await titleOf(/^Voided/)).toBe(true);
});
