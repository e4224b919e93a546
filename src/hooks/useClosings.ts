'use client';
import { paymentsKeys } from '../core/client/paymentsClient.ts';
import type { Closing, ClosingQuery, CorrectedClosing } from '../core/operations/closings.ts';
import type { ListQueryOptions } from './listQuery.ts';
import { type RecordPagesOptions, type RecordPagesResult, useRecordPages } from './useRecordPages.ts';
import { isKept, type RecordQueryResult, useRecordQuery, withAvailability } from './useRecordQuery.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';
import { validClosing, validClosingPage } from './validatedRecord.ts';

export interface UseClosingsOptions extends ClosingQuery {
  query?: RecordPagesOptions<Closing> | undefined;
}

export type UseClosingsResult = RecordPagesResult<Closing>;

/**
 * The closed periods of the shop's terminals, newest first, each with its report at the closing. `fetchNextPage` loads
 * further ones, and `data.items` has all that were loaded.
 *
 * @example
 * const { data, isAvailable } = useClosings({ terminalId });
 */
export function useClosings({ query, ...asked }: UseClosingsOptions = {}): UseClosingsResult {
  const { client } = usePaymentsContext();
  const result = useRecordPages({
    queryKey: paymentsKeys.closings(client.options.baseUrl, asked),
    cursor: asked.cursor,
    ask: (record, call) => (page) => record.listClosings({ ...asked, ...page }, call),
    check: validClosingPage,
    query,
  });
  return withAvailability(result, isKept);
}

export interface UseClosingOptions {
  terminalId: string;
  /** The closing's number. While it is undefined, nothing is requested. */
  number: number | undefined;
  query?: ListQueryOptions<CorrectedClosing> | undefined;
}

export type UseClosingResult = RecordQueryResult<CorrectedClosing>;

/**
 * One closed period of a terminal: its report at the closing, and in `corrections` what changed after the closing.
 *
 * @example
 * const { data } = useClosing({ terminalId, number: 17 });
 */
export function useClosing({ terminalId, number, query }: UseClosingOptions): UseClosingResult {
  const { client } = usePaymentsContext();
  const closing = { terminalId, number: number ?? 0 };
  const result = useRecordQuery({
    queryKey: paymentsKeys.closing(client.options.baseUrl, closing),
    ask: (record, call) => record.getClosing(closing, call),
    check: validClosing,
    isEnabled: number !== undefined,
    query,
  });
  return withAvailability(result, isKept);
}
