import * as fc from 'fast-check';
import type { OperationFact } from '../../../src/core/operations/operationFacts.ts';
import { reduceOperation } from '../../../src/core/operations/operationReducer.ts';
import type { OperationDraft } from '../../../src/core/operations/startGuard.ts';
import {
  longestOpenOrUnseenMs,
  type TerminalOperation,
} from '../../../src/core/operations/terminalOperation.ts';
import type { MoneyOperation } from '../../../src/core/wire/routes.ts';
import { accepted, approved, failed, lost, resolvedAs, startedAt } from '../store/recordRows.ts';

const [secondMs, minuteMs, hourMs] = [1000, 60_000, 3_600_000];

const outcomes = [
  'approved',
  'less',
  'nothing',
  'tip',
  'failed',
  'rejected',
  'lost',
  'stopped',
  'contradicted',
  'charged',
  'not charged',
  'waiting',
  'sending',
] as const;
type Outcome = (typeof outcomes)[number];

const usualKinds = ['pay', 'pay', 'pay', 'preAuth', 'capture', 'void', 'refund', 'refund'] as const;
const kinds = fc.constantFrom<MoneyOperation>(...usualKinds, 'closeBatch');
const providers = ['P', 'Q', undefined] as const;
const currencies = ['EUR', 'USD', undefined] as const;
const cents = fc.constantFrom(1, 300, 500, 800, 1000);
const references = fc.constantFrom('r0', 'r0', 'r1');
const orderNumbers = fc.constantFrom(undefined, undefined, 'A', 'B');

/** What becomes known later of an operation that is unknown. */
const laterFacts = ['approved', 'failed', 'charged', 'not charged', 'archived'] as const;

/** What a shop did in some days, and what it might do next. References, amounts and orders are few, so that they meet. */
export const histories = fc.record({
  actions: fc.array(
    fc.record({
      kind: kinds,
      outcome: fc.constantFrom<Outcome>('approved', 'approved', 'approved', 'approved', ...outcomes),
      till: fc.nat({ max: 3 }),
      reference: references,
      cents,
      orderNumber: orderNumbers,
      afterMs: fc.constantFrom(
        0,
        secondMs,
        40 * secondMs,
        4 * minuteMs,
        hourMs,
        25 * hourMs,
        31 * 24 * hourMs,
      ),
      later: fc.option(fc.record({ which: fc.nat({ max: 10 }), what: fc.constantFrom(...laterFacts) }), {
        nil: undefined,
      }),
    }),
    { maxLength: 12 },
  ),
  drafts: fc.array(
    fc.record({
      kind: kinds,
      terminalId: fc.constantFrom('T0', 'T1', 'T8', 'T9'),
      provider: fc.constantFrom(...providers),
      currency: fc.constantFrom(...currencies),
      cents,
      reference: references,
      orderNumber: orderNumbers,
    }),
    { minLength: 1, maxLength: 5 },
  ),
  passedMs: fc.constantFrom(0, secondMs, 4 * minuteMs, hourMs),
  /** The part that is reported on: actions from the first to before the second. */
  part: fc.tuple(fc.nat({ max: 12 }), fc.nat({ max: 12 })),
});
export type History = typeof histories extends fc.Arbitrary<infer Value> ? Value : never;

const tills = [
  { terminalId: 'T0', provider: 'P', currency: 'EUR' },
  { terminalId: 'T1', provider: 'Q', currency: 'EUR' },
  { terminalId: 'T2', provider: undefined, currency: 'USD' },
  { terminalId: 'T3', provider: 'P', currency: undefined },
] as const;

const isFirst = (kind: MoneyOperation) => kind === 'pay' || kind === 'preAuth';

/** The operations of a history as they are in the end, and when that is. */
export function played({ actions, passedMs }: Pick<History, 'actions' | 'passedMs'>) {
  const operations: TerminalOperation[] = [];
  let now = startedAt;
  const tell = (operation: TerminalOperation, facts: readonly OperationFact[]) =>
    facts.reduce(
      (before, fact) => reduceOperation(before, 'at' in fact ? { ...fact, at: now } : fact),
      operation,
    );
  for (const [number, action] of actions.entries()) {
    const { kind, outcome, till, reference, orderNumber, afterMs, later } = action;
    now += afterMs;
    const amountCents = kind === 'void' || kind === 'closeBatch' ? undefined : action.cents;
    const begun: TerminalOperation = {
      id: `${number}`.padStart(32, '0'),
      kind,
      phase: 'sending',
      ...(tills[till] ?? tills[0]),
      amountCents,
      orderNumber: isFirst(kind) ? orderNumber : undefined,
      pnRefNum: isFirst(kind) || kind === 'closeBatch' ? undefined : reference,
      anomalies: [],
      connection: 'ok',
      seenProcessing: false,
      flowKey: 'default',
      createdAt: now,
    };
    const facts = kind === 'closeBatch' ? batchFacts(outcome) : factsOf(outcome, amountCents, reference);
    operations.push(tell(begun, facts));
    const open = operations.filter(({ phase }) => phase === 'unknown' || phase === 'waiting');
    const known = later && open[later.which];
    if (known) operations[operations.indexOf(known)] = tell(known, laterFactsOf(later.what, known, now));
  }
  return { operations, now: now + passedMs };
}

function batchFacts(outcome: Outcome): OperationFact[] {
  if (outcome === 'sending' || outcome === 'waiting') return [];
  if (outcome === 'lost' || outcome === 'stopped') return [lost];
  return [{ type: 'batch-closed', at: 0 }];
}

function factsOf(outcome: Outcome, asked: number | undefined, pnRefNum: string): OperationFact[] {
  const begun = accepted('m', pnRefNum);
  const stopped = { type: 'gave-up', at: 0, reason: 'max-wait' } as const;
  const error = { code: 'http', shortMessage: '', status: 422, operationState: 'refused' } as const;
  switch (outcome) {
    case 'approved':
      // Some services say how much a void released.
      return [begun, approved(asked ?? 77)];
    case 'less':
      return [begun, approved(asked && asked - 1)];
    case 'nothing':
      return [begun, approved(0)];
    case 'tip':
      return [begun, asked === undefined ? approved() : approved(asked + 100, 100)];
    case 'failed':
      return [begun, failed];
    case 'rejected':
      return [{ type: 'refused', at: 0, error }];
    case 'lost':
      return [lost];
    case 'stopped':
      return [begun, stopped];
    case 'contradicted':
      return [begun, failed, approved(asked)];
    case 'charged':
      return [begun, stopped, resolvedAs(true)];
    case 'not charged':
      return [begun, stopped, resolvedAs(false)];
    case 'waiting':
      return [begun];
    case 'sending':
      return [];
  }
}

function laterFactsOf(
  what: (typeof laterFacts)[number],
  { amountCents, createdAt, phase }: TerminalOperation,
  now: number,
): OperationFact[] {
  const isOld = now - createdAt > longestOpenOrUnseenMs;
  // What is so old a page has forgotten.
  if (isOld) return phase === 'unknown' ? [{ type: 'archived', at: 0 }] : [];
  switch (what) {
    case 'approved':
      return [approved(amountCents)];
    case 'failed':
      return [failed];
    case 'charged':
      return [resolvedAs(true)];
    case 'not charged':
      return [resolvedAs(false)];
    case 'archived':
      return [];
  }
}

/** What a till might send after a history. */
export function draftFrom({
  kind,
  cents: asked,
  reference,
  orderNumber,
  ...about
}: History['drafts'][number]) {
  const hasAmount = kind !== 'void' && kind !== 'closeBatch';
  const draft: OperationDraft & { provider?: string | undefined } = {
    ...about,
    kind,
    amountCents: hasAmount ? asked : undefined,
    orderNumber: isFirst(kind) ? orderNumber : undefined,
    pnRefNum: isFirst(kind) || kind === 'closeBatch' ? undefined : reference,
  };
  return draft;
}
