// oxlint-disable vitest/expect-expect -- compiled, not run: what must not compile is an assertion too
import type { UseQueryResult } from '@tanstack/react-query';
import {
  type RecordQueryResult,
  useClosing,
  type UseClosingOptions,
  type UseClosingResult,
  useClosings,
  type UseClosingsOptions,
  type UseClosingsResult,
  useOperationHistory,
  type UseOperationHistoryOptions,
  type UseOperationHistoryResult,
  useOrder,
  type UseOrderOptions,
  type UseOrderResult,
  useRecordedOperation,
  type UseRecordedOperationOptions,
  type UseRecordedOperationResult,
  useReport,
  type UseReportOptions,
  type UseReportResult,
  useTransaction,
  type UseTransactionOptions,
  type UseTransactionResult,
  useTransactions,
  type UseTransactionsOptions,
  type UseTransactionsResult,
} from 'tillkit';
import {
  type AllowedOperation,
  type Closing,
  type CorrectedClosing,
  paymentsKeys,
  type GatewayClient,
  type OperationWithTimeline,
  type PaymentsError,
  type RecordedOperation,
  type RecordedOrder,
  type RecordedReport,
  type RecordedTransaction,
  type RecordPage,
  type Transaction,
} from 'tillkit/core';
import {
  useTransactionList,
  type UseTransactionListOptions,
  type UseTransactionListResult,
} from 'tillkit/parts';
import { describe, expectTypeOf, test } from 'vitest';

declare const client: GatewayClient;

describe('the result', () => {
  test('is that of TanStack Query, and whether it is about all tills', () => {
    expectTypeOf<RecordQueryResult<RecordedReport>>().toExtend<
      UseQueryResult<RecordedReport, PaymentsError>
    >();
    expectTypeOf(useTransactions).returns.toEqualTypeOf<UseTransactionsResult>();
    expectTypeOf(useTransaction).returns.toEqualTypeOf<UseTransactionResult>();
    expectTypeOf(useReport).returns.toEqualTypeOf<UseReportResult>();
    expectTypeOf(useOperationHistory).returns.toEqualTypeOf<UseOperationHistoryResult>();
    expectTypeOf(useRecordedOperation).returns.toEqualTypeOf<UseRecordedOperationResult>();
    expectTypeOf(useClosings).returns.toEqualTypeOf<UseClosingsResult>();
    expectTypeOf(useClosing).returns.toEqualTypeOf<UseClosingResult>();
    expectTypeOf(useOrder).returns.toEqualTypeOf<UseOrderResult>();
    expectTypeOf(useTransactionList).returns.toEqualTypeOf<UseTransactionListResult>();
    expectTypeOf(useTransactions().isAvailable).toEqualTypeOf<boolean>();
    expectTypeOf(useTransactions().error).toEqualTypeOf<PaymentsError | null>();
  });

  test('has data only once it was checked', () => {
    const transactions = useTransactions();
    expectTypeOf(transactions.data).toEqualTypeOf<RecordPage<RecordedTransaction> | undefined>();
    // @ts-expect-error -- it may not be there yet
    void transactions.data.items;
    if (transactions.isSuccess) expectTypeOf(transactions.data.items).toEqualTypeOf<RecordedTransaction[]>();
    expectTypeOf(useReport({ from: 1, to: 2 }).data).toEqualTypeOf<RecordedReport | undefined>();
    expectTypeOf(useOrder({ number: 'A-1', totalCents: 1 }).data).toEqualTypeOf<RecordedOrder | undefined>();
    expectTypeOf(useClosings().data).toEqualTypeOf<RecordPage<Closing> | undefined>();
    expectTypeOf(useClosing({ terminalId: 'T', number: 1 }).data).toEqualTypeOf<
      CorrectedClosing | undefined
    >();
    expectTypeOf(useOperationHistory().data).toEqualTypeOf<RecordPage<RecordedOperation> | undefined>();
    expectTypeOf(useRecordedOperation({ id: '1' }).data).toEqualTypeOf<OperationWithTimeline | undefined>();
  });

  test('fits where a transaction is asked for', () => {
    expectTypeOf<RecordedTransaction>().toExtend<Transaction>();
    expectTypeOf<RecordedTransaction['allowed']>().toEqualTypeOf<readonly AllowedOperation[]>();
    // @ts-expect-error -- that is a page's own
    type _FlowKey = RecordedOperation['flowKey'];
  });
});

describe('what is asked', () => {
  test('is a filter, and what a host may change about the query', () => {
    expectTypeOf(useTransactions).parameter(0).toEqualTypeOf<UseTransactionsOptions | undefined>();
    expectTypeOf(useTransaction).parameter(0).toEqualTypeOf<UseTransactionOptions>();
    expectTypeOf(useReport).parameter(0).toEqualTypeOf<UseReportOptions>();
    expectTypeOf(useOperationHistory).parameter(0).toEqualTypeOf<UseOperationHistoryOptions | undefined>();
    expectTypeOf(useRecordedOperation).parameter(0).toEqualTypeOf<UseRecordedOperationOptions>();
    expectTypeOf(useClosings).parameter(0).toEqualTypeOf<UseClosingsOptions | undefined>();
    expectTypeOf(useClosing).parameter(0).toEqualTypeOf<UseClosingOptions>();
    expectTypeOf(useOrder).parameter(0).toEqualTypeOf<UseOrderOptions>();
    expectTypeOf(useTransactionList).parameter(0).toEqualTypeOf<UseTransactionListOptions | undefined>();
    useTransactions({ terminalId: ['a', 'b'], query: { enabled: false } });
    useTransaction({ pnRefNum: undefined });
    // @ts-expect-error -- the key is ours
    useTransactions({ query: { queryKey: [] } });
    useOperationHistory({ phase: 'failed', search: 'A-17' });
    useRecordedOperation({ id: undefined });
    // @ts-expect-error -- the key is ours
    useOperationHistory({ query: { queryKey: [] } });
    // @ts-expect-error -- an id may be missing, but not forgotten
    useRecordedOperation({});
    // @ts-expect-error -- a transaction is complete, whatever became of its operations
    useTransactions({ phase: 'failed' });
    // @ts-expect-error -- a number counts the closings of one terminal
    useClosing({ number: 1 });
    // @ts-expect-error -- what is due depends on the total
    useOrder({ number: 'A-1' });
    // @ts-expect-error -- a report needs from and to
    useReport({ from: 1 });
    // @ts-expect-error -- a reference may be missing, but not forgotten
    useTransaction({});
  });

  test('can be asked of the client, and has keys of its own', () => {
    expectTypeOf(client.listOperations({ phase: ['unknown'], open: true })).resolves.toEqualTypeOf<
      RecordPage<RecordedOperation>
    >();
    expectTypeOf(client.getReport({ from: 1, to: 2 })).resolves.toEqualTypeOf<RecordedReport>();
    // @ts-expect-error -- there is no such kind
    void client.listOperations({ kind: 'tip' });
    expectTypeOf(paymentsKeys.record('/api')).toEqualTypeOf<readonly ['tillkit', 'record', string]>();
  });
});
