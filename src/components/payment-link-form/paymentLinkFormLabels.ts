import type { PaymentsErrorCode } from '../../core/errors.ts';
import type { Count } from '../../hooks/useLabels.ts';

/** The words of `PaymentLinkForm`. Sums and percentages come in the provider's locale. */
export interface PaymentLinkFormLabels {
  title: string;
  create: string;
  creating: string;
  restored: string;
  /** Beside `restored`, where there were files. */
  filesLost: string;
  startAfresh: string;

  showBilling: string;
  showShipping: string;
  applyDiscount: string;
  applyDiscountHint: string;
  /** Where the host says how much it is. */
  discountHint: (values: { percent: string }) => string;
  flagMissing: string;

  taxes: string;
  taxAmount: string;
  taxesByList: string;
  taxesByAmount: string;
  taxesMissing: string;

  customValues: string;
  addCustomValue: string;
  /** Names the list from which the next custom value's kind is picked. */
  customKey: string;
  otherKey: string;
  /** Over the two inputs of a custom value whose key is typed. */
  freeKey: string;
  freeValue: string;
  /** Such a row, for the buttons that move and remove it. */
  freeRow: (position: Count) => string;
  choose: string;
  moveUp: (label: string) => string;
  moveDown: (label: string) => string;
  moved: (values: { label: string; position: Count; count: Count }) => string;
  removeCustomValue: (label: string) => string;
  removed: (label: string) => string;
  valueMissing: string;
  choiceMissing: string;
  numberWanted: string;
  dateWanted: string;
  keyMissing: string;
  keyRepeated: string;
  customValuesMissing: string;

  givenFiles: string;
  /** A file object without a name. */
  namelessFile: (number: Count) => string;
  attachmentsMissing: string;
  stillUploading: string;
  notUploaded: string;

  estimate: string;
  amount: string;
  withPercent: (values: { label: string; percent: string }) => string;
  /** In the place of a sum that only the service knows. */
  plusTaxes: string;
  total: string;
  discount: (values: { percent: string }) => string;
  cardTotal: string;
  taxRounding: string;
  discountRounding: (values: { of: 'total' | 'amount' }) => string;
  notKnown: string;

  /** Before a sentence of the service about one field. */
  serviceSays: (sentence: string) => string;
  rejectedTitle: string;
  /** Where the service said no sentence of its own. `field` is a path of the request. */
  rejectedReason: (values: {
    code: PaymentsErrorCode;
    status: string | undefined;
    field: string | undefined;
  }) => string;
  unknownTitle: string;
  unknownText: string;
  unknownLook: string;
  unknownFound: string;
  unknownNotFound: string;
  lookInList: string;
  looking: string;
  /** What looking in the list brought. */
  foundLike: (values: { count: Count; amount: string }) => string;
  noneLike: (values: { amount: string }) => string;
  listNotRead: string;
  isThisOne: (reference: string) => string;
  isListed: string;
  isNotListed: string;

  createdTitle: string;
  /** Where the service did not repeat the amount. */
  amountSent: (amount: string) => string;
  createdText: string;
  /** The answer told nothing, and the list told which it is. */
  foundText: string;
  unconfirmedLooking: string;
  unconfirmedText: string;
  unconfirmedSeveral: (values: { count: Count }) => string;
  unconfirmedNone: string;
  lookAgain: string;
  unsafeAddress: string;
  reference: string;
  status: string;
  created: string;
  createAnother: string;
}

export const paymentLinkFormLabels: PaymentLinkFormLabels = {
  title: 'New payment link',
  create: 'Create payment link',
  creating: 'Creating…',
  restored: 'This is what you had filled in before.',
  filesLost: 'Files are not kept: add them again.',
  startAfresh: 'Start afresh',

  showBilling: 'Collect billing address',
  showShipping: 'Collect shipping address',
  applyDiscount: 'Apply discount',
  applyDiscountHint: 'Takes a percentage off when a discount applies and the customer pays by credit card.',
  discountHint: ({ percent }) => `Who pays by credit card pays ${percent} less.`,
  flagMissing: 'This has to be ticked.',

  taxes: 'Taxes',
  taxAmount: 'Taxes (an amount)',
  taxesByList: 'Pick from the list',
  taxesByAmount: 'Enter an amount',
  taxesMissing: 'Say which taxes there are.',

  customValues: 'Custom values',
  addCustomValue: 'Add custom value',
  customKey: 'Kind of custom value',
  otherKey: 'Other…',
  freeKey: 'Key',
  freeValue: 'Value',
  freeRow: (position) => `custom value ${position.text}`,
  choose: 'Choose…',
  moveUp: (label) => `Move ${label} up`,
  moveDown: (label) => `Move ${label} down`,
  moved: ({ label, position, count }) => `${label} is now ${position.text} of ${count.text}.`,
  removeCustomValue: (label) => `Remove ${label}`,
  removed: (label) => `${label} was removed.`,
  valueMissing: 'Enter a value.',
  choiceMissing: 'Choose one.',
  numberWanted: 'Enter a number, as 12 or 12.5.',
  dateWanted: 'Enter a date.',
  keyMissing: 'Enter a key.',
  keyRepeated: 'This key is there already.',
  customValuesMissing: 'Add a custom value.',

  givenFiles: 'Files already attached',
  namelessFile: (number) => `File ${number.text}`,
  attachmentsMissing: 'Add a file.',
  stillUploading: 'Wait until every file is uploaded, or remove it.',
  notUploaded: 'Not every file was uploaded. Retry or remove it first.',

  estimate: 'Estimate',
  amount: 'Amount',
  withPercent: ({ label, percent }) => `${label}, ${percent}`,
  plusTaxes: 'plus taxes',
  total: 'Total',
  discount: ({ percent }) => `Discount, ${percent}`,
  cardTotal: 'Paid by credit card',
  taxRounding: 'Each tax is rounded by itself, half up.',
  discountRounding: ({ of }) =>
    of === 'total'
      ? 'The discount is taken off the total and rounded half up.'
      : 'The discount is a share of the amount before taxes, rounded half up.',
  notKnown: '—',

  serviceSays: (sentence) => `The service says: ${sentence}`,
  rejectedTitle: 'Not accepted',
  rejectedReason: ({ code, status, field }) => {
    if (code === 'invalid-input' || code === 'configuration')
      return `It did not leave this page: an entry is not valid${field ? ` (${field})` : ''}.`;
    if (code === 'rate-limited') return 'The service gets too many requests at the moment. Wait a minute.';
    if (code === 'unauthorized') return 'Your sign-in is not valid for this. Sign in, then press again.';
    if (code === 'too-large') return 'It is larger than the service takes.';
    return `The service did not say why${status ? ` (${status})` : ''}.`;
  },
  unknownTitle: 'Not known yet',
  unknownText:
    'No clear answer came, so the link may or may not have been created. Nothing is sent again by itself.',
  unknownLook: 'Look for it in your list of payment links.',
  unknownFound: 'If it is there, share that one.',
  unknownNotFound: 'Only if it is not, create it again.',
  lookInList: 'Look in the list',
  looking: 'Looking…',
  foundLike: ({ count, amount }) =>
    count.value === 1
      ? `A new link for ${amount} is in the list. Is it this one?`
      : `${count.text} new links for ${amount} are in the list. Which one is it?`,
  noneLike: ({ amount }) =>
    `There is no new link for ${amount} in the list. It may still come: look again in a minute.`,
  listNotRead: 'The list could not be read.',
  isThisOne: (reference) => `It is ${reference}`,
  isListed: 'It is in the list',
  isNotListed: 'It is not in the list',

  createdTitle: 'Payment link created',
  amountSent: (amount) => `Sent with an amount of ${amount}`,
  createdText: 'Share this address with your customer.',
  foundText:
    'The service did not say which link it made. This is the only new one like it in your list: share its address.',
  unconfirmedLooking: 'The service gave no address back. Looking for it in your list…',
  unconfirmedText:
    'The service gave no address back. You find the link, with its address, in your list of payment links.',
  unconfirmedSeveral: ({ count }) =>
    `The service gave no address back, and ${count.text} new links in your list are like it, so none is shown. Look there for yours.`,
  unconfirmedNone: 'The service gave no address back, and the link is not in your list yet.',
  lookAgain: 'Look again',
  unsafeAddress: 'The service gave no address that is safe to open. Look in your list of payment links.',
  reference: 'Reference',
  status: 'Status',
  created: 'Created',
  createAnother: 'Create another',
};

declare module '../../hooks/usePaymentsContext.ts' {
  interface LabelCatalogue {
    paymentLinkForm: PaymentLinkFormLabels;
  }
}
