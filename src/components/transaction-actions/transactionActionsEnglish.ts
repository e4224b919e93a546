import type { Phase } from '../../core/operations/terminalOperation.ts';
import type { TransactionActionsLabels } from './transactionActionsLabels.ts';

const doubts: Partial<Record<Phase, string>> = {
  complete: 'That went through.',
  partial: 'Part of it went through.',
  failed: 'It was not completed.',
  rejected: 'The service refused it.',
};

export const transactionActionsLabels: TransactionActionsLabels = {
  region: 'Transaction',
  title: ({ kind }) => (kind === 'pay' ? 'Sale' : 'Pre-authorization'),
  terminal: 'Terminal',
  captured: 'Captured',
  refunded: 'Refunded',
  leftToCapture: 'Left to capture',
  leftToRefund: 'Left to refund',
  settlement: 'Settlement',
  settled: 'Settled',
  notSettled: 'Not settled',
  reference: 'Reference',

  inDoubt: 'Nobody can tell here whether it is settled. The service refuses the one that does not fit.',
  capture: 'Capture',
  captureText: 'Takes what the pre-authorization holds, all of it or less, once.',
  captureHint: ({ max, rest }) =>
    rest === undefined ? `Up to ${max}.` : `Up to ${max}. The other ${rest} cannot be captured later.`,
  captureTooMuch: ({ max }) => `Only ${max} was authorized.`,
  captureButton: ({ amount, terminal }) => (amount ? `Capture ${amount} on ${terminal}` : 'Capture'),
  void: 'Void',
  voidText: ({ isHold }) =>
    isHold
      ? 'Gives up all of what is held. Nothing is charged.'
      : 'Cancels all of it before settlement. Nothing is charged.',
  voidTextInDoubt: 'Fits before settlement: cancels all of it, and nothing is charged.',
  voidButton: ({ amount }) => `Void ${amount}`,
  refund: 'Refund',
  refundText: 'Gives money back to the card, all of it or a part.',
  refundTextInDoubt: 'Fits after settlement: gives money back to the card, all of it or a part.',
  refundHint: ({ max, rest }) =>
    rest === undefined ? `Up to ${max}.` : `Up to ${max}. The other ${rest} stays paid.`,
  refundTooMuch: ({ max }) => `Only ${max} is left to refund.`,
  refundButton: ({ amount }) => (amount ? `Refund ${amount}` : 'Refund'),

  confirmVoidTitle: ({ amount }) => `Void the whole ${amount}?`,
  confirmVoidText: ({ amount, terminal, isHold }) =>
    isHold
      ? `The ${amount} held on ${terminal} is given up and can no longer be captured. It cannot be undone.`
      : `The ${amount} sale on ${terminal} is cancelled, and the customer is not charged. It cannot be undone.`,
  confirmVoidYes: ({ amount }) => `Yes, void ${amount}`,
  confirmRefundTitle: ({ amount }) => `Refund ${amount}?`,
  confirmRefundText: ({ amount, terminal, rest }) =>
    `${amount} goes back to the customer’s card, on ${terminal}. ${rest ? `${rest} stays paid. ` : ''}It cannot be undone.`,
  confirmRefundYes: ({ amount }) => `Yes, refund ${amount}`,
  goBack: 'Go back',

  impossible: 'Not possible now',
  voided: 'It was voided. Nothing more can be done with it.',
  notAPreAuthorization: 'A sale is charged at once. Only a pre-authorization can be captured.',
  alreadyCaptured: ({ amount }) => `${amount} was captured already, and it can be captured only once.`,
  captureSettled: 'It is settled.',
  voidSettled: 'It is settled. Refund it instead.',
  voidRefunded: 'A refund was made already. Only an untouched payment can be voided.',
  refundNotSettled:
    'It is not settled yet. A part can be given back after settlement; a void cancels all of it.',
  allRefunded: 'All of it was refunded.',
  nothingCaptured: 'Nothing was captured, so there is nothing to give back.',

  duplicateTitle: 'Send the same amount again?',
  duplicateText: ({ amount, terminal, time, phase = 'unknown' }) => {
    const sent = `${amount} was sent to ${terminal}${time ? ` at ${time}` : ''}.`;
    return `${sent} ${doubts[phase] ?? 'It is not certain what became of it.'}`;
  },
  duplicateYes: ({ amount, operation }) =>
    operation === 'capture' ? `Yes, capture ${amount} again` : `Yes, refund ${amount} again`,
  busy: ({ terminal }) => `Nothing was sent: ${terminal} is busy with this operation.`,
  busyElsewhere: ({ terminal }) =>
    `Nothing was sent: ${terminal} is busy with an operation from another window.`,
  noJournal:
    'Nothing was sent: this device could not record it, so its result could be lost. Allow this site to store data, then press again.',
  refused: ({ code, field }) => {
    if (code === 'not-allowed' && field === 'amount') return 'Nothing was sent: not that much is left.';
    if (code === 'not-allowed')
      return 'Nothing was sent: something else was done with this transaction, or is being done.';
    return `Nothing was sent: the request is not valid${field ? ` (${field})` : ''}. Tell whoever looks after this page.`;
  },
  back: 'Back to the transaction',
};
