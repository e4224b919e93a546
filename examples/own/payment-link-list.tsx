'use client';
import { forwardRef } from 'react';
import type { PaymentLinkListProps } from 'tillkit';
import { PaymentLinkList as Parts } from 'tillkit/parts';

/** Payment links, with search, pages and what can be done with each. */
export const PaymentLinkList = forwardRef<HTMLElement, PaymentLinkListProps>(
  function PaymentLinkList(props, ref) {
    return (
      <Parts.Root {...props} ref={ref}>
        <Parts.Loading />
        <Parts.Error />
        <Parts.Toolbar>
          <Parts.Summary />
          <Parts.Refresh />
          <Parts.Download />
          <Parts.Search />
          <Parts.Statuses />
          <Parts.Found />
        </Parts.Toolbar>
        <Parts.Empty />
        <Parts.Table>
          <Parts.Head />
          <Parts.Body skeleton={<Parts.Skeleton />}>
            {() => (
              <>
                <Parts.Row />
                <Parts.Refused />
              </>
            )}
          </Parts.Body>
        </Parts.Table>
        <Parts.Note />
        <Parts.Pages>
          <Parts.Previous />
          <Parts.Page />
          <Parts.Next />
        </Parts.Pages>
        <Parts.Dialog />
      </Parts.Root>
    );
  },
);
