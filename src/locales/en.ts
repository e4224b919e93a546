import { amountFieldLabels } from '../components/amount-field/amountFieldLabels.ts';
import { attachmentFieldLabels } from '../components/attachment-field/attachmentFieldLabels.ts';
import { closeBatchLabels } from '../components/close-batch/closeBatchLabels.ts';
import { linkShareLabels } from '../components/link-share/linkShareLabels.ts';
import { openOperationsLabels } from '../components/open-operations/openOperationsLabels.ts';
import { paymentLinkFormLabels } from '../components/payment-link-form/paymentLinkFormLabels.ts';
import { paymentLinkListLabels } from '../components/payment-link-list/paymentLinkListLabels.ts';
import { paymentStatusLabels } from '../components/payment-status/paymentStatusEnglish.ts';
import { terminalCheckoutLabels } from '../components/terminal-checkout/terminalCheckoutLabels.ts';
import { terminalPickerLabels } from '../components/terminal-picker/terminalPickerLabels.ts';
import { transactionActionsLabels } from '../components/transaction-actions/transactionActionsEnglish.ts';
import type { Labels } from './labels.ts';

/** The words that are built in. A host needs them only to make others from them. */
export const en: Labels = {
  amountField: amountFieldLabels,
  attachmentField: attachmentFieldLabels,
  closeBatch: closeBatchLabels,
  linkShare: linkShareLabels,
  openOperations: openOperationsLabels,
  paymentLinkForm: paymentLinkFormLabels,
  paymentLinkList: paymentLinkListLabels,
  paymentStatus: paymentStatusLabels,
  terminalCheckout: terminalCheckoutLabels,
  terminalPicker: terminalPickerLabels,
  transactionActions: transactionActionsLabels,
};
