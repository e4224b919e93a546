import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { PaymentsProvider, TerminalPicker, type TerminalPickerProps } from 'tillkit';
import { createPaymentsClient } from 'tillkit/core';
import { TerminalPicker as Parts } from 'tillkit/parts';
import { expect, test, vi } from 'vitest';
import { cdp, userEvent } from 'vitest/browser';
import '../../../src/styles/index.css';

const count = 10_000;
const items = Array.from({ length: count }, (_, index) => ({
  id: `t${index + 1}`,
  name: `Till ${index + 1}`,
  model: 'A920',
}));
const client = createPaymentsClient({
  baseUrl: 'http://localhost:4010',
  fetcher: () => Promise.resolve(Response.json({ items, total: count, page: 1, limit: count })),
});

async function show(props: TerminalPickerProps = {}) {
  const onValueChange = vi.fn<NonNullable<TerminalPickerProps['onValueChange']>>();
  render(
    <PaymentsProvider client={client} currency="USD">
      <TerminalPicker onValueChange={onValueChange} {...props} />
    </PaymentsProvider>,
  );
  const combobox = screen.getByRole<HTMLInputElement>('combobox');
  await waitFor(() => expect(combobox).toHaveAttribute('aria-busy', 'false'));
  return { combobox, onValueChange };
}

const rows = () => screen.getAllByRole('option').map(({ dataset }) => Number(dataset['index']));
const list = () => screen.getByRole('listbox');

/** The active option lies in the list's own frame, in full. */
function expectActiveInView() {
  const frame = list().getBoundingClientRect();
  const row = list().querySelector('[data-active]')!.getBoundingClientRect();
  expect(row.top).toBeGreaterThanOrEqual(frame.top - 1);
  expect(row.bottom).toBeLessThanOrEqual(frame.bottom + 1);
}

test('keys lead through ten thousand, and the active one is always drawn and in view', async () => {
  const { combobox } = await show();
  await userEvent.click(combobox);
  for (const [keys, name] of [
    ['{ArrowDown}', 'Till 1'],
    ['{ArrowUp}', 'Till 10000'],
    ['{ArrowUp}{ArrowUp}', 'Till 9998'],
    ['{Home}', 'Till 1'],
    ['{ArrowDown>9/}', 'Till 10'],
    ['{PageDown}', 'Till 16'],
    ['{PageUp}{PageUp}', 'Till 4'],
    ['{End}', 'Till 10000'],
  ] as const) {
    await userEvent.keyboard(keys);
    await waitFor(() => {
      expect(list().querySelector('[data-active]')?.firstElementChild).toHaveTextContent(
        new RegExp(`^${name}$`),
      );
      expectActiveInView();
    });
    expect(list().querySelectorAll('*').length).toBeLessThan(80);
  }
  await userEvent.keyboard('{Enter}');
  expect(combobox).toHaveValue('Till 10000');
});

test('Tab leaves the open list for the next field: the list that scrolls is no stop', async () => {
  const { combobox } = await show();
  render(<input aria-label="Next" />);
  await userEvent.click(combobox);
  await waitFor(() => expect(list()).toBeVisible());
  await userEvent.keyboard('{Tab}');
  expect(screen.getByRole('textbox', { name: 'Next' })).toHaveFocus();
  expect(combobox).toHaveAttribute('aria-expanded', 'false');
});

test('opens on the chosen one, wherever it is', async () => {
  const { combobox } = await show({ defaultValue: 't5000' });
  await userEvent.click(combobox);
  await waitFor(() => expectActiveInView());
  expect(screen.getByRole('option', { selected: true })).toHaveAttribute('aria-posinset', '5000');
});

test('a scrolled list draws what is in view, keeps the active one, and starts anew when it opens', async () => {
  const { combobox } = await show();
  await userEvent.click(combobox);
  await userEvent.keyboard('{ArrowDown}');
  list().scrollTop = 5000 * 56;
  await waitFor(() => expect(rows()).toEqual(expect.arrayContaining([0, 5000, 5005])));
  expect(rows().length).toBeLessThan(20);
  await userEvent.keyboard('{ArrowDown}');
  await waitFor(() => expectActiveInView());
  await userEvent.keyboard('{Escape}{Escape}');
  await userEvent.click(combobox);
  expect(rows()).toEqual(expect.arrayContaining([0, 1, 2, 3, 4, 5]));
  expect(list().scrollTop).toBe(0);
});

test('a pointer that moves points and does not scroll; the wheel scrolls and does not point', async () => {
  const { combobox, onValueChange } = await show();
  await userEvent.click(combobox);
  await userEvent.hover(screen.getByRole('option', { name: /^Till 3 / }));
  const active = () => list().querySelector('[data-active]')?.firstElementChild;
  await waitFor(() => expect(active()).toHaveTextContent('Till 3'));
  list().scrollTop = 560;
  await waitFor(() => expect(rows()).toContain(15));
  expect(active()).toHaveTextContent('Till 3');
  await userEvent.click(screen.getByRole('option', { name: /^Till 13 / }));
  expect(onValueChange).toHaveBeenCalledExactlyOnceWith('t13', expect.objectContaining({ reason: 'user' }));
  expect(combobox).toHaveFocus();
});

test('a word being composed filters and is not chosen by the key that ends it', async () => {
  const { combobox, onValueChange } = await show();
  combobox.focus();
  const page = cdp();
  await page.send('Input.imeSetComposition', { text: 'till 77', selectionStart: 7, selectionEnd: 7 });
  await waitFor(() => expect(combobox).toHaveValue('till 77'));
  fireEvent.keyDown(combobox, { key: 'Enter', isComposing: true });
  expect(onValueChange).not.toHaveBeenCalled();
  await page.send('Input.insertText', { text: 'till 77' });
  await userEvent.keyboard('{Enter}');
  expect(combobox).toHaveValue('Till 77');
});

test('F105: a name of 10 kB stays in its row, and two of one name stay apart', async () => {
  const name = 'A very long name of a terminal '.repeat(300);
  const twins = ['1', '2'].map((id) => ({ id, name, serialNumber: `A-${id}` }));
  const other = createPaymentsClient({
    baseUrl: 'http://localhost:4010',
    fetcher: () => Promise.resolve(Response.json({ items: twins, total: 2 })),
  });
  render(
    <PaymentsProvider client={other} currency="USD">
      <div style={{ inlineSize: 280 }}>
        <TerminalPicker />
      </div>
    </PaymentsProvider>,
  );
  const combobox = screen.getByRole('combobox');
  await waitFor(() => expect(combobox).toHaveAttribute('aria-busy', 'false'));
  await userEvent.click(combobox);
  const width = list().clientWidth;
  for (const row of screen.getAllByRole('option')) {
    expect(row.scrollWidth).toBeLessThanOrEqual(width);
    expect(row.getBoundingClientRect().height).toBeCloseTo(56, 0);
    const range = document.createRange();
    range.selectNodeContents(row.querySelector('[data-marked]')!.lastChild!);
    const mark = range.getBoundingClientRect();
    expect(mark.right).toBeLessThanOrEqual(row.getBoundingClientRect().right);
    expect(mark.width).toBeGreaterThan(20);
  }
});

test('what a host puts beside the input and the toggle stands in one row with them', async () => {
  const boxOf = (element: Element) => element.getBoundingClientRect();
  const draw = (sign?: ReactNode) => (
    <PaymentsProvider client={client} currency="USD">
      <Parts.Root style={{ inlineSize: 300 }}>
        <Parts.Control>
          {sign}
          <Parts.Input />
          <Parts.Toggle />
        </Parts.Control>
      </Parts.Root>
    </PaymentsProvider>
  );
  const { rerender } = render(draw());
  const input = screen.getByRole('combobox');
  const toggle = screen.getByRole('button');
  const alone = [boxOf(input), boxOf(toggle)];
  expect(boxOf(input).height).toBeGreaterThan(30);
  expect(boxOf(toggle).right).toBeGreaterThan(boxOf(input).right);
  rerender(draw(<span data-testid="sign">#</span>));
  const sign = boxOf(screen.getByTestId('sign'));
  const [left, right] = [boxOf(screen.getByRole('combobox')), boxOf(screen.getByRole('button'))];
  expect(left.left).toBeCloseTo(sign.right, 0);
  expect(left.right).toBeCloseTo(alone[0]!.right, 0);
  for (const [now, before] of [
    [left, alone[0]!],
    [right, alone[1]!],
  ] as const) {
    expect(now.top).toBeCloseTo(before.top, 0);
    expect(now.height).toBeCloseTo(before.height, 0);
  }
});
