import type { MoneyOperation } from '../core/wire/routes.ts';
import type { OfKind, OnTerminal } from './enOutcomes.ts';
import type { Count } from './plural.ts';

// English labels of the shop's day. A page with a till alone does not load them.

const nothingMoved: Record<MoneyOperation, string> = {
  pay: 'The card was not charged.',
  preAuth: 'Nothing is held on the card.',
  capture: 'Nothing was collected.',
  void: 'The payment was not cancelled.',
  refund: 'Nothing was given back.',
  closeBatch: 'The day was not closed.',
};

/**
 * The words of `Receipt`, beside those of `PaymentStatus`. None of them may call an amount paid while the outcome is
 * unknown.
 */
export const receipt = {
  print: 'Print',
  /** At the head of a slip that was printed before. */
  reprint: 'Copy',
  /** The title of a slip without an outcome; `state` says so in a few words. */
  notReceipt: ({ state }: { state: string }) => `${state}: this is not a receipt`,
  underWay: 'Not finished yet',
  notReceiptText: ({ kind, terminal }: OfKind & OnTerminal) =>
    kind === 'pay' || kind === 'preAuth'
      ? `Do not pay again until it is clear. Look at the screen of ${terminal} or in the back office.`
      : `Do not do it again until it is clear. Look at the screen of ${terminal} or in the back office.`,
  tip: 'Tip',
  total: 'Total',
  held: 'Held, not charged yet.',
  voided: 'The payment was cancelled. The card is not charged.',
  refunded: 'The money goes back to the card, which can take some days.',
  /** Only if that is proven. */
  nothingMoved: ({ kind }: OfKind) => nothingMoved[kind],
};

/** The words of `DayReport`, beside those of `PaymentStatus` and `OpenOperations`. */
export const dayReport = {
  title: 'Day report',
  /** Of a report that the host has numbered. */
  number: ({ number }: { number: string }) => `No. ${number}`,
  /** The accessible name of the choice of a day. */
  day: 'Day',
  today: 'Today',
  yesterday: 'Yesterday',
  date: 'Another day',
  loading: 'Counting…',
  notLoaded: 'The report could not be loaded.',
  tryAgain: 'Try again',
  /** Where only this browser's payments are known. */
  onlyThisDevice: 'Only the payments of this device are counted. Other tills are not in the report.',
  emptyToday: 'No payments yet today',
  emptyDay: 'No payments on this day',
  emptyText: 'What is taken and given back will stand here.',
  /** On a report of a day that is not over. */
  soFar: ({ time }: { time: string }) => `So far, until ${time}`,
  from: ({ time }: { time: string }) => `The day begins at ${time}`,

  net: 'Net',
  taken: 'Taken',
  /** A part of what was taken. */
  extra: 'Tips and more than asked for',
  givenBack: 'Given back',
  partly: 'Partly approved',
  partlyOf: ({ approved, asked }: { approved: string; asked: string }) => `${approved} of ${asked}`,
  /** Payments whose outcome a person recorded. */
  byHand: 'Recorded by a person',
  count: ({ count }: { count: Count }) => (count.value === 1 ? '1 payment' : `${count.text} payments`),
  /** Under what is not known. */
  unknownText: 'In none of the sums. They can still change.',
  held: 'Held, not charged yet',
  heldText: 'In none of the sums until it is collected.',
  /** What the host recorded for an order, such as cash. */
  legs: 'Paid in other ways',
  legsText: 'In none of the sums: it did not go through a terminal.',
  terminals: 'By terminal',
  list: 'All payments',
  listLoading: 'Loading payments…',
  print: 'Print',
};
