export type {
  PaymentLinkColumn,
  PaymentLinkColumnId,
} from '../../components/payment-link-list/linkColumns.ts';
export {
  PaymentLinkList,
  type PaymentLinkListProps,
} from '../../components/payment-link-list/PaymentLinkList.tsx';
export type { PaymentLinkListLabels } from '../../components/payment-link-list/paymentLinkListLabels.ts';
export {
  PaymentLinkListBody,
  type PaymentLinkListBodyProps,
} from '../../components/payment-link-list/PaymentLinkListBody.tsx';
export {
  PaymentLinkListCell,
  type PaymentLinkListCellState,
  type PaymentLinkListCellProps,
} from '../../components/payment-link-list/PaymentLinkListCell.tsx';
export {
  PaymentLinkListDialog,
  type PaymentLinkListDialogProps,
} from '../../components/payment-link-list/PaymentLinkListDialog.tsx';
export {
  PaymentLinkListDownload,
  type PaymentLinkListDownloadProps,
} from '../../components/payment-link-list/PaymentLinkListDownload.tsx';
export {
  PaymentLinkListEmpty,
  type PaymentLinkListEmptyProps,
} from '../../components/payment-link-list/PaymentLinkListEmpty.tsx';
export {
  PaymentLinkListError,
  type PaymentLinkListErrorProps,
} from '../../components/payment-link-list/PaymentLinkListError.tsx';
export {
  PaymentLinkListFound,
  type PaymentLinkListFoundProps,
} from '../../components/payment-link-list/PaymentLinkListFound.tsx';
export {
  PaymentLinkListHead,
  type PaymentLinkListHeadProps,
} from '../../components/payment-link-list/PaymentLinkListHead.tsx';
export {
  PaymentLinkListLink,
  type PaymentLinkListLinkProps,
} from '../../components/payment-link-list/PaymentLinkListLink.tsx';
export {
  PaymentLinkListLoading,
  type PaymentLinkListLoadingProps,
} from '../../components/payment-link-list/PaymentLinkListLoading.tsx';
export {
  PaymentLinkListNext,
  type PaymentLinkListNextProps,
} from '../../components/payment-link-list/PaymentLinkListNext.tsx';
export {
  PaymentLinkListNote,
  type PaymentLinkListNoteProps,
} from '../../components/payment-link-list/PaymentLinkListNote.tsx';
export {
  PaymentLinkListPage,
  type PaymentLinkListPageProps,
} from '../../components/payment-link-list/PaymentLinkListPage.tsx';
export {
  PaymentLinkListPages,
  type PaymentLinkListPagesProps,
} from '../../components/payment-link-list/PaymentLinkListPages.tsx';
export {
  PaymentLinkListPrevious,
  type PaymentLinkListPreviousProps,
} from '../../components/payment-link-list/PaymentLinkListPrevious.tsx';
export {
  PaymentLinkListQr,
  type PaymentLinkListQrProps,
} from '../../components/payment-link-list/PaymentLinkListQr.tsx';
export {
  PaymentLinkListRefresh,
  type PaymentLinkListRefreshState,
  type PaymentLinkListRefreshProps,
} from '../../components/payment-link-list/PaymentLinkListRefresh.tsx';
export {
  PaymentLinkListRefused,
  type PaymentLinkListRefusedProps,
} from '../../components/payment-link-list/PaymentLinkListRefused.tsx';
export {
  PaymentLinkListRoot,
  type PaymentLinkListState,
  type PaymentLinkListRootProps,
} from '../../components/payment-link-list/PaymentLinkListRoot.tsx';
export {
  PaymentLinkListRow,
  type PaymentLinkListRowState,
  type PaymentLinkListRowProps,
} from '../../components/payment-link-list/PaymentLinkListRow.tsx';
export {
  PaymentLinkListSearch,
  type PaymentLinkListSearchProps,
} from '../../components/payment-link-list/PaymentLinkListSearch.tsx';
export {
  PaymentLinkListSkeleton,
  type PaymentLinkListSkeletonProps,
} from '../../components/payment-link-list/PaymentLinkListSkeleton.tsx';
export {
  PaymentLinkListTable,
  type PaymentLinkListTableProps,
} from '../../components/payment-link-list/PaymentLinkListTable.tsx';
export {
  PaymentLinkListToolbar,
  type PaymentLinkListToolbarProps,
} from '../../components/payment-link-list/PaymentLinkListToolbar.tsx';
export {
  usePaymentLinkList,
  type UsePaymentLinkListOptions,
  type UsePaymentLinkListResult,
} from '../../components/payment-link-list/usePaymentLinkList.ts';
export { usePaymentLinkListContext } from '../../components/payment-link-list/usePaymentLinkListContext.ts';
export { useListedLink } from '../../components/payment-link-list/useListedLink.ts';
export type { ListedLink } from '../../components/payment-link-list/paymentLinkListContext.ts';
