import type { ComponentType } from 'react';
import * as tillkit from 'tillkit';
import * as families from 'tillkit/parts';
import { attachmentField, linkShare, paymentLinkForm, paymentLinkList } from './parts/linkParts.tsx';
import type { PartCase } from './parts/partCase.ts';
import { closeDay, dayReport, paymentMirror, receipt, transactionList } from './parts/dayParts.tsx';
import { terminalCheckout, transactionActions } from './parts/saleParts.tsx';
import {
  amountField,
  closeBatch,
  openOperations,
  paymentStatus,
  terminalPicker,
} from './parts/terminalParts.tsx';

/** Every part of the package, and where it shows. */
export const parts: Record<string, PartCase> = {
  ...amountField,
  ...attachmentField,
  ...linkShare,
  ...paymentLinkList,
  ...paymentLinkForm,
  ...openOperations,
  ...paymentStatus,
  ...closeBatch,
  ...transactionActions,
  ...paymentMirror,
  ...receipt,
  ...closeDay,
  ...dayReport,
  ...transactionList,
  ...terminalCheckout,
  ...terminalPicker,
};

/** Several elements, none of their own, or a field whose control the ref is. */
export const noParts = [
  'CloseBatchQuestion',
  'CloseDayQuestion',
  'CloseBatchRefusal',
  'CloseBatchStatus',
  'PaymentLinkFormAmount',
  'PaymentLinkFormCreated',
  'PaymentLinkFormFiles',
  'PaymentLinkFormTaxes',
  'PaymentStatusProgress',
  'TerminalCheckoutAmountField',
  'TerminalCheckoutOrderNumber',
  'TerminalCheckoutQuestion',
  'TerminalCheckoutReceiptWanted',
  'TerminalCheckoutRefusal',
  'TerminalCheckoutStatus',
  'TerminalCheckoutTerminal',
  'TransactionActionsField',
  'TransactionActionsQuestion',
  'TransactionActionsRefusal',
  'TransactionActionsStatus',
];

/** Every drop-in, and every part under the name of its family and its own. */
export const components = new Map<string, ComponentType<object>>(
  [
    ...Object.entries(tillkit),
    ...Object.entries(families).flatMap(([family, members]) =>
      Object.entries(members).map(([name, member]) => [family + name, member] as const),
    ),
  ].filter(([name]) => /^[A-Z]/.test(name)) as [string, ComponentType<object>][],
);

export const partOf = (name: string) => components.get(name)!;
