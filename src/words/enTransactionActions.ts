import type { Phase, Refusal } from '../core/operations/terminalOperation.ts';
import type { Transaction } from '../core/operations/transactions.ts';
import type { OnTerminal } from './enOutcomes.ts';

// English labels of the actions on an earlier sale. A list of payments loads them once a row is opened.

export interface OfTransaction {
  kind: Transaction['kind'];
}
export interface OfAmount {
  amount: string;
}
/** `rest` is the amount that would be left; undefined if nothing would be left. */
export interface UpTo {
  max: string;
  rest: string | undefined;
}

const actionDoubts: Partial<Record<Phase, string>> = {
  complete: 'That went through.',
  partial: 'Part of it went through.',
  failed: 'It was not completed.',
  rejected: 'The service refused it.',
};

export interface SentBefore extends OfAmount, OnTerminal {
  time: string | undefined;
}

/** How money is given back. `try`: by a void that may be too late. `part`: by a partial refund that may be too early. */
export type GiveBackWay = 'release' | 'cancel' | 'try' | 'part' | 'refund';

export interface ConfirmGiveBack extends OfAmount, OnTerminal {
  rest: string | undefined;
  way: GiveBackWay;
}

const giveBackTexts: Record<GiveBackWay, string> = {
  release: 'All that is held is released. The customer is not charged.',
  cancel: 'The payment is cancelled: the customer is not charged.',
  try: 'If it is not too late, the payment is cancelled, and the customer is not charged. Otherwise you can refund it in a second step.',
  part: 'A part goes back to the card, which can take some days. It is possible only after the end of day.',
  refund: 'The money goes back to the card, which can take some days.',
};

/** The words of `TransactionActions`. None may offer to cancel only a part of a payment. */
export const transactionActions = {
  region: 'Payment',
  title: ({ kind }: OfTransaction) => (kind === 'pay' ? 'Sale' : 'Pre-authorization'),
  terminal: 'Terminal',
  captured: 'Collected',
  refunded: 'Refunded',
  leftToCapture: 'Left to collect',
  leftToRefund: 'Left to refund',
  settlement: 'End of day',
  settled: 'Done',
  notSettled: 'Not yet',
  reference: 'Reference',

  capture: 'Collect',
  captureText: 'Takes all or part of what is held, once.',
  captureHint: ({ max, rest }: UpTo) =>
    rest === undefined ? `Up to ${max}.` : `Up to ${max}. You cannot collect the other ${rest} later.`,
  captureTooMuch: ({ max }: { max: string }) => `Only ${max} is held.`,
  /** `amount` is undefined until one is entered. */
  captureButton: ({ amount, terminal }: OnTerminal & { amount: string | undefined }) =>
    amount ? `Collect ${amount} on ${terminal}` : 'Collect',
  /** A hold is a pre-authorization without a capture. */
  giveBack: ({ isHold }: { isHold: boolean }) => (isHold ? 'Release the amount' : 'Give money back'),
  giveBackText: ({ way }: { way: GiveBackWay }) => giveBackTexts[way],
  /** While only the whole amount can be given back. */
  partLater: 'You can give back a part after the end of day.',
  giveBackHint: ({ max, rest }: UpTo) =>
    rest === undefined ? `Up to ${max}.` : `Up to ${max}. The other ${rest} stays paid.`,
  giveBackTooMuch: ({ max }: { max: string }) => `You can give back ${max} at most.`,
  giveBackButton: ({ amount, isHold }: { amount: string | undefined; isHold: boolean }) => {
    if (isHold) return amount ? `Release ${amount}` : 'Release';
    return amount ? `Give back ${amount}` : 'Give back';
  },

  confirmTitle: ({ amount, way }: OfAmount & { way: GiveBackWay }) =>
    way === 'release' ? `Release ${amount}?` : `Give back ${amount}?`,
  confirmText: ({ amount, terminal, rest, way }: ConfirmGiveBack) => {
    switch (way) {
      case 'release':
        return `The ${amount} held on ${terminal} is released, and you can no longer collect it. You cannot undo it.`;
      case 'cancel':
        return `The ${amount} sale on ${terminal} is cancelled, and the customer is not charged. You cannot undo it.`;
      case 'try':
        return `If it is not too late, the ${amount} sale on ${terminal} is cancelled, and the customer is not charged. You cannot undo that. If it is too late, nothing is given back yet.`;
      case 'part':
      case 'refund':
        return `${amount} goes back to the customer’s card, on ${terminal}. ${rest ? `${rest} stays paid. ` : ''}You cannot undo it.`;
    }
  },
  /** Before the question, if an earlier attempt may have given the money back after all. */
  confirmDoubt:
    'An earlier try may have gone through after all. Look at the receipt or in your back office first.',
  confirmYes: ({ amount, way }: OfAmount & { way: GiveBackWay }) =>
    way === 'release' ? `Yes, release ${amount}` : `Yes, give back ${amount}`,
  goBack: 'Go back',

  /** After a void that the service refused. */
  insteadHint:
    'It may be too late to cancel it. You can refund it instead: the money goes back to the card, which can take some days.',
  instead: ({ amount }: OfAmount) => `Refund ${amount} instead`,

  /** The labels from `voided` to `terminalGone` say why no money can be given back. */
  voided: 'It was voided. Nothing more can be done with it.',
  underWay: 'Something is being done with this payment at another till. Wait until that is over.',
  allRefunded: 'All of it was refunded.',
  nothingCaptured: 'Nothing was collected, so there is nothing to give back.',
  role: 'You may not give money back here. Ask a person who may.',
  terminalGone: ({ terminal }: OnTerminal) =>
    `Money can go back only on ${terminal}, which is not among your terminals now.`,

  /** The question if the same amount was sent a short while ago. */
  duplicateTitle: 'Send the same amount again?',
  /** `phase` is the phase of the earlier operation with the same amount; `terminal` is '' if this page does not know it. */
  duplicateText: ({
    amount,
    terminal,
    time,
    phase = 'unknown',
  }: SentBefore & { phase: Phase | undefined }) => {
    const where = `to ${terminal}${time ? ` at ${time}` : ''}`;
    const sent = `${amount} was sent ${terminal ? where : 'a short while ago, perhaps at another till'}.`;
    return `${sent} ${actionDoubts[phase] ?? 'It is not certain what became of it.'}`;
  },
  duplicateYes: ({ amount, operation }: OfAmount & { operation: 'capture' | 'refund' }) =>
    operation === 'capture' ? `Yes, collect ${amount} again` : `Yes, give back ${amount} again`,
  busy: ({ terminal }: OnTerminal) => `Nothing was sent: ${terminal} is busy with this payment.`,
  busyElsewhere: ({ terminal }: OnTerminal) =>
    `Nothing was sent: ${terminal} is busy with a payment from another window.`,
  noJournal:
    'Nothing was sent: this device could not record it, so its result could be lost. Allow this site to store data, then press again.',
  tooSlow: 'Nothing was sent: this device was too slow to record it. Press again.',
  /** If the gateway cannot be reached, or the code that follows payments could not be loaded. */
  unreachable:
    'Nothing was sent: the connection to the payment service is down. Check the connection of this device, then press again.',
  /** `not-allowed`: other operations on the transaction rule this one out. Otherwise `field` is a field of the request. */
  refused: ({ code, field }: Pick<Refusal, 'code' | 'field'>) => {
    if (code === 'not-allowed' && field === 'amount') return 'Nothing was sent: not that much is left.';
    if (code === 'not-allowed')
      return 'Nothing was sent: something else was done with this payment, or is being done.';
    return `Nothing was sent: an entry is not valid${field ? ` (${field})` : ''}. Tell the person who looks after this page.`;
  },
  back: 'Back to the payment',
};
