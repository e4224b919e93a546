import { act, fireEvent, render, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { AttachmentField, TerminalCheckout } from 'tillkit';
import { expect, test } from 'vitest';
import { createHarness } from '../harness.tsx';

/** A part of a page that the host renders into a frame, as into a popup: its elements are of another window. */
async function showInFrame(part: ReactNode) {
  const { wrapper, advance, sandbox } = createHarness({ latencyMs: 0 });
  const { contentDocument: page } = document.body.appendChild(document.createElement('iframe'));
  const place = page!.body.appendChild(page!.createElement('div'));
  expect(place).not.toBeInstanceOf(HTMLElement);
  render(createPortal(part, place), { wrapper });
  await act(() => advance(500));
  return { sandbox, advance, shown: within(place), page: page!, user: userEvent.setup({ document: page! }) };
}

test('a terminal is chosen and an amount is typed on the keypad, and charged', async () => {
  const till = <TerminalCheckout layout="keypad" terminals={{ layout: 'field' }} />;
  const { shown, user, sandbox, advance } = await showInFrame(till);
  await user.click(shown.getByRole('combobox', { name: 'Terminal' }));
  await user.click(shown.getByRole('option', { name: /Bar/ }));
  for (const key of ['1', '2']) await user.click(shown.getByRole('button', { name: key }));
  await user.click(shown.getByRole('button', { name: 'Charge $12.00 on Bar' }));
  await act(() => advance(100));
  const sent = sandbox.ledger.requests.filter(({ operation }) => operation === 'pay');
  expect(sent.map(({ body }) => body)).toMatchObject([{ terminalId: 'terminal-2', amount: 1200 }]);
});

test('a press beside the open list of terminals closes it', async () => {
  const { shown, page } = await showInFrame(<TerminalCheckout terminals={{ layout: 'field' }} />);
  fireEvent.click(shown.getByRole('button', { name: /Show terminals/ }));
  fireEvent.pointerDown(shown.getByRole('listbox'));
  expect(shown.getByRole('listbox')).toBeVisible();
  fireEvent.pointerDown(page.body);
  expect(shown.queryByRole('listbox')).toBeNull();
});

test('a file that is dropped beside the field does not replace the page', async () => {
  const { page } = await showInFrame(<AttachmentField />);
  expect(fireEvent.drop(page.body, { dataTransfer: { types: ['Files'], items: [], files: [] } })).toBe(false);
});
