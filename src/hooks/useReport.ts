'use client';
import { paymentsKeys } from '../core/client/paymentsClient.ts';
import type { RecordedReport, ReportQuery } from '../core/operations/recorded.ts';
import type { ListQueryOptions } from './listQuery.ts';
import { believedRecord, type RecordQueryResult, useRecordQuery } from './useRecordQuery.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';

export interface UseReportOptions extends ReportQuery {
  query?: ListQueryOptions<RecordedReport> | undefined;
}

export type UseReportResult = RecordQueryResult<RecordedReport>;

/**
 * What the shop did within a time: counts and sums by currency, terminal, kind and outcome, with what is not known yet by name.
 *
 * @example
 * const { data, isAvailable } = useReport({ from: startOfDay, to: endOfDay });
 */
export function useReport({ query, ...asked }: UseReportOptions): UseReportResult {
  const { client } = usePaymentsContext();
  return useRecordQuery({
    queryKey: paymentsKeys.report(client.options.baseUrl, asked),
    ask: (record, call) => record.getReport(asked, call),
    check: believedRecord.report,
    query,
  });
}
