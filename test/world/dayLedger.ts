import type { RecordedOperation } from '../../src/core/operations/recorded.ts';
import { isUndecided, type Phase } from '../../src/core/operations/terminalOperation.ts';
import type { MoneyOperation } from '../../src/core/wire/routes.ts';
import type { DayBook } from './day.ts';

/** What the sandbox's ledger has of a press. */
export interface Known {
  id: string;
  kind: MoneyOperation;
  terminalId: string;
  at: number;
  /** Of a void: of what it undid. */
  currency: string;
  askedCents: number;
  phase: Phase;
  /** The record says that it does not know the outcome. */
  isNamed: boolean;
  /** What the service charged, held, gave back or released; undefined if it did nothing. */
  chargedCents: number | undefined;
  /** What the shop has more or less by it. Of a hold: what is held. */
  movedCents: number;
  tipCents: number;
  /** Of a pre-authorization: what it still holds. */
  heldCents: number;
  /** Nothing can follow a sale or hold without one, and the record lists no hold. */
  hasReference: boolean;
  /** Of a sale or pre-authorization: what of an order is paid by it, after what was given back. */
  leftOfOrderCents: number;
}

/** A sale or pre-authorization, with what followed. */
interface Sale {
  known: Known;
  paidCents: number;
  refundedCents: number;
  isVoided: boolean;
}

/** The ledger of each press that the record has; what is named as unknown is as if it had not happened. */
export function knownOf(
  { presses, shop, count }: DayBook,
  operations: readonly RecordedOperation[],
): ReadonlyMap<string, Known> {
  const charges = new Map(shop.sandbox.ledger.charges.map((charge) => [charge.operationId, charge]));
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const sales = new Map<string, Sale>();
  const found = new Map<string, Known>();
  for (const { id, kind, body, at, currency } of presses) {
    const operation = byId.get(id);
    const charge = charges.get(id);
    if (!operation) {
      // A press that is not in the record was refused.
      if (charge) throw new Error(`${kind} ${id} was charged, and is not in the record.`);
      continue;
    }
    if (Math.abs(operation.createdAt - at) > 500) throw new Error(`${kind} ${id} began at another time.`);
    const isNamed = isUndecided(operation);
    const askedCents = body.amount ?? 0;
    const chargedCents = charge?.amount;
    const over = Math.max(0, (chargedCents ?? 0) - askedCents);
    const known: Known = {
      id,
      kind,
      terminalId: body.terminalId,
      at,
      currency,
      askedCents,
      phase: operation.phase,
      isNamed,
      chargedCents,
      movedCents: isNamed ? 0 : (chargedCents ?? 0),
      tipCents: !isNamed && askedCents % 100 === 32 && kind !== 'void' ? over : 0,
      heldCents: 0,
      hasReference: operation.pnRefNum !== undefined,
      leftOfOrderCents: 0,
    };
    found.set(id, known);
    count(
      `${kind} ${operation.phase}${operation.resolution ? ` as ${operation.resolution.charged ? 'charged' : 'not charged'}` : ''}`,
    );
    if (isNamed && charge) count('named as unknown, and charged');
    if (known.tipCents > 0) count('tip');
    else if (over > 0 && kind !== 'void') count('more than asked for');
    if (charge && !isNamed) settle(known, charge.pnRefNum, sales, count);
    if (known.heldCents > 0 && !known.hasReference) count('hold without a reference');
  }
  for (const { known, paidCents, refundedCents, isVoided } of sales.values()) {
    // Of a hold the tip is captured last.
    const tipCents = Math.max(0, known.tipCents - (known.chargedCents ?? 0) + paidCents);
    const least = Math.min(paidCents - tipCents, paidCents - refundedCents);
    known.leftOfOrderCents = isVoided ? 0 : Math.max(0, least);
  }
  return found;
}

function settle(known: Known, reference: string, sales: Map<string, Sale>, count: DayBook['count']): void {
  const { kind, chargedCents = 0 } = known;
  if (kind === 'pay' || kind === 'preAuth') {
    known.heldCents = kind === 'preAuth' ? chargedCents : 0;
    const paidCents = kind === 'pay' ? chargedCents : 0;
    sales.set(reference, { known, paidCents, refundedCents: 0, isVoided: false });
    return;
  }
  const sale = sales.get(reference);
  if (!sale) throw new Error(`${kind} ${known.id} follows nothing.`);
  if (kind === 'capture') sale.paidCents += chargedCents;
  if (kind === 'refund') sale.refundedCents += chargedCents;
  if (kind === 'void') {
    known.movedCents = sale.isVoided ? 0 : sale.paidCents - sale.refundedCents;
    known.currency = sale.known.currency;
    sale.isVoided = true;
    count(known.movedCents > 0 ? 'void of money' : 'void of a hold');
  }
  sale.known.heldCents = 0;
}
