'use client';
import { forwardRef } from 'react';
import { PaymentLinkListDialog } from './PaymentLinkListDialog.tsx';
import { PaymentLinkListDownload } from './PaymentLinkListDownload.tsx';
import { PaymentLinkListEmpty } from './PaymentLinkListEmpty.tsx';
import { PaymentLinkListError } from './PaymentLinkListError.tsx';
import { PaymentLinkListFound } from './PaymentLinkListFound.tsx';
import { PaymentLinkListLoading } from './PaymentLinkListLoading.tsx';
import { PaymentLinkListNext } from './PaymentLinkListNext.tsx';
import { PaymentLinkListNote } from './PaymentLinkListNote.tsx';
import { PaymentLinkListPage } from './PaymentLinkListPage.tsx';
import { PaymentLinkListPages } from './PaymentLinkListPages.tsx';
import { PaymentLinkListPrevious } from './PaymentLinkListPrevious.tsx';
import { PaymentLinkListRefresh } from './PaymentLinkListRefresh.tsx';
import { PaymentLinkListRoot, type PaymentLinkListRootProps } from './PaymentLinkListRoot.tsx';
import { PaymentLinkListSearch } from './PaymentLinkListSearch.tsx';
import { PaymentLinkListTable } from './PaymentLinkListTable.tsx';
import { PaymentLinkListToolbar } from './PaymentLinkListToolbar.tsx';

export interface PaymentLinkListProps extends Omit<PaymentLinkListRootProps, 'children'> {}

/**
 * The merchant's payment links, a page at a time. One that was just created stands on top at once.
 *
 * @example
 * <PaymentLinkList limit={10} />
 */
export const PaymentLinkList = forwardRef<HTMLElement, PaymentLinkListProps>(
  function PaymentLinkList(props, ref) {
    return (
      <PaymentLinkListRoot {...props} ref={ref}>
        <PaymentLinkListLoading />
        <PaymentLinkListError />
        <PaymentLinkListToolbar>
          <PaymentLinkListSearch />
          <PaymentLinkListRefresh />
          <PaymentLinkListDownload />
          <PaymentLinkListFound />
        </PaymentLinkListToolbar>
        <PaymentLinkListEmpty />
        <PaymentLinkListTable />
        <PaymentLinkListNote />
        <PaymentLinkListPages>
          <PaymentLinkListPrevious />
          <PaymentLinkListPage />
          <PaymentLinkListNext />
        </PaymentLinkListPages>
        <PaymentLinkListDialog />
      </PaymentLinkListRoot>
    );
  },
);
