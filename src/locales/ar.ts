import { amountField } from './ar/amountField.ts';
import { attachmentField } from './ar/attachmentField.ts';
import { closeBatch } from './ar/closeBatch.ts';
import { linkShare } from './ar/linkShare.ts';
import { openOperations } from './ar/openOperations.ts';
import { paymentLinkForm } from './ar/paymentLinkForm.ts';
import { paymentLinkList } from './ar/paymentLinkList.ts';
import { paymentStatus } from './ar/paymentStatus.ts';
import { terminalCheckout } from './ar/terminalCheckout.ts';
import { terminalPicker } from './ar/terminalPicker.ts';
import { transactionActions } from './ar/transactionActions.ts';
import type { Labels } from './labels.ts';

/** Modern Standard Arabic. Not yet reviewed by a native speaker. */
export const ar: Labels = {
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
