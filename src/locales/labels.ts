import type { AmountFieldLabels } from '../components/amount-field/amountFieldLabels.ts';
import type { AttachmentFieldLabels } from '../components/attachment-field/attachmentFieldLabels.ts';
import type { CloseBatchLabels } from '../components/close-batch/closeBatchLabels.ts';
import type { LinkShareLabels } from '../components/link-share/linkShareLabels.ts';
import type { OpenOperationsLabels } from '../components/open-operations/openOperationsLabels.ts';
import type { PaymentLinkFormLabels } from '../components/payment-link-form/paymentLinkFormLabels.ts';
import type { PaymentLinkListLabels } from '../components/payment-link-list/paymentLinkListLabels.ts';
import type { PaymentStatusLabels } from '../components/payment-status/paymentStatusLabels.ts';
import type { TerminalCheckoutLabels } from '../components/terminal-checkout/terminalCheckoutLabels.ts';
import type { TerminalPickerLabels } from '../components/terminal-picker/terminalPickerLabels.ts';
import type { TransactionActionsLabels } from '../components/transaction-actions/transactionActionsLabels.ts';

/**
 * The whole catalogue, every key of every component. `LabelCatalogue` is the same, but knows only the components that a
 * program imports; this one is complete for whoever imports nothing but a locale.
 */
export interface Labels {
  amountField: AmountFieldLabels;
  attachmentField: AttachmentFieldLabels;
  closeBatch: CloseBatchLabels;
  linkShare: LinkShareLabels;
  openOperations: OpenOperationsLabels;
  paymentLinkForm: PaymentLinkFormLabels;
  paymentLinkList: PaymentLinkListLabels;
  paymentStatus: PaymentStatusLabels;
  terminalCheckout: TerminalCheckoutLabels;
  terminalPicker: TerminalPickerLabels;
  transactionActions: TransactionActionsLabels;
}
