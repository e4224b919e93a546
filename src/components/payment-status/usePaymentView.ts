'use client';
import { useMemo } from 'react';
import { formatCentsToParts } from '../../core/money/formatCents.ts';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { type Count, useCount } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { amountText } from '../amount-field/amountText.ts';
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
  /** What was approved, else what was asked for. Undefined where there is none, or it is another operator's. */
  amount: string | undefined;
  asked: string | undefined;
  /** What was asked for and not approved. */
  due: string | undefined;
  tip: string | undefined;
  /** What was approved, is no tip, and nobody asked for. */
  over: string | undefined;
  amountParts: Intl.NumberFormatPart[] | undefined;
  /** Day and time in the provider's zone; undefined until the zone is known. */
  formatTime: (at: number) => string | undefined;
  /** The time of day, with seconds. */
  formatClock: (at: number) => string | undefined;
  count: (value: number) => Count;
  /** The same words about what became of it since. */
  viewOf: (operation: TerminalOperation) => PaymentView;
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
  const { currency } = useMoney();
  const terminal = useTerminalTitle(operation?.terminalId ?? '');
  const count = useCount();
  const isStalled = useStalled(operation);
  const viewOf = useMemo(() => {
    const dateTime =
      timeZone && new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
    const clock = timeZone && new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'medium' });
    const view = (shown: TerminalOperation, stalled = false): PaymentView => {
      // It may have been asked for under another provider.
      const format = { locale, currency: shown.currency ?? currency };
      const text = (cents: number | undefined) =>
        cents === undefined ? undefined : amountText(formatCentsToParts(cents, format));
      const textAbove0 = (cents: number) => text(cents > 0 ? cents : undefined);
      const { amountCents: asked, confirmedCents: confirmed = asked, tipCents: tip } = shown;
      const over = (confirmed ?? 0) - (asked ?? confirmed ?? 0);
      return {
        operation: shown,
        labels,
        terminal,
        isStalled: stalled,
        amount: text(confirmed),
        asked: text(asked),
        due: textAbove0(-over),
        tip: text(tip),
        over: textAbove0(over - (tip ?? 0)),
        amountParts: confirmed === undefined ? undefined : formatCentsToParts(confirmed, format),
        formatTime: (at) => (dateTime ? dateTime.format(at) : undefined),
        formatClock: (at) => (clock ? clock.format(at) : undefined),
        count,
        viewOf: view,
      };
    };
    return view;
  }, [labels, terminal, currency, count, locale, timeZone]);
  return useMemo(() => operation && viewOf(operation, isStalled), [operation, viewOf, isStalled]);
}
