import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FormEvent, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { PaymentLinkForm, TerminalCheckout, TransactionActions } from 'tillkit';
import { expect, test, vi } from 'vitest';
import { chargedSale, createHarness } from '../harness.tsx';
import { amount, createButton, createdHeading } from './linkForm.tsx';

/** A host's form, as of an order, and in it a dialog: the DOM has the dialog elsewhere, React still has it in the form. */
function showInDialog(part: ReactNode) {
  const harness = createHarness({ latencyMs: 0 });
  const onSubmit = vi.fn((event: FormEvent) => event.preventDefault());
  render(<form onSubmit={onSubmit}>{createPortal(part, document.body)}</form>, { wrapper: harness.wrapper });
  const pass = () => act(() => harness.advance(500));
  const sent = (name: string) =>
    harness.sandbox.ledger.requests.filter(({ operation }) => operation === name);
  return { onSubmit, pass, sent, user: userEvent.setup({ delay: null }) };
}

test('a payment in a dialog does not submit the host’s form around it', async () => {
  const till = showInDialog(<TerminalCheckout defaultTerminalId="terminal-1" defaultAmountCents={1250} />);
  await till.pass();
  await till.user.click(screen.getByRole('button', { name: /^Charge/ }));
  await till.pass();
  expect(till.sent('pay')).toHaveLength(1);
  expect(till.onSubmit).not.toHaveBeenCalled();
});

test('a payment link in a dialog does not submit the host’s form around it', async () => {
  const form = showInDialog(<PaymentLinkForm />);
  await form.pass();
  await form.user.type(amount(), '48');
  await form.user.click(createButton());
  expect(await createdHeading()).toBeVisible();
  expect(form.sent('createPaymentLink')).toHaveLength(1);
  expect(form.onSubmit).not.toHaveBeenCalled();
});

test('giving back in a dialog does not submit the host’s form around it', async () => {
  const actions = showInDialog(<TransactionActions transaction={chargedSale} />);
  await actions.pass();
  await actions.user.click(screen.getByRole('button', { name: /^Give back/ }));
  expect(screen.getByRole('button', { name: 'Yes, give back $12.50' })).toBeVisible();
  expect(actions.onSubmit).not.toHaveBeenCalled();
});
