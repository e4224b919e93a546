import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { OpenOperations, PaymentStatus, TerminalCheckout } from 'tillkit';
import { expect, test } from 'vitest';
import { endings } from '../../stories/endings.ts';
import { createHarness } from '../harness.tsx';

/** A person's word on a sale of $1,234.50, of which the service had named a part after it had said that it failed. */
async function recorded(charged: boolean) {
  const harness = createHarness();
  await endings['contradiction-part'](harness);
  const [{ id } = { id: '' }] = harness.operations.list();
  harness.operations.resolveUnknown(id, { charged, basis: 'receipt' });
  const { wrapper } = harness;
  const show = async (element: Parameters<typeof render>[0]) => {
    const view = render(element, { wrapper });
    await act(() => harness.advance(300));
    return view;
  };
  return { ...harness, id, show, user: userEvent.setup() };
}

const status = () => screen.getByRole('region', { name: 'Payment status' });
const figures = () =>
  within(status())
    .getAllByRole('definition')
    .slice(0, 2)
    .map(({ textContent }) => textContent);

test('F31: a charge that a person recorded shows what was approved, what was asked for and what is due', async () => {
  const { id, show } = await recorded(true);
  await show(<PaymentStatus operationId={id} />);
  expect(screen.getByRole('heading', { name: 'Recorded as charged' })).toBeVisible();
  expect(figures()).toEqual(['$790.08', '$1,234.50']);
  expect(screen.getByText('$444.42 is still due.')).toBeVisible();
  expect(document.body).toHaveTextContent('Recorded as charged: $790.08 of $1,234.50. A person here saw it');
});

test('a payment that a person recorded as not charged shows what was asked for', async () => {
  const { id, show } = await recorded(false);
  await show(<PaymentStatus operationId={id} />);
  expect(screen.getByRole('heading', { name: 'Recorded as not charged' })).toBeVisible();
  expect(within(status()).getByText('1,234.50', { exact: false })).toBeVisible();
  expect(status()).not.toHaveTextContent(/790\.08|still due/);
});

test('F31: a row of OpenOperations names what was charged, and shows both where it is opened', async () => {
  const { show, user } = await recorded(true);
  await show(<OpenOperations />);
  await user.click(screen.getByRole('button', { name: /^\$790\.08 Sale Recorded as charged/ }));
  expect(figures()).toEqual(['$790.08', '$1,234.50']);
});

test('F31: the checkout shows both, and leads to the rest or gives the part back', async () => {
  const { show, user } = await recorded(true);
  await show(<TerminalCheckout flowKey="default" defaultTerminalId="terminal-1" />);
  expect(figures()).toEqual(['$790.08', '$1,234.50']);
  expect(screen.getByRole('button', { name: 'Give back $790.08' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Charge the other $444.42' }));
  expect(await screen.findByRole('textbox', { name: 'Amount' })).toHaveValue('444.42');
});
