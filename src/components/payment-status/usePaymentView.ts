'use client';
import { useMemo } from 'react';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import type { Count } from '../../hooks/count.ts';
import { useCount } from '../../hooks/useCount.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useMoney } from '../amount-field/useMoney.ts';
import { useTerminalTitle } from '../terminal-picker/useTerminalTitle.ts';
import type { PaymentStatusLabels } from './paymentStatusLabels.ts';
import { useStalled } from './useStalled.ts';

/** An operation with everything that is needed to put it into words. */
export interface PaymentView {
  operation: TerminalOperation;
  labels: PaymentStatusLabels;
  terminal: string;
  /** Accepted a while ago, and not seen to be worked on. */
  isStalled: boolean;
  /** Undefined where there is none, or it is another operator's. */
  amount: string | undefined;
  amountParts: Intl.NumberFormatPart[] | undefined;
  /** Day and time in the provider's zone; undefined until the zone is known. */
  formatTime: (at: number) => string | undefined;
  /** The time of day, with seconds. */
  formatClock: (at: number) => string | undefined;
  count: (value: number) => Count;
}

export function usePaymentView(operation: TerminalOperation, labels: PaymentStatusLabels): PaymentView;
export function usePaymentView(
  operation: TerminalOperation | undefined,
  labels: PaymentStatusLabels,
): PaymentView | undefined;
export function usePaymentView(
  operation: TerminalOperation | undefined,
  labels: PaymentStatusLabels,
): PaymentView | undefined {
  const { locale, timeZone } = usePaymentsContext();
  const money = useMoney();
  const terminal = useTerminalTitle(operation?.terminalId ?? '');
  const count = useCount();
  const isStalled = useStalled(operation);
  return useMemo(() => {
    if (!operation) return undefined;
    const { amountCents } = operation;
    const dateTime =
      timeZone && new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
    const clock = timeZone && new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'medium' });
    return {
      operation,
      labels,
      terminal,
      isStalled,
      amount: amountCents === undefined ? undefined : money.formatAmount(amountCents),
      amountParts: amountCents === undefined ? undefined : money.amountParts(amountCents),
      formatTime: (at) => (dateTime ? dateTime.format(at) : undefined),
      formatClock: (at) => (clock ? clock.format(at) : undefined),
      count,
    };
  }, [operation, labels, terminal, isStalled, money, count, locale, timeZone]);
}
