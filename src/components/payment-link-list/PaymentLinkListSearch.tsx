'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListSearchProps extends PartProps<'label'> {}

/** Searches the page at hand. */
export const PaymentLinkListSearch = forwardRef<HTMLLabelElement, PaymentLinkListSearchProps>(
  function PaymentLinkListSearch(props, ref) {
    const { query, setQuery, labels } = usePaymentLinkListContext();
    const own = {
      className: 'tillkit-payment-link-list-search tillkit-input-group',
      children: (
        <>
          <Icon name="search" />
          <span className="tillkit-visually-hidden">{labels.search}</span>
          <input
            className="tillkit-input"
            type="search"
            dir={query === '' ? undefined : 'auto'}
            placeholder={labels.search}
            value={query}
            onChange={({ target }) => setQuery(target.value)}
          />
        </>
      ),
    };
    return <Part as="label" ref={ref} own={own} given={props} />;
  },
);
