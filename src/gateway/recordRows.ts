import { lowerCased } from '../core/operations/operationSearch.ts';
import type {
  OrderFigures,
  PaymentsEventDetail,
  Phase,
  TerminalOperation,
} from '../core/operations/terminalOperation.ts';
import type { RecordedReport } from '../core/operations/recorded.ts';
import type { MessageState } from '../core/polling/messageState.ts';
import type { MessageWithoutRaw } from '../core/polling/pollLog.ts';
import type { OperationName } from '../core/wire/routes.ts';
import type { OperationAnswer } from './replies.ts';

/** The row of an operation id, with a hash of the request body. Times are epoch ms of the store's clock. */
export interface OperationRow {
  account: string;
  id: string;
  /** `sent`: the request was or may have been sent to the service. `closed`: nothing was sent, nor ever will be. */
  state: 'sent' | 'closed';
  /** Null if the id was closed before its kind was known. */
  kind: OperationName | null;
  /** A keyed hash of the till or shop that owns the id. Empty if the id was closed before its owner was known. */
  subject: string;
  /** The person or device that claimed the id, as `authorize` names it. */
  actor: string | null;
  /** Who approved the operation. After `needs-approval`: who later approved the same payment under another id. */
  approvedBy: string | null;
  bodyHash: string | null;
  /** The random id of the one copy of the request that may be sent. Other copies of the request have other ids. */
  claimedBy: string | null;
  claimedAt: number;
  /** Until when the service's answer may still arrive. After that, the operation counts as lost. */
  answerBy: number;
  answer: OperationAnswer | null;
  /** Counts the changes of the operation. */
  seq: number;
  /** The operation's state; null for a payment link or a closed id. The columns below repeat its fields for queries. */
  operation: TerminalOperation | null;
  phase: Phase | null;
  /** Whether the operation is open, so that its terminal counts as busy. */
  isOpen: boolean;
  terminalId: string | null;
  provider: string | null;
  orderNumber: string | null;
  /** The order number in lower case: an index finds it by its beginning, and by its end in the reversed column. */
  orderNumberLower: string | null;
  orderNumberReversed: string | null;
  pnRefNum: string | null;
  msgIdentifier: string | null;
  currency: string | null;
  amountCents: number | null;
  /** The amount that a completed operation charged, refunded or holds. Null for other operations, and without an amount. */
  movedCents: number | null;
  /** The part of `movedCents` that is a tip. */
  tipCents: number | null;
  createdAt: number;
  endedAt: number | null;
  /** Whether the operation has ended and its ending has not been acknowledged. */
  isUnseen: boolean;
}

/** The columns in which a gateway finds an order number by its beginning or its end. */
export function orderSearchColumns(orderNumber: string): OrderSearchColumns<string>;
export function orderSearchColumns(orderNumber: string | undefined): OrderSearchColumns<string | null>;
export function orderSearchColumns(orderNumber: string | undefined): OrderSearchColumns<string | null> {
  if (orderNumber === undefined) return { orderNumberLower: null, orderNumberReversed: null };
  const orderNumberLower = lowerCased(orderNumber);
  return { orderNumberLower, orderNumberReversed: Array.from(orderNumberLower).toReversed().join('') };
}

type OrderSearchColumns<Text> = Record<'orderNumberLower' | 'orderNumberReversed', Text>;

/** The columns that have no value yet when an id is claimed or closed. */
export const emptyOperationColumns = {
  approvedBy: null,
  answer: null,
  seq: 0,
  operation: null,
  phase: null,
  isOpen: false,
  terminalId: null,
  provider: null,
  orderNumber: null,
  orderNumberLower: null,
  orderNumberReversed: null,
  pnRefNum: null,
  msgIdentifier: null,
  currency: null,
  amountCents: null,
  movedCents: null,
  tipCents: null,
  endedAt: null,
  isUnseen: false,
} satisfies Partial<OperationRow>;

/** A `MessageState` with the checked fields only, without other text of the service. */
export type StoredMessageState = Omit<
  MessageState,
  'msgIdentifier' | 'message' | 'error' | 'lastCheckedAt' | 'nextCheckAt'
> & {
  message?: MessageWithoutRaw | undefined;
  /** Why the last answer could not be read: `unrecognised-status: WORD`, `unreadable: path` or `unreadable`. */
  misfit?: string | undefined;
};

/** A message that the gateway polls: the message of an operation, or a foreign one that a page asked for. */
export interface MessageRow {
  account: string;
  /** The provider that a poll's path names; empty if the path names none. */
  provider: string;
  id: string;
  /** The operation that this message belongs to; null if it belongs to none in this record. */
  operationId: string | null;
  /** ISO 4217: the page counts amounts in cents of this currency. */
  currency: string | null;
  /** The last known state, and how polling goes. */
  state: StoredMessageState;
  /** When the last readable answer arrived. */
  heardAt: number | null;
  /** When the message was accepted. For a foreign message: when a page first asked for it. */
  since: number;
  askedAt: number | null;
  /** Until when the poll in flight may be answered; after that it counts as lost. Null if none is in flight. */
  askingUntil: number | null;
  /** When the next poll is due; null if polling has ended. */
  dueAt: number | null;
  /** When the status `timeout` was first seen. */
  timedOutAt: number | null;
  /** Until when a page wants polls of this message, if it has no operation. */
  wantedUntil: number | null;
}

/** A poll within the last window, which counts against the limit of the account's polls. */
export interface PollSlotRow {
  id: number;
  account: string;
  /** When the slot was taken. Once the poll has ended: when it ended, because it is not known when the service got the poll. */
  at: number;
  messageId: string | null;
  /** Whether no caller waits for the result of this poll. */
  isPatient: boolean;
}

/** The pauses and limits of one account's polls. */
export interface PollBudgetRow {
  account: string;
  restUntil: number;
  /** How often in a row the service asked for a pause of unknown length. Each time, the gateway pauses longer. */
  restStep: number;
  /** Until when (epoch ms) messages without an operation are not polled, because the service asked for a pause. */
  strangersRestUntil: number;
  loweredTo: number | null;
  loweredAt: number | null;
}

/** What the event of an order holds in place of an operation. The event's `operationId` then names the order. */
interface OrderInEvent {
  order: OrderFigures;
}

/** A change of an operation or an order, numbered in the order in which changes become visible. */
export interface EventRow {
  id: number;
  account: string;
  operationId: string;
  seq: number;
  at: number;
  /** Null if the kit has no event for the change, for example that the service began to work on the operation. */
  detail: PaymentsEventDetail | null;
  /** The operation or order after the change. */
  operation: TerminalOperation | OrderInEvent;
  subject: string;
  terminalId: string;
  /** Whether nothing is left to do: deliveries of this event were created, or no receiver wants it. */
  isDispatched: boolean;
}

/** An event that a receiver has yet to get. */
export interface DeliveryRow {
  id: number;
  account: string;
  eventId: number;
  operationId: string;
  /** `process`, or the name of a webhook. */
  receiver: string;
  attempts: number;
  nextAt: number;
  /** An instance holds the delivery until this time. */
  takenUntil: number | null;
  /** When the first attempt was made. Before the first attempt: when the row was created. */
  firstAt: number;
  /** `behind`: an earlier event of the same operation must be delivered first. `undelivered`: given up. */
  state: 'due' | 'behind' | 'undelivered';
}

/** A receiver with pending deliveries. */
export interface ReceiverRow {
  account: string;
  receiver: string;
  /** When the receiver may get its next delivery. */
  nextAt: number;
  /** Failures in a row. A failing receiver gets one delivery at a time. */
  failures: number;
  failingSince: number | null;
  restUntil: number;
}

/** What a person said about an operation whose outcome is unknown. Rows are added and never changed. */
export interface ResolutionRow {
  id: number;
  account: string;
  operationId: string;
  at: number;
  actor: string | null;
  subject: string;
  charged: boolean;
  basis: string;
  note: string | null;
}

/** Who acknowledged the ending of an operation. */
interface AcknowledgementRow {
  account: string;
  operationId: string;
  subject: string;
  actor: string | null;
  at: number;
}

/** The total of an order, as it was named last. */
export interface OrderRow {
  account: string;
  number: string;
  currency: string | null;
  totalCents: number;
  namedAt: number;
  /** When the amount paid first reached the total. */
  paidAt: number | null;
}

/** A part of an order that was paid without a terminal. Rows are added and never changed. */
export interface LegRow {
  account: string;
  id: string;
  orderNumber: string;
  name: string;
  currency: string;
  cents: number;
  at: number;
  actor: string | null;
  subject: string;
}

/** A closed period of a terminal. Rows are added and never changed. */
export interface ClosingRow {
  account: string;
  terminalId: string;
  number: number;
  /** The id of the operation that closed the batch, or of the request that closed a forgotten day. */
  id: string;
  fromMs: number;
  toMs: number;
  at: number;
  actor: string | null;
  /** The report as it was when the period was closed (`at`). */
  report: RecordedReport;
}

export interface RecordRows {
  closings: ClosingRow;
  operations: OperationRow;
  messages: MessageRow;
  slots: PollSlotRow;
  budgets: PollBudgetRow;
  events: EventRow;
  deliveries: DeliveryRow;
  receivers: ReceiverRow;
  resolutions: ResolutionRow;
  acknowledgements: AcknowledgementRow;
  orders: OrderRow;
  legs: LegRow;
}
