'use client';
import { forwardRef } from 'react';
import { useLabels } from '../../hooks/useLabels.ts';
import { Icon } from '../icon/Icon.tsx';
import { linkShareLabels } from '../link-share/linkShareLabels.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListSkeletonProps extends PartProps<'tr'> {}

/** A row of the size that a link will have. What is said of the loading stands elsewhere. */
export const PaymentLinkListSkeleton = forwardRef<HTMLTableRowElement, PaymentLinkListSkeletonProps>(
  function PaymentLinkListSkeleton(props, ref) {
    const { columns } = usePaymentLinkListContext();
    const { copyLink } = useLabels('linkShare', linkShareLabels);
    const own = {
      className: 'tillkit-payment-link-list-row',
      'aria-hidden': true,
      children: columns.map(({ id, label, template = label }) => (
        <td key={id} data-column={id}>
          {id === 'actions' ? (
            <>
              <span className="tillkit-button tillkit-skeleton">
                <Icon name="copy" />
                {copyLink}
              </span>
              <span className="tillkit-button" data-variant="quiet" data-shape="icon" />
              <span className="tillkit-button" data-variant="quiet" data-shape="icon" />
            </>
          ) : (
            <span className="tillkit-skeleton">{template}</span>
          )}
        </td>
      )),
    };
    return <Part as="tr" ref={ref} own={own} given={props} />;
  },
);
