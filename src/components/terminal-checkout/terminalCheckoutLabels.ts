import type { Phase, Refusal } from '../../core/operations/terminalOperation.ts';

/** The words of `TerminalCheckout`; those of its parts are in their own sections. */
export interface TerminalCheckoutLabels {
  form: string;
  formAuthorize: string;
  orderNumber: string;
  orderNumberMissing: string;
  /** The group of custom values. */
  customValues: string;
  choose: string;
  customValueMissing: string;
  /** The group of amounts that one press enters. */
  quickAmounts: string;
  receipt: string;
  receiptMissing: string;
  email: string;
  phone: string;
  emailMissing: string;
  phoneMissing: string;
  emailInvalid: string;
  phoneInvalid: string;
  /** A receipt is wanted, and there is nowhere to send it to. */
  receiptAddressMissing: string;
  terminalMissing: string;
  /** Nobody knows the chosen one's provider yet, on which the address of the service depends. */
  terminalNotLoaded: string;

  /** Both are undefined until they are known. */
  charge: (values: { amount: string | undefined; terminal: string | undefined }) => string;
  /** In place of `charge` for a pre-authorization. */
  authorize: (values: { amount: string | undefined; terminal: string | undefined }) => string;
  missingBoth: string;
  missingTerminal: string;
  missingAmount: string;
  terminalBusy: (values: { terminal: string }) => string;

  /** Asked before it is sent, where the host wants that. */
  confirmTitle: (values: { amount: string; terminal: string }) => string;
  confirmAuthorizeTitle: (values: { amount: string; terminal: string }) => string;
  confirmText: (values: { terminal: string }) => string;
  confirmYes: (values: { amount: string }) => string;
  confirmAuthorizeYes: (values: { amount: string }) => string;

  duplicateTitle: string;
  duplicateAuthorizeTitle: string;
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
  authorizeAgain: (values: { amount: string }) => string;
  busyNotice: (values: { terminal: string }) => string;
  busyElsewhere: (values: { terminal: string }) => string;
  noJournal: string;
  /** At the field that cannot be sent. */
  refusedField: string;
  /** Of the request as a whole, or of a field that is not on the screen: `field` is its path. */
  refused: (values: Pick<Refusal, 'code' | 'field'>) => string;

  nextCustomer: string;
  /** Back to the form with what is still due, after less was approved than asked for. */
  takeRest: (values: { kind: 'pay' | 'preAuth'; amount: string }) => string;
  /** Back to the form with the same amount, after a payment that was not made. */
  backToSale: string;
  /** Leaves an unknown one open and goes on. */
  decideLater: string;
  /** What deciding later means. */
  decideLaterHint: (values: { terminal: string }) => string;
}

declare module '../../hooks/usePaymentsContext.ts' {
  interface LabelCatalogue {
    terminalCheckout: TerminalCheckoutLabels;
  }
}

const doubts: Partial<Record<Phase, string>> = {
  complete: 'That payment went through.',
  partial: 'Part of it was approved.',
  failed: 'That payment was not completed.',
  rejected: 'The service refused that one.',
  unknown: 'Nobody knows yet what became of it.',
};

export const terminalCheckoutLabels: TerminalCheckoutLabels = {
  form: 'New payment',
  formAuthorize: 'New pre-authorization',
  orderNumber: 'Order number',
  orderNumberMissing: 'Enter an order number.',
  customValues: 'Details',
  choose: 'Choose…',
  customValueMissing: 'This is needed.',
  quickAmounts: 'Quick amounts',
  receipt: 'Send a receipt',
  receiptMissing: 'This has to be ticked.',
  email: 'Email',
  phone: 'Phone',
  emailMissing: 'Enter an email.',
  phoneMissing: 'Enter a phone number.',
  emailInvalid: 'Enter an address like name@example.com.',
  phoneInvalid: 'Enter a phone number with its digits.',
  receiptAddressMissing: 'Enter an email or a phone number to send the receipt to.',
  terminalMissing: 'Choose a terminal.',
  terminalNotLoaded: 'The list of terminals has to be loaded first.',

  charge: ({ amount, terminal }) =>
    ['Charge', amount, terminal && `on ${terminal}`].filter(Boolean).join(' '),
  authorize: ({ amount, terminal }) =>
    ['Authorize', amount, terminal && `on ${terminal}`].filter(Boolean).join(' '),
  missingBoth: 'Choose a terminal and enter an amount.',
  missingTerminal: 'Choose a terminal.',
  missingAmount: 'Enter an amount.',
  terminalBusy: ({ terminal }) => `${terminal} is busy with another payment.`,

  confirmTitle: ({ amount, terminal }) => `Charge ${amount} on ${terminal}?`,
  confirmAuthorizeTitle: ({ amount, terminal }) => `Authorize ${amount} on ${terminal}?`,
  confirmText: ({ terminal }) => `${terminal} asks for the card as soon as you say yes.`,
  confirmYes: ({ amount }) => `Yes, charge ${amount}`,
  confirmAuthorizeYes: ({ amount }) => `Yes, authorize ${amount}`,

  duplicateAuthorizeTitle: 'Authorize the same amount again?',
  duplicateTitle: 'Charge the same amount again?',
  duplicateSentence: ({ amount, terminal, time, phase, charged }) => {
    const sent = `${amount} was sent to ${terminal}${time ? ` at ${time}` : ''}.`;
    const said = `A person recorded it as ${charged ? 'charged' : 'not charged'}.`;
    return [sent, phase === 'resolved' ? said : phase && doubts[phase]].filter(Boolean).join(' ');
  },
  cancel: 'Cancel',
  chargeAgain: ({ amount }) => `Yes, charge ${amount} again`,
  authorizeAgain: ({ amount }) => `Yes, authorize ${amount} again`,
  busyNotice: ({ terminal }) => `Nothing was sent: ${terminal} is busy with this payment.`,
  busyElsewhere: ({ terminal }) =>
    `Nothing was sent: ${terminal} is busy with a payment from another window.`,
  noJournal:
    'Nothing was sent: this device could not record the payment, so its result could be lost. Allow this site to store data, then press again.',
  refusedField: 'Nothing was sent: this cannot be sent as it is. Change it.',
  refused: ({ field }) =>
    `Nothing was sent: the request is not valid${field ? ` (${field})` : ''}. Tell whoever looks after this page.`,

  nextCustomer: 'Next customer',
  takeRest: ({ kind, amount }) => `${kind === 'pay' ? 'Charge' : 'Authorize'} the other ${amount}`,
  backToSale: 'Back to this sale',
  decideLater: 'Decide later',
  decideLaterHint: ({ terminal }) => `${terminal} stays busy until then.`,
};
