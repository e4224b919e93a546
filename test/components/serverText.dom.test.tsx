import { render, screen } from '@testing-library/react';
import { OpenOperations, PaymentStatus, TransactionActions } from 'tillkit';
import type { TerminalOperation } from 'tillkit/core';
import { expect, test } from 'vitest';
import { createHarness } from '../harness.tsx';

const markup = '"><img src=x onerror=alert(1)><script>alert(1)</script>';

/** An operation of which the service says nothing but this. */
async function saying(patch: Partial<TerminalOperation>) {
  const { operations, advance } = createHarness();
  await operations.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
  await advance(9000);
  const said = { ...operations.list()[0]!, ...patch };
  const seen = { ...operations, get: () => said, list: () => [said] };
  return { id: said.id, wrapper: createHarness({ provider: { operations: seen } }).wrapper };
}

const error = { code: 'http', shortMessage: markup, serviceMessage: markup, status: 400 } as const;

test.each<[string, Partial<TerminalOperation>]>([
  ['message', { phase: 'failed', message: markup }],
  ['error.serviceMessage', { phase: 'rejected', error }],
  ['pnRefNum', { pnRefNum: markup }],
  ['msgIdentifier', { pnRefNum: undefined, msgIdentifier: markup }],
  ['orderNumber', { orderNumber: markup }],
  ['terminalId', { terminalId: markup }],
])('F95: markup in %s is text in the status', async (_, patch) => {
  const { id, wrapper } = await saying(patch);
  const { container } = render(<PaymentStatus operationId={id} />, { wrapper });
  expect(container.querySelector('img, script')).toBeNull();
  expect(container.innerHTML).toContain('&lt;img');
});

test('F95: markup in an anomaly nobody knows is not shown at all', async () => {
  const { id, wrapper } = await saying({ anomalies: [markup] });
  const { container } = render(<PaymentStatus operationId={id} />, { wrapper });
  expect(container.innerHTML).not.toContain('onerror');
});

test('F95: markup in a transaction and in an open operation is text', async () => {
  const { wrapper } = await saying({ phase: 'unknown', terminalId: markup, orderNumber: markup });
  const { container } = render(
    <>
      <OpenOperations />
      <TransactionActions
        transaction={{
          pnRefNum: markup,
          kind: 'pay',
          terminalId: markup,
          status: 'complete',
          authorizedCents: 500,
          capturedCents: 500,
          refundedCents: 0,
          settled: true,
        }}
      />
    </>,
    { wrapper },
  );
  expect(screen.getAllByText(/onerror/).length).toBeGreaterThan(1);
  expect(container.querySelector('img, script')).toBeNull();
});
