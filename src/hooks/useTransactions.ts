'use client';
import { paymentsKeys } from '../core/client/paymentsClient.ts';
import type {
  RecordedTransaction,
  TransactionQuery,
  TransactionReference,
} from '../core/operations/recorded.ts';
import type { ListQueryOptions } from './listQuery.ts';
import { type RecordPagesOptions, type RecordPagesResult, useRecordPages } from './useRecordPages.ts';
import { type RecordQueryResult, useRecordQuery } from './useRecordQuery.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';
import { validTransaction, validTransactionPage } from './validatedRecord.ts';

export interface UseTransactionsOptions extends TransactionQuery {
  query?: RecordPagesOptions<RecordedTransaction> | undefined;
}

export type UseTransactionsResult = RecordPagesResult<RecordedTransaction>;

/**
 * The shop's sales and pre-authorizations, newest first, with their captures, voids and refunds. `fetchNextPage` loads
 * further ones, and `data.items` has all that were loaded.
 *
 * @example
 * const { data, fetchNextPage, hasNextPage, isAvailable } = useTransactions({ from: startOfDay });
 */
export function useTransactions({ query, ...asked }: UseTransactionsOptions = {}): UseTransactionsResult {
  const { client } = usePaymentsContext();
  return useRecordPages({
    queryKey: paymentsKeys.transactions(client.options.baseUrl, asked),
    cursor: asked.cursor,
    ask: (record, call) => (page) => record.listTransactions({ ...asked, ...page }, call),
    check: validTransactionPage,
    query,
  });
}

export interface UseTransactionOptions {
  /** The transaction's reference. While it is undefined, nothing is requested. */
  pnRefNum: string | undefined;
  /** The provider that gave the reference. Needed only if two providers gave the same reference. */
  provider?: string | undefined;
  query?: ListQueryOptions<RecordedTransaction> | undefined;
}

export type UseTransactionResult = RecordQueryResult<RecordedTransaction>;

/**
 * One sale or pre-authorization with its captures, voids and refunds: the amounts captured, refunded and left
 * (cents), and the actions allowed now.
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
    check: validTransaction,
    isEnabled: pnRefNum !== undefined,
    query,
  });
}
