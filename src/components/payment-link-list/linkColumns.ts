import type { ReactNode } from 'react';
import type { PaymentLink } from '../../core/wire/paymentLink.ts';

/** The list's own columns. `paidAmount`, `customValues` and `id` are shown only where they are named. */
export type PaymentLinkColumnId =
  'amount' | 'paidAmount' | 'status' | 'reference' | 'created' | 'customValues' | 'id' | 'actions';

interface ColumnParts {
  label: string;
  /** What stands in a cell. */
  render: (link: PaymentLink) => ReactNode;
  /** The cell as plain text, for the search and the CSV file. */
  text?: ((link: PaymentLink) => string) | undefined;
}

/**
 * A column of the list: one of its own, perhaps with another name or content, or one of the host's. Their order is the
 * order shown, and what is not named is hidden.
 *
 * @example
 * const columns: PaymentLinkColumn[] = ['amount', { id: 'reference', label: 'Order' }, 'status', 'actions'];
 */
export type PaymentLinkColumn =
  | PaymentLinkColumnId
  | ({ id: PaymentLinkColumnId } & { [Part in keyof ColumnParts]?: ColumnParts[Part] | undefined })
  | ({ id: string } & ColumnParts);

/** What the list knows of its own columns. `actions` has no content: the row draws it. */
export interface OwnColumn extends Omit<ColumnParts, 'render'> {
  render?: ColumnParts['render'] | undefined;
  /** What a search finds a cell by, where that is more than `text`. */
  words?: ((link: PaymentLink) => string) | undefined;
  /** As wide as what is usual, for the skeleton. */
  template?: string | undefined;
  /** The column's name in a file, where it says more. */
  fileLabel?: string | undefined;
}

/** A column as the table shows it. */
export interface LinkColumn extends OwnColumn {
  id: string;
}

export const defaultColumns = ['amount', 'status', 'reference', 'created', 'actions'] as const;

/** Where the host names no columns, a file has the whole record. */
export const fileColumns = [
  'id',
  'reference',
  'status',
  'amount',
  'paidAmount',
  'created',
  'actions',
  'customValues',
] as const;

/** The columns a host named, filled with what the list knows of its own. */
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
