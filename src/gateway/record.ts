import type { OperationStateAtGateway } from '../core/errors.ts';
import type { OperationFact } from '../core/operations/operationFacts.ts';
import { reduceOperation } from '../core/operations/operationReducer.ts';
import { eventsBetween } from '../core/operations/operationEvents.ts';
import {
  isCarriedOut,
  isOpen,
  isUnseen,
  type PaymentsEventDetail,
  type TerminalOperation,
} from '../core/operations/terminalOperation.ts';
import { movedCents } from '../core/operations/transactions.ts';
import type { Service } from '../core/wire/service.ts';
import { closePeriodIfBatchClosed } from './closings.ts';
import type { StoreSteps, StoreTransaction } from './gatewayStore.ts';
import { noteOrderIfPaid } from './orders.ts';
import { type MessageRow, type OperationRow, orderSearchColumns } from './recordRows.ts';
import { type OperationAnswer, operationStateOfAnswer } from './replies.ts';

/** A row and its age by the store's clock. */
export type OperationRowWithAge = OperationRow & { ageMs: number };

export const withAge = (row: OperationRow, now: number): OperationRowWithAge => ({
  ...row,
  ageMs: Math.max(0, now - row.claimedAt),
});

export function* findOperationRow(
  tx: StoreTransaction,
  account: string,
  id: string,
): StoreSteps<OperationRowWithAge | undefined> {
  const [row] = yield* tx.operations.list({ account, id });
  return row && withAge(row, tx.now);
}

/** Stores an operation's new state. Adds an event for each of `details`; if there are none, adds one event. */
export function* writeOperationAndEvents(
  tx: StoreTransaction,
  row: OperationRow,
  operation: TerminalOperation,
  details: readonly PaymentsEventDetail[],
): StoreSteps<OperationRow> {
  const moved = movedCents(operation);
  const { terminalId } = operation;
  const after: OperationRow = {
    ...row,
    seq: row.seq + 1,
    operation,
    phase: operation.phase,
    isOpen: isOpen(operation),
    terminalId,
    provider: operation.provider ?? null,
    orderNumber: operation.orderNumber ?? null,
    ...orderSearchColumns(operation.orderNumber),
    pnRefNum: operation.pnRefNum ?? null,
    msgIdentifier: operation.msgIdentifier ?? null,
    currency: operation.currency ?? null,
    amountCents: operation.amountCents ?? null,
    movedCents: moved ?? null,
    tipCents: moved === undefined ? null : (operation.tipCents ?? null),
    endedAt: operation.endedAt ?? null,
    isUnseen: isUnseen(operation),
  };
  const { account, id, seq, subject } = after;
  const about = { account, operationId: id, seq, at: tx.now, operation, subject, terminalId };
  const events = (details.length > 0 ? details : [null]).map((detail) => ({
    ...about,
    detail,
    isDispatched: false,
  }));
  yield* tx.together(tx.operations.put(after), tx.events.addAll(events));
  const wasCarriedOut = row.operation !== null && isCarriedOut(row.operation);
  const isMoved = row.movedCents !== after.movedCents || wasCarriedOut !== isCarriedOut(operation);
  if (isMoved) yield* noteOrderIfPaid(tx, after, operation);
  yield* closePeriodIfBatchClosed(tx, row.operation, after);
  return after;
}

/** Applies facts to the operation of a row. Stores each change with its events, and with the events `more`. */
export function* applyAndStoreFacts(
  tx: StoreTransaction,
  row: OperationRow,
  facts: readonly OperationFact[],
  more: readonly PaymentsEventDetail[] = [],
): StoreSteps<OperationRow> {
  let current = row;
  for (const fact of facts) {
    const before = current.operation;
    const after = before && reduceOperation(before, fact);
    if (!after || after === before) continue;
    current = yield* writeOperationAndEvents(tx, current, after, [...eventsBetween(before, after), ...more]);
  }
  return current;
}

/** Marks an operation as lost if its answer is overdue: no instance waits for the answer any more. */
export function* markLostIfOverdue(tx: StoreTransaction, row: OperationRow): StoreSteps<OperationRow> {
  if (row.phase !== 'sending' || row.answerBy > tx.now) return row;
  return yield* applyAndStoreFacts(tx, row, [{ type: 'lost', at: tx.now, reason: 'no-response' }]);
}

/** The columns of a message that was just accepted. */
export function newMessageColumns(now: number): Omit<MessageRow, 'account' | 'provider' | 'id'> {
  return {
    operationId: null,
    currency: null,
    state: { isFinal: false, connection: 'ok', failures: 0, missing: 0 },
    heardAt: null,
    since: now,
    askedAt: null,
    askingUntil: null,
    dueAt: now,
    timedOutAt: null,
    wantedUntil: null,
  };
}

/** What a page may be told of an operation id: whether its request was sent, and what the service's answer proves. */
export function operationStateAtGatewayOfRow(
  { isRefusal }: Pick<Service, 'isRefusal'>,
  row: OperationRowWithAge,
): OperationStateAtGateway {
  const { state, kind, answer, answerBy, claimedAt, ageMs, operation } = row;
  if (state === 'closed') return 'not-seen';
  if (answer && kind) return operationStateOfAnswer(isRefusal, kind, answer);
  if (operation && operation.phase !== 'sending') return stateOfOperation(operation);
  return ageMs < answerBy - claimedAt ? 'sent' : 'unanswered';
}

/**
 * For a later copy of a request whose stored answer expired or never came: makes the answer from the operation. Returns
 * undefined for a closed id, for a payment link, and if it is unknown whether the service accepted the operation.
 */
export function rebuildAnswer({ operation, state }: OperationRow): OperationAnswer | undefined {
  if (state === 'closed' || !operation || operation.phase === 'sending') return undefined;
  const { msgIdentifier, pnRefNum, error } = operation;
  const { status = 502, shortMessage = '', serviceMessage: message = shortMessage, field } = error ?? {};
  const of = stateOfOperation(operation);
  if (of === 'accepted') return { status: 200, body: JSON.stringify({ data: { msgIdentifier, pnRefNum } }) };
  if (of === 'unanswered') return undefined;
  const isNotSent = of === 'not-seen';
  return {
    status,
    body: JSON.stringify({
      error: { message },
      errors: field === undefined ? undefined : [{ field, message }],
    }),
    isNotSent,
    isOwn: isNotSent,
  };
}

/** Derives from the operation what became of its request, for when the stored answer has expired. */
function stateOfOperation({ phase, error, msgIdentifier }: TerminalOperation): OperationStateAtGateway {
  if (phase === 'rejected') return error?.operationState ?? 'refused';
  return msgIdentifier !== undefined || phase === 'complete' ? 'accepted' : 'unanswered';
}
