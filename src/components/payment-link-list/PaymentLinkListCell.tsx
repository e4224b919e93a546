'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { LinkActions } from './LinkActions.tsx';
import { defaultColumns } from './linkColumns.ts';
import { useListedLink } from './useListedLink.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListCellState {
  column: string;
  empty: boolean;
}

export interface PaymentLinkListCellProps extends PartProps<'td', PaymentLinkListCellState> {
  /** The id of one of the list's columns. */
  column: string;
}

/** What a column shows of a link. */
export const PaymentLinkListCell = forwardRef<HTMLTableCellElement, PaymentLinkListCellProps>(
  function PaymentLinkListCell({ column: id, ...props }, ref) {
    const { columns, labels } = usePaymentLinkListContext();
    const { link, isNew, cellId } = useListedLink();
    const column = columns.find((candidate) => candidate.id === id);
    if (!column) return null;
    const { label, render, text } = column;
    const own = {
      id: cellId(id),
      children: (
        <>
          {!isKnown(id) && (
            <span className="tillkit-payment-link-list-name" aria-hidden="true">
              {label}
            </span>
          )}
          {render ? render(link) : <LinkActions />}
          {column === columns[0] && isNew && (
            <span className="tillkit-payment-link-list-new">{labels.isNew}</span>
          )}
        </>
      ),
    };
    const state = { column: id, empty: render !== undefined && text?.(link) === '' };
    return <Part as="td" ref={ref} own={own} given={props} state={state} />;
  },
);

/** What these are shows in their form; a card names the others. */
function isKnown(id: string): boolean {
  return id === 'customValues' || defaultColumns.some((known) => known === id);
}
