import { amountField } from './de/amountField.ts';
import { attachmentField } from './de/attachmentField.ts';
import { closeBatch } from './de/closeBatch.ts';
import { linkShare } from './de/linkShare.ts';
import { openOperations } from './de/openOperations.ts';
import { paymentLinkForm } from './de/paymentLinkForm.ts';
import { paymentLinkList } from './de/paymentLinkList.ts';
import { paymentStatus } from './de/paymentStatus.ts';
import { terminalCheckout } from './de/terminalCheckout.ts';
import { terminalPicker } from './de/terminalPicker.ts';
import { transactionActions } from './de/transactionActions.ts';
import type { Labels } from './labels.ts';

/** German, formal. Not yet reviewed by a native speaker. */
export const de: Labels = {
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
