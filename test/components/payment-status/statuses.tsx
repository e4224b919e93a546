import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { PaymentStatus, type PaymentStatusProps } from 'tillkit';
import { createHarness, type HarnessOptions } from '../../harness.tsx';

interface Sale extends HarnessOptions {
  amount?: number;
  orderNumber?: string;
  props?: Partial<PaymentStatusProps>;
}

/** A payment that has just been started, and its status. */
export async function show({ amount = 1250, orderNumber, props, ...options }: Sale = {}) {
  const harness = createHarness(options);
  const request = { terminalId: 'terminal-1', amount, receipt: false, orderNumber };
  const result = await harness.operations.start('pay', request);
  if (!result.started) throw new Error(result.refusal.message);
  const { id } = result.operation;
  const view = render(<PaymentStatus operationId={id} {...props} />, { wrapper: harness.wrapper });
  const pass = (ms: number) => act(() => harness.advance(ms));
  return { ...harness, ...view, id, pass, user: userEvent.setup() };
}

/** A payment whose outcome got lost with the answer. */
export async function showUnknown(options: Sale = {}) {
  const status = await show({ scenario: 'lost-answer', ...options });
  await status.pass(200);
  await screen.findByRole('heading', { name: "We don't know yet if the card was charged" });
  return status;
}

export const region = () => screen.getByRole('region', { name: 'Payment status' });
export const forbidden = /failed|declined|try again/i;
