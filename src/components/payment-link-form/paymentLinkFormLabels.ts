export interface PaymentLinkFormLabels {
  title: string;
  create: string;
  creating: string;
  showBilling: string;
  showShipping: string;
  applyDiscount: string;
  applyDiscountHint: string;
  customValues: string;
  addCustomValue: string;
  /** Names the list from which a custom value's kind is picked. */
  customKey: string;
  removeCustomValue: (label: string) => string;
  valueMissing: string;
  stillUploading: string;
  notUploaded: string;
  /** Before a sentence of the service about one field. */
  serviceSays: (sentence: string) => string;
  rejectedTitle: string;
  unknownTitle: string;
  unknownText: string;
  unknownLook: string;
  unknownFound: string;
  unknownNotFound: string;
  isListed: string;
  isNotListed: string;
  createdTitle: string;
  createdText: string;
  unconfirmedText: string;
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
  showBilling: 'Collect billing address',
  showShipping: 'Collect shipping address',
  applyDiscount: 'Apply discount',
  applyDiscountHint: 'Takes a percentage off when a discount applies and the customer pays by credit card.',
  customValues: 'Custom values',
  addCustomValue: 'Add custom value',
  customKey: 'Kind of custom value',
  removeCustomValue: (label) => `Remove ${label}`,
  valueMissing: 'Enter a value.',
  stillUploading: 'Wait until every file is uploaded, or remove it.',
  notUploaded: 'Not every file was uploaded. Retry or remove it first.',
  serviceSays: (sentence) => `The service says: ${sentence}`,
  rejectedTitle: 'Not accepted',
  unknownTitle: 'Not known yet',
  unknownText:
    'No clear answer came, so the link may or may not have been created. Nothing is sent again by itself.',
  unknownLook: 'Look for it in your list of payment links.',
  unknownFound: 'If it is there, share that one.',
  unknownNotFound: 'Only if it is not, create it again.',
  isListed: 'It is in the list',
  isNotListed: 'It is not in the list',
  createdTitle: 'Payment link created',
  createdText: 'Share this address with your customer.',
  unconfirmedText:
    'The service gave no address back. You find the link, with its address, in your list of payment links.',
  unsafeAddress: 'The service gave no address that is safe to open. Look in your list of payment links.',
  reference: 'Reference',
  status: 'Status',
  created: 'Created',
  createAnother: 'Create another',
};

declare module '../../hooks/labelCatalogue.ts' {
  interface LabelCatalogue {
    paymentLinkForm: PaymentLinkFormLabels;
  }
}
