import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { CloseBatch, PaymentStatus, TerminalCheckout, TransactionActions } from 'tillkit';
import { createPaymentsClient, createTerminalOperations, type Transaction } from 'tillkit/core';
import { createMemoryJournal, createVirtualClock } from 'tillkit/core';
import { es } from 'tillkit/locales/es';
import { describe, expect, test } from 'vitest';
import { createHarness, type HarnessOptions } from '../harness.tsx';
import { showAnswering } from './linkForm.tsx';

// The core refuses in English, for developers. On the screen stand words of the catalogue, chosen by code and field.

const english = /Nothing was sent|must be|is not |cannot be|The service/;

async function show(element: ReactElement, provider: HarnessOptions['provider'] = {}) {
  const harness = createHarness({ provider: { labels: es, ...provider } });
  const view = render(element, { wrapper: harness.wrapper });
  await act(() => harness.advance(300));
  return { ...harness, ...view, user: userEvent.setup() };
}

/** A sentence that is on the screen, where nothing is in the core's words. */
async function said(text: string) {
  const [sentence] = await screen.findAllByText(text);
  expect(document.body).not.toHaveTextContent(english);
  return sentence;
}
const press = async (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));

const transaction: Transaction = {
  pnRefNum: ' ',
  kind: 'pay',
  terminalId: 'terminal-1',
  status: 'complete',
  authorizedCents: 1250,
  capturedCents: 1250,
  refundedCents: 0,
  settled: true,
};

describe('what the core refuses before anything is sent', () => {
  test('of a sale: a field that is not on the screen is named', async () => {
    const customValues = [{ key: '', value: 'x' }];
    const { user } = await show(
      <TerminalCheckout
        defaultTerminalId="terminal-1"
        defaultAmountCents={1250}
        customValues={customValues}
      />,
    );
    await press(user, /^Cobrar/);
    expect(
      await said(es.terminalCheckout.refused({ code: 'invalid-request', field: 'customValues[0].key' })),
    ).toBeInTheDocument();
  });

  test('of a sale: a field that is on the screen says so itself', async () => {
    const { user } = await show(<TerminalCheckout defaultTerminalId=".." defaultAmountCents={1250} />);
    await press(user, /^Cobrar/);
    expect(await said(es.terminalCheckout.refusedField)).toBeInTheDocument();
    expect(screen.getByRole('combobox')).toBeInvalid();
  });

  test('of a batch', async () => {
    const { user } = await show(<CloseBatch terminalId=".." />);
    await press(user, es.closeBatch.close);
    await press(user, es.closeBatch.confirmYes);
    expect(
      await said(es.closeBatch.refused({ code: 'invalid-request', field: 'terminalId' })),
    ).toBeInTheDocument();
  });

  test('of a refund', async () => {
    const { user } = await show(<TransactionActions transaction={transaction} />);
    await press(user, /^Reembolsar/);
    await press(user, /^Sí, reembolsar/);
    expect(
      await said(es.transactionActions.refused({ code: 'invalid-request', field: 'pnRefNum' })),
    ).toBeInTheDocument();
  });

  test('of a payment whose page is not set up correctly', async () => {
    const client = createPaymentsClient({
      baseUrl: 'http://localhost:4010',
      routes: { pay: { path: () => '//elsewhere.example/pay' } },
    });
    const clock = createVirtualClock(0);
    const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
    const started = await operations.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
    if (!started.started) throw new Error(started.refusal.message);
    await clock.advance(100);
    await show(<PaymentStatus operationId={started.operation.id} />, { client, operations });
    expect(
      await said(es.paymentStatus.notSentReason({ code: 'configuration', field: 'routes' })),
    ).toBeInTheDocument();
    expect(screen.getByText(es.paymentStatus.notSent)).toBeVisible();
  });
});

describe('what the service refuses', () => {
  const send = async (answer: () => Response) => {
    const { user } = showAnswering(answer, { labels: es.paymentLinkForm });
    const amount = screen.getByRole('textbox', { name: 'Amount' });
    await user.type(amount, '48{Enter}');
    return amount;
  };

  test('without a sentence is said in the catalogue’s words, with the status as a value', async () => {
    await send(() => new Response(null, { status: 404 }));
    const reason = es.paymentLinkForm.rejectedReason({ code: 'http', status: '404', field: undefined });
    expect(await screen.findByText(reason)).toBeVisible();
  });

  test('about a field and without a sentence is not put into the service’s mouth', async () => {
    const amount = await send(() => Response.json({ errors: [{ field: 'amount' }] }, { status: 422 }));
    const sentence = es.paymentLinkForm.rejectedReason({ code: 'http', status: '422', field: 'amount' });
    await waitFor(() => expect(amount).toHaveAccessibleDescription(expect.stringContaining(sentence)));
  });

  test('with its own sentence is said to be the service’s', async () => {
    const refused = { errors: [{ field: 'amount', message: 'is above the limit.' }] };
    const amount = await send(() => Response.json(refused, { status: 422 }));
    const sentence = es.paymentLinkForm.serviceSays('is above the limit.');
    await waitFor(() => expect(amount).toHaveAccessibleDescription(expect.stringContaining(sentence)));
  });
});
