import type { ResolutionBasis } from '../../core/operations/terminalOperation.ts';
import type { MoneyOperation } from '../../core/wire/routes.ts';
import type { PaymentStatusLabels } from './paymentStatusLabels.ts';

const completeTitles: Record<MoneyOperation, string> = {
  pay: 'Approved',
  preAuth: 'Authorized',
  capture: 'Captured',
  void: 'Voided',
  refund: 'Refunded',
  closeBatch: 'Batch closed',
};

const done: Record<MoneyOperation, string> = {
  pay: 'approved',
  preAuth: 'authorized',
  capture: 'captured',
  void: 'voided',
  refund: 'refunded',
  closeBatch: 'closed',
};

const notDone: Partial<Record<MoneyOperation, string>> = {
  capture: 'was not captured',
  refund: 'was not given back',
};

const unknownSentences: Record<MoneyOperation, string> = {
  pay: "We don't know yet whether the card was charged",
  preAuth: "We don't know yet whether the amount was authorized",
  capture: "We don't know yet whether the amount was captured",
  void: "We don't know yet whether the payment was voided",
  refund: "We don't know yet whether the refund was made",
  closeBatch: "We don't know yet whether the batch was closed",
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
  capture: 'capture',
  void: 'void',
  refund: 'refund',
  closeBatch: 'batch close',
};

const takesCard = (kind: MoneyOperation) => kind === 'pay' || kind === 'preAuth';

export const paymentStatusLabels: PaymentStatusLabels = {
  region: 'Payment status',
  nothing: 'There is no payment to show here.',

  stepSent: 'Sent',
  stepTerminal: 'At the terminal',
  stepResult: 'Result',
  elapsed: 'Time so far',
  sendingNow: ({ terminal }) => `Sending to ${terminal}.`,
  waitingNow: ({ kind, terminal }) =>
    takesCard(kind)
      ? `${terminal} will ask for the card in a moment.`
      : `${terminal} will start in a moment.`,
  processingNow: ({ kind, terminal }) =>
    takesCard(kind)
      ? `The customer can now tap, insert or swipe on ${terminal}.`
      : `${terminal} is working on it.`,

  stalled: ({ terminal }) =>
    `We have not seen it start yet. Look whether ${terminal} is switched on, connected and free.`,
  freshness: ({ last, next }) => {
    const asked =
      last === undefined
        ? 'Not checked yet'
        : `Last checked ${last.value < 1 ? 'just now' : `${last.text} s ago`}`;
    if (next === undefined) return `${asked}.`;
    return `${asked}, ${next.value < 1 ? 'checking now' : `next in ${next.text} s`}.`;
  },

  notDurable: 'This payment cannot be found again after a reload. Keep this page open.',
  degraded: 'Connection trouble. The terminal goes on without us, and we keep asking for the result.',
  lastAnswer: ({ time }) => `Last answer at ${time}.`,
  slowed: 'The service asked us to check less often. The payment itself is not slowed.',
  nextCheck: ({ time }) => `Next check at ${time}.`,
  needsAuth: 'Your sign-in has ended, so the result cannot be read. The payment goes on. Sign in to see it.',
  checkNow: 'Check now',
  checking: 'Checking…',
  checkIn: ({ seconds }) =>
    seconds.value === 1 ? 'Checks in 1 second.' : `Checks in ${seconds.text} seconds.`,
  stopWaiting: 'Stop waiting (does not cancel the payment)',

  completeTitle: ({ kind }) => completeTitles[kind],
  partialTitle: ({ kind, approved, asked }) =>
    approved && asked ? `${approved} of ${asked} ${done[kind]}` : `Partly ${done[kind]}`,
  partialDue: ({ kind, due }) => `${due} ${notDone[kind] ?? 'is still due'}.`,
  withTip: ({ tip }) => `With a tip of ${tip}.`,
  authorizedSentence: 'The amount is held, not charged. Capture it to be paid.',
  batchClosedSentence: 'Settlement has started. You will not see here when it is done.',
  failedTitle: 'Not completed',
  failedAdvice: ({ kind }) =>
    takesCard(kind)
      ? 'Ask for another card or another way to pay.'
      : 'Check the transaction in the back office.',
  rejectedTitle: 'Not accepted',
  rejectedSentence: 'The service refused the request. Nothing happened.',
  rejectedAdvice: 'Check the entries before you send another one.',
  rejectedWait: ({ seconds }) =>
    `It gets too many requests at the moment. Wait ${seconds.value === 1 ? '1 second' : `${seconds.text} seconds`}.`,
  rejectedSignIn: 'Your sign-in is not valid for this. Sign in, then start over.',
  notArrived: 'The request did not get through. Nothing happened.',
  notSent: 'The request did not leave this page. Nothing happened.',
  notSentReason: ({ code, field }) => {
    const what = code === 'configuration' ? 'This page is not set up correctly' : 'An entry is not valid';
    return `${what}${field ? ` (${field})` : ''}. Tell whoever looks after it.`;
  },
  resolvedTitle: ({ kind, charged }) => {
    if (takesCard(kind)) return charged ? 'Recorded as charged' : 'Recorded as not charged';
    return charged ? 'Recorded as done' : 'Recorded as not done';
  },
  resolvedSentence: ({ basis }) =>
    `A person said so, having seen it ${bases[basis]}. The service has not confirmed it.`,

  unknownTitle: 'Not known yet',
  unknownSentence: ({ kind }) => unknownSentences[kind],
  reasonNoResponse: 'The request was sent, and no answer came back.',
  reasonBadResponse: 'An answer came back that could not be read.',
  reasonConflict: 'The service says that the terminal is busy, perhaps with this very payment.',
  reasonHttpError: 'The service had a problem of its own when it answered.',
  reasonRedirect: 'The answer pointed to another address, which was not followed.',
  reasonReloaded: 'This page was closed or reloaded before the answer came.',
  reasonServiceTimeout: 'The service stopped waiting for the terminal.',
  reasonStopped: 'Somebody stopped waiting here. That did not cancel the payment.',
  reasonMaxWait: 'No result came in the time that we wait for one.',
  reasonGone: 'The service no longer knows this payment.',
  reasonUnrecognisedStatus: 'The service answered with a status that we do not know.',
  reasonContradiction: 'The service gave two results that contradict each other.',
  reasonDuplicateId: 'The service gave this payment the reference of another one.',
  seenProcessing: 'The service was working on it',
  notSeenProcessing: 'We did not see it start',
  findOut: 'How to find out',
  findOnTerminal: ({ kind, terminal }) =>
    takesCard(kind)
      ? `Look at ${terminal}. If it asks for a card, do not start another payment.`
      : `Look at the screen of ${terminal}.`,
  findOnReceipt: 'Look at the printed receipt.',
  findOnReport: 'Look at the printed batch report.',
  findInBackOffice: ({ kind, orderNumber, amount }) => {
    const what = orderNumber ? `the ${nouns[kind]} of order ${orderNumber}` : `this ${nouns[kind]}`;
    return `Look in the back office for ${amount && !orderNumber ? `a ${nouns[kind]} of ${amount}` : what}.`;
  },
  stillAsking: 'We keep asking the service. A late result shows here by itself.',

  basis: 'Where did you see it?',
  basisTerminalScreen: 'Terminal screen',
  basisReceipt: 'Receipt',
  basisBackOffice: 'Back office',
  basisOther: 'Elsewhere',
  basisMissing: 'Choose where you saw it.',
  note: 'Where and how',
  noteMissing: 'Say where you saw it.',
  charged: ({ kind }) => (takesCard(kind) ? 'It was charged' : 'It was done'),
  notCharged: ({ kind }) => (takesCard(kind) ? 'It was not charged' : 'It was not done'),
  confirmTitle: ({ kind }) =>
    takesCard(kind) ? 'Sure that it was not charged?' : 'Sure that it was not done?',
  confirmSentence: ({ kind }) =>
    takesCard(kind)
      ? 'If it was, the customer pays twice when you charge again.'
      : 'If it was, doing it again does it twice.',
  confirmYes: ({ kind }) => (takesCard(kind) ? 'Yes, it was not charged' : 'Yes, it was not done'),
  confirmNo: 'Go back',

  amountMismatch: 'The service reports another amount than the one sent. Compare it with the receipt.',
  moreThanAsked: ({ over }) => `${over} more than asked. Compare it with the receipt.`,
  contradiction: 'The service later said otherwise. Check this payment in the back office.',
  contradictsOperator: 'Somebody here had said otherwise. The result of the service counts.',
  duplicateId: 'Another payment has the same reference. Check both in the back office.',

  terminal: 'Terminal',
  time: 'Time',
  orderNumber: 'Order number',
  reference: 'Reference',
  messageId: 'Message',
  code: 'Code',
  copy: ({ what }) => `Copy ${what.toLowerCase()}`,
  copied: 'Copied',
};
