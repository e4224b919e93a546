'use client';
import type { TransactionQuery, TransactionReference } from '../core/client/askRecord.ts';
import { paymentsKeys } from '../core/client/createPaymentsClient.ts';
import type { RecordPage } from '../core/client/readRecord.ts';
import { PaymentsError } from '../core/errors.ts';
import { localTransaction, localTransactions } from '../core/operations/localRecord.ts';
import type { RecordedTransaction } from '../core/operations/recorded.ts';
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
    ask: (call) => client.listTransactions(asked, call),
    make: (operations) => localTransactions(operations, asked),
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
    ask: (call) => client.getTransaction(asked, call),
    make(operations) {
      const found = localTransaction(operations, asked.pnRefNum, provider);
      if (found) return found;
      const sentence = 'This browser knows no transaction with this reference.';
      throw new PaymentsError('http', sentence, { status: 404 });
    },
    check: believedRecord.transaction,
    isEnabled: pnRefNum !== undefined,
    query,
  });
}
