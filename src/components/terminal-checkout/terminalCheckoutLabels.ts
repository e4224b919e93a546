import type { Phase } from '../../core/operations/terminalOperation.ts';

/** The words of `TerminalCheckout`; those of its parts are in their own sections. */
export interface TerminalCheckoutLabels {
  form: string;
  orderNumber: string;
  receipt: string;
  email: string;
  phone: string;
  emailInvalid: string;
  phoneInvalid: string;
  /** A receipt is wanted, and there is nowhere to send it to. */
  receiptAddressMissing: string;
  terminalMissing: string;

  /** Both are undefined until they are known. */
  charge: (values: { amount: string | undefined; terminal: string | undefined }) => string;
  missingBoth: string;
  missingTerminal: string;
  missingAmount: string;
  terminalBusy: (values: { terminal: string }) => string;

  duplicateTitle: string;
  /** `phase` is where the earlier operation stands. */
  duplicateSentence: (values: {
    amount: string;
    terminal: string;
    time: string | undefined;
    phase: Phase | undefined;
    /** What a person said of it, where one did. */
    charged: boolean | undefined;
  }) => string;
  cancel: string;
  chargeAgain: (values: { amount: string }) => string;
  busyNotice: (values: { terminal: string }) => string;
  busyElsewhere: (values: { terminal: string }) => string;
  noJournal: string;
  /** `message` is the kit's own, about what the host set up or a field it does not know. */
  refused: (values: { message: string }) => string;

  nextCustomer: string;
  /** Back to the form with the same amount, after a payment that was not made. */
  backToSale: string;
  /** Leaves an unknown one open and goes on. */
  decideLater: string;
  /** What deciding later means. */
  decideLaterHint: (values: { terminal: string }) => string;
}

declare module '../../hooks/labelCatalogue.ts' {
  interface LabelCatalogue {
    terminalCheckout: TerminalCheckoutLabels;
  }
}

const doubts: Partial<Record<Phase, string>> = {
  complete: 'That payment went through.',
  rejected: 'The service did not accept it, but that can be wrong.',
  unknown: 'Nobody knows yet what became of it.',
};

export const terminalCheckoutLabels: TerminalCheckoutLabels = {
  form: 'New payment',
  orderNumber: 'Order number',
  receipt: 'Send a receipt',
  email: 'Email',
  phone: 'Phone',
  emailInvalid: 'Enter an address like name@example.com.',
  phoneInvalid: 'Enter a phone number with its digits.',
  receiptAddressMissing: 'Enter an email or a phone number to send the receipt to.',
  terminalMissing: 'Choose a terminal.',

  charge: ({ amount, terminal }) =>
    ['Charge', amount, terminal && `on ${terminal}`].filter(Boolean).join(' '),
  missingBoth: 'Choose a terminal and enter an amount.',
  missingTerminal: 'Choose a terminal.',
  missingAmount: 'Enter an amount.',
  terminalBusy: ({ terminal }) => `${terminal} is busy with another payment.`,

  duplicateTitle: 'Charge the same amount again?',
  duplicateSentence: ({ amount, terminal, time, phase, charged }) => {
    const sent = `${amount} was sent to ${terminal}${time ? ` at ${time}` : ''}.`;
    const said = `A person recorded it as ${charged ? 'charged' : 'not charged'}.`;
    return [sent, phase === 'resolved' ? said : phase && doubts[phase]].filter(Boolean).join(' ');
  },
  cancel: 'Cancel',
  chargeAgain: ({ amount }) => `Yes, charge ${amount} again`,
  busyNotice: ({ terminal }) => `Nothing was sent: ${terminal} is busy with this payment.`,
  busyElsewhere: ({ terminal }) =>
    `Nothing was sent: ${terminal} is busy with a payment from another window.`,
  noJournal:
    'Nothing was sent: this device could not record the payment, so its result could be lost. Allow this site to store data, then press again.',
  refused: ({ message }) => `Nothing was sent. ${message}`,

  nextCustomer: 'Next customer',
  backToSale: 'Back to this sale',
  decideLater: 'Decide later',
  decideLaterHint: ({ terminal }) => `${terminal} stays busy until then.`,
};
