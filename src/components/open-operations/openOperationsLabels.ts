import type { MoneyOperation } from '../../core/wire/routes.ts';

/** The words of `OpenOperations`, and of the rows that `CloseBatch` shares with it. */
export interface OpenOperationsLabels {
  title: string;
  loading: string;
  emptyTitle: string;
  emptyText: string;
  kind: (values: { kind: MoneyOperation }) => string;
  sending: string;
  waiting: string;
  since: (values: { time: string }) => string;
  /** In place of the amount of another operator. */
  otherOperator: string;
  busySince: (values: { time: string }) => string;
  /** Takes note of how an operation ended. */
  acknowledge: string;
}

declare module '../../hooks/usePaymentsContext.ts' {
  interface LabelCatalogue {
    openOperations: OpenOperationsLabels;
  }
}

const kinds: Record<MoneyOperation, string> = {
  pay: 'Sale',
  preAuth: 'Pre-authorization',
  capture: 'Capture',
  void: 'Void',
  refund: 'Refund',
  closeBatch: 'Batch close',
};

export const openOperationsLabels: OpenOperationsLabels = {
  title: 'Open operations',
  loading: 'Looking for open operations…',
  emptyTitle: 'Nothing is open',
  emptyText: 'Every operation that was started here has a result, and somebody took note of it.',
  kind: ({ kind }) => kinds[kind],
  sending: 'Being sent',
  waiting: 'At the terminal',
  since: ({ time }) => `since ${time}`,
  otherOperator: 'Another operator',
  busySince: ({ time }) => `busy since ${time}`,
  acknowledge: 'Done',
};
