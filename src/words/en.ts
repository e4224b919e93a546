import type { PaymentsErrorCode, RecordRefusal } from '../core/errors.ts';
import type { ParseCentsReason } from '../core/money/parseCents.ts';
import type { Phase, Refusal, ResolutionBasis } from '../core/operations/terminalOperation.ts';
import type { Transaction } from '../core/operations/transactions.ts';
import type { FileProblem } from '../core/uploads/files.ts';
import type { UploadFile } from '../core/uploads/uploadQueue.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import type { Count } from './plural.ts';

/** Why an amount cannot be taken; `inexact` where the wire has no unit for its last digit. */
export type AmountProblem = ParseCentsReason | 'inexact';

/** The words of `AmountField`. */
export const amountField = {
  label: 'Amount',
  empty: 'Enter an amount.',
  invalidCharacter: 'Use digits only, with one decimal separator.',
  mixedDigits: 'Use one kind of digits.',
  /** `example` is an amount as the locale writes it. */
  badGrouping: ({ example }: { example: string }) =>
    `The separators do not fit. Write it like ${example}, or without separators.`,
  tooManyDecimals: ({ digits }: { digits: Count }) =>
    digits.value === 0 ? 'This currency has no decimals.' : `Use at most ${digits.text} decimals.`,
  negative: 'The amount cannot be negative.',
  tooSmall: ({ min }: { min: string }) => `The smallest amount is ${min}.`,
  tooLarge: ({ max }: { max: string }) => `The largest amount is ${max}.`,
  currencyMismatch: ({ currency }: { currency: string }) => `Amounts are in ${currency} here.`,
  inexact: 'The payment service cannot take the last digit. Round the amount.',
  /** What the host filled in before is no whole number of cents. */
  unreadable: 'The amount filled in for you cannot be read. Enter it.',
  /** The group of its own keys. */
  keypad: 'Keypad',
  /** The names of two keys. */
  decimalKey: 'Decimal separator',
  deleteKey: 'Delete the last digit',
};

/** Why a sent file was not taken. */
export type UploadFailure = 'too-large' | 'wrong-type' | 'unanswered' | 'other';

export interface LimitWords {
  maxFiles: Count;
  /** As `10 MB`. */
  maxSize: string;
  /** Of all files together, where that is limited. */
  maxTotalSize: string | undefined;
  /** As `PDF, PNG`. */
  types: string;
}

const statusWords: Record<UploadFile['status'], string> = {
  checking: 'Checking',
  waiting: 'Waiting',
  uploading: 'Uploading',
  done: 'Uploaded',
  failed: 'Not uploaded',
  refused: 'Not added',
};

const failureSentences: Record<UploadFailure, string> = {
  'too-large': 'It is too large for the service.',
  'wrong-type': 'The service does not take this type of file.',
  unanswered: 'The service did not answer.',
  other: 'The service could not take it.',
};

const files = (count: Count) => (count.value === 1 ? '1 file' : `${count.text} files`);

const problemSentences: Record<FileProblem, (limits: LimitWords) => string> = {
  folder: () => 'You cannot attach a folder. Add the files in it.',
  empty: () => 'The file is empty.',
  'wrong-type': ({ types }) => `Accepted types: ${types}.`,
  'too-large': ({ maxSize }) => `It is larger than ${maxSize}.`,
  'too-many': ({ maxFiles }) => `You can attach at most ${files(maxFiles)}.`,
  'total-too-large': ({ maxTotalSize }) => `Together the files would be larger than ${maxTotalSize}.`,
  unreadable: () => 'It changed or cannot be read. Choose it again.',
  'wrong-content': () => 'Its content does not match its file type.',
  duplicate: () => 'It is attached already.',
};

export const attachmentField = {
  label: 'Attachments',
  addFiles: 'Add files',
  dropHint: 'or drop or paste them here',
  dropNow: 'Drop to add',
  limits: ({ maxFiles, maxSize, maxTotalSize }: LimitWords) =>
    `Up to ${files(maxFiles)}, ${maxSize} each${maxTotalSize === undefined ? '' : `, ${maxTotalSize} together`}.`,
  list: 'Attached files',
  status: (status: UploadFile['status']) => statusWords[status],
  /** A share of a hundred, already formatted. */
  progress: (percent: string) => percent,
  progressOf: (file: string) => `Upload of ${file}`,
  retry: 'Retry',
  retryFile: (file: string) => `Retry ${file}`,
  removeFile: (file: string) => `Remove ${file}`,
  problem: (problem: FileProblem, limits: LimitWords) => problemSentences[problem](limits),
  failure: (failure: UploadFailure) => failureSentences[failure],
  /** Spoken when uploads begin, on the way, and when the last has ended. */
  started: (count: Count) => `Uploading ${files(count)}.`,
  /** A share of a hundred, already formatted. */
  step: (percent: string) => `${percent} uploaded.`,
  ended: ({ done, failed }: { done: Count; failed: Count }) =>
    failed.value === 0
      ? `${files(done)} uploaded.`
      : `${files(done)} uploaded, ${files(failed)} not uploaded.`,
  refused: (count: Count) => `${files(count)} not added.`,
};

/** The words of `CloseBatch`; the rows of operations have theirs in `openOperations`. */
export const closeBatch = {
  title: 'End of day',
  /** What it does, in the order it happens. */
  settles: ({ terminal }: { terminal: string }) => `This hands in all payments on ${terminal} for payout.`,
  endsVoids: 'After that you can refund them, but no longer void them.',
  isFinal: 'You cannot undo it.',

  open: 'Open on this terminal',
  inTheWay: ({ count }: { count: Count }) =>
    count.value === 1
      ? 'One payment has no result yet. You can close the day once it has.'
      : `${count.text} payments have no result yet. You can close the day once they have.`,
  /** Of an unknown operation that is older than a day. */
  notInTheWay: 'Not known for more than a day, so it does not hold up the end of day.',

  close: 'Close the day',
  confirmTitle: ({ terminal }: { terminal: string }) => `Close the day on ${terminal}?`,
  confirmText: 'The terminal starts as soon as you say yes.',
  confirmYes: 'Yes, close the day',
  goBack: 'Go back',
  done: 'Done',

  busyElsewhere: ({ terminal }: { terminal: string }) =>
    `Nothing was sent: ${terminal} is busy with a payment from another window.`,
  noJournal:
    'Nothing was sent: this device could not record it, so its result could be lost. Allow this site to store data, then press again.',
  tooSlow: 'Nothing was sent: this device was too slow to record it. Press again.',
  /** Where the gateway, or what runs payments on this page, is out of reach. */
  unreachable:
    'Nothing was sent: the connection to the payment service is down. Check the connection of this device, then press again.',
  /** `field` is a path of the request. */
  refused: ({ field }: Pick<Refusal, 'code' | 'field'>) =>
    `Nothing was sent: an entry is not valid${field ? ` (${field})` : ''}. Tell whoever looks after this page.`,
};

/** Words of giving a link's address away. */
export const linkShare = {
  copyLink: 'Copy link',
  copied: 'Copied',
  copiedSentence: 'The link was copied.',
  /** Where the browser refused to write: the address stands beside it, selected. */
  refused: 'Your browser did not allow copying. The address is selected: copy it by hand.',
  address: 'Address of the link',
  openLink: 'Open link',
  share: 'Share…',
  /** The browser's own sharing failed: the address stands beside it, selected. */
  shareFailed: 'Your browser could not share it. The address is selected: copy it by hand.',
  showQrCode: 'Show QR code',
  hideQrCode: 'Hide QR code',
  /** What the picture is, for who does not see it. */
  qrCode: 'QR code of the link',
  qrCodeFailed: 'The QR code could not be drawn. Use the address instead.',
  close: 'Close',
};

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
  /** In place of the amount of another operator. */
  otherOperator: 'Another operator',
  busySince: ({ time }: { time: string }) => `busy since ${time}`,
  /** Takes note of how an operation ended. */
  acknowledge: 'Done',
};

const serviceSays = (sentence: string) => `The service says: ${sentence}`;

/** The words of `PaymentLinkForm`. Sums and percentages come in the provider's locale. */
export const paymentLinkForm = {
  title: 'New payment link',
  /** Its button; with the total, once there is one. */
  create: ({ amount }: { amount: string | undefined }) =>
    amount ? `Create payment link for ${amount}` : 'Create payment link',
  creating: 'Creating…',
  restored: 'This is what you had filled in before.',
  /** Beside `restored`, where there were files. */
  filesLost: 'Files are not kept: add them again.',
  startAfresh: 'Start afresh',

  /** Names the buttons for what is not asked for yet, which say what they add: these, `taxes` and `customValues`. */
  add: 'Add',
  addFiles: 'Files',
  addBilling: 'Billing address',
  addShipping: 'Shipping address',
  addDiscount: 'Discount',
  showBilling: 'Collect billing address',
  showShipping: 'Collect shipping address',
  applyDiscount: 'Apply discount',
  applyDiscountHint: 'Takes a percentage off when a discount applies and the customer pays by credit card.',
  /** Where the host says how much it is. */
  discountHint: ({ percent }: { percent: string }) => `Customers who pay by credit card pay ${percent} less.`,
  flagMissing: 'Tick this to go on.',

  taxes: 'Taxes',
  taxAmount: 'Taxes (an amount)',
  taxesByList: 'Pick from the list',
  taxesByAmount: 'Enter an amount',
  taxesMissing: 'Enter the taxes.',

  customValues: 'Details',
  addCustomValue: 'Add detail',
  /** Names the list from which the next custom value's kind is picked. */
  customKey: 'Kind of detail',
  otherKey: 'Other…',
  /** Over the two inputs of a custom value whose key is typed. */
  freeKey: 'Name',
  freeValue: 'Value',
  /** Such a row, for the buttons that move and remove it. */
  freeRow: (position: Count) => `detail ${position.text}`,
  choose: 'Choose…',
  moveUp: (label: string) => `Move ${label} up`,
  moveDown: (label: string) => `Move ${label} down`,
  moved: ({ label, position, count }: { label: string; position: Count; count: Count }) =>
    `${label} is now ${position.text} of ${count.text}.`,
  removeCustomValue: (label: string) => `Remove ${label}`,
  removed: (label: string) => `${label} was removed.`,
  valueMissing: 'Enter a value.',
  choiceMissing: 'Choose one.',
  numberWanted: 'Enter a number, as 12 or 12.5.',
  dateWanted: 'Enter a date.',
  keyMissing: 'Enter a name.',
  keyRepeated: 'This name is there already.',
  customValuesMissing: 'Add a detail.',

  givenFiles: 'Files already attached',
  /** A file object without a name. */
  namelessFile: (number: Count) => `File ${number.text}`,
  attachmentsMissing: 'Add a file.',
  stillUploading: 'Wait until every file is uploaded, or remove it.',
  notUploaded: 'Not every file was uploaded. Retry or remove it first.',

  estimate: 'Estimate',
  amount: 'Amount',
  withPercent: ({ label, percent }: { label: string; percent: string }) => `${label}, ${percent}`,
  /** In the place of a sum that only the service knows. */
  plusTaxes: 'plus taxes',
  total: 'Total',
  discount: ({ percent }: { percent: string }) => `Discount, ${percent}`,
  cardTotal: 'By credit card',
  taxRounding: 'Each tax is rounded on its own.',
  discountRounding: ({ of }: { of: 'total' | 'amount' }) =>
    of === 'total'
      ? 'The discount comes off the total and is rounded.'
      : 'The discount is a share of the amount before taxes, rounded.',
  notKnown: '—',

  /** Before a sentence of the service about one field. */
  serviceSays,
  rejectedTitle: 'Not accepted',
  /** Before what the service said. */
  rejectedText: 'No link was created.',
  /** Where the service said no sentence of its own. `field` is a path of the request. */
  rejectedReason: ({
    code,
    status,
    field,
  }: {
    code: PaymentsErrorCode;
    status: string | undefined;
    field: string | undefined;
  }) => {
    if (code === 'invalid-input' || code === 'configuration')
      return `It did not leave this page: an entry is not valid${field ? ` (${field})` : ''}.`;
    if (code === 'rate-limited') return 'The service is too busy right now. Wait a minute.';
    if (code === 'unauthorized') return 'Your sign-in does not allow this. Sign in, then press again.';
    if (code === 'too-large') return 'It is larger than the service takes.';
    return `The service did not say why${status ? ` (${status})` : ''}.`;
  },
  unknownTitle: 'Not known yet',
  unknownText: 'We got no clear answer, so the link may or may not exist. Nothing is sent again by itself.',
  unknownLook: 'Look for it in your list of payment links.',
  unknownFound: 'If it is there, share that one.',
  unknownNotFound: 'Only if it is not, create it again.',
  lookInList: 'Look in the list',
  looking: 'Looking…',
  /** What looking in the list brought. */
  foundLike: ({ count, amount }: { count: Count; amount: string }) =>
    count.value === 1
      ? `A new link for ${amount} is in the list. Is it this one?`
      : `${count.text} new links for ${amount} are in the list. Which one is it?`,
  noneLike: ({ amount }: { amount: string }) =>
    `There is no new link for ${amount} in the list. It may still come: look again in a minute.`,
  listNotRead: 'We could not read the list.',
  isThisOne: (reference: string) => `It is ${reference}`,
  isListed: 'It is in the list',
  isNotListed: 'It is not in the list',

  createdTitle: 'Payment link created',
  /** Where the service did not repeat the amount. */
  amountSent: (amount: string) => `Sent with an amount of ${amount}`,
  createdText: 'Share this address with your customer.',
  /** The answer told nothing, and the list told which it is. */
  foundText:
    'The service did not say which link it made. This is the only new one like it in your list: share its address.',
  unconfirmedLooking: 'The service gave no address back. Looking for it in your list…',
  unconfirmedText:
    'The service gave no address back. You find the link, with its address, in your list of payment links.',
  unconfirmedSeveral: ({ count }: { count: Count }) =>
    `The service gave no address back, and ${count.text} new links in your list are like it, so none is shown. Look there for yours.`,
  unconfirmedNone: 'The service gave no address back, and the link is not in your list yet.',
  lookAgain: 'Look again',
  unsafeAddress: 'The service gave no address that is safe to open. Look in your list of payment links.',
  reference: 'Reference',
  status: 'Status',
  created: 'Created',
  createAnother: 'Create another',
};

/** The words of `PaymentLinkList`. */
export const paymentLinkList = {
  title: 'Payment links',
  amount: 'Amount',
  paidAmount: 'Paid',
  status: 'Status',
  reference: 'Reference',
  created: 'Created',
  customValues: 'Details',
  id: 'ID',
  actions: 'Actions',
  address: 'Address',
  paid: 'Paid',
  unpaid: 'Open',
  /** A status that the contract does not name, in words. */
  statusOf: inWords,
  /** Beside a link that was just created. */
  isNew: 'New',
  /** Where the service told nothing. */
  absent: '—',
  /** The service gave no address. */
  noAddress: 'No address',
  loading: 'Loading payment links…',
  emptyTitle: 'No payment links yet',
  emptyText: 'The links you create appear here, with their address to share.',
  /** A later page from which the links have gone. */
  emptyPage: 'There are no links on this page any more.',
  errorTitle: 'The links could not be loaded',
  errorText: 'The links themselves are not affected. Check the connection and try again.',
  /** In place of `errorText` where the service said why, which stands below it. */
  errorAnswered: 'The links themselves are not affected. Try again in a moment.',
  serviceSays,
  tryAgain: 'Try again',
  refresh: 'Refresh',
  /** How many are to be paid still, and what they come to; `isPart` where other pages have more. */
  open: ({ count, amount, isPart }: { count: Count; amount: string | undefined; isPart: boolean }) =>
    [
      `${count.value === 0 ? 'None' : count.text} open${isPart ? ' on this page' : ''}`,
      count.value > 0 && amount,
    ]
      .filter(Boolean)
      .join(', '),
  /** Names the buttons that leave links of one status on the page. */
  filter: 'Show on this page',
  all: 'All',
  search: 'Search on this page',
  found: (count: Count, of: Count) => `${count.text} of ${of.text} links on this page`,
  noMatch: 'Nothing on this page matches. Other pages are not searched.',
  /** The service gave more at once than are drawn. */
  tooMany: (shown: Count, of: Count) =>
    `The first ${shown.text} of ${of.text} links. Search to find the others.`,
  downloadCsv: 'Download this page as CSV',
  csvFile: (page: number) => `payment-links-page-${page}.csv`,
  pages: 'Pages',
  page: (page: Count, pages: Count) => `Page ${page.text} of ${pages.text}`,
  previous: 'Previous',
  next: 'Next',
};

/** `partially_refunded` as "Partially refunded"; what is not written like that stays as it is. */
function inWords(status: string): string {
  if (!/^[a-z]+([_-][a-z]+)*$/i.test(status)) return status;
  const words = status.replace(/[_-]/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

interface OfKind {
  kind: MoneyOperation;
}
interface OnTerminal {
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

/** The words of `PaymentStatus`. While an outcome is unknown, none of them may say that it went wrong, or ask to repeat it. */
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

  /** Accepted a while ago, and not seen to be worked on. */
  stalled: ({ terminal }: OfKind & OnTerminal) =>
    `We have not seen it start yet. Check that ${terminal} is switched on, connected and free.`,
  /** When it was asked about last and will be next, in seconds from now; undefined where that is not known. */
  freshness: ({ last, next }: { last: Count | undefined; next: Count | undefined }) => {
    const asked =
      last === undefined
        ? 'Not checked yet'
        : `Last checked ${last.value < 1 ? 'just now' : `${last.text} s ago`}`;
    if (next === undefined) return `${asked}.`;
    return `${asked}, ${next.value < 1 ? 'checking now' : `next in ${next.text} s`}.`;
  },

  /** Where the journal is gone with the page. */
  notDurable: 'This payment cannot be found again after a reload. Keep this page open.',
  degraded: 'Connection trouble. The terminal goes on without us, and we keep asking for the result.',
  /** The time of the last answer. */
  lastAnswer: ({ time }: { time: string }) => `Last answer at ${time}.`,
  slowed: 'The service asked us to check less often. The payment itself is not slowed.',
  nextCheck: ({ time }: { time: string }) => `Next check at ${time}.`,
  needsAuth: 'You are signed out, so we cannot read the result. The payment goes on. Sign in to see it.',
  /** Opens what one can do while one waits; it opens by itself after a while. */
  takingLong: 'Taking long?',
  checkNow: 'Check now',
  checking: 'Checking…',
  checkIn: ({ seconds }: { seconds: Count }) =>
    seconds.value === 1 ? 'Checks in 1 second.' : `Checks in ${seconds.text} seconds.`,
  stopWaiting: 'Stop waiting (does not cancel the payment)',

  completeTitle: ({ kind }: OfKind) => completeTitles[kind],
  /** Less was approved than asked for. Both amounts are undefined where they are another operator's. */
  partialTitle: ({
    kind,
    approved,
    asked,
  }: OfKind & { approved: string | undefined; asked: string | undefined }) =>
    approved && asked ? `${approved} of ${asked} ${done[kind]}` : `Partly ${done[kind]}`,
  /** Names the figure beside what was approved. */
  askedFor: 'Asked for',
  partialDue: ({ kind, due }: OfKind & { due: string }) => `${due} ${notDone[kind] ?? 'is still due'}.`,
  /** What the customer added at the terminal. */
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
  /** Nothing was sent: the request was lost on its way, or the service lets nobody of this shop in. */
  notArrived: 'It did not get through. Nothing happened.',
  /** Nothing was sent: the record of all tills is against it. */
  keptBack: ({ code, field }: Pick<RecordRefusal, 'code' | 'field'>) => {
    if (code === 'terminal-busy')
      return 'Nothing was sent: the terminal is busy with a payment of another till.';
    if (code === 'needs-confirmation')
      return 'Nothing was sent: the same amount was sent a short while ago. If you mean it, send it again.';
    return field === 'amount'
      ? 'Nothing was sent: not that much is left.'
      : 'Nothing was sent: after what was done before, this payment does not allow it.';
  },
  /** The request never left this page. */
  notSent: 'It did not leave this page. Nothing happened.',
  /** Why, where it is the page's own doing: `field` is a path of the request or a setting's name. */
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
  /** Both amounts are there where less was charged than asked for. */
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
  /** What to heed before anything else, as long as nobody knows. */
  unknownCaution: ({ kind, terminal }: OfKind & OnTerminal) =>
    takesCard(kind)
      ? `If ${terminal} asks for a card, wait. Do not start another payment.`
      : `If ${terminal} is still working, wait.`,
  /** Over the places to look, and the last that is said aloud. */
  findOut: 'Look at one of these, then press what you saw',
  findOnTerminal: ({ terminal }: OnTerminal) => `Look at the screen of ${terminal}.`,
  findOnReceipt: 'Look at the printed receipt.',
  /** In place of the receipt, at the end of day. */
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
  /** Opens what else is known of it. */
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

  /** The service names an amount that cannot be compared with what was asked for. */
  amountMismatch: 'The service reports another amount than you sent. Compare it with the receipt.',
  moreThanAsked: ({ over }: { over: string }) => `${over} more than asked. Compare it with the receipt.`,
  contradiction: 'The service later said otherwise. Check this payment in the back office.',
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

const doubts: Partial<Record<Phase, string>> = {
  complete: 'That payment went through.',
  partial: 'Part of it was approved.',
  failed: 'That payment was not completed.',
  rejected: 'The service refused that one.',
  unknown: 'Nobody knows yet what became of it.',
};

/** The words of `TerminalCheckout`; those of its parts are in their own sections. */
export const terminalCheckout = {
  form: 'New payment',
  formAuthorize: 'New pre-authorization',
  orderNumber: 'Order number',
  orderNumberMissing: 'Enter an order number.',
  /** The group of custom values. */
  customValues: 'Details',
  choose: 'Choose…',
  customValueMissing: 'This is needed.',
  /** The group of amounts that one press enters. */
  quickAmounts: 'Quick amounts',
  receipt: 'Send a receipt',
  receiptMissing: 'Tick this to go on.',
  email: 'Email',
  phone: 'Phone',
  emailMissing: 'Enter an email address.',
  phoneMissing: 'Enter a phone number.',
  emailInvalid: 'Enter an address like name@example.com.',
  phoneInvalid: 'Enter a phone number in digits.',
  /** A receipt is wanted, and there is nowhere to send it to. */
  receiptAddressMissing: 'Enter an email address or a phone number for the receipt.',
  terminalMissing: 'Choose a terminal.',
  /** Nobody knows the chosen one's provider yet, on which the address of the service depends. */
  terminalNotLoaded: 'Load the list of terminals first.',

  /** Both are undefined until they are known. */
  charge: ({ amount, terminal }: { amount: string | undefined; terminal: string | undefined }) =>
    ['Charge', amount, terminal && `on ${terminal}`].filter(Boolean).join(' '),
  /** In place of `charge` for a pre-authorization. */
  authorize: ({ amount, terminal }: { amount: string | undefined; terminal: string | undefined }) =>
    ['Authorize', amount, terminal && `on ${terminal}`].filter(Boolean).join(' '),
  /** On the button, until what shows an outcome is loaded. */
  loading: 'One moment…',
  /** On the button, where that could not be loaded: a press tries again. */
  loadAgain: 'Not loaded. Try again',
  /** Under it. Some browsers remember what they could not load until the page is reloaded. */
  notLoaded:
    'Nothing can be sent yet: a part of this page could not be loaded. Check the connection and try again. If that does not help, reload the page.',
  missingBoth: 'Still missing: terminal and amount.',
  missingTerminal: 'Still missing: terminal.',
  missingAmount: 'Still missing: amount.',
  terminalBusy: ({ terminal }: { terminal: string }) => `${terminal} is busy with another payment.`,

  /** Asked before it is sent, where the host wants that. */
  confirmTitle: ({ amount, terminal }: { amount: string; terminal: string }) =>
    `Charge ${amount} on ${terminal}?`,
  confirmAuthorizeTitle: ({ amount, terminal }: { amount: string; terminal: string }) =>
    `Authorize ${amount} on ${terminal}?`,
  confirmText: ({ terminal }: { terminal: string }) =>
    `${terminal} asks for the card as soon as you say yes.`,
  confirmYes: ({ amount }: { amount: string }) => `Yes, charge ${amount}`,
  confirmAuthorizeYes: ({ amount }: { amount: string }) => `Yes, authorize ${amount}`,

  /** Before `confirmText`, where it is ten times what was sold here in the middle of the last day. */
  unusual: 'That is ten times what is usual here, or more.',
  duplicateAuthorizeTitle: 'Authorize the same amount again?',
  duplicateTitle: 'Charge the same amount again?',
  /** `phase` is where the earlier operation stands. */
  duplicateSentence: ({
    amount,
    terminal,
    time,
    phase,
    charged,
  }: {
    amount: string;
    terminal: string;
    time: string | undefined;
    phase: Phase | undefined;
    /** What a person said of it, where one did. */
    charged: boolean | undefined;
  }) => {
    const sent = `${amount} was sent to ${terminal}${time ? ` at ${time}` : ''}.`;
    const said = `Somebody recorded it as ${charged ? 'charged' : 'not charged'}.`;
    return [sent, phase === 'resolved' ? said : phase && doubts[phase]].filter(Boolean).join(' ');
  },
  cancel: 'Cancel',
  chargeAgain: ({ amount }: { amount: string }) => `Yes, charge ${amount} again`,
  authorizeAgain: ({ amount }: { amount: string }) => `Yes, authorize ${amount} again`,
  busyNotice: ({ terminal }: { terminal: string }) =>
    `Nothing was sent: ${terminal} is busy with this payment.`,
  busyElsewhere: ({ terminal }: { terminal: string }) =>
    `Nothing was sent: ${terminal} is busy with a payment from another window.`,
  noJournal:
    'Nothing was sent: this device could not record the payment, so its result could be lost. Allow this site to store data, then press again.',
  tooSlow: 'Nothing was sent: this device was too slow to record the payment. Press again.',
  /** Where the gateway, or what runs payments on this page, is out of reach. */
  unreachable:
    'Nothing was sent: the connection to the payment service is down. Check the connection of this device, then press again. If it must be now, take the payment another way.',
  /** At the field that cannot be sent. */
  refusedField: 'Nothing was sent: change this first.',
  /** Of the request as a whole, or of a field that is not on the screen: `field` is its path. */
  refused: ({ field }: Pick<Refusal, 'code' | 'field'>) =>
    `Nothing was sent: an entry is not valid${field ? ` (${field})` : ''}. Tell whoever looks after this page.`,

  nextCustomer: 'Next customer',
  /** Sends the same again, where it is proven that nothing was charged. */
  tryAgain: ({ amount }: { amount: string }) => `Try again, ${amount}`,
  /** In its place, while the service wants a pause. */
  tryAgainIn: ({ seconds }: { seconds: Count }) =>
    `Try again in ${seconds.value === 1 ? '1 second' : `${seconds.text} seconds`}`,
  /** The line above the form: how the sale before ended, of which nobody took note yet. */
  lastSale: 'Last payment',
  /** Takes note of it. */
  seenLast: 'OK',
  /** The group of buttons for what a sale may have besides: the number, details, a receipt. */
  add: 'Add',
  addReceipt: 'Receipt',
  /** Back to the form with what is still due, after less was approved than asked for. */
  takeRest: ({ kind, amount }: { kind: 'pay' | 'preAuth'; amount: string }) =>
    `${kind === 'pay' ? 'Charge' : 'Authorize'} the other ${amount}`,
  /** Back to the form with the same amount, after a payment that was not made. */
  backToSale: 'Back to this sale',
  /** Leaves an unknown one open and goes on. */
  decideLater: 'Decide later',
  /** The pill above the form: what was put off, of one its amount and terminal, of several their sum. */
  unknown: ({
    count,
    amount,
    terminal,
  }: {
    count: Count;
    amount: string | undefined;
    terminal: string | undefined;
  }) => [`${count.text} unknown`, amount, terminal].filter(Boolean).join(', '),
  /** What deciding later means. */
  decideLaterHint: ({ terminal }: { terminal: string }) => `${terminal} stays busy until then.`,
};

/** The words of `TerminalPicker`. */
export const terminalPicker = {
  label: 'Terminal',
  placeholder: 'Choose a terminal',
  /** Opens and closes the list. */
  toggle: 'Show terminals',
  loading: 'Loading terminals…',
  empty: 'No terminals yet',
  emptyHint: 'Ask your payment provider to activate one. It then appears here by itself.',
  loadError: 'The terminals could not be loaded.',
  retry: 'Load again',
  noMatch: ({ query }: { query: string }) => `No terminal matches “${query}”`,
  /** Said aloud while the list is open. */
  resultCount: ({ count }: { count: Count }) =>
    count.value === 1 ? '1 terminal' : `${count.text} terminals`,
  /** Not every page is loaded; typing searches all of them. */
  moreResults: ({ shown, count }: { shown: Count; count: Count }) =>
    `${shown.text} of ${count.text} shown. Type to find others.`,
  loadingMore: 'Loading more…',
  searching: ({ searched, pages }: { searched: Count; pages: Count }) =>
    `Searching… ${searched.text} of ${pages.text} pages`,
  /** The service asked for a pause, so the search stopped. */
  searchPaused: ({ searched, pages }: { searched: Count; pages: Count }) =>
    `Searched ${searched.text} of ${pages.text} pages. The service asked for a pause.`,
  /** The next pages could not be loaded. */
  searchFailed: ({ searched, pages }: { searched: Count; pages: Count }) =>
    `Searched ${searched.text} of ${pages.text} pages. The others could not be loaded.`,
  searchOn: 'Search the rest',
  refreshing: 'Refreshing…',
  refreshError: 'The list could not be refreshed and may be out of date.',
  /** Nothing is known that would keep a payment from the terminal. */
  free: 'Free',
  /** An operation is under way on the terminal. */
  busy: 'Busy',
  /** An operation on the terminal whose outcome nobody knows yet. */
  unresolved: 'Not known yet',
  /** The service says that nothing reaches it: it cannot be chosen. */
  unreachable: 'Not reachable',
  /** What each of them means, of the chosen one. */
  chosenBusy: ({ terminal }: { terminal: string }) => `${terminal} is busy with another payment.`,
  chosenUnresolved: ({ terminal }: { terminal: string }) =>
    `Nobody knows yet how the last payment on ${terminal} ended.`,
  chosenUnreachable: ({ terminal }: { terminal: string }) =>
    `${terminal} cannot be reached. See that it is switched on and connected.`,
  /** Asks for the list anew. */
  lookAgain: 'Check again',
  /** The group of terminals that one press chooses in the place of one that is not free. */
  freeNow: 'Free now',
  /** `at` is a time in the provider's zone. */
  lastSeen: ({ at }: { at: string }) => `Last seen ${at}`,
  /** The chosen terminal is not among the merchant's. */
  unlisted: 'This terminal is no longer in your list. Check that it is the right one.',
  useAnyway: 'Use it anyway',
  /** Said where a form needs a terminal and none is chosen. */
  required: 'Choose a terminal.',
};

interface OfTransaction {
  kind: Transaction['kind'];
}
interface OfAmount {
  amount: string;
}
/** `rest` is what would be left; undefined where nothing is. */
interface UpTo {
  max: string;
  rest: string | undefined;
}

const actionDoubts: Partial<Record<Phase, string>> = {
  complete: 'That went through.',
  partial: 'Part of it went through.',
  failed: 'It was not completed.',
  rejected: 'The service refused it.',
};

/** What giving money back comes to for the customer: `try` may be too late, `part` too early. */
export type GiveBackWay = 'release' | 'cancel' | 'try' | 'part' | 'refund';

interface ConfirmGiveBack extends OfAmount, OnTerminal {
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
  /** A hold is a pre-authorization of which nothing was captured. */
  giveBack: ({ isHold }: { isHold: boolean }) => (isHold ? 'Release the amount' : 'Give money back'),
  giveBackText: ({ way }: { way: GiveBackWay }) => giveBackTexts[way],
  /** As long as only all of it can be given back. */
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
  /** Before it, where an earlier try may have given the money back after all. */
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
  terminalGone: ({ terminal }: OnTerminal) =>
    `Money can go back only on ${terminal}, which is not among your terminals now.`,

  /** The same amount was sent a short while ago, and its result is in doubt. */
  duplicateTitle: 'Send the same amount again?',
  /** `phase` is where the earlier one stands. */
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
  /** Where the gateway, or what runs payments on this page, is out of reach. */
  unreachable:
    'Nothing was sent: the connection to the payment service is down. Check the connection of this device, then press again.',
  /** `not-allowed` after something else was done with the transaction; else `field` is a path of the request. */
  refused: ({ code, field }: Pick<Refusal, 'code' | 'field'>) => {
    if (code === 'not-allowed' && field === 'amount') return 'Nothing was sent: not that much is left.';
    if (code === 'not-allowed')
      return 'Nothing was sent: something else was done with this payment, or is being done.';
    return `Nothing was sent: an entry is not valid${field ? ` (${field})` : ''}. Tell whoever looks after this page.`;
  },
  back: 'Back to the payment',
};

export const english = {
  amountField,
  attachmentField,
  closeBatch,
  linkShare,
  openOperations,
  paymentLinkForm,
  paymentLinkList,
  paymentStatus,
  terminalCheckout,
  terminalPicker,
  transactionActions,
};
