'use client';
import { useMemo } from 'react';
import { formatCentsToParts } from '../../core/money/formatCents.ts';
import { approvedCents, type TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { isKnownTime } from '../../core/time.ts';
import { usePaymentsContext, useTimeZone } from '../../hooks/usePaymentsContext.ts';
import { useCount, useLabels } from '../../hooks/useLabels.ts';
import { outcomeTitles } from '../../words/enTitles.ts';
import type { PaymentStatusLabels } from '../../words/words.ts';
import { amountText, useMoney } from '../kit/useMoney.ts';
import type { OutcomeTitles, PaymentView } from './paymentView.ts';

interface ViewContext<Words> extends Pick<PaymentView<Words>, 'labels' | 'terminal' | 'count'> {
  /** The currency of operations that name no currency. */
  currency: string;
  locale: string;
  timeZone: string | undefined;
}

/** Returns a function that makes the views of one terminal's operations. `terminal`: the terminal's title. */
export function useViewOf<Words>(labels: Words, terminal: string) {
  const { locale } = usePaymentsContext();
  const timeZone = useTimeZone();
  const { currency } = useMoney();
  const count = useCount();
  return useMemo(
    () => createViewOf({ labels, terminal, currency, count, locale, timeZone }),
    [labels, terminal, currency, count, locale, timeZone],
  );
}

export const useOutcomeTitles = (): OutcomeTitles =>
  useLabels('paymentStatus', outcomeTitles as PaymentStatusLabels);

/** Returns a function that describes operations for rows, in which only the titles of outcomes are shown. */
export const useRowView = () => useViewOf(useOutcomeTitles(), '');

export function createViewOf<Words>(context: ViewContext<Words>) {
  const { labels, terminal, currency, count, locale, timeZone } = context;
  const dateTime =
    timeZone && new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'medium', timeStyle: 'short' });
  const clock = timeZone && new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'medium' });
  const view = (shown: TerminalOperation, isStalled = false): PaymentView<Words> => {
    // The operation may have been started in another currency than this page's.
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
      isStalled,
      amount: text(confirmed),
      asked: text(asked),
      due: textAbove0(-over),
      tip: text(tip),
      over: textAbove0(over - (tip ?? 0)),
      amountParts: confirmed === undefined ? undefined : formatCentsToParts(confirmed, format),
      formatTime: (at) => (dateTime && isKnownTime(at) ? dateTime.format(at) : undefined),
      formatClock: (at) => (clock ? clock.format(at) : undefined),
      count,
      viewOf: view,
    };
  };
  return view;
}
