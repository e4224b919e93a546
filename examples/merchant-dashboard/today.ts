import { useOperations, useReport, useTransactions } from 'tillkit';
import { dayIn, isOpen, type RecordedOperation, type RecordedTransaction } from 'tillkit/core';
import { seededDay } from './day.ts';

/** One line of the day. */
export interface DayLine {
  operation: Omit<RecordedOperation, 'isOwn' | 'seq'>;
  /** The record of its sale or pre-authorization. */
  transaction: RecordedTransaction | undefined;
  /** Open, or its outcome is not acknowledged. */
  isStanding: boolean;
  isOfAnotherTill: boolean;
}

const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const dayMs = 24 * 60 * 60_000;

/**
 * The shop's day (epoch ms): the calendar day. If the shop opened before midnight, its day lasts 24 hours from then.
 */
export function shopDay(now: number, timeZone: string, openedAt = now): { from: number; to: number } {
  const { from, to } = dayIn(timeZone, now);
  return { from: now - openedAt < dayMs ? Math.min(from, openedAt) : from, to };
}

const today = () => shopDay(Date.now(), zone, seededDay()?.openedAt);

/** Today's payments of the shop, newest first, and earlier ones that are still open. */
export function useToday(terminalId?: string): DayLine[] {
  const { from } = today();
  const standing = useOperations({ terminalId });
  const { data } = useTransactions({ from, terminalId, limit: 200 });
  const transactions = data?.items ?? [];
  const known = new Set(standing.map(({ id }) => id));
  const of = ({ pnRefNum }: { pnRefNum?: string | undefined }) =>
    transactions.find((transaction) => transaction.pnRefNum === pnRefNum);
  const recorded = transactions.flatMap(({ operations }) => operations);
  const others = new Set(recorded.filter(({ isOwn }) => !isOwn).map(({ id }) => id));
  return [...standing, ...recorded.filter(({ id }) => !known.has(id))]
    .map((operation) => ({
      operation,
      transaction: of(operation),
      isStanding: known.has(operation.id),
      isOfAnotherTill: others.has(operation.id),
    }))
    .filter(({ operation }) => isOpen(operation) || operation.createdAt >= from)
    .toSorted((a, b) => b.operation.createdAt - a.operation.createdAt);
}

/** What the shop took and gave back today (cents). Voided sales do not count. */
export function useFigures(terminalId?: string) {
  const { from, to } = today();
  const { data } = useReport({ from, to, terminalId });
  const rows = data?.rows ?? [];
  const of = (...kinds: RecordedOperation['kind'][]) => rows.filter(({ kind }) => kinds.includes(kind));
  const sum = (some: typeof rows) => some.reduce((cents, { movedCents }) => cents + movedCents, 0);
  const count = (some: typeof rows) => some.reduce((all, { movedCount }) => all + movedCount, 0);
  return {
    count: count(of('pay', 'capture')) - count(of('void')),
    approvedCents: sum(of('pay', 'capture')) - sum(of('void')),
    refundedCents: sum(of('refund')),
  };
}
