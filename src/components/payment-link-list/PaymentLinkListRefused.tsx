'use client';
import { forwardRef } from 'react';
import { LinkShareAddress } from '../link-share/LinkShareAddress.tsx';
import { LinkShareField } from '../link-share/LinkShareField.ts';
import { LinkShareHint } from '../link-share/LinkShareHint.tsx';
import { useLinkShareContext } from '../link-share/useLinkShareContext.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListRefusedProps extends PartProps<'tr'> {}

/** A link's address, to be copied by hand where the browser refused to. */
export const PaymentLinkListRefused = forwardRef<HTMLTableRowElement, PaymentLinkListRefusedProps>(
  function PaymentLinkListRefused(props, ref) {
    const { columns } = usePaymentLinkListContext();
    const { hint } = useLinkShareContext();
    if (hint === undefined) return null;
    const own = {
      className: 'tillkit-payment-link-list-refused',
      children: (
        <td colSpan={columns.length}>
          <LinkShareField>
            <LinkShareAddress />
            <LinkShareHint />
          </LinkShareField>
        </td>
      ),
    };
    return <Part as="tr" ref={ref} own={own} given={props} />;
  },
);
