'use client';
import { useMemo } from 'react';
import { formatCentsToParts } from '../../core/money/formatCents.ts';
import { approvedCents, type TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { useCount } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { PaymentStatusLabels } from '../../words/words.ts';
import { amountText, useMoney } from '../kit/useMoney.ts';
import type { PaymentView } from './paymentView.ts';

type ViewOf = (operation: TerminalOperation, isStalled?: boolean) => PaymentView;

interface ViewContext extends Pick<PaymentView, 'labels' | 'terminal' | 'count'> {
  /** Of operations that name none. */
  currency: string;
  locale: string;
  timeZone: string | undefined;
}

/** Describes any operation of the terminal with this title. */
export function useViewOf(labels: PaymentStatusLabels, terminal: string): ViewOf {
  const { locale, timeZone } = usePaymentsContext();
  const { currency } = useMoney();
  const count = useCount();
  return useMemo(
    () => createViewOf({ labels, terminal, currency, count, locale, timeZone }),
    [labels, terminal, currency, count, locale, timeZone],
  );
}

export function createViewOf({ labels, terminal, currency, count, locale, timeZone }: ViewContext): ViewOf {
  const dateTime =
    timeZone && new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const clock = timeZone && new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'medium' });
  const view = (shown: TerminalOperation, stalled = false): PaymentView => {
    // The operation may have another provider's currency.
    const format = { locale, currency: shown.currency ?? currency };
    const text = (cents: number | undefined) =>
      cents === undefined ? undefined : amountText(formatCentsToParts(cents, format));
    const textAbove0 = (cents: number) => text(cents > 0 ? cents : undefined);
    const { amountCents: asked, tipCents: tip } = shown;
    const isNotCharged = shown.phase === 'resolved' && shown.resolution?.charged === false;
    const confirmed = isNotCharged ? asked : approvedCents(shown);
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
}
