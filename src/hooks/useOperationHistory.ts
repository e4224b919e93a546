'use client';
import { paymentsKeys } from '../core/client/paymentsClient.ts';
import type {
  OperationQuery,
  OperationWithTimeline,
  RecordedOperation,
  RecordPage,
  RecordPeriod,
} from '../core/operations/recorded.ts';
import { byStartTime, type StartTimeAndId } from '../core/operations/terminalOperation.ts';
import type { ListQueryOptions } from './listQuery.ts';
import { usePaymentsContext } from './usePaymentsContext.ts';
import {
  type AskPage,
  type RecordPagesOptions,
  type RecordPagesResult,
  useRecordPages,
} from './useRecordPages.ts';
import { type RecordQueryResult, useRecordQuery } from './useRecordQuery.ts';
import { validOperation, validOperationPage } from './validatedRecord.ts';

export interface UseOperationHistoryOptions extends OperationQuery {
  query?: RecordPagesOptions<RecordedOperation> | undefined;
}

export type UseOperationHistoryResult = RecordPagesResult<RecordedOperation>;

/**
 * The shop's past and open operations, newest first: each sale, refund and void has its own row. `fetchNextPage` loads
 * further ones, and `data.items` has all that were loaded.
 *
 * @example
 * const { data, fetchNextPage, hasNextPage } = useOperationHistory({ from: startOfDay, search: 'A-17' });
 */
export function useOperationHistory({
  query,
  ...asked
}: UseOperationHistoryOptions = {}): UseOperationHistoryResult {
  const { client } = usePaymentsContext();
  return useRecordPages({
    queryKey: paymentsKeys.operations(client.options.baseUrl, asked),
    cursor: asked.cursor,
    ask: (record, call) => (page) => record.listOperations({ ...asked, ...page }, call),
    check: validOperationPage,
    // `refreshedPage` needs the beginning of the list. If the list begins at a cursor, pages are read again in full.
    ...(asked.cursor === undefined && {
      refresh: (pages, place, changed, ask) => refreshedPage(pages, place, changed, asked, ask),
    }),
    query,
  });
}

type Page = RecordPage<RecordedOperation>;

/** The gateway's largest page. */
const largestPage = 200;

/**
 * Updates a page after some operations changed. Reads only the part of the page's period in which these operations
 * started. The result is as after a full read, except that the page may become longer.
 */
async function refreshedPage(
  pages: readonly Page[],
  place: number,
  changed: readonly RecordedOperation[],
  asked: RecordPeriod,
  ask: AskPage<RecordedOperation>,
): Promise<Page> {
  const page = pages[place]!;
  const before = lastIn(pages.slice(0, place));
  const last = page.cursor === undefined ? beforeAll : lastIn(pages.slice(0, place + 1));
  const isHere = (operation: StartTimeAndId) =>
    byStartTime(operation, before) < 0 && byStartTime(operation, last) >= 0;
  const { from: least = -Infinity, to: most = Infinity } = asked;
  const times = changed
    .filter(isHere)
    .map(({ createdAt }) => createdAt)
    .filter((at) => at >= least && at < most);
  if (times.length === 0) return page;
  const [from, to] = [Math.floor(Math.min(...times)), Math.floor(Math.max(...times)) + 1];
  const found: RecordedOperation[] = [];
  let cursor: string | undefined;
  do {
    const answer = await ask({
      from: Math.max(from, least),
      to: Math.min(to, most),
      cursor,
      limit: largestPage,
    });
    found.push(...answer.items.filter(isHere));
    ({ cursor } = answer);
  } while (cursor !== undefined);
  const newer = page.items.filter(({ createdAt }) => createdAt >= to);
  const older = page.items.filter(({ createdAt }) => createdAt < from);
  return { ...page, items: [...newer, ...found, ...older] };
}

const afterAll: StartTimeAndId = { createdAt: Infinity, id: '' };
const beforeAll: StartTimeAndId = { createdAt: -Infinity, id: '' };

/** Where these pages end: at their last operation. Pages without operations end where the list begins. */
const lastIn = (pages: readonly Page[]): StartTimeAndId =>
  pages.findLast(({ items }) => items.length > 0)?.items.at(-1) ?? afterAll;

export interface UseRecordedOperationOptions {
  /** The operation's id. While it is undefined, nothing is requested. */
  id: string | undefined;
  query?: ListQueryOptions<OperationWithTimeline> | undefined;
}

export type UseRecordedOperationResult = RecordQueryResult<OperationWithTimeline>;

/**
 * One operation of the shop with its timeline: what happened to it, oldest first.
 *
 * @example
 * const { data } = useRecordedOperation({ id });
 */
export function useRecordedOperation({ id, query }: UseRecordedOperationOptions): UseRecordedOperationResult {
  const { client } = usePaymentsContext();
  return useRecordQuery({
    queryKey: paymentsKeys.operation(client.options.baseUrl, id ?? ''),
    ask: (record, call) => record.getOperation(id ?? '', call),
    check: validOperation,
    isEnabled: id !== undefined,
    query,
  });
}
