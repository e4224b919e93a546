'use client';
import { paymentsKeys } from '../../core/client/paymentsClient.ts';
import type { RecordedReport } from '../../core/operations/recorded.ts';
import type { CallOptions, RecordQueries } from '../../core/operations/terminalOperations.ts';
import { isCompleted } from '../../core/operations/terminalOperation.ts';
import { assertShape } from '../../hooks/listQuery.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { type RecordQueryResult, useRecordQuery } from '../../hooks/useRecordQuery.ts';
import { validatedRecord } from '../../hooks/validatedRecord.ts';
import { type ShopDay, shopDayAt, type ShopHours } from '../kit/useShopDay.ts';

/** A past day that was not closed. */
export interface ForgottenDay {
  /** As `2026-11-25`. */
  date: string;
  /** The end of the day (epoch ms). */
  to: number;
  report: RecordedReport;
}

/** Times are epoch ms. */
interface LastClosing {
  /** Only a gateway numbers closings. */
  number?: number | undefined;
  to: number;
  at: number;
  /** The operation that closed the batch. Undefined for a day that was closed late. */
  operationId: string | undefined;
}

/** What a terminal took since its day was closed last. */
export interface Unclosed {
  terminalId: string;
  last?: LastClosing | undefined;
  /** Since the last closing, without forgotten days. */
  report: RecordedReport;
  /** Oldest first. */
  forgotten: readonly ForgottenDay[];
  /** Whether there is something to close. */
  hasNews: boolean;
}

/** The shop's day, for which past days are looked for that were not closed. */
interface BoardDay {
  hours: ShopHours;
  today: ShopDay;
}

/** The latest time that a query takes. */
const endOfTime = 8_640_000_000_000_000;
const dayMs = 24 * 60 * 60_000;
/** Of longer ago, days are closed together. */
const mostForgottenDays = 7;
/** How many terminals are read at the same time. */
const atOnce = 2;
/** A batch of which a person saw that it is open counts as `resolved`, too: the one before is looked for. */
const mostBatches = 10;

/** What some terminals took since their days were closed last. Follows the record. */
export function useUnclosed(terminalIds: readonly string[], day?: BoardDay): RecordQueryResult<Unclosed[]> {
  const { client } = usePaymentsContext();
  return useRecordQuery({
    queryKey: [
      ...paymentsKeys.record(client.options.baseUrl),
      'unclosed',
      { terminalIds, startsAt: day?.hours.startsAt, today: day?.today.date },
    ],
    ask: (record, call) => readAll(record, terminalIds, day, call),
    check,
    isEnabled: terminalIds.length > 0,
    query: { placeholderData: (before) => before },
  });
}

function check(all: Unclosed[]): Unclosed[] {
  for (const { report } of assertShape(all, Array.isArray(all))) validatedRecord.report(report);
  return all;
}

async function readAll(
  record: RecordQueries,
  terminalIds: readonly string[],
  day: BoardDay | undefined,
  call: CallOptions,
): Promise<Unclosed[]> {
  const all: Unclosed[] = [];
  for (let at = 0; at < terminalIds.length; at += atOnce) {
    const some = terminalIds.slice(at, at + atOnce);
    all.push(...(await Promise.all(some.map((terminalId) => readUnclosed(record, terminalId, day, call)))));
  }
  return all;
}

/** What one terminal took since its day was closed last. */
export async function readUnclosed(
  record: Pick<RecordQueries, 'listClosings' | 'listOperations' | 'getReport'>,
  terminalId: string,
  day: BoardDay | undefined,
  call: CallOptions,
): Promise<Unclosed> {
  const [closings, batches] = await Promise.all([
    record.listClosings({ terminalId, limit: 1 }, call),
    record.listOperations(
      { terminalId, kind: 'closeBatch', phase: ['complete', 'partial', 'resolved'], limit: mostBatches },
      call,
    ),
  ]);
  const [closing] = closings.items;
  const batch = batches.items.find(isCompleted);
  const ofBatch = batch && lastOf(batch);
  const last = closing ?? ofBatch;
  const forgotten = closing && day ? await readForgotten(record, terminalId, closing.to, day, call) : [];
  const from = forgotten.at(-1)?.to ?? last?.to ?? 0;
  const report = await record.getReport({ from, to: endOfTime, terminalId }, call);
  // A day that was closed late left the batch open.
  const isBatchOpen = closing !== undefined && ofBatch !== undefined && closing.to > ofBatch.to;
  return {
    terminalId,
    last: last && {
      number: closing?.number,
      to: last.to,
      at: last.at,
      operationId: last.to === ofBatch?.to ? batch?.id : undefined,
    },
    report,
    forgotten,
    hasNews: isBatchOpen || forgotten.length > 0 || hasPayments(report),
  };
}

/** A closed batch as a closing: its period ended when the batch was started. */
const lastOf = ({ createdAt, endedAt = createdAt }: { createdAt: number; endedAt?: number | undefined }) => ({
  to: Math.floor(createdAt),
  at: endedAt,
});

/** The past days since a closing that have payments and are not closed. */
async function readForgotten(
  record: Pick<RecordQueries, 'getReport'>,
  terminalId: string,
  closedUntil: number,
  { hours, today }: BoardDay,
  call: CallOptions,
): Promise<ForgottenDay[]> {
  const reportOf = (from: number, to: number) => record.getReport({ from, to, terminalId }, call);
  if (closedUntil >= today.from || !hasPayments(await reportOf(closedUntil, today.from))) return [];
  const days: ForgottenDay[] = [];
  let from = closedUntil;
  let { date, to } = shopDayAt(hours, Math.max(closedUntil, today.from - mostForgottenDays * dayMs));
  while (to <= today.from) {
    const report = await reportOf(from, to);
    if (hasPayments(report)) {
      days.push({ date, to, report });
      from = to;
    }
    ({ date, to } = shopDayAt(hours, to));
  }
  return days;
}

/** Whether a report counts a payment that moved money, may have, or holds some. */
function hasPayments({ rows }: RecordedReport): boolean {
  return rows.some(
    ({ kind, phase, count }) =>
      kind !== 'closeBatch' && phase !== 'failed' && phase !== 'rejected' && count > 0,
  );
}
