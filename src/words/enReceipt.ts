import type { MoneyOperation } from '../core/wire/routes.ts';
import type { OnTerminal } from './enOutcomes.ts';
import type { OfKind } from './enTitles.ts';

const nothingMoved: Record<MoneyOperation, string> = {
  pay: 'The card was not charged.',
  preAuth: 'Nothing is held on the card.',
  capture: 'Nothing was collected.',
  void: 'The payment was not cancelled.',
  refund: 'Nothing was given back.',
  closeBatch: 'The day was not closed.',
};

/**
 * The words of `Receipt`. It also uses the words of `PaymentStatus`. While the outcome is unknown, no word may say that
 * an amount is paid.
 */
export const receipt = {
  print: 'Print',
  /** At the head of a slip that was printed before. */
  reprint: 'Copy',
  /** The title of a slip while no outcome is known. `state` is a few words, such as "Not known yet". */
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
  /** Only if it is proven that no money moved. */
  nothingMoved: ({ kind }: OfKind) => nothingMoved[kind],
};
