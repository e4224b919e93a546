'use client';
import { paymentsKeys } from '../../core/client/paymentsClient.ts';
import type { RecordedReport } from '../../core/operations/recorded.ts';
import type { CallOptions, RecordQueries } from '../../core/operations/terminalOperations.ts';
import { assertShape } from '../../hooks/listQuery.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { type RecordQueryResult, useRecordQuery } from '../../hooks/useRecordQuery.ts';
import { validReport } from '../../hooks/validatedRecord.ts';
import { endOfTime, hasPayments, readSinceClosing, type SinceClosing } from '../close-batch/sinceClosing.ts';
import { type ShopDay, shopDayAt, type ShopHours } from '../kit/useShopDay.ts';

/** A past day that was not closed. */
export interface ForgottenDay {
  /** The date of the day, in the form `2026-11-25`. */
  date: string;
  /** The end of the day (epoch ms). */
  to: number;
  report: RecordedReport;
}

/** What a terminal took since its day was closed last. `report` has the payments after the forgotten days only. */
export interface Unclosed extends SinceClosing {
  /** The past days that were not closed, oldest first. */
  forgotten: readonly ForgottenDay[];
}

/** The shop's hours and the current day. They decide which past days were not closed. */
interface BoardDay {
  hours: ShopHours;
  today: ShopDay;
}

const dayMs = 24 * 60 * 60_000;
/** Only this many past days are closed one by one. Earlier days are closed together with the oldest of these days. */
const mostForgottenDays = 7;
/** How many terminals are read at the same time. */
const atOnce = 2;

/**
 * What terminals took since their days were closed last; read again when the record changes. With `isAll`, terminals
 * with an operation in the last seven days are added to `terminalIds`.
 */
export function useUnclosed(
  terminalIds: readonly string[],
  isAll: boolean,
  day?: BoardDay,
): RecordQueryResult<Unclosed[]> {
  const { client } = usePaymentsContext();
  return useRecordQuery({
    queryKey: [
      ...paymentsKeys.record(client.options.baseUrl),
      'unclosed',
      { terminalIds, isAll, startsAt: day?.hours.startsAt, today: day?.today.date },
    ],
    ask: async (record, call) => {
      const others = isAll && day ? await soldLately(record, day, call) : [];
      return readAll(record, [...new Set([...terminalIds, ...others])], day, call);
    },
    check: (all) => {
      for (const { report } of assertShape(all, Array.isArray(all))) validReport(report);
      return all;
    },
    isEnabled: isAll || terminalIds.length > 0,
    query: { placeholderData: (before) => before },
  });
}

/** The terminals with an operation in the last seven days. The service may no longer list some of them. */
async function soldLately(
  record: Pick<RecordQueries, 'getReport'>,
  { today }: BoardDay,
  call: CallOptions,
): Promise<string[]> {
  const period = { from: today.from - mostForgottenDays * dayMs, to: endOfTime };
  return (await record.getReport(period, call)).rows.map(({ terminalId }) => terminalId);
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
  const since = await readSinceClosing(record, terminalId, call);
  const { last, hasNews } = since;
  const forgotten =
    day && hasNews && last?.number !== undefined
      ? await readForgotten(record, terminalId, last.to, day, call)
      : [];
  const newest = forgotten.at(-1);
  const report = newest
    ? await record.getReport({ from: newest.to, to: endOfTime, terminalId }, call)
    : since.report;
  return { ...since, report, forgotten };
}

/** The past days after the last closing on which the terminal had payments. */
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
