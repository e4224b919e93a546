import type { Refusal } from '../../core/operations/terminalOperation.ts';
import type { Count } from '../../hooks/useLabels.ts';

/** The words of `CloseBatch`; the rows of operations have theirs in `openOperations`. */
export interface CloseBatchLabels {
  title: string;
  /** What it does, in the order it happens. */
  settles: (values: { terminal: string }) => string;
  endsVoids: string;
  isFinal: string;

  open: string;
  inTheWay: (values: { count: Count }) => string;
  /** Of an unknown operation that is older than a day. */
  notInTheWay: string;

  close: string;
  confirmTitle: (values: { terminal: string }) => string;
  confirmText: string;
  confirmYes: string;
  goBack: string;
  done: string;

  busyElsewhere: (values: { terminal: string }) => string;
  noJournal: string;
  /** `field` is a path of the request. */
  refused: (values: Pick<Refusal, 'code' | 'field'>) => string;
}

declare module '../../hooks/usePaymentsContext.ts' {
  interface LabelCatalogue {
    closeBatch: CloseBatchLabels;
  }
}

export const closeBatchLabels: CloseBatchLabels = {
  title: 'Close batch',
  settles: ({ terminal }) => `Settlement starts for everything captured on ${terminal}.`,
  endsVoids: 'From then on those payments can be refunded, but no longer voided.',
  isFinal: 'It cannot be undone.',

  open: 'Open on this terminal',
  inTheWay: ({ count }) =>
    count.value === 1
      ? 'One operation has no result yet. The batch can be closed once it has.'
      : `${count.text} operations have no result yet. The batch can be closed once they have.`,
  notInTheWay: 'Not known for more than a day, so it does not hold up the batch.',

  close: 'Close batch',
  confirmTitle: ({ terminal }) => `Close the batch of ${terminal}?`,
  confirmText: 'Settlement starts and voids become refunds. It cannot be undone.',
  confirmYes: 'Yes, close the batch',
  goBack: 'Go back',
  done: 'Done',

  busyElsewhere: ({ terminal }) =>
    `Nothing was sent: ${terminal} is busy with an operation from another window.`,
  noJournal:
    'Nothing was sent: this device could not record it, so its result could be lost. Allow this site to store data, then press again.',
  refused: ({ field }) =>
    `Nothing was sent: the request is not valid${field ? ` (${field})` : ''}. Tell whoever looks after this page.`,
};
