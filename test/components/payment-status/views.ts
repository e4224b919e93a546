import { paymentStatus } from '../../../src/words/enOutcomes.ts';
import type { PaymentView } from '../../../src/components/payment-status/paymentView.ts';
import type { TerminalOperation } from '../../../src/core/operations/terminalOperation.ts';
import { countIn } from '../../../src/words/plural.ts';
import { waitingSale } from '../../core/operations/waitingSale.ts';

/** A sale of $12.50 on the front counter as it is put into English, but for what a test changes. */
export const viewOf = (
  patch: Partial<TerminalOperation> = {},
  more: Partial<PaymentView> = {},
): PaymentView => ({
  operation: waitingSale(patch),
  labels: paymentStatus,
  terminal: 'Front counter',
  isStalled: false,
  amount: '$12.50',
  asked: '$12.50',
  due: undefined,
  tip: undefined,
  over: undefined,
  amountParts: undefined,
  formatTime: () => undefined,
  formatClock: () => undefined,
  count: countIn('en-US'),
  viewOf: (operation) => viewOf(operation, more),
  ...more,
});
