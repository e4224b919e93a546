import { isFollowUpKind } from './allowedOperations.ts';
import type { RecordedOperation } from './recorded.ts';
import {
  byStartTime,
  isUndecided,
  type OrderFigures,
  type OrderLeg,
  type OrderReference,
  type Refusal,
  type TerminalOperation,
} from './terminalOperation.ts';
import {
  groupByReference,
  type OperationsByReference,
  transactionAndOperationsOfSale,
} from './transactionRecord.ts';
import { mayBeSameCurrency, hasCarriedOutVoid } from './transactions.ts';

export interface RecordedOrder extends OrderFigures {
  /** The sales and pre-authorizations of the order and their follow-ups, oldest first, as far as the caller may see them. */
  operations: readonly RecordedOperation[];
  legs: readonly OrderLeg[];
}

/** What was taken of an order, and what may still be. */
export interface PaidAndPending extends Pick<OrderFigures, 'paidCents' | 'pendingCents'> {
  /** Whether a part was taken in another currency: then what is left is not known. */
  isMixed: boolean;
}

/** Adds up an order from all operations with its number, and all with the reference of one of those. */
export function sumOrder(
  { number, currency }: Pick<OrderReference, 'number' | 'currency'>,
  operations: readonly TerminalOperation[],
  legs: readonly Pick<OrderLeg, 'cents' | 'currency'>[],
): PaidAndPending {
  const found = groupByReference(operations);
  const parts = [
    ...operations
      .filter(({ kind, orderNumber }) => orderNumber === number && (kind === 'pay' || kind === 'preAuth'))
      .map((sale) => ({ currency: sale.currency, ...partOfSale(sale, found) })),
    ...legs.map((leg) => ({ currency: leg.currency, paidCents: leg.cents, pendingCents: 0 })),
  ];
  // If the caller names no currency, the order has the currency of its parts.
  const counted = currency ?? parts.find((part) => part.currency)?.currency;
  const own = parts.filter((part) => mayBeSameCurrency(part.currency, counted));
  const sum = (name: 'paidCents' | 'pendingCents') => own.reduce((cents, part) => cents + part[name], 0);
  return {
    paidCents: sum('paidCents'),
    pendingCents: sum('pendingCents'),
    isMixed: parts.some((part) => !own.includes(part) && part.paidCents + part.pendingCents !== 0),
  };
}

function partOfSale(sale: TerminalOperation, found: OperationsByReference) {
  const { amountCents = 0, confirmedCents = 0, tipCents = 0 } = sale;
  if (isUndecided(sale)) return { paidCents: 0, pendingCents: Math.max(amountCents, confirmedCents) };
  const { transaction, own } = transactionAndOperationsOfSale(sale, found);
  if (!transaction || hasCarriedOutVoid(own)) return { paidCents: 0, pendingCents: 0 };
  const { kind, authorizedCents, capturedCents, refundedCents } = transaction;
  const withoutTip = authorizedCents - tipCents;
  if (kind === 'preAuth' && capturedCents === 0) return { paidCents: 0, pendingCents: withoutTip };
  const captureTips = own.reduce((sum, one) => sum + ((one.kind === 'capture' && one.tipCents) || 0), 0);
  const paidCents = Math.min(
    capturedCents - captureTips,
    // If the sale or hold has a tip, no more than its amount minus the tip counts as paid. What was captured beyond is tip.
    tipCents > 0 ? withoutTip : Infinity,
    // A refund is counted against the tip first. If it lowered the paid amount first, the order could be charged again.
    capturedCents - refundedCents,
  );
  return { paidCents: Math.max(0, paidCents), pendingCents: 0 };
}

export function orderFigures(
  { number, totalCents, currency }: OrderReference,
  { paidCents, pendingCents }: Pick<PaidAndPending, 'paidCents' | 'pendingCents'>,
  paidAt?: number,
): OrderFigures {
  const dueCents = Math.max(0, totalCents - paidCents - pendingCents);
  return { number, currency, totalCents, paidCents, pendingCents, dueCents, paidAt };
}

/** A part of an order that is to be taken. */
interface OrderPart extends OrderReference {
  cents: number;
  /** Kind and terminal, or the id of a leg. So a confirmation is not valid for another part of the same amount. */
  by: string;
}

/** Why a part of an order is not taken, or not before a person agrees. */
export function guardOrderPart(part: OrderPart, taken: PaidAndPending): Refusal | undefined {
  const { paidCents, pendingCents, isMixed } = taken;
  return isMixed ? otherCurrencyRefusal(part.number) : questionIfOverTotal(part, paidCents + pendingCents);
}

/** Asks whether to take more than the total of an order, if a part exceeds it. `takenCents`: what was taken before. */
export function questionIfOverTotal(part: OrderPart, takenCents: number): Refusal | undefined {
  const { number, totalCents, currency = '', cents, by } = part;
  if (takenCents + cents <= totalCents) return undefined;
  return {
    code: 'needs-confirmation',
    message: 'This payment would take more than the total of the order. Check the amount, then confirm.',
    field: 'orderTotal',
    // The confirmation names `takenCents`. So it is valid only until another part of the order is taken.
    confirmation: ['order', number, currency, totalCents, takenCents, cents, by].join('|'),
  };
}

/** The refusal of a part in another currency: an order is added up in one currency only. */
export const otherCurrencyRefusal = (number: string): Refusal => ({
  code: 'not-allowed',
  message: `A part of order ${number} was taken in another currency. Nothing was sent.`,
  field: 'currency',
});

/** Why an order with parts in several currencies has no figures. */
export const mixedCurrenciesMessage = (number: string) =>
  `A part of order ${number} was taken in another currency, so it is not known what is left.`;

type PressOfOrder = Pick<
  TerminalOperation,
  'kind' | 'terminalId' | 'orderNumber' | 'currency' | 'amountCents'
> & {
  orderTotalCents?: number | undefined;
};

/** The part of an order that an operation would take; undefined if the operation names no order with a total. */
export function orderPartOfPress({
  kind,
  terminalId,
  orderNumber,
  orderTotalCents,
  currency,
  amountCents = 0,
}: PressOfOrder): OrderPart | undefined {
  if (orderNumber === undefined || orderTotalCents === undefined) return undefined;
  const order = { number: orderNumber, totalCents: orderTotalCents, currency };
  return { ...order, cents: amountCents, by: `${kind}|${terminalId}` };
}

/** The sales and pre-authorizations of an order and their follow-ups, oldest first. */
export function operationsOfOrder<Operation extends TerminalOperation>(
  number: string,
  operations: readonly Operation[],
): Operation[] {
  const found = groupByReference(operations);
  const parts = new Set(
    operations
      .filter(({ orderNumber }) => orderNumber === number)
      .flatMap((sale: TerminalOperation) => {
        const { transaction, own } = transactionAndOperationsOfSale(sale, found);
        // `own` also has declined sales of this reference, perhaps of another order. So only follow-ups are added.
        return transaction ? [sale, ...own.filter(({ kind }) => isFollowUpKind(kind))] : sale;
      }),
  );
  return operations.filter((operation) => parts.has(operation)).toSorted(byStartTime);
}
