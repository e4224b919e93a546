import { waitFor } from 'storybook/test';
import { PaymentLinkForm, PaymentStatus, TerminalCheckout, TransactionActions } from 'tillkit';
import type { Transaction } from 'tillkit/core';
import { managerGateway, managersCode, reason, wrongReason } from '../test/harnessGateway.ts';
import type { State } from './gallery.tsx';
import { like } from './languages.ts';

type Act = NonNullable<State['act']>;
type Cell = Parameters<Act>[0];

const sandbox = { gateway: managerGateway };

const settled: Transaction = {
  pnRefNum: '600700800900100',
  kind: 'pay',
  terminalId: 'terminal-1',
  status: 'complete',
  authorizedCents: 9000,
  capturedCents: 9000,
  refundedCents: 0,
  settled: true,
};

/** Lets time pass until a text is there. */
const until = (cell: Cell, harness: Parameters<Act>[2], text: string) =>
  waitFor(async () => {
    await harness.advance(200);
    cell.getByText(like(text), { selector: 'section *' });
  });

const giveBack: Act = async (cell, user, harness, { transactionActions: words, paymentStatus }) => {
  const sum = { amount: '…', terminal: '…', max: '…', rest: '…', isHold: false, way: 'refund' } as const;
  await user.click(cell.getByRole('button', { name: like(words.giveBackButton(sum)) }));
  await user.click(cell.getByRole('button', { name: like(words.confirmYes(sum)) }));
  await until(cell, harness, paymentStatus.keptBack({ code: 'needs-approval', field: undefined }));
};

const wrongCode: Act = async (cell, user, harness, words) => {
  await giveBack(cell, user, harness, words);
  await user.type(cell.getByLabelText(words.paymentStatus.approvalCode), '000000{Enter}');
  await until(cell, harness, wrongReason);
};

const noCode: Act = async (cell, user, harness, words) => {
  await giveBack(cell, user, harness, words);
  await user.click(cell.getByRole('button', { name: words.paymentStatus.approve }));
};

const typed: Act = async (cell, user, harness, words) => {
  await giveBack(cell, user, harness, words);
  await user.type(cell.getByLabelText(words.paymentStatus.approvalCode), managersCode);
};

const rightCode: Act = async (cell, user, harness, words) => {
  await typed(cell, user, harness, words);
  await user.click(cell.getByRole('button', { name: words.paymentStatus.approve }));
  await waitFor(() => harness.advance(200).then(() => cell.getByText(words.paymentStatus.stepTerminal)));
};

const charge: Act = async (cell, user, harness, { terminalCheckout: words, paymentStatus }) => {
  const sum = { amount: '…', terminal: '…' };
  await user.click(cell.getByRole('button', { name: like(words.charge(sum)) }));
  await until(cell, harness, paymentStatus.approvalTitle);
};

const createLink: Act = async (cell, user, harness, { paymentLinkForm: words }) => {
  await user.click(cell.getByRole('button', { name: like(words.create({ amount: '…' })) }));
  await until(cell, harness, reason);
};

const wrongLinkCode: Act = async (cell, user, harness, words) => {
  await createLink(cell, user, harness, words);
  await user.type(cell.getByLabelText(words.paymentLinkForm.approvalCode), '000000{Enter}');
  await until(cell, harness, wrongReason);
};

const link = (name: string, act: Act, says: string): State => ({
  name,
  sandbox,
  render: () => <PaymentLinkForm fields={{ amount: { value: 9000 } }} />,
  act,
  shows: (cell) => cell.getByText(says, { selector: 'section *' }),
});

const refund = (name: string, act: Act, shows: State['shows']): State => ({
  name,
  sandbox,
  render: () => <TransactionActions transaction={settled} />,
  act,
  shows,
});

const byText =
  (text: (words: Parameters<State['shows']>[1]['paymentStatus']) => string): State['shows'] =>
  (cell, { paymentStatus }) =>
    cell.getByText(like(text(paymentStatus)), { selector: 'section *' });

/** The field for another person's code, in each of its states. */
export const approvalStates: State[] = [
  refund('Refund, a code is wanted', giveBack, (cell) => cell.getByText(reason, { selector: 'section *' })),
  refund(
    'Code typed',
    typed,
    byText(({ approvalTitle }) => approvalTitle),
  ),
  refund(
    'No code',
    noCode,
    byText(({ approvalMissing }) => approvalMissing),
  ),
  refund('Wrong code', wrongCode, (cell) => cell.getByText(wrongReason, { selector: 'section *' })),
  refund(
    'Right code, sent',
    rightCode,
    byText(({ stepTerminal }) => stepTerminal),
  ),
  {
    name: 'Sale, a code is wanted',
    sandbox,
    render: () => <TerminalCheckout defaultTerminalId="terminal-1" defaultAmountCents={9000} />,
    act: charge,
    shows: byText(({ approvalTitle }) => approvalTitle),
  },
  link('Payment link, a code is wanted', createLink, reason),
  link('Payment link, wrong code', wrongLinkCode, wrongReason),
  {
    name: 'Where no code can be entered',
    sandbox,
    prepare: async ({ operations, advance }) => {
      await operations.start('pay', { terminalId: 'terminal-1', amount: 9000, receipt: false });
      await advance(1000);
    },
    render: ({ operations }) => <PaymentStatus operationId={operations.list()[0]?.id ?? ''} />,
    act: (cell, _, harness) => until(cell, harness, reason),
    shows: (cell) => cell.getByText(reason, { selector: 'section *' }),
  },
];
