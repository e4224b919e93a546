import { createContext, type RefObject } from 'react';
import type { PaymentEnding } from './paymentEnding.ts';
import type { PaymentStatusLabels } from './paymentStatusLabels.ts';
import type { PaymentView } from './usePaymentView.ts';

export interface ShownPayment {
  labels: PaymentStatusLabels;
  /** Undefined where there is no such operation, or the journal is not read yet. */
  view: PaymentView | undefined;
  /** Undefined while the operation is under way. */
  ending: PaymentEnding | undefined;
  /** Takes the focus where a button went with the change. */
  heading: RefObject<HTMLHeadingElement | null>;
}

export const PaymentStatusContext = createContext<ShownPayment | null>(null);
