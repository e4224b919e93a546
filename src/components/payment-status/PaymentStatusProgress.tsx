'use client';
import type { ReactNode } from 'react';
import { useUnderWay } from './useUnderWay.ts';

/** Shows the parts in it while the operation is under way. It has no element. */
export function PaymentStatusProgress({ children }: { children?: ReactNode }) {
  return useUnderWay() ? children : null;
}
