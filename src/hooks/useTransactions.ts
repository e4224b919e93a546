'use client';
import { paymentsKeys } from '../core/client/paymentsClient.ts';
import type {
  RecordedTransaction,
  TransactionQuery,
  TransactionReference,
  RecordPage,
} from '../core/operations/recorded.ts';
import type { ListQueryOptions } from './listQuery.ts';
import { believedRecord, type RecordQueryResult, useRecordQuery } from './useRecordQuery.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

export interface UseTransactionsOptions extends TransactionQuery {
  query?: ListQueryOptions<RecordPage<RecordedTransaction>> | undefined;
}

export type UseTransactionsResult = RecordQueryResult<RecordPage<RecordedTransaction>>;

/**
 * One page of the shop's sales and pre-authorizations, newest first, with what followed.
 *
 * @example
 * const { data, isAvailable } = useTransactions({ from: startOfDay });
 */
export function useTransactions({ query, ...asked }: UseTransactionsOptions = {}): UseTransactionsResult {
  const { client } = usePaymentsContext();
  return useRecordQuery({
    queryKey: paymentsKeys.transactions(client.options.baseUrl, asked),
    ask: (record, call) => record.listTransactions(asked, call),
    check: believedRecord.transactionPage,
    query,
  });
}

export interface UseTransactionOptions {
  /** Nothing is asked as long as it is not known. */
  pnRefNum: string | undefined;
  /** Whose reference it is, where the service has several providers. */
  provider?: string | undefined;
  query?: ListQueryOptions<RecordedTransaction> | undefined;
}

export type UseTransactionResult = RecordQueryResult<RecordedTransaction>;

/**
 * One sale or pre-authorization with what followed: what was captured and refunded, what is left, and what may be done now.
 *
 * @example
 * const { data } = useTransaction({ pnRefNum });
 */
export function useTransaction({ pnRefNum, provider, query }: UseTransactionOptions): UseTransactionResult {
  const { client } = usePaymentsContext();
  const asked: TransactionReference = { pnRefNum: pnRefNum ?? '', provider };
  return useRecordQuery({
    queryKey: paymentsKeys.transaction(client.options.baseUrl, asked),
    ask: (record, call) => record.getTransaction(asked, call),
    check: believedRecord.transaction,
    isEnabled: pnRefNum !== undefined,
    query,
  });
}
