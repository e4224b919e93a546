import type { UnknownReason } from '../../core/operations/terminalOperation.ts';
import { shownText } from '../terminal-picker/shownText.ts';
import type { PaymentView } from './usePaymentView.ts';

// What the service said is in doubt, or it says no more: then what it booked comes before what the terminal shows.
const bookedFirst: readonly (UnknownReason | undefined)[] = ['gone', 'contradiction', 'duplicate-id'];

/** Where a person finds out what became of an operation, the best place first. */
export function findSteps({ operation, labels, terminal, amount }: PaymentView): string[] {
  const { kind, reason } = operation;
  const orderNumber = shownText(operation.orderNumber) || undefined;
  const steps = [
    labels.findOnTerminal({ kind, terminal }),
    kind === 'closeBatch' ? labels.findOnReport : labels.findOnReceipt,
    labels.findInBackOffice({ kind, orderNumber, amount }),
  ];
  return bookedFirst.includes(reason) ? steps.toReversed() : steps;
}
