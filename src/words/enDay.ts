import type { ResolutionBasis } from '../core/operations/terminalOperation.ts';
import type { Count } from './plural.ts';

// English labels of the list of payments, the day report and the end of day. A page that only takes payments does not
// load them.

const seenOn: Record<ResolutionBasis, string> = {
  'terminal-screen': 'seen on the terminal',
  receipt: 'seen on a receipt',
  'back-office': 'seen in the back office',
  other: 'known from elsewhere',
};

/** How a row names its order. */
export const order = ({ number }: { number: string }) => `Order ${number}`;

/** The words of `TransactionList`. It also uses the words of `PaymentStatus` and `OpenOperations`. */
export const transactionList = {
  region: 'Payments',
  loading: 'Loading payments',
  notLoaded: 'The payments could not be loaded.',
  tryAgain: 'Try again',
  /** If only this browser's payments are known. */
  onlyThisBrowser: 'These are the payments of this device. Other tills are not in the list.',
  /** The sums of one currency. `givenBack` is undefined if no money was given back. */
  headline: ({
    taken,
    givenBack,
    payments,
  }: {
    taken: string;
    givenBack: string | undefined;
    payments: Count;
  }) =>
    `${taken} taken in ${payments.value === 1 ? '1 payment' : `${payments.text} payments`}${givenBack === undefined ? '' : `, ${givenBack} given back`}`,
  /** The headline of a currency in which nothing was taken. */
  onlyGivenBack: ({ givenBack }: { givenBack: string }) => `${givenBack} given back`,
  nothingTaken: 'Nothing taken',

  day: 'Day',
  today: 'Today',
  yesterday: 'Yesterday',
  anyDay: 'Any day',
  date: 'Date',

  search: 'Search amount, order or payment number',
  /** Says how the search reads the typed text: here as an amount. */
  readAsAmount: ({ amount }: { amount: string }) => `Searching for amount ${amount}`,
  readAsNumber: ({ text }: { text: string }) => `Searching for order or payment number “${text}”`,
  /** A button, if the typed text can be both an amount and a number. It searches for the amount. */
  searchAmountInstead: ({ amount }: { amount: string }) => `Search for amount ${amount} instead`,
  searchNumberInstead: ({ text }: { text: string }) => `Search for order or payment number “${text}” instead`,

  filter: 'Show',
  all: 'All',
  approved: 'Approved',
  notCompleted: 'Not completed',
  unknown: 'Not known yet',
  underWay: 'Under way',
  unseen: 'Not seen yet',
  givenBack: 'Given back',
  terminal: 'Terminal',
  anyTerminal: 'All terminals',
  actor: 'Started by',
  anyActor: 'Anyone',
  clear: 'Show all',

  toLookAt: 'Please check these',
  /** The heading of all payments that are not under the heading `toLookAt`. */
  others: 'All others',
  order,
  more: 'Show more',

  emptyTitle: 'No payments yet today',
  emptyText: 'Each payment and refund will appear here, with its result.',
  emptyDay: 'No payments on this day.',
  noMatch: 'No payment matches.',

  download: 'Download as a table (CSV)',
  downloading: 'Preparing the table',
  /** `day` is a date, or "any". */
  csvFile: ({ day }: { day: string }) => `payments-${day}.csv`,
  notDownloaded: 'The table could not be made. Choose fewer days, or try again.',

  detailNotLoaded: 'The details could not be loaded.',
  history: 'What happened',
  startedBy: ({ actor }: { actor: string | undefined }) =>
    actor === undefined ? 'Sent to the terminal' : `Sent to the terminal by ${actor}`,
  atTerminal: 'At the terminal',
  becameUnknown: 'Not known yet',
  resolved: ({
    charged,
    basis,
    actor,
  }: {
    charged: boolean;
    basis: ResolutionBasis;
    actor: string | undefined;
  }) =>
    `${actor === undefined ? 'Recorded' : `${actor} recorded`}: ${charged ? 'charged' : 'not charged'}, ${seenOn[basis]}`,
  approvedBy: ({ actor }: { actor: string | undefined }) =>
    actor === undefined ? 'Approved by another person' : `Approved by ${actor}`,
  seenBy: ({ actor }: { actor: string | undefined }) => (actor === undefined ? 'Seen' : `Seen by ${actor}`),
  doubtful: 'Something does not fit',
  acknowledge: 'Done',
  /** Instead of the status of an open payment that this page cannot follow. */
  elsewhere: 'Another till has this payment. Its result will appear here.',
  slip: 'Slip',
};

/** The words of `DayReport`. It also uses the words of `PaymentStatus` and `OpenOperations`. */
export const dayReport = {
  title: 'Day report',
  /** The number that the host gave the report. */
  number: ({ number }: { number: string }) => `No.\u00a0${number}`,
  /** The accessible name of the field that selects a day. */
  day: 'Day',
  today: 'Today',
  yesterday: 'Yesterday',
  date: 'Another day',
  loading: 'Counting…',
  notLoaded: 'The report could not be loaded.',
  tryAgain: 'Try again',
  /** If only this browser's payments are known. */
  onlyThisDevice: 'Only the payments of this device are counted. Other tills are not in the report.',
  emptyToday: 'No payments yet today',
  emptyDay: 'No payments on this day',
  emptyText: 'What is taken and given back will appear here.',
  soFar: ({ time }: { time: string }) => `So far, until ${time}`,
  from: ({ time }: { time: string }) => `The day begins at ${time}`,
  closed: ({ time, actor }: { time: string; actor: string | undefined }) =>
    actor === undefined ? `Closed ${time}` : `Closed ${time} by ${actor}`,
  /** If the report of a closed period is asked for, and only this browser's payments are known. */
  notKept: 'This device keeps no closed days.',
  /** In the report of a closed day, under the payments of unknown outcome and under the held amounts. */
  asClosed: 'As it was when the day was closed. Not counted in any total.',
  corrections: 'Corrections',
  correctionsText: 'Known only after the day was closed. Not counted in the totals above.',

  net: 'Net',
  taken: 'Taken',
  /** `tips` and `extra` are parts of what was taken. */
  tips: 'Tips',
  extra: 'More than asked for',
  givenBack: 'Given back',
  partly: 'Partly approved',
  partlyOf: ({ approved, asked }: { approved: string; asked: string }) => `${approved} of ${asked}`,
  byHand: 'Recorded by a person',
  count: ({ count }: { count: Count }) => (count.value === 1 ? '1 payment' : `${count.text} payments`),
  /** Under the payments whose outcome is unknown. */
  unknownText: 'Not counted in any total yet. They can still change.',
  held: 'Held, not charged yet',
  heldText: 'Not counted in any total until it is collected.',
  /** The heading of the legs: what was paid without a terminal, such as cash. */
  legs: 'Paid in other ways',
  legsText: 'Not counted in any total: it did not go through a terminal.',
  terminals: 'By terminal',
  list: 'All payments',
  listLoading: 'Loading payments…',
  print: 'Print',
};

/** The words of `CloseDay`. It also uses the words of `CloseBatch`, `PaymentStatus` and `OpenOperations`. */
export const closeDay = {
  title: 'End of day',
  loading: 'Loading…',
  notLoaded: 'Not all terminals and payments could be loaded.',
  tryAgain: 'Try again',
  /** If only this browser's payments are known. */
  onlyThisDevice: 'Only the payments of this device are counted, and closed days are not kept.',
  empty: 'No terminals yet. Each terminal of the shop will appear here.',
  payments: ({ count }: { count: Count }) => (count.value === 1 ? '1 payment' : `${count.text} payments`),
  nothingTaken: 'Nothing taken yet',
  /** Shown before `lastClosed` if there were no payments since the last closing. */
  nothingSince: 'Nothing new',
  notKnown: 'Payments not loaded',
  neverClosed: 'Not closed yet',
  /** For a terminal that has payments and is no longer in the list. */
  unlisted: 'No longer in your list. If it cannot be closed here, ask your payment provider.',
  lastClosed: ({ time, number }: { time: string; number: string | undefined }) =>
    number === undefined ? `Last closed ${time}` : `Last closed ${time}, No.\u00a0${number}`,
  /** The number of the last closing, while the row says when that closing was started. */
  number: ({ number }: { number: string }) => `No.\u00a0${number}`,
  close: 'Close',
  /** The accessible name of the button `close`. */
  closeTerminal: ({ terminal }: { terminal: string }) => `Close the day on ${terminal}`,
  closeAll: ({ count }: { count: Count }) =>
    count.value === 1 ? 'Close 1 terminal' : `Close ${count.text} terminals`,
  confirmTitle: ({ count }: { count: Count }) => `Close the day on ${count.text} terminals?`,
  settles: 'This submits all their payments for payout.',
  allClosed: 'Everything is closed.',
  /** If nothing is to be closed, and no terminal was closed today either. */
  nothingToClose: 'There is nothing to close today.',
  more: 'Show more terminals',
  held: 'Held, not charged yet',

  forgotten: ({ day }: { day: string }) => `${day} was not closed.`,
  closeLate: ({ day }: { day: string }) => `Close ${day}`,
  lateTitle: ({ day, terminal }: { day: string; terminal: string }) => `Close ${day} on ${terminal} now?`,
  lateText: 'It keeps its own date and gets the next number. Nothing is sent to the terminal.',
  lateDayFailed: 'The earlier day could not be closed, and nothing was sent to the terminal. Try again.',
};
