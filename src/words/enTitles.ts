import { approval } from './enApproval.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import type { Count } from './plural.ts';

// English labels of the rows of a list. The labels of an opened row are in `enOutcomes.ts`, which is loaded later.

const kinds: Record<MoneyOperation, string> = {
  pay: 'Sale',
  preAuth: 'Pre-authorization',
  capture: 'Collection',
  void: 'Void',
  refund: 'Refund',
  closeBatch: 'End of day',
};

/** The words of `OpenOperations`. The rows of `CloseBatch` use these words too. */
export const openOperations = {
  title: 'Open payments',
  loading: 'Looking for open payments…',
  emptyTitle: 'Nothing is open',
  emptyText: 'Everything started here has a result, and a person has seen it.',
  kind: ({ kind }: { kind: MoneyOperation }) => kinds[kind],
  sending: 'Being sent',
  waiting: 'At the terminal',
  since: ({ time }: { time: string }) => `since ${time}`,
  /** Shown instead of another operator's amount. */
  otherOperator: 'Another operator',
  busySince: ({ time }: { time: string }) => `busy since ${time}`,
  acknowledge: 'Done',
  more: 'Show more',
  /** Shown while the list is longer than what is shown of it. */
  shown: ({ shown, count }: { shown: Count; count: Count }) => `${shown.text} of ${count.text} shown`,
};

export interface OfKind {
  kind: MoneyOperation;
}

const completeTitles: Record<MoneyOperation, string> = {
  pay: 'Approved',
  preAuth: 'Authorized',
  capture: 'Collected',
  void: 'Voided',
  refund: 'Refunded',
  closeBatch: 'Day closed',
};

const done: Record<MoneyOperation, string> = {
  pay: 'approved',
  preAuth: 'authorized',
  capture: 'collected',
  void: 'voided',
  refund: 'refunded',
  closeBatch: 'closed',
};

export const takesCard = (kind: MoneyOperation) => kind === 'pay' || kind === 'preAuth';

/** The outcomes in a few words, for `paymentStatus`. */
export const outcomeTitles = {
  completeTitle: ({ kind }: OfKind) => completeTitles[kind],
  partialTitle: ({
    kind,
    approved,
    asked,
  }: OfKind & { approved: string | undefined; asked: string | undefined }) =>
    approved && asked ? `${approved} of ${asked} ${done[kind]}` : `Partly ${done[kind]}`,
  failedTitle: 'Not completed',
  rejectedTitle: 'Not accepted',
  approvalTitle: approval.approvalTitle,
  resolvedTitle: ({
    kind,
    charged,
    approved,
    asked,
  }: OfKind & { charged: boolean; approved?: string | undefined; asked?: string | undefined }) => {
    const part = approved && asked ? `: ${approved} of ${asked}` : '';
    if (takesCard(kind)) return charged ? `Recorded as charged${part}` : 'Recorded as not charged';
    return charged ? `Recorded as done${part}` : 'Recorded as not done';
  },
  unknownTitle: 'Not known yet',
};
