// `tillkit` as a host has it that owns every drop-in: test/config/own.ts runs the components' tests with it.
export * from '../../src/exports/index.ts';
export { AmountField } from '../../examples/own/amount-field.tsx';
export { AttachmentField } from '../../examples/own/attachment-field.tsx';
export { CloseBatch } from '../../examples/own/close-batch.tsx';
export { CloseDay } from '../../examples/own/close-day.tsx';
export { DayReport } from '../../examples/own/day-report.tsx';
export { LinkShare } from '../../examples/own/link-share.tsx';
export { OpenOperations } from '../../examples/own/open-operations.tsx';
export { PaymentLinkForm } from '../../examples/own/payment-link-form.tsx';
export { PaymentLinkList } from '../../examples/own/payment-link-list.tsx';
export { PaymentMirror } from '../../examples/own/payment-mirror.tsx';
export { PaymentStatus } from '../../examples/own/payment-status.tsx';
export { Receipt } from '../../examples/own/receipt.tsx';
export { TerminalCheckout } from '../../examples/own/terminal-checkout.tsx';
export { TerminalPicker } from '../../examples/own/terminal-picker.tsx';
export { TransactionActions } from '../../examples/own/transaction-actions.tsx';
export { TransactionList } from '../../examples/own/transaction-list.tsx';
