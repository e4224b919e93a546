'use client';
import { type ReactNode, useMemo } from 'react';
import { toCsv } from '../../core/toCsv.ts';
import { decimalTextOfCents } from '../../core/money/decimals.ts';
import { maskCardNumbers } from '../../core/wire/errorBody.ts';
import type { CustomValue, PaymentLink } from '../../core/wire/paymentLink.ts';
import type { PaymentLinkListLabels } from '../../words/words.ts';
import { useMoney } from '../kit/useMoney.ts';
import { isoTime, useServiceTime } from '../kit/useServiceTime.ts';
import { LinkStatus, LinkTime, statusOf, statusWords } from './LinkStatus.tsx';

/** The list's own columns. The host must name `paidAmount`, `customValues` and `id`, or they are not shown. */
export type PaymentLinkColumnId =
  'amount' | 'paidAmount' | 'status' | 'reference' | 'created' | 'customValues' | 'id' | 'actions';

interface ColumnParts {
  label: string;
  /** The content of a cell. */
  render: (link: PaymentLink) => ReactNode;
  /** The cell as plain text, for the search and the CSV file. */
  text?: ((link: PaymentLink) => string) | undefined;
}

/**
 * A column: the id of one of the list's own columns, such a column with another label or content, or a column of the
 * host. The list shows the columns in the order in which the host names them, and hides all others.
 *
 * @example
 * const columns: PaymentLinkColumn[] = ['amount', { id: 'reference', label: 'Order' }, 'status', 'actions'];
 */
export type PaymentLinkColumn =
  | PaymentLinkColumnId
  | ({ id: PaymentLinkColumnId } & { [Part in keyof ColumnParts]?: ColumnParts[Part] | undefined })
  | ({ id: string } & ColumnParts);

/** One of the list's own columns. `actions` has no `render`, because the row renders the buttons. */
interface OwnColumn extends Omit<ColumnParts, 'render'> {
  render?: ColumnParts['render'] | undefined;
  /** The text that the search looks through; default `text`. */
  words?: ((link: PaymentLink) => string) | undefined;
  /** A text of the usual width, for the placeholder. */
  template?: string | undefined;
  /** The column's name in a CSV file; default `label`. */
  fileLabel?: string | undefined;
}

export interface LinkColumn extends OwnColumn {
  id: string;
}

export const defaultColumns = ['amount', 'status', 'reference', 'created', 'actions'] as const;

/** The columns of a CSV file if the host names none. */
const fileColumns = [
  'id',
  'reference',
  'status',
  'amount',
  'paidAmount',
  'created',
  'actions',
  'customValues',
] as const;

/** Completes the columns that the host named: what the host left out comes from the list's own columns. */
export function resolveColumns(
  columns: readonly PaymentLinkColumn[],
  own: Readonly<Record<PaymentLinkColumnId, OwnColumn>>,
): LinkColumn[] {
  return columns.map((column) => {
    const { id, ...given } = typeof column === 'string' ? { id: column } : column;
    const known: Partial<OwnColumn> = Object.hasOwn(own, id) ? own[id as PaymentLinkColumnId] : {};
    const parts = Object.entries(given).filter(([, part]) => part !== undefined);
    return { label: id, ...known, ...Object.fromEntries(parts), id };
  });
}

interface ColumnFormats {
  currency: string;
  /** Formats cents as text with the currency; undefined if there is no amount. */
  money: (cents: number | undefined) => string | undefined;
  /** Formats cents as decimal text; empty if there is no amount. */
  decimal: (cents: number | undefined) => string;
  time: (value: string) => string | undefined;
}

/** The list's own columns, with the host's labels and formats. */
export function ownColumns(
  labels: PaymentLinkListLabels,
  { currency, money, decimal, time }: ColumnFormats,
): Record<PaymentLinkColumnId, OwnColumn> {
  const amountColumn = (label: string, centsOf: (link: PaymentLink) => number | undefined): OwnColumn => ({
    label,
    fileLabel: `${label} (${currency})`,
    render: (link) => money(centsOf(link)) ?? labels.absent,
    text: (link) => decimal(centsOf(link)),
    words: (link) => `${decimal(centsOf(link))} ${money(centsOf(link)) ?? ''}`,
    template: '$000.00',
  });
  const textColumn = (label: string, textOf: (link: PaymentLink) => string): OwnColumn => ({
    label,
    render: (link) => <bdi>{textOf(link) || labels.absent}</bdi>,
    text: textOf,
    template: 'PL-0000',
  });
  return {
    amount: amountColumn(labels.amount, (link) => link.totalAmountCents ?? link.amountCents),
    paidAmount: amountColumn(labels.paidAmount, (link) => link.paidAmountCents),
    status: {
      label: labels.status,
      render: (link) => <LinkStatus link={link} labels={labels} />,
      text: (link) => statusOf(link) ?? '',
      words: (link) => `${statusOf(link) ?? ''} ${statusWords(link, labels) ?? ''}`,
      template: labels.unpaid,
    },
    reference: textColumn(labels.reference, ({ reference = '' }) => reference),
    id: textColumn(labels.id, ({ id }) => id),
    created: {
      label: labels.created,
      render: (link) => <LinkTime value={link.createdAt} absent={labels.absent} />,
      text: ({ createdAt = '' }) => isoTime(createdAt),
      words: ({ createdAt = '' }) => `${isoTime(createdAt)} ${time(createdAt) ?? ''}`,
      template: 'Jan 00, 0000, 00:00',
    },
    customValues: textColumn(labels.customValues, ({ customValues }) =>
      customValues.map((value) => `${nameOf(value)}: ${contentOf(value)}`).join(' · '),
    ),
    actions: {
      label: labels.actions,
      fileLabel: labels.address,
      text: ({ paymentLink, addressText = '' }) => paymentLink ?? maskCardNumbers(addressText),
    },
  };
}

const nameOf = ({ key, label }: CustomValue) => maskCardNumbers(label ?? key);
const contentOf = ({ value, valueLabel }: CustomValue) => maskCardNumbers(valueLabel ?? value);

export function customValueColumns(links: readonly PaymentLink[]): LinkColumn[] {
  const values = new Map(links.flatMap((link) => link.customValues.map((value) => [value.key, value])));
  return [...values.values()].map((value) => ({
    id: value.key,
    label: nameOf(value),
    text: (link) =>
      link.customValues
        .filter(({ key }) => key === value.key)
        .map(contentOf)
        .join('; '),
  }));
}

/** The columns to show, and a function that writes links as a CSV file. */
export function useLinkColumns(
  named: readonly PaymentLinkColumn[] | undefined,
  labels: PaymentLinkListLabels,
) {
  const money = useMoney();
  const time = useServiceTime();
  return useMemo(() => {
    const { currency, digits } = money;
    const own = ownColumns(labels, {
      currency,
      money: (cents) => (isCents(cents) ? money.format(cents) : undefined),
      decimal: (cents) => (isCents(cents) ? decimalTextOfCents(cents, digits) : ''),
      time,
    });
    return {
      columns: resolveColumns(named ?? defaultColumns, own),
      /** Links as CSV: with the host's columns, or else with `fileColumns`. */
      csvOf: (links: readonly PaymentLink[]): string => {
        const columns = resolveColumns(named ?? fileColumns, own).flatMap((column) =>
          column.id === 'customValues' ? customValueColumns(links) : column.text ? column : [],
        );
        const header = columns.map(({ label, fileLabel = label }) => fileLabel);
        return toCsv([header, ...links.map((link) => columns.map(({ text }) => text?.(link) ?? ''))]);
      },
    };
  }, [named, labels, money, time]);
}

/** Whether an amount is whole cents. A host's own function that reads links may return other amounts. */
function isCents(cents: number | undefined): cents is number {
  return Number.isSafeInteger(cents);
}
