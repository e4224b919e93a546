import type { RecordRefusal } from '../core/errors.ts';
import type { Phase, Refusal, ResolutionBasis } from '../core/operations/terminalOperation.ts';
import type { Transaction } from '../core/operations/transactions.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import type { Count } from './plural.ts';

// English labels that a checkout needs only after a start. A file belongs to one chunk, so these sections have a file
// of their own.

const kinds: Record<MoneyOperation, string> = {
  pay: 'Sale',
  preAuth: 'Pre-authorization',
  capture: 'Collection',
  void: 'Void',
  refund: 'Refund',
  closeBatch: 'End of day',
};

/** The words of `OpenOperations`, and of the rows that `CloseBatch` shares with it. */
export const openOperations = {
  title: 'Open payments',
  loading: 'Looking for open payments…',
  emptyTitle: 'Nothing is open',
  emptyText: 'Everything started here has a result, and somebody has seen it.',
  kind: ({ kind }: { kind: MoneyOperation }) => kinds[kind],
  sending: 'Being sent',
  waiting: 'At the terminal',
  since: ({ time }: { time: string }) => `since ${time}`,
  /** Shown instead of another operator's amount. */
  otherOperator: 'Another operator',
  busySince: ({ time }: { time: string }) => `busy since ${time}`,
  /** Acknowledges an outcome. */
  acknowledge: 'Done',
};

export interface OfKind {
  kind: MoneyOperation;
}
export interface OnTerminal {
  terminal: string;
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

const notDone: Partial<Record<MoneyOperation, string>> = {
  capture: 'was not collected',
  refund: 'was not given back',
};

const unknownSentences: Record<MoneyOperation, string> = {
  pay: "We don't know yet if the card was charged",
  preAuth: "We don't know yet if the amount was authorized",
  capture: "We don't know yet if the amount was collected",
  void: "We don't know yet if the payment was voided",
  refund: "We don't know yet if the refund was made",
  closeBatch: "We don't know yet if the day was closed",
};

const bases: Record<ResolutionBasis, string> = {
  'terminal-screen': 'on the terminal screen',
  receipt: 'on the receipt',
  'back-office': 'in the back office',
  other: 'elsewhere',
};

const nouns: Record<MoneyOperation, string> = {
  pay: 'payment',
  preAuth: 'pre-authorization',
  capture: 'collection',
  void: 'void',
  refund: 'refund',
  closeBatch: 'end of day',
};

const takesCard = (kind: MoneyOperation) => kind === 'pay' || kind === 'preAuth';

/**
 * The words of `PaymentStatus`. While an outcome is unknown, none of them may say that the payment failed, or ask to
 * repeat it.
 */
export const paymentStatus = {
  region: 'Payment status',
  /** There is no operation with this id here. */
  nothing: 'There is no payment to show here.',

  stepSent: 'Sent',
  stepTerminal: 'At the terminal',
  stepResult: 'Result',
  elapsed: 'Time so far',
  sendingNow: ({ terminal }: OnTerminal) => `Sending to ${terminal}.`,
  waitingNow: ({ kind, terminal }: OfKind & OnTerminal) =>
    takesCard(kind)
      ? `${terminal} will ask for the card in a moment.`
      : `${terminal} will start in a moment.`,
  processingNow: ({ kind, terminal }: OfKind & OnTerminal) =>
    takesCard(kind)
      ? `The customer can now tap, insert or swipe on ${terminal}.`
      : `${terminal} is working on it.`,

  /** Accepted a while ago, and not seen to start. */
  stalled: ({ terminal }: OfKind & OnTerminal) =>
    `We have not seen it start yet. Check that ${terminal} is switched on, connected and free.`,
  /** When the service was asked last and will be asked next, in seconds from now; undefined if not known. */
  freshness: ({ last, next }: { last: Count | undefined; next: Count | undefined }) => {
    const asked =
      last === undefined
        ? 'Not checked yet'
        : `Last checked ${last.value < 1 ? 'just now' : `${last.text} s ago`}`;
    if (next === undefined) return `${asked}.`;
    return `${asked}, ${next.value < 1 ? 'checking now' : `next in ${next.text} s`}.`;
  },

  /** If the journal is lost with the page. */
  notDurable: 'This payment cannot be found again after a reload. Keep this page open.',
  degraded: 'Connection trouble. The terminal goes on without us, and we keep asking for the result.',
  /** The time of the last answer. */
  lastAnswer: ({ time }: { time: string }) => `Last answer at ${time}.`,
  slowed: 'The service asked us to check less often. The payment itself is not slowed.',
  nextCheck: ({ time }: { time: string }) => `Next check at ${time}.`,
  needsAuth: 'You are signed out, so we cannot read the result. The payment goes on. Sign in to see it.',
  /** Opens the actions for a long wait. They also open automatically after a while. */
  takingLong: 'Taking long?',
  checkNow: 'Check now',
  checking: 'Checking…',
  checkIn: ({ seconds }: { seconds: Count }) =>
    seconds.value === 1 ? 'Checks in 1 second.' : `Checks in ${seconds.text} seconds.`,
  stopWaiting: 'Stop waiting (does not cancel the payment)',

  completeTitle: ({ kind }: OfKind) => completeTitles[kind],
  /** Less was approved than requested. Both amounts are undefined for another operator's operation. */
  partialTitle: ({
    kind,
    approved,
    asked,
  }: OfKind & { approved: string | undefined; asked: string | undefined }) =>
    approved && asked ? `${approved} of ${asked} ${done[kind]}` : `Partly ${done[kind]}`,
  /** The label of the requested amount, beside the approved one. */
  askedFor: 'Asked for',
  partialDue: ({ kind, due }: OfKind & { due: string }) => `${due} ${notDone[kind] ?? 'is still due'}.`,
  /** The tip that the customer added at the terminal. */
  withTip: ({ tip }: { tip: string }) => `With a tip of ${tip}.`,
  /** What holding an amount means, and what starting the settlement does. */
  authorizedSentence: 'The amount is held, not charged. Collect it to get paid.',
  batchClosedSentence: 'Payout has started. You will not see here when it is done.',
  failedTitle: 'Not completed',
  failedAdvice: ({ kind }: OfKind) =>
    takesCard(kind) ? 'Ask for another card or another way to pay.' : 'Check the payment in the back office.',
  rejectedTitle: 'Not accepted',
  rejectedSentence: 'The payment service refused it. Nothing happened.',
  rejectedAdvice: 'Check what you entered before you send it again.',
  /** Refused because of too many requests. */
  rejectedWait: ({ seconds }: { seconds: Count }) =>
    `It is too busy right now. Wait ${seconds.value === 1 ? '1 second' : `${seconds.text} seconds`}.`,
  rejectedSignIn: 'Your sign-in does not allow this. Sign in, then start over.',
  /** Nothing was sent: the request was lost on its way, or the service refuses this shop. */
  notArrived: 'It did not get through. Nothing happened.',
  /** Nothing was sent: the gateway's record of all tills refused it. */
  keptBack: ({ code, field }: Pick<RecordRefusal, 'code' | 'field'>) => {
    if (code === 'terminal-busy')
      return 'Nothing was sent: the terminal is busy with a payment of another till.';
    if (code === 'needs-confirmation' && field === 'orderTotal')
      return 'Nothing was sent: more than the total of the order would be taken. If you mean it, send it again.';
    if (code === 'needs-confirmation')
      return 'Nothing was sent: the same amount was sent a short while ago. If you mean it, send it again.';
    if (code === 'needs-approval') return 'Nothing was sent: another person must approve it.';
    return field === 'amount'
      ? 'Nothing was sent: not that much is left.'
      : 'Nothing was sent: after what was done before, this payment does not allow it.';
  },
  /** The field for the code of the person who must approve, and its button. */
  approvalCode: 'Approval code',
  approve: 'Approve and send',
  /** The request never left this page. */
  notSent: 'It did not leave this page. Nothing happened.',
  /** Why, if the cause is in the page itself. `field` is a path of the request or the name of a setting. */
  notSentReason: ({
    code,
    field,
  }: {
    code: 'invalid-input' | 'configuration';
    field: string | undefined;
  }) => {
    const what = code === 'configuration' ? 'This page is not set up correctly' : 'An entry is not valid';
    return `${what}${field ? ` (${field})` : ''}. Tell whoever looks after it.`;
  },
  /** Both amounts are set if less was charged than requested. */
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
  resolvedSentence: ({ basis }: { basis: ResolutionBasis }) =>
    `Somebody here saw it ${bases[basis]}. The service has not confirmed it.`,

  unknownTitle: 'Not known yet',
  unknownSentence: ({ kind }: OfKind) => unknownSentences[kind],
  reasonNoResponse: 'It was sent, and no answer came back.',
  reasonBadResponse: 'An answer came back that we could not read.',
  reasonConflict: 'The service says that the terminal is busy, perhaps with this very payment.',
  reasonHttpError: 'The service had a problem of its own.',
  reasonRedirect: 'The answer pointed to another address, and we did not follow it.',
  reasonReloaded: 'This page was closed or reloaded before the answer came.',
  reasonServiceTimeout: 'The service stopped waiting for the terminal.',
  reasonStopped: 'Somebody stopped waiting here. That did not cancel the payment.',
  reasonMaxWait: 'No result came in time.',
  reasonGone: 'The service no longer knows this payment.',
  reasonUnrecognisedStatus: 'The service gave an answer that we do not know.',
  reasonContradiction: 'The service gave two results that contradict each other.',
  reasonDuplicateId: 'The service gave this payment the reference of another one.',
  seenProcessing: 'The service was working on it',
  notSeenProcessing: 'We did not see it start',
  /** The warning while the outcome is unknown. */
  unknownCaution: ({ kind, terminal }: OfKind & OnTerminal) =>
    takesCard(kind)
      ? `If ${terminal} asks for a card, wait. Do not start another payment.`
      : `If ${terminal} is still working, wait.`,
  /** Above the places to look; it is also the end of the announcement. */
  findOut: 'Look at one of these, then press what you saw',
  findOnTerminal: ({ terminal }: OnTerminal) => `Look at the screen of ${terminal}.`,
  findOnReceipt: 'Look at the printed receipt.',
  /** Instead of the receipt, for closing a batch. */
  findOnReport: 'Look at the printed end-of-day report.',
  findInBackOffice: ({
    kind,
    orderNumber,
    amount,
  }: OfKind & { orderNumber: string | undefined; amount: string | undefined }) => {
    const what = orderNumber ? `the ${nouns[kind]} of order ${orderNumber}` : `this ${nouns[kind]}`;
    return `Look in the back office for ${amount && !orderNumber ? `a ${nouns[kind]} of ${amount}` : what}.`;
  },
  findElsewhere: ({ kind }: OfKind) =>
    kind === 'closeBatch' ? 'Look somewhere else.' : 'Look somewhere else, such as the customer’s bank app.',
  /** Opens more about the unknown outcome. */
  unknownMore: 'More about it',
  stillAsking: 'We keep asking the service. A late result shows here by itself.',

  note: 'Where and how',
  noteMissing: 'Say where you saw it.',
  charged: ({ kind }: OfKind) => (takesCard(kind) ? 'Charged' : 'It was done'),
  notCharged: ({ kind }: OfKind) => (takesCard(kind) ? 'Not charged' : 'It was not done'),
  confirmTitle: ({ kind }: OfKind) =>
    takesCard(kind) ? 'Are you sure it was not charged?' : 'Are you sure it was not done?',
  confirmSentence: ({ kind }: OfKind) =>
    takesCard(kind)
      ? 'If it was, the customer pays twice when you charge again.'
      : 'If it was, doing it again does it twice.',
  confirmYes: ({ kind }: OfKind) => (takesCard(kind) ? 'Yes, it was not charged' : 'Yes, it was not done'),
  confirmNo: 'Go back',

  /** The service's amount cannot be compared with the requested one. */
  amountMismatch: 'The service reports another amount than you sent. Compare it with the receipt.',
  moreThanAsked: ({ over }: { over: string }) => `${over} more than asked. Compare it with the receipt.`,
  contradiction: 'The service later said otherwise. Check this payment in the back office.',
  resolutionRefused: 'Your answer could not be recorded. Check the payment again, then answer once more.',
  contradictsOperator: 'Somebody here had said otherwise. The result of the service counts.',
  duplicateId: 'Another payment has the same reference. Check both in the back office.',

  terminal: 'Terminal',
  time: 'Time',
  orderNumber: 'Order number',
  reference: 'Reference',
  messageId: 'Message',
  code: 'Code',
  copy: ({ what }: { what: string }) => `Copy ${what.toLowerCase()}`,
  copied: 'Copied',
};

export interface OfTransaction {
  kind: Transaction['kind'];
}
export interface OfAmount {
  amount: string;
}
/** `rest` is what would be left; undefined if nothing is. */
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

/** What giving money back means for the customer: `try` may be too late, `part` too early. */
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

/** The words of `TransactionActions`. None of them may offer to cancel a part. */
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
  /** `amount` is undefined while there is none. */
  captureButton: ({ amount, terminal }: OnTerminal & { amount: string | undefined }) =>
    amount ? `Collect ${amount} on ${terminal}` : 'Collect',
  /** A hold is a pre-authorization without a capture. */
  giveBack: ({ isHold }: { isHold: boolean }) => (isHold ? 'Release the amount' : 'Give money back'),
  giveBackText: ({ way }: { way: GiveBackWay }) => giveBackTexts[way],
  /** While only all of it can be given back. */
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

  /** Why no money can be given back. */
  voided: 'It was voided. Nothing more can be done with it.',
  underWay: 'Something is being done with this payment at another till. Wait until that is over.',
  allRefunded: 'All of it was refunded.',
  nothingCaptured: 'Nothing was collected, so there is nothing to give back.',
  role: 'You may not give money back here. Ask a person who may.',
  terminalGone: ({ terminal }: OnTerminal) =>
    `Money can go back only on ${terminal}, which is not among your terminals now.`,

  /** The same amount was sent a short while ago, and its outcome is in doubt. */
  duplicateTitle: 'Send the same amount again?',
  /** `phase` is the phase of the earlier operation. */
  duplicateText: ({
    amount,
    terminal,
    time,
    phase = 'unknown',
  }: OfAmount & OnTerminal & { time: string | undefined; phase: Phase | undefined }) => {
    const sent = `${amount} was sent to ${terminal}${time ? ` at ${time}` : ''}.`;
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
  /** The gateway, or this page's operations engine, cannot be reached. */
  unreachable:
    'Nothing was sent: the connection to the payment service is down. Check the connection of this device, then press again.',
  /** With `not-allowed`, another operation on the transaction is in the way; otherwise `field` is a path of the request. */
  refused: ({ code, field }: Pick<Refusal, 'code' | 'field'>) => {
    if (code === 'not-allowed' && field === 'amount') return 'Nothing was sent: not that much is left.';
    if (code === 'not-allowed')
      return 'Nothing was sent: something else was done with this payment, or is being done.';
    return `Nothing was sent: an entry is not valid${field ? ` (${field})` : ''}. Tell whoever looks after this page.`;
  },
  back: 'Back to the payment',
};
