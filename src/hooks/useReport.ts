'use client';
import { paymentsKeys } from '../core/client/paymentsClient.ts';
import type { RecordedReport, ReportQuery } from '../core/operations/recorded.ts';
import type { ListQueryOptions } from './listQuery.ts';
import { type RecordQueryResult, useRecordQuery } from './useRecordQuery.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';
import { validReport } from './validatedRecord.ts';

export interface UseReportOptions extends ReportQuery {
  query?: ListQueryOptions<RecordedReport> | undefined;
}

export type UseReportResult = RecordQueryResult<RecordedReport>;

/**
 * The shop's activity within a period: counts and sums (cents) by currency, terminal, kind and outcome, with each
 * operation whose outcome is unknown.
 *
 * @example
 * const { data, isAvailable } = useReport({ from: startOfDay, to: endOfDay });
 */
export function useReport({ query, ...asked }: UseReportOptions): UseReportResult {
  const { client } = usePaymentsContext();
  return useRecordQuery({
    queryKey: paymentsKeys.report(client.options.baseUrl, asked),
    ask: (record, call) => record.getReport(asked, call),
    check: validReport,
    query,
  });
}
