import type { RecordRefusal } from '../core/errors.ts';
import type { ResolutionBasis } from '../core/operations/terminalOperation.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import { approval } from './enApproval.ts';
import { type OfKind, outcomeTitles, takesCard } from './enTitles.ts';
import type { Count } from './plural.ts';

// English labels that a checkout needs only after a payment was started. A page can load this file later.

export interface OnTerminal {
  terminal: string;
}

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

/**
 * The words of `PaymentStatus`. While an outcome is unknown, none of them may say that the payment failed, or ask to
 * repeat it.
 */
export const paymentStatus = {
  region: 'Payment status',
  /** If the page knows no operation with the given id. */
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

  /** The service accepted the operation some time ago, but the terminal was not seen to start it. */
  stalled: ({ terminal }: OfKind & OnTerminal) =>
    `We have not seen it start yet. Check that ${terminal} is switched on, connected and free.`,
  /** The seconds since the last poll and until the next poll; undefined if not known. */
  freshness: ({ last, next }: { last: Count | undefined; next: Count | undefined }) => {
    const asked =
      last === undefined
        ? 'Not checked yet'
        : `Last checked ${last.value < 1 ? 'just now' : `${last.text} s ago`}`;
    if (next === undefined) return `${asked}.`;
    return `${asked}, ${next.value < 1 ? 'checking now' : `next in ${next.text} s`}.`;
  },

  /** If only the memory of this page has a record of the payment. */
  notDurable: 'This payment cannot be found again after a reload. Keep this page open.',
  degraded: 'Connection trouble. The terminal goes on without us, and we keep asking for the result.',
  // In Canada a time ends in "a.m.", with a full stop of its own.
  lastAnswer: ({ time }: { time: string }) => `Last answer at ${time}.`.replace('..', '.'),
  slowed: 'The service asked us to check less often. The payment itself is not slowed.',
  nextCheck: ({ time }: { time: string }) => `Next check at ${time}.`.replace('..', '.'),
  needsAuth: 'You are signed out, so we cannot read the result. The payment goes on. Sign in to see it.',
  /** Opens the actions for a long wait. They also open automatically after a while. */
  takingLong: 'Taking long?',
  checkNow: 'Check now',
  checking: 'Checking…',
  checkIn: ({ seconds }: { seconds: Count }) =>
    seconds.value === 1 ? 'Checks in 1 second.' : `Checks in ${seconds.text} seconds.`,
  stopWaiting: 'Stop waiting (does not cancel the payment)',

  completeTitle: outcomeTitles.completeTitle,
  /** Less was approved than requested. `approved` and `asked` are undefined for another operator's operation. */
  partialTitle: outcomeTitles.partialTitle,
  /** The label of the requested amount, beside the approved one. */
  askedFor: 'Asked for',
  partialDue: ({ kind, due }: OfKind & { due: string }) => `${due} ${notDone[kind] ?? 'is still due'}.`,
  withTip: ({ tip }: { tip: string }) => `With a tip of ${tip}.`,
  authorizedSentence: 'The amount is held, not charged. Collect it to get paid.',
  batchClosedSentence: 'Payout has started. You will not see here when it is done.',
  failedTitle: outcomeTitles.failedTitle,
  failedAdvice: ({ kind }: OfKind) =>
    takesCard(kind) ? 'Ask for another card or another way to pay.' : 'Check the payment in the back office.',
  rejectedTitle: outcomeTitles.rejectedTitle,
  rejectedSentence: 'The payment service refused it. Nothing happened.',
  rejectedAdvice: 'Check what you entered before you send it again.',
  /** Refused because of too many requests. */
  rejectedWait: ({ seconds }: { seconds: Count }) =>
    `It is too busy right now. Wait ${seconds.value === 1 ? '1 second' : `${seconds.text} seconds`}.`,
  rejectedSignIn: 'Your sign-in does not allow this. Sign in, then start over.',
  /** It is proven that nothing happened: the request was lost on its way, or could not be sent. */
  notArrived: 'It did not get through. Nothing happened.',
  /** If the gateway refused to send the operation, because of other operations in the record of all tills. */
  keptBack: ({ code, field }: Pick<RecordRefusal, 'code' | 'field'>) => {
    if (code === 'terminal-busy')
      return 'Nothing was sent: another payment on this terminal is under way or not known yet. Wait for its result. If none comes, open that payment and press what you saw. Then send this one again.';
    if (code === 'needs-confirmation' && field === 'orderTotal')
      return 'Nothing was sent: more than the total of the order would be taken. If you mean it, send it again.';
    if (code === 'needs-confirmation')
      return 'Nothing was sent: the same amount was sent a short while ago. If you mean it, send it again.';
    if (code === 'needs-approval')
      return field ? 'Nothing was sent: the code was not accepted.' : 'Nothing was sent yet.';
    return field === 'amount'
      ? 'Nothing was sent: not that much is left.'
      : 'Nothing was sent: after what was done before, this payment does not allow it.';
  },
  ...approval,
  notSent: 'It did not leave this page. Nothing happened.',
  /** Why a request was not sent, if this page is the cause. `field` is a field of the request, or a setting. */
  notSentReason: ({
    code,
    field,
  }: {
    code: 'invalid-input' | 'configuration';
    field: string | undefined;
  }) => {
    const what = code === 'configuration' ? 'This page is not set up correctly' : 'An entry is not valid';
    return `${what}${field ? ` (${field})` : ''}. Tell the person who looks after it.`;
  },
  /** `approved` and `asked` are given if less was charged than requested. */
  resolvedTitle: outcomeTitles.resolvedTitle,
  resolvedSentence: ({ basis }: { basis: ResolutionBasis }) =>
    `A person here saw it ${bases[basis]}. The service has not confirmed it.`,

  unknownTitle: outcomeTitles.unknownTitle,
  unknownSentence: ({ kind }: OfKind) => unknownSentences[kind],
  reasonNoResponse: 'It was sent, and no answer came back.',
  reasonBadResponse: 'An answer came back that we could not read.',
  reasonConflict: 'The service says that the terminal is busy, perhaps with this very payment.',
  reasonHttpError: 'The service had a problem of its own.',
  reasonRedirect: 'The answer pointed to another address, and we did not follow it.',
  reasonReloaded: 'This page was closed or reloaded before the answer came.',
  reasonServiceTimeout: 'The service stopped waiting for the terminal.',
  reasonStopped: 'A person stopped waiting here. That did not cancel the payment.',
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
  /** Above the list of places to look at. Also announced to screen readers. */
  findOut: 'Look at one of these, then press what you saw',
  findOnTerminal: ({ terminal }: OnTerminal) => `Look at the screen of ${terminal}.`,
  findOnReceipt: 'Look at the printed receipt.',
  /** Instead of `findOnReceipt`, for closing a batch. */
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

  /** The service's amount differs from the requested amount, and it is not known by how much. */
  amountMismatch: 'The service reports another amount than you sent. Compare it with the receipt.',
  moreThanAsked: ({ over }: { over: string }) => `${over} more than asked. Compare it with the receipt.`,
  contradiction: 'The service later said otherwise. Check this payment in the back office.',
  resolutionRefused: 'Your answer could not be recorded. Check the payment again, then answer once more.',
  contradictsOperator: 'A person here had said otherwise. The result of the service counts.',
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
