import type { LinkFormValues, LinkSetup } from '../../../src/components/payment-link-form/linkFormValues.ts';
import { paymentLinkForm } from '../../../src/words/en.ts';

/** What a host gives the form. */
export const setupOf = (given: Partial<LinkSetup> = {}): LinkSetup => ({
  customFields: [],
  taxes: [],
  discount: undefined,
  fields: {},
  labels: paymentLinkForm,
  ...given,
});

/** What stands in the form: nothing but what a test says. */
export const valuesOf = (given: Partial<LinkFormValues> = {}): LinkFormValues => ({
  amountCents: null,
  taxesBy: 'amount',
  taxCents: null,
  taxIds: [],
  showBilling: false,
  showShipping: false,
  applyDiscount: false,
  keys: {},
  values: {},
  files: null,
  ...given,
});

export const floor = {
  key: 'floor',
  label: 'Floor',
  type: 'choice' as const,
  choices: [
    { value: 'g', label: 'Ground floor' },
    { value: 'f', label: 'First floor' },
  ],
};
