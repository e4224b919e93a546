'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListHeadProps extends PartProps<'thead'> {}

/** The names of the columns. */
export const PaymentLinkListHead = forwardRef<HTMLTableSectionElement, PaymentLinkListHeadProps>(
  function PaymentLinkListHead(props, ref) {
    const { columns } = usePaymentLinkListContext();
    const own = {
      children: (
        <tr>
          {columns.map(({ id, label }) => (
            <th key={id} scope="col">
              {id === 'actions' ? <span className="tillkit-visually-hidden">{label}</span> : label}
            </th>
          ))}
        </tr>
      ),
    };
    return <Part as="thead" ref={ref} own={own} given={props} />;
  },
);
