'use client';
import { useMemo } from 'react';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';
import { toCsv } from '../../core/links/findLinks.ts';
import { decimalText } from '../../core/money/digits.ts';
import { useMoney } from '../amount-field/useMoney.ts';
import {
  defaultColumns,
  fileColumns,
  type LinkColumn,
  type PaymentLinkColumn,
  resolveColumns,
} from './linkColumns.ts';
import { customValueColumns, ownColumns } from './ownColumns.tsx';
import type { PaymentLinkListLabels } from './paymentLinkListLabels.ts';
import { useServiceTime } from '../time/useServiceTime.ts';

export interface UseLinkColumnsResult {
  columns: LinkColumn[];
  /** Links as CSV: the columns the host named, else the whole record. */
  csvOf: (links: readonly PaymentLink[]) => string;
}

/** The columns to show, and the file they make. */
export function useLinkColumns(
  named: readonly PaymentLinkColumn[] | undefined,
  labels: PaymentLinkListLabels,
): UseLinkColumnsResult {
  const money = useMoney();
  const time = useServiceTime();
  return useMemo(() => {
    const { currency, digits } = money;
    const own = ownColumns(labels, {
      currency,
      money: (cents) => (isCents(cents) ? money.format(cents) : undefined),
      decimal: (cents) => (isCents(cents) ? decimalText(cents, digits) : ''),
      time,
    });
    return {
      columns: resolveColumns(named ?? defaultColumns, own),
      csvOf: (links) => {
        const columns = resolveColumns(named ?? fileColumns, own).flatMap((column) =>
          column.id === 'customValues' ? customValueColumns(links) : column.text ? column : [],
        );
        const header = columns.map(({ label, fileLabel = label }) => fileLabel);
        return toCsv([header, ...links.map((link) => columns.map(({ text }) => text?.(link) ?? ''))]);
      },
    };
  }, [named, labels, money, time]);
}

/** A host's reader may give what is none. */
function isCents(cents: number | undefined): cents is number {
  return Number.isSafeInteger(cents);
}
