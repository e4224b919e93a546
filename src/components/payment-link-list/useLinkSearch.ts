'use client';
import { useEffect, useMemo, useState } from 'react';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import { useCount } from '../../hooks/useLabels.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { LinkColumn } from './linkColumns.ts';
import type { PaymentLinkListLabels } from './paymentLinkListLabels.ts';

export interface UseLinkSearchResult {
  query: string;
  setQuery: (query: string) => void;
  /** The links of the page that have every word of the query; all of them where there is none. */
  shown: readonly PaymentLink[] | undefined;
  /** How many were found, once something is searched. */
  found: string | undefined;
}

/** One says the count when a person stops typing, not at every key. */
const pauseMs = 600;

/** Searches what the columns show of the links at hand. */
export function useLinkSearch(
  links: readonly PaymentLink[] | undefined,
  columns: readonly LinkColumn[],
  labels: PaymentLinkListLabels,
): UseLinkSearchResult {
  const { operations, announce, locale } = usePaymentsContext();
  const { clock } = operations;
  const count = useCount();
  const [query, setQuery] = useState('');

  const shown = useMemo(() => {
    const fold = (text: string) => text.normalize('NFKC').toLocaleLowerCase(locale);
    const words = fold(query).split(/\s+/).filter(Boolean);
    if (words.length === 0) return links;
    return links?.filter((link) => {
      const text = fold(columns.map((column) => (column.words ?? column.text)?.(link) ?? '').join('\n'));
      return words.every((word) => text.includes(word));
    });
  }, [links, columns, query, locale]);
  const found =
    links && shown && shown !== links ? labels.found(count(shown.length), count(links.length)) : undefined;

  useEffect(() => {
    if (found === undefined) return;
    const timer = clock.setTimeout(() => announce(found), pauseMs);
    return () => clock.clearTimeout(timer);
  }, [found, clock, announce]);

  return { query, setQuery, shown, found };
}
