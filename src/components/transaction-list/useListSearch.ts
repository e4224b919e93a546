'use client';
import { useEffect, useMemo, useState } from 'react';
import { parseCents } from '../../core/money/parseCents.ts';
import { isEmptyOrSearchable } from '../../core/operations/operationSearch.ts';
import type { OperationFilters } from '../../core/operations/recorded.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { TransactionListLabels } from '../../words/words.ts';
import { invisible } from '../kit/shownText.ts';

/** How a search text is read. */
type SearchReading = { as: 'amount'; cents: number } | { as: 'number'; text: string };

/** The locale for numbers with a decimal point: keypads type a point, even if the shop's locale writes a comma. */
const keypadLocale = 'en-US';

/**
 * What a typed text may mean, the likelier meaning first. Digits alone are rather the number of an order or a
 * payment, any other text rather an amount. Empty if the text is no amount and too short for a number.
 */
export function readSearch(
  typed: string,
  { locale, currency }: { locale: string; currency: string },
): SearchReading[] {
  const text = typed.replace(invisible, '').trim();
  const read = [locale, keypadLocale].map((one) => parseCents(text, { locale: one, currency }));
  const cents = read.flatMap((one) => (one.ok ? one.cents : []));
  const amounts = cents.slice(0, 1).map((one): SearchReading => ({ as: 'amount', cents: one }));
  const numbers: SearchReading[] = text && isEmptyOrSearchable(text) ? [{ as: 'number', text }] : [];
  const isWhole = /^\p{Nd}+$/u.test(text);
  return isWhole ? [...numbers, ...amounts] : [...amounts, ...numbers];
}

/** A search begins this long after the last change of the text (ms). */
const typingPauseMs = 300;

/** The text once it has not changed for `typingPauseMs`; an empty text at once. */
function useSettled(text: string): string {
  const { clock } = usePaymentsContext();
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = clock.setTimeout(() => setSettled(text), text === '' ? 0 : typingPauseMs);
    return () => clock.clearTimeout(timer);
  }, [clock, text]);
  return text === '' ? text : settled;
}

/** The search text, and how the text is read. */
export function useListSearch(labels: TransactionListLabels, format: (cents: number) => string) {
  const { locale, currency } = usePaymentsContext();
  const [query, setText] = useState('');
  const [isSwapped, setIsSwapped] = useState(false);
  const settled = useSettled(query);
  const readings = useMemo(() => readSearch(settled, { locale, currency }), [settled, locale, currency]);
  const [first, second] = isSwapped ? readings.toReversed() : readings;
  const filters: OperationFilters | undefined =
    first && (first.as === 'amount' ? { amount: first.cents } : { search: first.text });
  return {
    query,
    setQuery: (text: string) => {
      setText(text);
      setIsSwapped(false);
    },
    /** The search as filters for the record. Undefined while the field is empty or the text cannot be read. */
    filters,
    reading: first && {
      sentence:
        first.as === 'amount'
          ? labels.readAsAmount({ amount: format(first.cents) })
          : labels.readAsNumber({ text: first.text }),
      other: second && {
        sentence:
          second.as === 'amount'
            ? labels.searchAmountInstead({ amount: format(second.cents) })
            : labels.searchNumberInstead({ text: second.text }),
        choose: () => setIsSwapped(!isSwapped),
      },
    },
  };
}
