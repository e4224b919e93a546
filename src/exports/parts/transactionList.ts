export {
  TransactionListDownload as Download,
  TransactionListDownloadError as DownloadError,
  TransactionListEmpty as Empty,
  TransactionListError as Error,
  TransactionListHead as Head,
  TransactionListHeadline as Headline,
  TransactionListMore as More,
  TransactionListNote as Note,
  TransactionListRoot as Root,
  type TransactionListRootProps as RootProps,
  TransactionListRows as Rows,
  TransactionListToLookAt as ToLookAt,
} from '../../components/transaction-list/TransactionList.tsx';
export {
  TransactionListRow as Row,
  type TransactionListRowProps as RowProps,
  type TransactionListRowState as RowState,
} from '../../components/transaction-list/TransactionListRow.tsx';
export {
  TransactionListDay as Day,
  TransactionListFilters as Filters,
  TransactionListReading as Reading,
  TransactionListSearch as Search,
  TransactionListTools as Tools,
} from '../../components/transaction-list/TransactionListTools.tsx';
export type { TransactionListState as State } from '../../components/transaction-list/useTransactionList.ts';
