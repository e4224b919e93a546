import { amountField } from './ja/amountField.ts';
import { attachmentField } from './ja/attachmentField.ts';
import { closeBatch } from './ja/closeBatch.ts';
import { linkShare } from './ja/linkShare.ts';
import { openOperations } from './ja/openOperations.ts';
import { paymentLinkForm } from './ja/paymentLinkForm.ts';
import { paymentLinkList } from './ja/paymentLinkList.ts';
import { paymentStatus } from './ja/paymentStatus.ts';
import { terminalCheckout } from './ja/terminalCheckout.ts';
import { terminalPicker } from './ja/terminalPicker.ts';
import { transactionActions } from './ja/transactionActions.ts';
import type { Labels } from './labels.ts';

/** Japanese, polite. Not yet reviewed by a native speaker. */
export const ja: Labels = {
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
