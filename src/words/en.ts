import type { PaymentsErrorCode } from '../core/errors.ts';
import type { ParseCentsReason } from '../core/money/parseCents.ts';
import type { Phase, Refusal } from '../core/operations/terminalOperation.ts';
import type { FileProblem } from '../core/uploads/files.ts';
import type { UploadFile } from '../core/uploads/uploadQueue.ts';
import { approval } from './enApproval.ts';
import type { Count } from './plural.ts';

/** Why an amount is not accepted. `inexact`: the service's unit has too few decimals for the amount. */
export type AmountProblem = ParseCentsReason | 'inexact';

export const amountField = {
  label: 'Amount',
  empty: 'Enter an amount.',
  invalidCharacter: 'Use digits only, with one decimal separator.',
  mixedDigits: 'Use one kind of digits.',
  /** `example` is an amount in the locale's format. */
  badGrouping: ({ example }: { example: string }) =>
    `A separator is in the wrong place. Write it like ${example}, or without separators.`,
  tooManyDecimals: ({ digits }: { digits: Count }) =>
    digits.value === 0 ? 'This currency has no decimals.' : `Use at most ${digits.text} decimals.`,
  negative: 'The amount cannot be negative.',
  tooSmall: ({ min }: { min: string }) => `The smallest amount is ${min}.`,
  tooLarge: ({ max }: { max: string }) => `The largest amount is ${max}.`,
  currencyMismatch: ({ currency }: { currency: string }) => `Amounts are in ${currency} here.`,
  inexact: 'The payment service cannot take the last digit. Round the amount.',
  /** The host's initial value is not a whole number of cents. */
  unreadable: 'The amount filled in for you cannot be read. Enter it.',
  /** The accessible name of the keypad. */
  keypad: 'Keypad',
  /** `decimalKey` and `deleteKey` are the names of keys of the keypad. */
  decimalKey: 'Decimal separator',
  deleteKey: 'Delete the last digit',
};

/** Why an uploaded file was not accepted. */
export type UploadFailure = 'too-large' | 'wrong-type' | 'unanswered' | 'other';

export interface LimitWords {
  maxFiles: Count;
  /** For example `10 MB`. */
  maxSize: string;
  /** The limit of all files together, if there is one. */
  maxTotalSize: string | undefined;
  /** For example `PDF, PNG`. */
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
  /** `percent` is a formatted percentage. */
  progress: (percent: string) => percent,
  progressOf: (file: string) => `Upload of ${file}`,
  retry: 'Retry',
  retryFile: (file: string) => `Retry ${file}`,
  removeFile: (file: string) => `Remove ${file}`,
  problem: (problem: FileProblem, limits: LimitWords) => problemSentences[problem](limits),
  failure: (failure: UploadFailure) => failureSentences[failure],
  /** Announced to screen readers when uploads start. `step` is announced during uploads, `ended` after them. */
  started: (count: Count) => `Uploading ${files(count)}.`,
  /** `percent` is a formatted percentage. */
  step: (percent: string) => `${percent} uploaded.`,
  ended: ({ done, failed }: { done: Count; failed: Count }) =>
    failed.value === 0
      ? `${files(done)} uploaded.`
      : `${files(done)} uploaded, ${files(failed)} not uploaded.`,
  refused: (count: Count) => `${files(count)} not added.`,
};

/** The words of `CloseBatch`. It shows operations as rows, with the words of `openOperations`. */
export const closeBatch = {
  title: 'End of day',
  /** The labels from `settles` to `isFinal` say what closing does, in the order in which it happens. */
  settles: ({ terminal }: { terminal: string }) => `This submits all payments on ${terminal} for payout.`,
  endsVoids: 'After that you can refund them, but no longer void them.',
  isFinal: 'You cannot undo it.',

  open: 'Open on this terminal',
  inTheWay: ({ count }: { count: Count }) =>
    count.value === 1
      ? 'One payment has no result yet. You can close the day once it has.'
      : `${count.text} payments have no result yet. You can close the day once they have.`,
  /** For an operation that is older than a day and whose outcome is still unknown. */
  notInTheWay: 'Not known for more than a day, so it does not hold up the end of day.',

  /** If this page knows of no payment since the last closing. */
  nothingSince: ({ time }: { time: string }) =>
    `Closed ${time}. No new payments are known.`.replace('..', '.'),

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
  /** If the gateway cannot be reached, or the code that follows payments could not be loaded. */
  unreachable:
    'Nothing was sent: the connection to the payment service is down. Check the connection of this device, then press again.',
  /** `field` is the path of a field in the request. */
  refused: ({ field }: Pick<Refusal, 'code' | 'field'>) =>
    `Nothing was sent: an entry is not valid${field ? ` (${field})` : ''}. Tell the person who looks after this page.`,
};

/** Words for sharing the URL of a payment link. */
export const linkShare = {
  copyLink: 'Copy link',
  copied: 'Copied',
  copiedSentence: 'The link was copied.',
  refused: 'Your browser did not allow copying. The address is selected: copy it by hand.',
  address: 'Address of the link',
  openLink: 'Open link',
  share: 'Share…',
  shareFailed: 'Your browser could not share it. The address is selected: copy it by hand.',
  showQrCode: 'Show QR code',
  hideQrCode: 'Hide QR code',
  /** The alternative text of the QR code. */
  qrCode: 'QR code of the link',
  qrCodeFailed: 'The QR code could not be drawn. Use the address instead.',
  close: 'Close',
};

const serviceSays = (sentence: string) => `The service says: ${sentence}`;

/** The words of `PaymentLinkForm`. Amounts and percentages are formatted in the provider's locale. */
export const paymentLinkForm = {
  title: 'New payment link',
  /** The submit button, with the total if it is known. */
  create: ({ amount }: { amount: string | undefined }) =>
    amount ? `Create payment link for ${amount}` : 'Create payment link',
  creating: 'Creating…',
  restored: 'This is what you had filled in before.',
  /** Shown beside `restored`, if the restored draft had files. */
  filesLost: 'Files are not kept: add them again.',
  startAfresh: 'Start afresh',

  /**
   * The accessible name of the group of buttons that add fields. The labels of the buttons are `addFiles` to
   * `addDiscount`, `taxes` and `customValues`.
   */
  add: 'Add',
  addFiles: 'Files',
  addBilling: 'Billing address',
  addShipping: 'Shipping address',
  addDiscount: 'Discount',
  showBilling: 'Collect billing address',
  showShipping: 'Collect shipping address',
  applyDiscount: 'Apply discount',
  applyDiscountHint: 'Takes a percentage off when a discount applies and the customer pays by credit card.',
  /** If the host gives the discount's percentage. */
  discountHint: ({ percent }: { percent: string }) => `Customers who pay by credit card pay ${percent} less.`,
  flagMissing: 'Tick this to go on.',

  taxes: 'Taxes',
  taxAmount: 'Taxes (an amount)',
  taxesByList: 'Pick from the list',
  taxesByAmount: 'Enter an amount',
  taxesMissing: 'Enter the taxes.',

  customValues: 'Details',
  addCustomValue: 'Add detail',
  /** The accessible name of the list of custom values to add. */
  customKey: 'Kind of detail',
  otherKey: 'Other…',
  /** The label of the input in which the key of a custom value is typed. */
  freeKey: 'Name',
  freeValue: 'Value',
  /** Names a custom value with a typed key in the labels of the buttons that move and remove it. */
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
  numberWanted: 'Enter a number, such as 12 or 12.5.',
  dateWanted: 'Enter a date.',
  keyMissing: 'Enter a name.',
  keyRepeated: 'This name is there already.',
  customValuesMissing: 'Add a detail.',

  givenFiles: 'Files already attached',
  /** Instead of the name of a file that has none. */
  namelessFile: (number: Count) => `File ${number.text}`,
  attachmentsMissing: 'Add a file.',
  stillUploading: 'Wait until every file is uploaded, or remove it.',
  notUploaded: 'Retry or remove every file that was not uploaded.',

  estimate: 'Estimate',
  amount: 'Amount',
  withPercent: ({ label, percent }: { label: string; percent: string }) => `${label}, ${percent}`,
  /** Replaces the row `total` if the page cannot compute every chosen tax. The row names the taxes that are missing. */
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
  /** Shown before what the service said. */
  rejectedText: 'No link was created.',
  ...approval,
  /** If the service gave no sentence of its own. `field` is the path of a field in the request. */
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
  /** What was found when the list was searched for the new link. */
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
  /** Shown if the service's amount of the link, or the amount now in the form, is not the amount that was sent. */
  amountSent: (amount: string) => `Sent with an amount of ${amount}`,
  createdText: 'Share this address with your customer.',
  /** The answer did not name the link, and the list showed which one it is. */
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
  /** If the service gave no value. */
  absent: '—',
  noAddress: 'No address',
  loading: 'Loading payment links…',
  emptyTitle: 'No payment links yet',
  emptyText: 'The links you create appear here, with their address to share.',
  emptyPage: 'There are no links on this page any more.',
  errorTitle: 'The links could not be loaded',
  errorText: 'The links themselves are not affected. Check the connection and try again.',
  /** Instead of `errorText`, if the service gave a reason. The reason is shown below. */
  errorAnswered: 'The links themselves are not affected. Try again in a moment.',
  serviceSays,
  tryAgain: 'Try again',
  refresh: 'Refresh',
  /** How many links are still to be paid, and the sum; `isPart` if there are other pages. */
  open: ({ count, amount, isPart }: { count: Count; amount: string | undefined; isPart: boolean }) =>
    [
      `${count.value === 0 ? 'None' : count.text} open${isPart ? ' on this page' : ''}`,
      count.value > 0 && amount,
    ]
      .filter(Boolean)
      .join(', '),
  /** The accessible name of the group of buttons that filter by status. */
  filter: 'Show on this page',
  all: 'All',
  search: 'Search on this page',
  found: (count: Count, of: Count) => `${count.text} of ${of.text} links on this page`,
  noMatch: 'Nothing on this page matches. Other pages are not searched.',
  /** The service returned more links than are shown. */
  tooMany: (shown: Count, of: Count) =>
    `The first ${shown.text} of ${of.text} links. Search to find the others.`,
  downloadCsv: 'Download this page as CSV',
  csvFile: (page: number) => `payment-links-page-${page}.csv`,
  pages: 'Pages',
  page: (page: Count, pages: Count) => `Page ${page.text} of ${pages.text}`,
  previous: 'Previous',
  next: 'Next',
};

/** `partially_refunded` becomes "Partially refunded". A text in another form is kept. */
function inWords(status: string): string {
  if (!/^[a-z]+([_-][a-z]+)*$/i.test(status)) return status;
  const words = status.replace(/[_-]/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const doubts: Partial<Record<Phase, string>> = {
  complete: 'That payment went through.',
  partial: 'Part of it was approved.',
  failed: 'That payment was not completed.',
  rejected: 'The service refused that one.',
  unknown: 'It is not known yet what became of it.',
};

/** The words of `TerminalCheckout`. Its parts have sections of their own. */
export const terminalCheckout = {
  form: 'New payment',
  formAuthorize: 'New pre-authorization',
  orderNumber: 'Order number',
  orderNumberMissing: 'Enter an order number.',
  /** The accessible name of the group of inputs for custom values. */
  customValues: 'Details',
  choose: 'Choose…',
  customValueMissing: 'This is needed.',
  /** The accessible name of the group of buttons with quick amounts. */
  quickAmounts: 'Quick amounts',
  orderTotal: 'Total',
  orderPaid: 'Paid',
  /** Amounts that are held, under way, or of unknown outcome. They do not count as due. */
  orderPending: 'Held, or not known yet',
  orderDue: 'Due',
  orderSettled: 'This order is paid.',
  /** Shown without a gateway. */
  orderAlone: 'Counts only what this browser took.',
  orderUnread: 'What is due cannot be read at the moment.',
  split: 'Split in equal parts',
  splitFewer: 'One person fewer',
  splitMore: 'One person more',
  splitInto: ({ people }: { people: Count }) => (people.value === 1 ? '1 person' : `${people.text} people`),
  /** The question before a payment that is larger than the amount due of its order. */
  tooMuchTitle: 'Take more than is due?',
  tooMuchSentence: ({ due }: { due: string }) => `Only ${due} of this order is due.`,
  receipt: 'Send a receipt',
  receiptMissing: 'Tick this to go on.',
  email: 'Email',
  phone: 'Phone',
  emailMissing: 'Enter an email address.',
  phoneMissing: 'Enter a phone number.',
  emailInvalid: 'Enter an address like name@example.com.',
  phoneInvalid: 'Enter a phone number in digits.',
  receiptAddressMissing: 'Enter an email address or a phone number for the receipt.',
  terminalMissing: 'Choose a terminal.',
  /** The chosen terminal's provider is not known yet, and the path of the request depends on the provider. */
  terminalNotLoaded: 'Load the list of terminals first.',

  /** `amount` and `terminal` are undefined until they are known. */
  charge: ({ amount, terminal }: { amount: string | undefined; terminal: string | undefined }) =>
    ['Charge', amount, terminal && `on ${terminal}`].filter(Boolean).join(' '),
  /** Instead of `charge`, for a pre-authorization. */
  authorize: ({ amount, terminal }: { amount: string | undefined; terminal: string | undefined }) =>
    ['Authorize', amount, terminal && `on ${terminal}`].filter(Boolean).join(' '),
  /** On the button, until the code that shows outcomes is loaded. */
  loading: 'One moment…',
  /** On the button, if the code that shows outcomes could not be loaded. A press tries again. */
  loadAgain: 'Not loaded. Try again',
  /** Under the button with `loadAgain`. Some browsers remember a failed load until the page is reloaded. */
  notLoaded:
    'Nothing can be sent yet: a part of this page could not be loaded. Check the connection and try again. If that does not help, reload the page.',
  missingBoth: 'Still missing: terminal and amount.',
  missingTerminal: 'Still missing: terminal.',
  missingAmount: 'Still missing: amount.',
  terminalBusy: ({ terminal }: { terminal: string }) => `${terminal} is busy with another payment.`,

  /** The question before sending, if the host wants one. */
  confirmTitle: ({ amount, terminal }: { amount: string; terminal: string }) =>
    `Charge ${amount} on ${terminal}?`,
  confirmAuthorizeTitle: ({ amount, terminal }: { amount: string; terminal: string }) =>
    `Authorize ${amount} on ${terminal}?`,
  confirmText: ({ terminal }: { terminal: string }) =>
    `${terminal} asks for the card as soon as you say yes.`,
  confirmYes: ({ amount }: { amount: string }) => `Yes, charge ${amount}`,
  confirmAuthorizeYes: ({ amount }: { amount: string }) => `Yes, authorize ${amount}`,

  /** Before `confirmText`, if the amount is at least ten times the median of recent sales. */
  unusual: 'That is ten times what is usual here, or more.',
  duplicateAuthorizeTitle: 'Authorize the same amount again?',
  duplicateTitle: 'Charge the same amount again?',
  /** `phase` is the phase of the earlier operation with the same amount. */
  duplicateSentence: ({
    amount,
    terminal,
    time,
    phase,
    charged,
  }: {
    amount: string;
    /** '' if this page does not know the earlier operation. */
    terminal: string;
    time: string | undefined;
    phase: Phase | undefined;
    /** Whether the earlier operation was charged, as a person recorded it. */
    charged: boolean | undefined;
  }) => {
    const where = `to ${terminal}${time ? ` at ${time}` : ''}`;
    const sent = `${amount} was sent ${terminal ? where : 'a short while ago, perhaps at another till'}.`;
    const said = `A person recorded it as ${charged ? 'charged' : 'not charged'}.`;
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
  /** If the gateway cannot be reached, or the code that follows payments could not be loaded. */
  unreachable:
    'Nothing was sent: the connection to the payment service is down. Check the connection of this device, then press again. If it must be now, take the payment another way.',
  /** At the field that cannot be sent. */
  refusedField: 'Nothing was sent: change this first.',
  /** About the whole request, or about a field that is not on the screen. `field` is the path of the field. */
  refused: ({ field }: Pick<Refusal, 'code' | 'field'>) =>
    `Nothing was sent: an entry is not valid${field ? ` (${field})` : ''}. Tell the person who looks after this page.`,

  nextCustomer: 'Next customer',
  /** Sends the same sale again, if it is proven that nothing was charged. */
  tryAgain: ({ amount }: { amount: string }) => `Try again, ${amount}`,
  /** Instead of `tryAgain`, while the service wants a pause. */
  tryAgainIn: ({ seconds }: { seconds: Count }) =>
    `Try again in ${seconds.value === 1 ? '1 second' : `${seconds.text} seconds`}`,
  /** The line above the form: the outcome of the previous sale, until it is acknowledged. */
  lastSale: 'Last payment',
  /** Acknowledges the outcome of the previous sale. */
  seenLast: 'OK',
  /** The accessible name of the group of buttons that add fields: order number, custom values, receipt. */
  add: 'Add',
  addReceipt: 'Receipt',
  /** Returns to the form with the amount still due, after a partial approval. */
  takeRest: ({ kind, amount }: { kind: 'pay' | 'preAuth'; amount: string }) =>
    `${kind === 'pay' ? 'Charge' : 'Authorize'} the other ${amount}`,
  /** Returns to the form with the same amount, after a payment that was not made. */
  backToSale: 'Back to this sale',
  /** Leaves an unknown outcome open and goes on. */
  decideLater: 'Decide later',
  /** A button above the form. `amount` is the sum of the unknown outcomes. If there are several, `terminal` is undefined. */
  unknown: ({
    count,
    amount,
    terminal,
  }: {
    count: Count;
    amount: string | undefined;
    terminal: string | undefined;
  }) => [`${count.text} unknown`, amount, terminal].filter(Boolean).join(', '),
  decideLaterHint: ({ terminal }: { terminal: string }) => `${terminal} stays busy until then.`,
};

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
  /** Announced while the list is open. */
  resultCount: ({ count }: { count: Count }) =>
    count.value === 1 ? '1 terminal' : `${count.text} terminals`,
  /** Shown while some pages of the list are not loaded. What a person types is searched for on all pages. */
  moreResults: ({ shown, count }: { shown: Count; count: Count }) =>
    `${shown.text} of ${count.text} shown. Type to find others.`,
  loadingMore: 'Loading more…',
  searching: ({ searched, pages }: { searched: Count; pages: Count }) =>
    `Searching… ${searched.text} of ${pages.text} pages`,
  searchPaused: ({ searched, pages }: { searched: Count; pages: Count }) =>
    `Searched ${searched.text} of ${pages.text} pages. The service asked for a pause.`,
  searchFailed: ({ searched, pages }: { searched: Count; pages: Count }) =>
    `Searched ${searched.text} of ${pages.text} pages. The others could not be loaded.`,
  searchOn: 'Search the rest',
  refreshing: 'Refreshing…',
  refreshError: 'The list could not be refreshed and may be out of date.',
  /** No known operation holds the terminal. */
  free: 'Free',
  /** An operation is under way on the terminal. */
  busy: 'Busy',
  /** An operation on the terminal has an unknown outcome. */
  unresolved: 'Not known yet',
  /** The service reports the terminal as unreachable, so it cannot be chosen. */
  unreachable: 'Not reachable',
  /** The labels from `chosenBusy` to `chosenUnreachable` say what a state means for the chosen terminal. */
  chosenBusy: ({ terminal }: { terminal: string }) => `${terminal} is busy with another payment.`,
  chosenUnresolved: ({ terminal }: { terminal: string }) =>
    `It is not known yet how the last payment on ${terminal} ended.`,
  chosenUnreachable: ({ terminal }: { terminal: string }) =>
    `${terminal} cannot be reached. See that it is switched on and connected.`,
  /** Loads the list of terminals again. */
  lookAgain: 'Check again',
  /** Before the buttons that choose a free terminal. */
  freeNow: 'Free now',
  /** `at` is a time in the provider's zone. */
  lastSeen: ({ at }: { at: string }) => `Last seen ${at}`,
  unlisted: 'This terminal is no longer in your list. Check that it is the right one.',
  useAnyway: 'Use it anyway',
  /** The error of a form that needs a terminal while none is chosen. */
  required: 'Choose a terminal.',
};
