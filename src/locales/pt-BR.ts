import { amountField } from './pt-BR/amountField.ts';
import { attachmentField } from './pt-BR/attachmentField.ts';
import { closeBatch } from './pt-BR/closeBatch.ts';
import { linkShare } from './pt-BR/linkShare.ts';
import { openOperations } from './pt-BR/openOperations.ts';
import { paymentLinkForm } from './pt-BR/paymentLinkForm.ts';
import { paymentLinkList } from './pt-BR/paymentLinkList.ts';
import { paymentStatus } from './pt-BR/paymentStatus.ts';
import { terminalCheckout } from './pt-BR/terminalCheckout.ts';
import { terminalPicker } from './pt-BR/terminalPicker.ts';
import { transactionActions } from './pt-BR/transactionActions.ts';
import type { Labels } from './labels.ts';

/** Portuguese as in Brazil. Not yet reviewed by a native speaker. */
export const ptBR: Labels = {
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
