import {
  guardOrderPart,
  orderFigures,
  type PaidAndPending,
  otherCurrencyRefusal,
  sumOrder,
} from '../core/operations/orders.ts';
import type {
  OrderFigures,
  OrderReference,
  PaymentsEventDetail,
  Refusal,
  TerminalOperation,
} from '../core/operations/terminalOperation.ts';
import { findSaleOf, isCarriedOutSaleOrHold, mayBeSameCurrency } from '../core/operations/transactions.ts';
import type { StoreSteps, StoreTransaction } from './gatewayStore.ts';
import { GatewayRefusal, notSentRefusal } from './GatewayRefusal.ts';
import { readOperationRowsSharingReferences } from './recordedTransactions.ts';
import type { EventRow, LegRow, OperationRow, OrderRow } from './recordRows.ts';
import { isTerminalOperationRow, type TerminalOperationRow } from './visibility.ts';

/** What the record holds about an order number. */
export interface StoredOrder {
  number: string;
  /** The operations with this order number, and those that share a reference with one of them, such as refunds. */
  rows: readonly TerminalOperationRow[];
  /** The legs of the order, oldest first. */
  legs: readonly LegRow[];
  /** The order's row; undefined while no total was named. */
  order: OrderRow | undefined;
}

/** Whose an event is, and at which terminal it happened. This decides which callers may see the event. */
type EventScope = Pick<EventRow, 'account' | 'subject' | 'terminalId'>;

/** Payments that name a total read their whole order: it takes at most this many operations, and as many legs. */
const mostParts = 500;

/**
 * Reads the operations and legs with an order number, and the operations that share a reference with these operations. Of
 * the operations and legs with the number, reads at most `mostParts` + 1: ask `hasReachedPartLimit` and `hasTooManyParts`.
 */
export function* readStoredOrder(
  tx: StoreTransaction,
  account: string,
  number: string,
): StoreSteps<StoredOrder> {
  const [found, legs, [order]] = yield* tx.together(
    tx.operations.list(
      { account, orderNumber: number },
      { by: ['createdAt', 'id'], isDescending: true, limit: mostParts + 1 },
    ),
    tx.legs.list({ account, orderNumber: number }, { by: ['at', 'id'], limit: mostParts + 1 }),
    tx.orders.list({ account, number }),
  );
  const own = found.filter(isTerminalOperationRow);
  const related = yield* readOperationRowsSharingReferences(tx, account, own);
  const rows = [...new Map([...own, ...related].map((row) => [row.id, row])).values()];
  return { number, rows, legs, order };
}

const partsOf = ({ number, rows, legs }: StoredOrder) =>
  Math.max(rows.filter(({ orderNumber }) => orderNumber === number).length, legs.length);

/** Whether the order takes no further part: with one more, not all parts could be read to find out what is left. */
export const hasReachedPartLimit = (parts: StoredOrder) => partsOf(parts) >= mostParts;
/** Whether the order has more parts than were read. Payments that name no total may exceed the limit. */
export const hasTooManyParts = (parts: StoredOrder) => partsOf(parts) > mostParts;

export const tooManyPartsMessage = `At most ${mostParts} parts may have one order number. Give each order a number of its own.`;

export const tooManyPartsRefusal: Refusal = {
  code: 'not-allowed',
  message: `${tooManyPartsMessage} Nothing was sent.`,
  field: 'orderNumber',
};

export const ordersUnavailableRefusal = () =>
  notSentRefusal(404, 'unavailable', 'This gateway stores no order numbers, so it knows no orders.');

export const sumStoredOrder = (
  { number, rows, legs }: StoredOrder,
  currency: string | undefined,
): PaidAndPending =>
  sumOrder(
    { number, currency },
    rows.map(({ operation }) => operation),
    legs,
  );

/** The order's total, as it was named last; undefined if there is none, or if it was named in another currency. */
export const storedTotalInCurrency = (
  { order }: StoredOrder,
  currency: string | undefined,
): number | undefined =>
  mayBeSameCurrency(order?.currency ?? undefined, currency) ? order?.totalCents : undefined;

export function figuresOfStoredOrder(
  stored: StoredOrder,
  { number, totalCents, currency }: OrderReference,
): OrderFigures {
  const sums = sumStoredOrder(stored, currency);
  return orderFigures({ number, totalCents, currency }, sums, stored.order?.paidAt ?? undefined);
}

/** Stores the total of an order. If the amount paid has reached this total, also records that the order is paid. */
export function* storeTotalAndNoteIfPaid(
  tx: StoreTransaction,
  scope: EventScope,
  {
    number,
    totalCents,
    currency = null,
  }: Pick<OrderRow, 'number' | 'totalCents'> & { currency?: string | null | undefined },
  stored: StoredOrder,
): StoreSteps<void> {
  const { account } = scope;
  const row = {
    account,
    number,
    currency,
    totalCents,
    namedAt: tx.now,
    paidAt: stored.order?.paidAt ?? null,
  };
  yield* tx.orders.put(row);
  yield* noteIfPaid(tx, scope, row, stored);
}

/** Called after an operation's amount has changed. If the operation's order is now paid, records it as paid. */
export function* noteOrderIfPaid(
  tx: StoreTransaction,
  row: OperationRow,
  operation: TerminalOperation,
): StoreSteps<void> {
  const { account, subject } = row;
  const number = operation.orderNumber ?? (yield* orderNumberOfSale(tx, account, operation));
  if (number === undefined) return;
  const [order] = yield* tx.orders.list({ account, number });
  if (order?.paidAt !== null) return;
  const scope = { account, subject, terminalId: operation.terminalId };
  yield* noteIfPaid(tx, scope, order, yield* readStoredOrder(tx, account, number));
}

/** Finds the order number of the sale or hold that a capture, void or refund refers to. */
function* orderNumberOfSale(
  tx: StoreTransaction,
  account: string,
  operation: TerminalOperation,
): StoreSteps<string | undefined> {
  const { pnRefNum } = operation;
  if (pnRefNum === undefined) return undefined;
  const rows = (yield* tx.operations.list({ account, pnRefNum })).filter(isTerminalOperationRow);
  const sales = rows.map((row) => row.operation).filter(isCarriedOutSaleOrHold);
  return findSaleOf(
    operation,
    sales.toSorted((a, b) => a.createdAt - b.createdAt),
  )?.orderNumber;
}

/** If the order is paid for the first time, stores the time and adds an event. */
function* noteIfPaid(
  tx: StoreTransaction,
  scope: EventScope,
  order: OrderRow,
  stored: StoredOrder,
): StoreSteps<void> {
  if (order.paidAt !== null) return;
  const figures = figuresOfStoredOrder(stored, {
    number: order.number,
    totalCents: order.totalCents,
    currency: order.currency ?? undefined,
  });
  if (figures.paidCents < figures.totalCents) return;
  const paid = { ...figures, paidAt: tx.now };
  yield* tx.orders.put({ ...order, paidAt: tx.now });
  yield* addOrderEvent(tx, scope, paid, { type: 'order-paid', order: paid });
}

function* addOrderEvent(
  tx: StoreTransaction,
  scope: EventScope,
  order: OrderFigures,
  detail: PaymentsEventDetail | null,
): StoreSteps<void> {
  // The event of an order has this name in place of an operation id. No operation id contains a space.
  const about = { operationId: `order ${order.number}`, seq: 0, at: tx.now, isDispatched: false };
  yield* tx.events.addAll([{ ...scope, ...about, detail, operation: { order } }]);
}

interface NewLeg extends Pick<LegRow, 'account' | 'id' | 'orderNumber' | 'name' | 'currency' | 'cents'> {
  actor: string | undefined;
  subject: string;
  /** The order's total (cents). If undefined, the total that was named last counts. */
  totalCents: number | undefined;
  confirmed: string | undefined;
}

/**
 * Records a leg: a part of an order that was paid without a terminal. A leg that is recorded already is not recorded
 * again. Returns a refusal if the order does not allow the amount.
 */
export function* recordLegUnlessRefused(tx: StoreTransaction, leg: NewLeg): StoreSteps<Refusal | undefined> {
  const { account, id, subject, actor = null, totalCents: named, confirmed, ...asked } = leg;
  const { orderNumber: number, name, currency, cents } = asked;
  const [before] = yield* tx.legs.list({ account, id });
  if (before) {
    const isSame = (['orderNumber', 'name', 'currency', 'cents'] as const).every(
      (at) => before[at] === asked[at],
    );
    if (isSame) return undefined;
    throw new GatewayRefusal(409, 'other-body', 'Another leg has this id. Nothing was recorded.', {
      field: 'id',
    });
  }
  const stored = yield* readStoredOrder(tx, account, number);
  if (hasReachedPartLimit(stored)) return tooManyPartsRefusal;
  const taken = sumStoredOrder(stored, currency);
  if (taken.isMixed) return otherCurrencyRefusal(number);
  const totalCents = named ?? storedTotalInCurrency(stored, currency);
  if (totalCents === undefined) {
    const message = 'The total of this order is not known: give totalCents. Nothing was recorded.';
    throw new GatewayRefusal(400, 'invalid-input', message, { field: 'totalCents' });
  }
  const isSameName = (other: LegRow) => other.name === name && mayBeSameCurrency(other.currency, currency);
  const heldCents = stored.legs.filter(isSameName).reduce((sum, other) => sum + other.cents, 0);
  if (heldCents + cents < 0) {
    const message = `Of ${name}, at most ${heldCents} cents can be given back. Nothing was recorded.`;
    return { code: 'not-allowed', message, field: 'cents' };
  }
  const order = { number, totalCents, currency };
  const question = guardOrderPart({ ...order, cents, by: id }, taken);
  if (question && cents > 0 && question.confirmation !== confirmed) return question;
  const scope = { account, subject, terminalId: '' };
  const added: LegRow = { account, id, ...asked, at: tx.now, actor, subject };
  yield* tx.legs.put(added);
  const after = { ...stored, legs: [...stored.legs, added] };
  yield* addOrderEvent(tx, scope, figuresOfStoredOrder(after, order), null);
  yield* storeTotalAndNoteIfPaid(tx, scope, order, after);
  return undefined;
}
