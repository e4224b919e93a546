import { amountField } from './es/amountField.ts';
import { attachmentField } from './es/attachmentField.ts';
import { closeBatch } from './es/closeBatch.ts';
import { linkShare } from './es/linkShare.ts';
import { openOperations } from './es/openOperations.ts';
import { paymentLinkForm } from './es/paymentLinkForm.ts';
import { paymentLinkList } from './es/paymentLinkList.ts';
import { paymentStatus } from './es/paymentStatus.ts';
import { terminalCheckout } from './es/terminalCheckout.ts';
import { terminalPicker } from './es/terminalPicker.ts';
import { transactionActions } from './es/transactionActions.ts';
import type { Labels } from './labels.ts';

/** Spanish, neutral and formal. Not yet reviewed by a native speaker. */
export const es: Labels = {
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
