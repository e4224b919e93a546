import type { Meta, StoryObj } from '@storybook/react-vite';
import { type ReactNode, useState } from 'react';
import { expect, waitFor } from 'storybook/test';
import {
  AmountField,
  CloseBatch,
  OpenOperations,
  PaymentStatus,
  TerminalCheckout,
  TerminalPicker,
  TransactionActions,
  useOperations,
} from 'tillkit';
import type { Transaction } from 'tillkit/core';
import type { ScenarioName } from 'tillkit/sandbox';
import { harnessOf } from '../linkStory.ts';
import { pseudo } from './pseudoLocale.ts';
import { hasOnlyLabels, inPseudo } from './pseudoStory.ts';

/**
 * Every label in marks, accented and 30 % longer. A text without marks is not in the catalogue and cannot be
 * translated.
 */
export default {
  title: 'Reference/Pseudo-locale/Terminals',
  tags: ['!autodocs', '!manifest'],
  parameters: { sandbox: inPseudo },
} satisfies Meta;

type Story = StoryObj;
type Context = Parameters<NonNullable<Story['play']>>[0];

async function load({ canvasElement, loaded }: Context) {
  await harnessOf(loaded).advance(300);
  await waitFor(() => expect(canvasElement.querySelector('[data-loading]')).toBeNull());
}

export const Picker: Story = {
  render: () => <TerminalPicker />,
  play: async (context) => {
    await hasOnlyLabels(context);
    await load(context);
    const picker = context.canvas.getByRole('combobox', { name: pseudo.terminalPicker.label });
    await context.userEvent.click(picker);
    await waitFor(() => expect(context.canvas.getAllByRole('option').length).toBe(3));
    await hasOnlyLabels(context);
    await context.userEvent.type(picker, 'zzz');
    await hasOnlyLabels(context, 'zzz');
  },
};

export const NoTerminals: Story = {
  parameters: { sandbox: { terminals: 0 } },
  render: () => <TerminalPicker />,
  play: async (context) => {
    await load(context);
    await hasOnlyLabels(context);
  },
};

function Amounts() {
  const [values, setValues] = useState<(number | null)[]>([null, null, null]);
  return values.map((value, index) => (
    <AmountField
      key={index}
      value={value}
      max={10_000}
      required
      onValueChange={(next) => setValues((before) => before.with(index, next))}
    />
  ));
}

export const Amount: Story = {
  render: () => <Amounts />,
  play: async (context) => {
    const { canvas, userEvent } = context;
    const fields = canvas.getAllByRole('textbox', { name: pseudo.amountField.label });
    for (const [index, text] of ['12.345', '1,2,3', '999'].entries())
      await userEvent.type(fields[index]!, text);
    await userEvent.tab();
    await waitFor(() =>
      expect(canvas.getByText(pseudo.amountField.tooLarge({ max: '$100.00' }))).toBeVisible(),
    );
    await hasOnlyLabels(context);
  },
};

const sentences = ['The card issuer refused the payment.', 'Too many requests.'];

/** An earlier sale in the story's sandbox. */
const sale =
  (scenario: ScenarioName, afterMs: number) =>
  async ({ loaded }: Context) => {
    const { operations, sandbox, advance } = harnessOf(loaded);
    sandbox.setScenario(scenario);
    await operations.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
    await advance(afterMs);
  };

function Sales() {
  return useOperations().map(({ id }) => <PaymentStatus key={id} operationId={id} />);
}

const status = (scenario: ScenarioName, afterMs: number, text: string | RegExp): Story => ({
  beforeEach: sale(scenario, afterMs),
  render: () => <Sales />,
  play: async (context) => {
    await harnessOf(context.loaded).advance(300);
    const region = await context.canvas.findByRole('region', { name: pseudo.paymentStatus.region });
    await waitFor(() => expect(region).toHaveTextContent(text));
    await hasOnlyLabels(context, ...sentences);
  },
});

const { paymentStatus } = pseudo;
export const Waiting = status('slow', 3000, paymentStatus.stopWaiting);
export const Approved = status('approved', 9000, paymentStatus.completeTitle({ kind: 'pay' }));
export const NotCompleted = status('declined', 9000, paymentStatus.failedTitle);
export const NotAccepted = status('rate-limited', 500, paymentStatus.rejectedSentence);
export const Unknown = status('lost-answer', 500, paymentStatus.reasonNoResponse);
export const TimedOut = status('service-timeout', 9000, paymentStatus.stillAsking);

const listed = (element: ReactNode, text: string): Story => ({
  beforeEach: sale('lost-answer', 500),
  render: () => <>{element}</>,
  play: async (context) => {
    await harnessOf(context.loaded).advance(300);
    await waitFor(() => expect(context.canvasElement).toHaveTextContent(text));
    await hasOnlyLabels(context);
  },
});

export const Open = listed(<OpenOperations />, pseudo.openOperations.title);
export const Batch = listed(<CloseBatch terminalId="terminal-1" />, pseudo.closeBatch.open);

export const Checkout: Story = {
  render: () => <TerminalCheckout defaultTerminalId="terminal-1" />,
  play: async (context) => {
    const { canvas, userEvent, loaded } = context;
    await load(context);
    await userEvent.click(canvas.getByRole('button', { name: pseudo.terminalCheckout.addReceipt }));
    await userEvent.click(canvas.getByRole('button', { name: /Ĉĥàŕĝé/ }));
    await hasOnlyLabels(context);
    await userEvent.click(canvas.getByRole('checkbox', { name: pseudo.terminalCheckout.receipt }));
    await userEvent.type(canvas.getByRole('textbox', { name: pseudo.amountField.label }), '12.03{Enter}');
    await canvas.findByRole('region', { name: pseudo.paymentStatus.region });
    await harnessOf(loaded).advance(500);
    await canvas.findByText(pseudo.paymentStatus.unknownSentence({ kind: 'pay' }));
    await hasOnlyLabels(context);
  },
};

const transaction: Transaction = {
  pnRefNum: '4100200',
  kind: 'preAuth',
  terminalId: 'terminal-1',
  status: 'complete',
  authorizedCents: 5000,
  capturedCents: 0,
  refundedCents: 0,
  settled: 'unknown',
};

const asksForRefund = async (context: Context) => {
  const { canvas, userEvent, loaded } = context;
  await harnessOf(loaded).advance(300);
  const refund = {
    name: pseudo.transactionActions.giveBackButton({ amount: '$50.00', isHold: false }),
  };
  await userEvent.click(await canvas.findByRole('button', refund));
  await hasOnlyLabels(context);
};

export const SaleActions: Story = {
  render: () => <TransactionActions transaction={{ ...transaction, kind: 'pay', capturedCents: 5000 }} />,
  play: asksForRefund,
};

export const HoldActions: Story = {
  render: () => <TransactionActions transaction={transaction} />,
  play: async (context) => {
    await harnessOf(context.loaded).advance(300);
    await context.canvas.findByText('Front counter');
    await hasOnlyLabels(context);
  },
};
