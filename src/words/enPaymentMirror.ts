import type { MoneyOperation } from '../core/wire/routes.ts';

/** The kinds of operations that a customer sees. Closing a batch is not shown. */
export type MirroredKind = Exclude<MoneyOperation, 'closeBatch'>;

export interface OfMirroredKind {
  kind: MirroredKind;
}

export interface MirroredKindWords {
  asked: string;
  present: string;
  complete: string;
  completeText: string;
  partial: string;
  due: string;
  failed: string;
  nothingMoved: string;
}

const mirrored: Record<MirroredKind, MirroredKindWords> = {
  pay: {
    asked: 'To pay',
    present: 'Tap, insert or swipe your card',
    complete: 'Paid',
    completeText: 'Thank you!',
    partial: 'Partly paid',
    due: 'Still to pay',
    failed: 'Payment not completed',
    nothingMoved: 'Your card was not charged.',
  },
  preAuth: {
    asked: 'To be held',
    present: 'Tap, insert or swipe your card',
    complete: 'Held on your card',
    completeText: 'You have not been charged yet.',
    partial: 'Partly held',
    due: 'Not held',
    failed: 'Nothing is held',
    nothingMoved: 'Your card was not charged.',
  },
  capture: {
    asked: 'To pay',
    present: 'We are completing your payment',
    complete: 'Paid',
    completeText: 'Thank you!',
    partial: 'Partly paid',
    due: 'Still to pay',
    failed: 'Payment not completed',
    nothingMoved: 'Your card was not charged.',
  },
  void: {
    asked: 'To be cancelled',
    present: 'We are cancelling your payment',
    complete: 'Payment cancelled',
    completeText: 'Your card is not charged.',
    partial: 'Partly cancelled',
    due: 'Not cancelled',
    failed: 'Payment not cancelled',
    nothingMoved: 'The payment was not changed.',
  },
  refund: {
    asked: 'Refund',
    present: 'We are refunding you',
    complete: 'Refunded',
    completeText: 'The money goes back to your card. That can take a few days.',
    partial: 'Partly refunded',
    due: 'Still to be refunded',
    failed: 'Refund not completed',
    nothingMoved: 'No money was refunded.',
  },
};

const takesCard = (kind: MirroredKind) => kind === 'pay' || kind === 'preAuth';

/**
 * The words of `PaymentMirror`, which the customer reads. While an outcome is unknown, none of them may say that the
 * payment failed, or ask to repeat it.
 */
export const paymentMirror = {
  /** The accessible name of the screen. */
  region: 'Your payment',
  /** Above the amount of a payment under way. */
  asked: ({ kind }: OfMirroredKind) => mirrored[kind].asked,
  /** While the payment is sent to the terminal, and while its state is not up to date. */
  sending: 'One moment, please',
  /** What the customer can do now. */
  present: ({ kind }: OfMirroredKind) => mirrored[kind].present,
  /** Below `present` for a capture, void or refund, and below `sending` while the payment's state is not up to date. */
  followTerminal: 'Please follow the card terminal.',
  complete: ({ kind }: OfMirroredKind) => mirrored[kind].complete,
  completeText: ({ kind }: OfMirroredKind) => mirrored[kind].completeText,
  /** The tip is a part of the amount above. */
  withTip: ({ tip }: { tip: string }) => `Including a tip of ${tip}`,
  partial: ({ kind }: OfMirroredKind) => mirrored[kind].partial,
  partialDue: ({ kind, due }: OfMirroredKind & { due: string }) => `${mirrored[kind].due}: ${due}`,
  failed: ({ kind }: OfMirroredKind) => mirrored[kind].failed,
  /** Only if it is proven that no money moved. */
  nothingMoved: ({ kind }: OfMirroredKind) => mirrored[kind].nothingMoved,
  /** While the outcome is unknown. */
  checking: 'Please wait',
  checkingText: ({ kind }: OfMirroredKind) =>
    takesCard(kind)
      ? 'Our staff is checking your payment. Please do not pay again.'
      : 'Our staff is checking it.',
  /** Above the QR code of a payment link. */
  scan: 'Scan the code to pay',
  scanText: 'Point the camera of your phone at it.',
  /** The alternative text of the QR code. */
  qrCode: 'QR code to pay',
  qrCodeFailed: 'The code cannot be shown. Please ask our staff.',
};
