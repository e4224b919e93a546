import { screen, waitFor } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import * as tillkit from 'tillkit';
import * as parts from 'tillkit/parts';
import {
  createMemoryJournal,
  createPaymentsClient,
  createTerminalOperations,
  type TerminalOperation,
} from 'tillkit/core';
import { expect } from 'vitest';
import type { Harness, HarnessOptions } from '../../harness.tsx';
import { managerGateway } from '../../harnessGateway.ts';
import { answering, type PartCase } from './partCase.ts';
import { sale } from './sale.ts';

const { Input: TerminalPickerInput, Root: TerminalPickerRoot } = parts.TerminalPicker;

const { Root: AmountFieldRoot } = parts.AmountField;
const amount = { value: null, onValueChange: () => undefined };
const amountIn = (part: ReactNode) => (
  <AmountFieldRoot {...amount} hint="With the tip" error="Too much for today">
    {part}
  </AmountFieldRoot>
);

export const amountField: Record<string, PartCase> = {
  AmountFieldRoot: { tag: 'div', props: { ...amount, disabled: true, error: 'Too much for today' } },
  AmountFieldLabel: { tag: 'label', inside: amountIn },
  AmountFieldControl: { tag: 'div', inside: amountIn },
  AmountFieldCurrency: { tag: 'span', inside: amountIn },
  AmountFieldInput: { tag: 'input', inside: amountIn },
  AmountFieldKeypad: {
    tag: 'div',
    inside: (part) => (
      <parts.AmountField.Root value={null} onValueChange={() => undefined} layout="keypad">
        {part}
      </parts.AmountField.Root>
    ),
  },
  AmountFieldHint: { tag: 'p', inside: amountIn },
  AmountFieldError: { tag: 'p', inside: amountIn },
};

const { Root: OpenOperationsRoot } = parts.OpenOperations;
const operations = (part: ReactNode) => <OpenOperationsRoot>{part}</OpenOperationsRoot>;
const waiting: TerminalOperation = {
  id: 'operation-1',
  kind: 'pay',
  phase: 'waiting',
  terminalId: 'terminal-1',
  anomalies: [],
  connection: 'ok',
  seenProcessing: false,
  flowKey: 'default',
  createdAt: Date.UTC(2026, 0, 15),
};

const begin = async ({ operations: ours, advance }: Harness) => {
  void ours.start('pay', { terminalId: 'terminal-1', amount: 1250, receipt: false });
  await advance(500);
};
/** A journal that does not come to an end with reading. */
function unread(): HarnessOptions {
  const client = createPaymentsClient({ baseUrl: 'http://localhost:4010' });
  const journal = { ...createMemoryJournal(), list: () => new Promise<never>(() => undefined) };
  return { provider: { client, operations: createTerminalOperations({ client, journal }) } };
}

export const openOperations: Record<string, PartCase> = {
  OpenOperationsRoot: { tag: 'section' },
  OpenOperationsTitle: { tag: 'h2', inside: operations },
  OpenOperationsLoading: { tag: 'p', inside: operations, harness: unread() },
  OpenOperationsEmpty: { tag: 'div', inside: operations, harness: { virtual: false } },
  OpenOperationsList: { tag: 'ul', inside: operations, arrange: begin },
  OpenOperationsRow: { tag: 'li', props: { operation: waiting }, inside: operations },
};

const { Root: PaymentStatusRoot } = parts.PaymentStatus;
const status = (part: ReactNode) => (
  <Latest>{(operationId) => <PaymentStatusRoot operationId={operationId}>{part}</PaymentStatusRoot>}</Latest>
);

/** The one operation there is. */
function Latest({ children }: { children: (id: string) => ReactNode }) {
  return children(tillkit.useOperations()[0]?.id ?? 'none');
}
const underWay = { inside: status, arrange: sale(500) };
const ended = { inside: status, arrange: sale(60_000) };
const unknown = { inside: status, arrange: sale(500), harness: { scenario: 'lost-answer' as const } };

const unauthorized = async (harness: Harness) => {
  harness.sandbox.setScenario('unauthorized', { operation: 'getProcessedMessage' });
  await sale(9000)(harness);
};
/** A person says that nothing was charged, and then the result comes. */
const contradictOperator = async (harness: Harness) => {
  const { operations: ours, advance } = harness;
  await sale(2000)(harness);
  const id = ours.list()[0]?.id ?? '';
  ours.stopWaiting(id);
  ours.resolveUnknown(id, { charged: false, basis: 'receipt' });
  await advance(60_000);
};

export const paymentStatus: Record<string, PartCase> = {
  PaymentStatusRoot: { tag: 'section', props: { operationId: 'none' } },
  PaymentStatusEmpty: { tag: 'p', inside: status },
  PaymentStatusHead: { tag: 'div', ...underWay },
  PaymentStatusAmount: { tag: 'p', ...underWay },
  PaymentStatusElapsed: { tag: 'span', ...underWay },
  PaymentStatusSteps: { tag: 'ol', ...underWay },
  PaymentStatusNow: { tag: 'p', ...underWay },
  PaymentStatusConnection: { tag: 'div', inside: status, arrange: unauthorized },
  PaymentStatusNotDurable: { tag: 'p', ...underWay, harness: { isDurable: false } },
  PaymentStatusWaiting: { tag: 'div', ...underWay },
  PaymentStatusCheck: { tag: 'div', ...underWay },
  PaymentStatusStop: { tag: 'button', ...underWay },
  PaymentStatusOutcome: { tag: 'div', ...ended },
  PaymentStatusTitle: { tag: 'h2', ...ended },
  PaymentStatusFigures: { tag: 'dl', ...ended, harness: { scenario: 'partly-approved' } },
  PaymentStatusSentences: { tag: 'div', ...unknown },
  PaymentStatusApproval: {
    tag: 'form',
    inside: (part) => (
      <Latest>
        {(operationId) => (
          <PaymentStatusRoot operationId={operationId} onApprove={() => undefined}>
            {part}
          </PaymentStatusRoot>
        )}
      </Latest>
    ),
    arrange: sale(1000),
    harness: { gateway: managerGateway },
  },
  PaymentStatusAnomalies: {
    tag: 'div',
    inside: status,
    arrange: contradictOperator,
    harness: { scenario: 'late-result' },
  },
  PaymentStatusDetails: { tag: 'dl', ...ended },
  PaymentStatusUnknown: { tag: 'div', ...unknown },
  PaymentStatusCaution: { tag: 'div', ...unknown },
  PaymentStatusMore: { tag: 'details', ...unknown },
  PaymentStatusResolve: { tag: 'div', ...unknown },
  PaymentStatusActions: { tag: 'div', inside: status },
};

const { Entry: CloseBatchEntry, Root: CloseBatchRoot } = parts.CloseBatch;
const batch = (part: ReactNode) => <CloseBatchRoot terminalId="terminal-1">{part}</CloseBatchRoot>;
const batchEntry = (part: ReactNode) => batch(<CloseBatchEntry>{part}</CloseBatchEntry>);

export const closeBatch: Record<string, PartCase> = {
  CloseBatchRoot: { tag: 'section', props: { terminalId: 'terminal-1' } },
  CloseBatchEntry: { tag: 'div', inside: batch },
  CloseBatchHead: { tag: 'header', inside: batchEntry },
  CloseBatchTitle: { tag: 'h2', inside: batchEntry },
  CloseBatchTerminal: { tag: 'p', inside: batchEntry },
  CloseBatchConsequences: { tag: 'ul', inside: batchEntry },
  CloseBatchOpen: { tag: 'div', inside: batchEntry, arrange: sale(500) },
  CloseBatchAction: { tag: 'div', inside: batchEntry },
  CloseBatchHint: { tag: 'p', inside: batchEntry, arrange: sale(500) },
  CloseBatchClose: { tag: 'button', inside: batchEntry },
};

const picker = (part: ReactNode) => <TerminalPickerRoot>{part}</TerminalPickerRoot>;
const openPicker = (part: ReactNode) => picker([part, <TerminalPickerInput key="input" />]);
const open = async (user: UserEvent) => {
  await waitFor(() => expect(screen.getByRole('combobox')).toHaveAttribute('aria-busy', 'false'));
  await user.click(screen.getByRole('combobox'));
};

const asChips = (part: ReactNode) => (
  <TerminalPickerRoot layout="chips" defaultValue="terminal-1">
    {part}
  </TerminalPickerRoot>
);

export const terminalPicker: Record<string, PartCase> = {
  TerminalPickerValue: { tag: 'input', inside: asChips },
  TerminalPickerFact: { tag: 'div', inside: asChips, harness: { terminals: 1 } },
  TerminalPickerChips: { tag: 'div', inside: asChips },
  TerminalPickerChip: { tag: 'button', props: { terminalId: 'terminal-2' }, inside: asChips },
  TerminalPickerChange: { tag: 'button', inside: asChips, harness: { terminals: 5 } },
  TerminalPickerNotice: { tag: 'div', inside: asChips, arrange: sale(500) },
  TerminalPickerRoot: { tag: 'div', props: { disabled: true } },
  TerminalPickerLabel: { tag: 'label', inside: picker },
  TerminalPickerAnchor: { tag: 'div', inside: picker },
  TerminalPickerControl: { tag: 'div', inside: picker },
  TerminalPickerInput: { tag: 'input', inside: picker },
  TerminalPickerToggle: { tag: 'button', inside: picker },
  TerminalPickerPopup: { tag: 'div', inside: picker },
  TerminalPickerOptions: { tag: 'ul', inside: openPicker, prepare: open },
  TerminalPickerOption: {
    tag: 'li',
    props: { index: 0 },
    inside: (part) => openPicker(<ul key="options">{part}</ul>),
    prepare: open,
  },
  TerminalPickerMessage: {
    tag: 'p',
    inside: openPicker,
    prepare: async (user) => {
      await open(user);
      await user.type(screen.getByRole('combobox'), 'nothing like it');
    },
  },
  TerminalPickerProgress: { tag: 'div', inside: openPicker, harness: { terminals: 200 }, prepare: open },
  TerminalPickerHint: {
    tag: 'p',
    inside: (part) => <TerminalPickerRoot hint="Beside the till">{part}</TerminalPickerRoot>,
  },
  TerminalPickerError: {
    tag: 'p',
    inside: (part) => <TerminalPickerRoot error="Choose one">{part}</TerminalPickerRoot>,
  },
  TerminalPickerUnlisted: {
    tag: 'div',
    inside: (part) => <TerminalPickerRoot defaultValue="gone">{part}</TerminalPickerRoot>,
  },
  TerminalPickerLoadError: {
    tag: 'div',
    inside: picker,
    harness: answering(() => Response.json({}, { status: 401 })),
  },
};
