import type { ResolutionBasis } from '../../core/operations/terminalOperation.ts';
import type { MoneyOperation } from '../../core/wire/routes.ts';
import type { Count } from '../../hooks/useLabels.ts';

interface OfKind {
  kind: MoneyOperation;
}
interface OnTerminal {
  terminal: string;
}

/** The words of `PaymentStatus`. While an outcome is unknown, none of them may say that it went wrong, or ask to repeat it. */
export interface PaymentStatusLabels {
  region: string;
  /** There is no operation with this id here. */
  nothing: string;

  stepSent: string;
  stepTerminal: string;
  stepResult: string;
  elapsed: string;
  sendingNow: (values: OnTerminal) => string;
  waitingNow: (values: OfKind & OnTerminal) => string;
  processingNow: (values: OfKind & OnTerminal) => string;
  /** Accepted a while ago, and not seen to be worked on. */
  stalled: (values: OfKind & OnTerminal) => string;
  /** When it was asked about last and will be next, in seconds from now; undefined where that is not known. */
  freshness: (values: { last: Count | undefined; next: Count | undefined }) => string;

  /** Where the journal is gone with the page. */
  notDurable: string;
  degraded: string;
  /** The time of the last answer. */
  lastAnswer: (values: { time: string }) => string;
  slowed: string;
  nextCheck: (values: { time: string }) => string;
  needsAuth: string;
  checkNow: string;
  checking: string;
  checkIn: (values: { seconds: Count }) => string;
  stopWaiting: string;

  completeTitle: (values: OfKind) => string;
  /** Less was approved than asked for. Both amounts are undefined where they are another operator's. */
  partialTitle: (values: OfKind & { approved: string | undefined; asked: string | undefined }) => string;
  partialDue: (values: OfKind & { due: string }) => string;
  /** What the customer added at the terminal. */
  withTip: (values: { tip: string }) => string;
  /** What holding an amount means, and what starting the settlement does. */
  authorizedSentence: string;
  batchClosedSentence: string;
  failedTitle: string;
  failedAdvice: (values: OfKind) => string;
  rejectedTitle: string;
  rejectedSentence: string;
  rejectedAdvice: string;
  /** Refused because of too many requests. */
  rejectedWait: (values: { seconds: Count }) => string;
  rejectedSignIn: string;
  /** Nothing was sent: the request was lost on its way, or the service lets nobody of this shop in. */
  notArrived: string;
  /** The request never left this page. */
  notSent: string;
  /** Why, where it is the page's own doing: `field` is a path of the request or a setting's name. */
  notSentReason: (values: { code: 'invalid-input' | 'configuration'; field: string | undefined }) => string;
  resolvedTitle: (values: OfKind & { charged: boolean }) => string;
  resolvedSentence: (values: { basis: ResolutionBasis }) => string;

  unknownTitle: string;
  unknownSentence: (values: OfKind) => string;
  reasonNoResponse: string;
  reasonBadResponse: string;
  reasonConflict: string;
  reasonHttpError: string;
  reasonRedirect: string;
  reasonReloaded: string;
  reasonServiceTimeout: string;
  reasonStopped: string;
  reasonMaxWait: string;
  reasonGone: string;
  reasonUnrecognisedStatus: string;
  reasonContradiction: string;
  reasonDuplicateId: string;
  seenProcessing: string;
  notSeenProcessing: string;
  findOut: string;
  findOnTerminal: (values: OfKind & OnTerminal) => string;
  findOnReceipt: string;
  /** In place of the receipt, of a batch. */
  findOnReport: string;
  findInBackOffice: (
    values: OfKind & { orderNumber: string | undefined; amount: string | undefined },
  ) => string;
  stillAsking: string;

  basis: string;
  basisTerminalScreen: string;
  basisReceipt: string;
  basisBackOffice: string;
  basisOther: string;
  basisMissing: string;
  note: string;
  noteMissing: string;
  charged: (values: OfKind) => string;
  notCharged: (values: OfKind) => string;
  confirmTitle: (values: OfKind) => string;
  confirmSentence: (values: OfKind) => string;
  confirmYes: (values: OfKind) => string;
  confirmNo: string;

  /** The service names an amount that cannot be compared with what was asked for. */
  amountMismatch: string;
  moreThanAsked: (values: { over: string }) => string;
  contradiction: string;
  contradictsOperator: string;
  duplicateId: string;

  terminal: string;
  time: string;
  orderNumber: string;
  reference: string;
  messageId: string;
  code: string;
  copy: (values: { what: string }) => string;
  copied: string;
}

declare module '../../hooks/usePaymentsContext.ts' {
  interface LabelCatalogue {
    paymentStatus: PaymentStatusLabels;
  }
}
