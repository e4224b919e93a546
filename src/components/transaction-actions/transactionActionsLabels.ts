import type { Phase, Refusal } from '../../core/operations/terminalOperation.ts';
import type { Transaction } from '../../core/operations/transactions.ts';

interface OfKind {
  kind: Transaction['kind'];
}
interface OfAmount {
  amount: string;
}
interface OnTerminal {
  terminal: string;
}
/** `rest` is what would be left; undefined where nothing is. */
interface UpTo {
  max: string;
  rest: string | undefined;
}

/** The words of `TransactionActions`. None of them may offer to void a part. */
export interface TransactionActionsLabels {
  region: string;
  title: (values: OfKind) => string;
  terminal: string;
  captured: string;
  refunded: string;
  leftToCapture: string;
  leftToRefund: string;
  settlement: string;
  settled: string;
  notSettled: string;
  reference: string;

  /** Before void and refund, where both are offered because nobody knows which fits. */
  inDoubt: string;
  capture: string;
  captureText: string;
  captureHint: (values: UpTo) => string;
  captureTooMuch: (values: { max: string }) => string;
  /** `amount` is undefined while there is none. */
  captureButton: (values: OnTerminal & { amount: string | undefined }) => string;
  void: string;
  /** A hold is a pre-authorization of which nothing was captured. */
  voidText: (values: { isHold: boolean }) => string;
  voidTextInDoubt: string;
  voidButton: (values: OfAmount) => string;
  refund: string;
  refundText: string;
  refundTextInDoubt: string;
  refundHint: (values: UpTo) => string;
  refundTooMuch: (values: { max: string }) => string;
  refundButton: (values: { amount: string | undefined }) => string;

  confirmVoidTitle: (values: OfAmount) => string;
  confirmVoidText: (values: OfAmount & OnTerminal & { isHold: boolean }) => string;
  confirmVoidYes: (values: OfAmount) => string;
  confirmRefundTitle: (values: OfAmount) => string;
  confirmRefundText: (values: OfAmount & OnTerminal & { rest: string | undefined }) => string;
  confirmRefundYes: (values: OfAmount) => string;
  goBack: string;

  impossible: string;
  /** In place of every reason. */
  voided: string;
  notAPreAuthorization: string;
  alreadyCaptured: (values: OfAmount) => string;
  captureSettled: string;
  voidSettled: string;
  voidRefunded: string;
  refundNotSettled: string;
  allRefunded: string;
  nothingCaptured: string;

  /** The same amount was sent a short while ago, and its result is in doubt. */
  duplicateTitle: string;
  /** `phase` is where the earlier one stands. */
  duplicateText: (
    values: OfAmount & OnTerminal & { time: string | undefined; phase: Phase | undefined },
  ) => string;
  duplicateYes: (values: OfAmount & { operation: 'capture' | 'refund' }) => string;
  busy: (values: OnTerminal) => string;
  busyElsewhere: (values: OnTerminal) => string;
  noJournal: string;
  /** `not-allowed` after something else was done with the transaction; else `field` is a path of the request. */
  refused: (values: Pick<Refusal, 'code' | 'field'>) => string;
  back: string;
}

declare module '../../hooks/usePaymentsContext.ts' {
  interface LabelCatalogue {
    transactionActions: TransactionActionsLabels;
  }
}
