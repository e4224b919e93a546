import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactElement, ReactNode } from 'react';
import { CloseBatch, PaymentStatus, TerminalCheckout, TransactionActions } from 'tillkit';
import {
  type ClaimResult,
  createMemoryJournal,
  createPaymentsClient,
  createTerminalOperations,
  createVirtualClock,
  defineService,
  type OperationRecord,
  type Transaction,
} from 'tillkit/core';
import { es } from 'tillkit/locales/es';
import { describe, expect, test } from 'vitest';
import { sold } from '../core/operations/soldTransaction.ts';
import { chargedSale, createHarness, type HarnessOptions } from '../harness.tsx';
import { showAnswering } from './linkForm.tsx';
import { answer as answerAt } from './answer.ts';

// The core refuses in English, for developers. On the screen stand words of the catalogue, chosen by code and field.

const english = /Nothing was sent|must be|is not |cannot be|The service/;

async function show(element: ReactElement, provider: HarnessOptions['provider'] = {}) {
  const harness = createHarness({ provider: { labels: es, ...provider } });
  const view = render(element, { wrapper: harness.wrapper });
  await act(() => harness.advance(300));
  return { ...harness, ...view, user: userEvent.setup() };
}

/** A sentence that is on the screen, where nothing is in the core's words. */
async function saidText(text: string) {
  const [sentence] = await screen.findAllByText(text);
  expect(document.body).not.toHaveTextContent(english);
  return sentence;
}
const pressButton = async (user: ReturnType<typeof userEvent.setup>, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }));

const transaction: Transaction = { ...chargedSale, pnRefNum: ' ', settled: true };

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
    await pressButton(user, /^Cobrar/);
    expect(
      await saidText(es.terminalCheckout.refused({ code: 'invalid-request', field: 'customValues[0].key' })),
    ).toBeInTheDocument();
  });

  test('of a sale: a field that is on the screen says so itself', async () => {
    const { user } = await show(<TerminalCheckout defaultTerminalId=".." defaultAmountCents={1250} />);
    await pressButton(user, /^Cobrar/);
    expect(await saidText(es.terminalCheckout.refusedField)).toBeInTheDocument();
    expect(screen.getByRole('radiogroup')).toBeInvalid();
  });

  test('of a batch', async () => {
    const { user } = await show(<CloseBatch terminalId=".." />);
    await pressButton(user, es.closeBatch.close);
    await pressButton(user, es.closeBatch.confirmYes);
    expect(
      await saidText(es.closeBatch.refused({ code: 'invalid-request', field: 'terminalId' })),
    ).toBeInTheDocument();
  });

  test('of a refund', async () => {
    const { user } = await show(<TransactionActions transaction={transaction} />);
    await pressButton(user, /^Devolver/);
    await pressButton(user, /^Sí, devolver/);
    expect(
      await saidText(es.transactionActions.refused({ code: 'invalid-request', field: 'pnRefNum' })),
    ).toBeInTheDocument();
  });

  test('of a payment whose page is not set up correctly', async () => {
    const client = createPaymentsClient({
      baseUrl: 'http://localhost:4010',
      service: defineService({ routes: { pay: { path: () => '//elsewhere.example/pay' } } }),
    });
    const clock = createVirtualClock(0);
    const operations = createTerminalOperations({ client, journal: createMemoryJournal(), clock });
    const started = await operations.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
    if (!started.started) throw new Error(started.refusal.message);
    await clock.advance(100);
    await show(<PaymentStatus operationId={started.operation.id} />, { client, operations });
    expect(
      await saidText(es.paymentStatus.notSentReason({ code: 'configuration', field: 'routes' })),
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

const terminalId = 'terminal-1';

const known: Transaction = { ...sold, pnRefNum: '91823746512', settled: true };

interface Till {
  element: ReactNode;
  /** Presses until the request would leave. */
  presses: string[];
  operation: 'closeBatch' | 'refund' | 'void' | 'capture';
}

const tills: Record<string, Till> = {
  'a batch': {
    element: <CloseBatch terminalId={terminalId} />,
    presses: ['Close the day', 'Yes, close the day'],
    operation: 'closeBatch',
  },
  'a refund': {
    element: <TransactionActions transaction={known} />,
    presses: ['Give back $50.00', 'Yes, give back $50.00'],
    operation: 'refund',
  },
  'a void': {
    element: <TransactionActions transaction={{ ...known, settled: false }} />,
    presses: ['Give back $50.00', 'Yes, give back $50.00'],
    operation: 'void',
  },
  'a capture': {
    element: (
      <TransactionActions transaction={{ ...known, kind: 'preAuth', capturedCents: 0, settled: false }} />
    ),
    presses: ['Collect $50.00 on Front counter'],
    operation: 'capture',
  },
};

async function showTill(element: ReactNode, options: HarnessOptions = {}) {
  const harness = createHarness(options);
  const view = render(element, { wrapper: harness.wrapper });
  const pass = (ms: number) => act(() => harness.advance(ms));
  await pass(300);
  await screen.findAllByText(/Front counter|terminal-1/);
  const user = userEvent.setup();
  const press = async (names: readonly (string | RegExp)[]) => {
    for (const name of names) await user.click(screen.getByRole('button', { name }));
    await pass(500);
  };
  const sent = (operation: string) =>
    harness.sandbox.ledger.requests.filter((request) => request.operation === operation);
  return { ...harness, ...view, pass, user, press, sent };
}

/** A journal whose terminal is held by a record that this page does not know. */
const heldElsewhere = {
  claim: (record: OperationRecord): Promise<ClaimResult> =>
    Promise.resolve({ ok: false, holder: { ...record, id: 'elsewhere' } }),
};
const full = { claim: () => Promise.reject(new Error('Full.')) };
const alert = () => screen.getByRole('alert');

describe.each(Object.entries(tills))('%s', (_, { element, presses, operation }) => {
  test('is not sent while another window has the terminal, and it is said aloud', async () => {
    const { press, sent } = await showTill(element, { journal: heldElsewhere });
    await press(presses);
    const sentence = 'Nothing was sent: Front counter is busy with a payment from another window.';
    expect(screen.getByText(sentence, { selector: 'p' })).toBeVisible();
    expect(alert()).toHaveTextContent(sentence);
    expect(screen.queryByRole('region', { name: 'Payment status' })).toBeNull();
    expect(sent(operation)).toEqual([]);
  });

  test('is not sent where it could not be recorded, and can be tried once that is mended', async () => {
    const journal: HarnessOptions['journal'] = { ...full };
    const { press, sent } = await showTill(element, { journal });
    await press(presses);
    expect(screen.getByText(/could not record it/, { selector: 'p' })).toBeVisible();
    expect(alert()).toHaveTextContent(/could not record it/);
    expect(sent(operation)).toEqual([]);
    expect(screen.getByRole('button', { name: presses[0]! })).toBeEnabled();
  });

  test('F75: is not sent where the device is too slow to record it, and the advice is to press again', async () => {
    const journal: HarnessOptions['journal'] = { claim: () => new Promise(() => undefined) };
    const { press, pass, sent } = await showTill(element, { journal });
    await press(presses);
    await pass(1000);
    const sentence = 'Nothing was sent: this device was too slow to record it. Press again.';
    expect(screen.getByText(sentence, { selector: 'p' })).toBeVisible();
    expect(alert()).toHaveTextContent(sentence);
    expect(sent(operation)).toEqual([]);
    expect(screen.getByRole('button', { name: presses[0]! })).toBeEnabled();
  });

  test('F117: is not sent while the gateway is away, and the advice is to look at the connection', async () => {
    const { press, pass, sent, operations } = await showTill(element, { isAway: true });
    await operations.load();
    await pass(5000); // two questions got no answer
    await press(presses);
    const sentence =
      'Nothing was sent: the connection to the payment service is down. Check the connection of this device, then press again.';
    expect(await screen.findByText(sentence, { selector: 'p' })).toBeVisible();
    expect(alert()).toHaveTextContent(sentence);
    expect(sent(operation)).toEqual([]);
    expect(screen.getByRole('button', { name: presses[0]! })).toBeEnabled();
  });

  test('is sent through the route of the terminal’s provider', async () => {
    const terminals = [{ id: terminalId, name: 'Front counter', provider: 'beta' as const }];
    const { press, operations } = await showTill(element, { terminals });
    await press(presses);
    expect(operations.list()[0]).toMatchObject({ kind: operation, provider: 'beta' });
  });

  test('is not offered before the journal was read', async () => {
    const unread = { list: () => new Promise<OperationRecord[]>(() => undefined) };
    const { user, sent } = await showTill(element, { journal: unread });
    const button = screen.getByRole('button', { name: presses[0]! });
    await user.click(button);
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(button.matches(':disabled, [aria-disabled="true"]')).toBe(true);
    expect(sent(operation)).toEqual([]);
  });
});

describe('a refusal of a transaction', () => {
  const busy = /Nothing was sent: Front counter is busy/;
  const holdTerminal = (till: Awaited<ReturnType<typeof showTill>>) =>
    act(async () => {
      till.sandbox.setScenario('lost-answer', { next: true });
      await till.operations.start('pay', { terminalId, amount: 4205, receipt: false });
      await till.advance(1000);
    });

  test('shows the operation that is in the way, which can be resolved in place', async () => {
    const till = await showTill(tills['a refund']!.element);
    await holdTerminal(till);
    await till.press(tills['a refund']!.presses);
    expect(screen.getByText(busy, { selector: 'p' })).toBeVisible();
    await till.pass(1000);
    await till.user.click(answerAt('receipt', 'Charged'));
    await till.press(tills['a refund']!.presses);
    expect(till.sent('refund')).toHaveLength(1);
  });

  test('goes when the amount is changed', async () => {
    const till = await showTill(tills['a refund']!.element);
    await holdTerminal(till);
    await till.press(tills['a refund']!.presses);
    expect(screen.getByText(busy, { selector: 'p' })).toBeVisible();
    await till.user.type(screen.getByRole('textbox', { name: 'Amount' }), '{Backspace}');
    expect(screen.queryByText(busy, { selector: 'p' })).toBeNull();
  });

  test.each(['a refund', 'a void'] as const)('goes while it is asked once more: %s', async (name) => {
    const till = await showTill(tills[name]!.element);
    await holdTerminal(till);
    await till.press(tills[name]!.presses);
    expect(screen.getByText(busy, { selector: 'p' })).toBeVisible();
    await till.press(tills[name]!.presses.slice(0, 1));
    expect(screen.getByRole('alertdialog')).toBeVisible();
    expect(screen.queryByText(busy, { selector: 'p' })).toBeNull();
  });

  test('of giving back is said once, and not at the capture', async () => {
    const hold = { ...known, kind: 'preAuth', capturedCents: 0, settled: false } as const;
    const element = <TransactionActions transaction={hold} />;
    const till = await showTill(element);
    await holdTerminal(till);
    await till.press([/^Release/, /^Yes, release/]);
    const said = screen.getByText(busy, { selector: 'p' });
    expect(screen.getByRole('form', { name: /^Release/ })).toContainElement(said);
    expect(screen.getByRole('form', { name: 'Collect' })).not.toHaveTextContent(busy);
  });

  test('about the amount stands at its field alone', async () => {
    // The host’s second thoughts come after the press: 30.00 were given back elsewhere.
    const till = await showTill(<TransactionActions transaction={known} />);
    const own = { ...till.operations };
    till.operations.start = (kind, request, options) =>
      own.start(kind, request, { ...options, transaction: { ...known, refundedCents: 3000 } });
    await till.press(tills['a refund']!.presses);
    const field = screen.getByRole('textbox', { name: 'Amount' });
    expect(field).toHaveAccessibleDescription(/Nothing was sent: not that much is left\./);
    expect(screen.getAllByText(/not that much is left/)).toHaveLength(1);
    expect(till.sent('refund')).toEqual([]);
    await till.user.type(field, '{Backspace}');
    expect(screen.queryByText(/not that much is left/)).toBeNull();
  });
});

describe('a doubt about the same amount', () => {
  /** It was tried, and a person said that it was not done. */
  const afterDoubt = async (name: 'a refund' | 'a capture') => {
    const till = await showTill(tills[name]!.element);
    till.sandbox.setScenario('lost-request', { next: true });
    await till.press(tills[name]!.presses);
    await till.pass(1000);
    await till.user.click(answerAt('receipt', 'It was not done'));
    await till.user.click(screen.getByRole('button', { name: 'Yes, it was not done' }));
    await till.press(['Back to the payment', ...tills[name]!.presses]);
    return till;
  };

  test.each([
    ['a refund', 'Yes, give back $50.00 again'],
    ['a capture', 'Yes, collect $50.00 again'],
  ] as const)('says when and where it was sent, and sends again only on a yes: %s', async (name, yes) => {
    const till = await afterDoubt(name);
    const { operation } = tills[name]!;
    const question = screen.getByRole('alertdialog', { name: 'Send the same amount again?' });
    expect(question).toHaveAccessibleDescription(
      '$50.00 was sent to Front counter at 9:30 AM. It is not certain what became of it.',
    );
    expect(till.sent(operation)).toHaveLength(1);
    await till.press([yes]);
    expect(till.sent(operation)).toHaveLength(2);
  });

  test.each(['a refund', 'a capture'] as const)(
    'is gone after going back, with the focus on the button: %s',
    async (name) => {
      const till = await afterDoubt(name);
      await till.press(['Go back']);
      expect(screen.queryByRole('alertdialog')).toBeNull();
      expect(screen.getByRole('button', { name: tills[name]!.presses[0]! })).toHaveFocus();
      expect(till.sent(tills[name]!.operation)).toHaveLength(1);
    },
  );
});

test('a question that goes by itself takes the focus from no field', async () => {
  const till = await showTill(
    <>
      <CloseBatch terminalId={terminalId} />
      <input aria-label="Note" />
    </>,
  );
  await till.user.click(screen.getByRole('button', { name: 'Close the day' }));
  expect(screen.getByRole('alertdialog')).toBeVisible();
  await till.user.click(screen.getByRole('textbox', { name: 'Note' }));
  const sale = { terminalId, amount: 500, receipt: false };
  await act(async () => void (await till.operations.start('pay', sale)));
  expect(screen.queryByRole('alertdialog')).toBeNull();
  expect(screen.getByRole('textbox', { name: 'Note' })).toHaveFocus();
});

describe('two batches of one page', () => {
  const both = (
    <>
      <CloseBatch terminalId="terminal-1" />
      <CloseBatch terminalId="terminal-2" />
    </>
  );
  const close = async (till: Awaited<ReturnType<typeof showTill>>) => {
    await till.user.click(screen.getAllByRole('button', { name: 'Close the day' })[0]!);
    await till.user.click(screen.getByRole('button', { name: 'Yes, close the day' }));
  };

  test('are closed one by one: the other stays as it is', async () => {
    const till = await showTill(both);
    await close(till);
    await till.pass(500);
    expect(await screen.findByRole('heading', { name: 'Day closed' })).toBeVisible();
    expect(screen.getAllByRole('button', { name: 'Close the day' })).toHaveLength(1);
    expect(till.sent('closeBatch')).toMatchObject([{ terminalId: 'terminal-1' }]);
  });

  test('are both found again when the page comes back', async () => {
    const till = await showTill(both, { latencyMs: 5000 });
    await close(till);
    await close(till);
    till.unmount();
    render(both, { wrapper: till.wrapper });
    expect(await screen.findAllByRole('region', { name: 'Payment status' })).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Close the day' })).toBeNull();
  });
});
