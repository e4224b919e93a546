import {
  amountField,
  attachmentField,
  closeBatch,
  linkShare,
  paymentLinkForm,
  paymentLinkList,
  terminalCheckout,
  terminalPicker,
} from './en.ts';
import { closeDay, dayReport, transactionList } from './enDay.ts';
import { paymentStatus } from './enOutcomes.ts';
import { paymentMirror } from './enPaymentMirror.ts';
import { receipt } from './enReceipt.ts';
import { openOperations } from './enTitles.ts';
import { transactionActions } from './enTransactionActions.ts';

// A component imports its own section, not this object, so that a page loads only the words that it shows.
const english = {
  amountField,
  attachmentField,
  closeBatch,
  closeDay,
  dayReport,
  linkShare,
  openOperations,
  paymentLinkForm,
  paymentLinkList,
  paymentMirror,
  paymentStatus,
  receipt,
  terminalCheckout,
  terminalPicker,
  transactionActions,
  transactionList,
};

/** The type of a translation of an English label. */
type InAnyLanguage<English> = English extends string
  ? string
  : English extends (...values: infer Values) => infer Said
    ? (...values: Values) => InAnyLanguage<Said>
    : English;

/** Every word on the screen: one section per component, with the keys of the English section. */
export type Labels = {
  readonly [Section in keyof typeof english]: {
    [Key in keyof (typeof english)[Section]]: InAnyLanguage<(typeof english)[Section][Key]>;
  };
};

/** A host's overrides: any section, any of its keys. */
export type LabelOverrides = { [Section in keyof Labels]?: Partial<Labels[Section]> | undefined };

export type AmountFieldLabels = Labels['amountField'];
export type AttachmentFieldLabels = Labels['attachmentField'];
export type CloseBatchLabels = Labels['closeBatch'];
export type CloseDayLabels = Labels['closeDay'];
export type DayReportLabels = Labels['dayReport'];
export type LinkShareLabels = Labels['linkShare'];
export type OpenOperationsLabels = Labels['openOperations'];
export type PaymentLinkFormLabels = Labels['paymentLinkForm'];
export type PaymentLinkListLabels = Labels['paymentLinkList'];
export type PaymentMirrorLabels = Labels['paymentMirror'];
export type PaymentStatusLabels = Labels['paymentStatus'];
export type ReceiptLabels = Labels['receipt'];
export type TerminalCheckoutLabels = Labels['terminalCheckout'];
export type TerminalPickerLabels = Labels['terminalPicker'];
export type TransactionActionsLabels = Labels['transactionActions'];
export type TransactionListLabels = Labels['transactionList'];

/** The built-in English labels. A host needs `en` only to make labels of its own from it. */
export const en: Labels = english;
