import { amountField } from './fr/amountField.ts';
import { attachmentField } from './fr/attachmentField.ts';
import { closeBatch } from './fr/closeBatch.ts';
import { linkShare } from './fr/linkShare.ts';
import { openOperations } from './fr/openOperations.ts';
import { paymentLinkForm } from './fr/paymentLinkForm.ts';
import { paymentLinkList } from './fr/paymentLinkList.ts';
import { paymentStatus } from './fr/paymentStatus.ts';
import { terminalCheckout } from './fr/terminalCheckout.ts';
import { terminalPicker } from './fr/terminalPicker.ts';
import { transactionActions } from './fr/transactionActions.ts';
import type { Labels } from './labels.ts';

/** French, formal. Not yet reviewed by a native speaker. */
export const fr: Labels = {
  amountField,
  attachmentField,
  closeBatch,
  linkShare,
  openOperations,
  paymentLinkForm,
  paymentLinkList,
  paymentStatus,
  terminalCheckout,
  terminalPicker,
  transactionActions,
};
