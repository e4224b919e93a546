import type { CheckoutDraft } from '../../../src/components/terminal-checkout/checkoutDraft.ts';

/** A draft that could be sent, but for what a test changes. */
export const draftOf = (patch: Partial<CheckoutDraft> = {}): CheckoutDraft => ({
  terminalId: 'terminal-1',
  amountCents: 1250,
  orderNumber: '',
  customValues: {},
  wantsReceipt: false,
  email: '',
  phone: '',
  ...patch,
});
