import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { OperationFact } from '../../../src/core/operations/operationFacts.ts';
import type { RecordedReport } from '../../../src/core/operations/recorded.ts';
import type { MoneyOperation } from '../../../src/core/wire/routes.ts';
import {
  createRecordReaderForCallers,
  type RecordReaderForCallers,
} from '../../../src/gateway/createRecordReaderForCallers.ts';
import {
  accepted,
  approved,
  callerOf,
  createTestRecord,
  failed,
  lost,
  resolvedAs,
  startedAt,
} from '../store/recordRows.ts';

const hourMs = 60 * 60_000;

/** How something goes. What is `late` is known some time after; what is `moved` or `not moved` stays unknown. */
const outcomes = [
  'approved',
  'less',
  'tip',
  'failed',
  'rejected',
  'late',
  'moved',
  'not moved',
  'seen, moved',
  'seen, not moved',
  'under way',
] as const;
type Outcome = (typeof outcomes)[number];

const kinds = ['pay', 'pay', 'pay', 'preAuth', 'preAuth', 'capture', 'capture', 'void', 'refund'] as const;

/** Two or three days of a shop, and a part of them that is reported on. */
export const days = fc.record({
  actions: fc.array(
    fc.record({
      kind: fc.constantFrom<MoneyOperation>(...kinds),
      outcome: fc.constantFrom<Outcome>('approved', 'approved', 'approved', ...outcomes),
      till: fc.nat({ max: 3 }),
      cents: fc.integer({ min: 1, max: 50_000 }),
      /** Of the transactions that allow it. */
      which: fc.nat({ max: 1000 }),
      afterMs: fc.integer({ min: 1, max: 4 * hourMs }),
    }),
    { maxLength: 40 },
  ),
  from: fc.nat({ max: 48 * hourMs }),
  ms: fc.nat({ max: 72 * hourMs }),
});
export type Days = typeof days extends fc.Arbitrary<infer Value> ? Value : never;

/** Two providers, which number their transactions alike. */
const tills = [
  { terminalId: 'T0', provider: 'P', currency: 'EUR' },
  { terminalId: 'T1', provider: 'P', currency: 'EUR' },
  { terminalId: 'T2', provider: 'Q', currency: 'EUR' },
  { terminalId: 'T3', provider: 'Q', currency: 'JPY' },
] as const;

/** A transaction as the shop's book has it. */
interface Booked {
  till: (typeof tills)[number];
  pnRefNum: string;
  heldCents: number;
  paidCents: number;
  isRefunded: boolean;
  /** Whatever is not known yet. */
  doubts: Set<string>;
}

/** What really happened. */
interface Entry {
  id: string;
  at: number;
  currency: string;
  terminalId: string;
  cents: number;
}

/** Plays the days, and holds the report on a part of them against what happened in it. */
export async function checkDays({ actions, from, ms }: Days): Promise<void> {
  const record = createTestRecord();
  const [ledger, book, unknown]: [Entry[], Booked[], Set<string>] = [[], [], new Set()];
  const late: { id: string; booked: Booked; fact: OperationFact }[] = [];
  const numbers = { P: 0, Q: 0 };

  const begun = (till: Booked['till']): Booked => {
    numbers[till.provider] += 1;
    const pnRefNum = `r-${numbers[till.provider]}`;
    const flags = { isRefunded: false, doubts: new Set<string>() };
    return { till, pnRefNum, heldCents: 0, paidCents: 0, ...flags };
  };

  for (const [number, { kind, outcome, till, cents, which, afterMs }] of actions.entries()) {
    await record.clock.advance(afterMs);
    const place = tills[till] ?? tills[0];
    const isFirst = kind === 'pay' || kind === 'preAuth';
    const possible = book.filter((one) => one.till.provider === place.provider && mayFollow(one, kind));
    const booked = isFirst ? begun(place) : possible[which % Math.max(1, possible.length)];
    if (!booked) continue;
    const most = { capture: booked.heldCents, refund: booked.paidCents }[kind as string] ?? Infinity;
    const amountCents = kind === 'void' ? undefined : Math.min(cents, most);
    const approvedCents = approvedOf(outcome, kind, amountCents);
    const { facts, result, isMoved } = heard(outcome, kind, amountCents, approvedCents, booked.pnRefNum);
    const draft = {
      ...booked.till,
      kind,
      amountCents,
      // A till that was wiped is another one from then on.
      subject: number % 7 === 6 ? 'wiped' : place.terminalId,
      pnRefNum: isFirst ? undefined : booked.pnRefNum,
    };
    const at = record.clock.now();
    const id = await record.begin(draft, ...facts);
    // Another merchant does the same, under the same reference.
    if (which % 5 === 0) await record.begin({ ...draft, account: 'other' }, ...facts);

    const movedCents = isMoved ? settle(booked, kind, approvedCents) : 0;
    const { currency, terminalId } = booked.till;
    if (movedCents !== 0) ledger.push({ id, at, currency, terminalId, cents: movedCents });
    if (isUnknown(outcome)) {
      unknown.add(id);
      booked.doubts.add(id);
    }
    if (isFirst) book.push(booked);
    if (result) late.push({ id, booked, fact: result });

    const [known] = which % 3 === 0 ? late.splice(0, 1) : [];
    if (!known) continue;
    await record.tell(known.id, [known.fact]);
    known.booked.doubts.delete(known.id);
    unknown.delete(known.id);
  }

  const questions = createRecordReaderForCallers({ store: record.store });
  const part = { from: startedAt + from, to: startedAt + from + ms };
  await checkReport(questions, ledger, part);
  await checkReport(questions, ledger, part, 'T0');
  const whole = await checkReport(questions, ledger, { from: 0, to: 2 * startedAt });
  expect(new Set(whole.unknown.map(({ id }) => id))).toEqual(unknown);
  const holds = whole.holds.filter(({ allowed }) => allowed.some((rule) => rule.allowed));
  expect(new Set(holds.map(({ provider, pnRefNum, leftCents }) => [provider, pnRefNum, leftCents]))).toEqual(
    new Set(
      book
        .filter(({ heldCents, doubts }) => heldCents > 0 && doubts.size === 0)
        .map(({ till, pnRefNum, heldCents }) => [till.provider, pnRefNum, heldCents]),
    ),
  );
}

const isUnknown = (outcome: Outcome) => ['late', 'moved', 'not moved', 'under way'].includes(outcome);

function mayFollow({ doubts, heldCents, paidCents, isRefunded }: Booked, kind: MoneyOperation): boolean {
  if (doubts.size > 0) return false;
  if (kind === 'capture') return heldCents > 0;
  if (kind === 'refund') return paidCents > 0;
  return (heldCents > 0 || paidCents > 0) && !isRefunded;
}

function approvedOf(outcome: Outcome, kind: MoneyOperation, asked = 0): number {
  if (outcome === 'less') return Math.floor(asked / 2);
  return outcome === 'tip' && (kind === 'pay' || kind === 'preAuth') ? asked + 100 : asked;
}

/** What the shop has more or less by it. */
function settle(booked: Booked, kind: MoneyOperation, cents: number): number {
  const { heldCents, paidCents } = booked;
  if (kind === 'preAuth') booked.heldCents = cents;
  if (kind === 'pay') booked.paidCents = cents;
  if (kind === 'capture' && cents > 0) Object.assign(booked, { heldCents: 0, paidCents: cents });
  if (kind === 'refund' && cents > 0)
    Object.assign(booked, { paidCents: paidCents - cents, isRefunded: true });
  if (kind === 'void' && heldCents + paidCents > 0) Object.assign(booked, { heldCents: 0, paidCents: 0 });
  return booked.paidCents - paidCents;
}

/** What the record hears of it at once, and later. */
function heard(
  outcome: Outcome,
  kind: MoneyOperation,
  asked: number | undefined,
  cents: number,
  pnRefNum: string,
): { facts: OperationFact[]; result?: OperationFact; isMoved: boolean } {
  const begun = accepted('m', pnRefNum);
  // Some services say how much a void released, of a hold too.
  const done = approved(kind === 'void' ? 77 : cents, asked !== undefined && cents > asked ? 100 : undefined);
  const stopped = { type: 'gave-up', at: 0, reason: 'max-wait' } as const;
  const refused = { type: 'refused', at: 0, error: { code: 'http', shortMessage: '' } } as const;
  switch (outcome) {
    case 'approved':
    case 'less':
    case 'tip':
      return { facts: [begun, done], isMoved: true };
    case 'failed':
      return { facts: [begun, failed], isMoved: false };
    case 'rejected':
      return { facts: [refused], isMoved: false };
    case 'late':
      return { facts: [begun, stopped], result: done, isMoved: true };
    case 'moved':
      return { facts: [lost], isMoved: true };
    case 'not moved':
      return { facts: [lost], isMoved: false };
    case 'seen, moved':
      return { facts: [begun, stopped, resolvedAs(true)], isMoved: true };
    case 'seen, not moved':
      return { facts: [lost, resolvedAs(false)], isMoved: false };
    case 'under way':
      return { facts: [begun], isMoved: false };
  }
}

const signs = { pay: 1, capture: 1, refund: -1, void: -1, preAuth: 0, closeBatch: 0 };

/** The report's money, as a reader reckons it. */
export function moneyOf({ rows }: RecordedReport): Record<string, number> {
  return totals(rows.map(({ currency = '', kind, movedCents }) => [currency, signs[kind] * movedCents]));
}

function totals(entries: readonly (readonly [string, number])[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [currency, cents] of entries) sums.set(currency, (sums.get(currency) ?? 0) + cents);
  return Object.fromEntries([...sums].filter(([, cents]) => cents !== 0));
}

async function checkReport(
  questions: RecordReaderForCallers,
  ledger: readonly Entry[],
  { from, to }: { from: number; to: number },
  place?: string,
): Promise<RecordedReport> {
  const words = new URLSearchParams({ from: `${from}`, to: `${to}`, ...(place && { terminalId: place }) });
  const report = await questions.getReport(callerOf(), words);
  const named = new Set(report.unknown.map(({ id }) => id));
  const happened = ledger.filter(
    ({ id, at, terminalId }) =>
      at >= from && at < to && !named.has(id) && (place === undefined || terminalId === place),
  );
  expect(moneyOf(report)).toEqual(totals(happened.map(({ currency, cents }) => [currency, cents])));
  return report;
}
