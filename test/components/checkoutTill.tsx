import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { TerminalCheckout, type TerminalCheckoutProps } from 'tillkit';
import type { StartResult, TerminalOperation, TerminalOperations } from 'tillkit/core';
import { expect, vi } from 'vitest';
import { createHarness, type HarnessOptions } from '../harness.tsx';

export type Refusal = Extract<StartResult, { started: false }>['refusal'];

/** An operation from before, of which no more is known than this. */
export const earlier = (patch: Partial<TerminalOperation> = {}): TerminalOperation => ({
  id: 'earlier',
  kind: 'pay',
  phase: 'unknown',
  terminalId: 'terminal-2',
  amountCents: 1250,
  anomalies: [],
  connection: 'ok',
  seenProcessing: false,
  flowKey: 'other',
  createdAt: Date.UTC(2026, 0, 15, 9, 5),
  ...patch,
});

/** A till on the sandbox, once its terminals are there. */
export async function showTill(props: TerminalCheckoutProps = {}, options: HarnessOptions = {}) {
  const harness = createHarness(options);
  const own = { defaultTerminalId: 'terminal-1', ...props };
  const view = render(<TerminalCheckout {...own} />, { wrapper: harness.wrapper });
  const pass = (ms: number) => act(() => harness.advance(ms));
  await pass(200);
  await waitFor(() => expect(document.querySelector('[data-loading]')).toBeNull());
  const user = userEvent.setup();
  return {
    ...harness,
    ...view,
    pass,
    user,
    rerender: (next: TerminalCheckoutProps) => view.rerender(<TerminalCheckout {...own} {...next} />),
    press: () => user.click(screen.getByRole('button', { name: /^(Charge|Authorize)/ })),
    sent: () =>
      harness.sandbox.ledger.requests.flatMap(({ operation, body }) => (operation === 'pay' ? [body] : [])),
  };
}

/** A till with a payment of this amount that has ended. */
export async function sell(amount: number, props: TerminalCheckoutProps = {}) {
  const till = await showTill({ defaultAmountCents: amount, ...props });
  await till.press();
  await till.pass(30_000);
  return till;
}

/** A till where nothing can be sent: the core refuses it like this. */
export async function showRefused(
  refusal: Partial<Refusal> & Pick<Refusal, 'code'>,
  props: TerminalCheckoutProps = {},
  known: TerminalOperation[] = [],
) {
  const { operations } = createHarness();
  const start = vi.fn<TerminalOperations['start']>(() =>
    Promise.resolve({ started: false, refusal: { message: 'In English.', ...refusal } }),
  );
  const refusing = {
    ...operations,
    get: (id: string) => known.find((operation) => operation.id === id),
    start,
  };
  const till = await showTill({ defaultAmountCents: 1250, ...props }, { provider: { operations: refusing } });
  await till.press();
  return { ...till, start };
}
