import type { OperationStateAtGateway, PaymentsErrorCode, RecordRefusal } from '../errors.ts';
import type { Connection } from '../polling/messageState.ts';
import { isKnownTime } from '../time.ts';
import type { ProcessingStatus } from '../wire/message.ts';
import type { PaymentLink } from '../wire/paymentLink.ts';
import type { MoneyOperation } from '../wire/routes.ts';

/** Phases in which it is unknown whether money moved. */
export const undecidedPhases = ['sending', 'waiting', 'unknown'] as const;

/**
 * The phase of an operation. `complete`, `partial` (less was approved than requested), `failed`, `rejected` and
 * `resolved` are endings and free the terminal; `unknown` does not.
 */
export const phases = [
  'sending',
  'waiting',
  'complete',
  'partial',
  'failed',
  'rejected',
  'unknown',
  'resolved',
] as const;
export type Phase = (typeof phases)[number];

/** Whether the operation is sending, waiting or `unknown`. Stays true after 30 days in `unknown`, when `isOpen` becomes false. */
export function isUndecided({ phase }: { phase: Phase | null }): boolean {
  return (undecidedPhases as readonly (Phase | null)[]).includes(phase);
}

/** Why it is unknown whether money moved. */
export type UnknownReason =
  | 'no-response'
  | 'bad-response'
  | 'conflict'
  | 'http-error'
  | 'redirect'
  | 'reloaded'
  | 'service-timeout'
  | 'stopped'
  | 'max-wait'
  | 'gone'
  | 'unrecognised-status'
  | 'contradiction'
  | 'duplicate-id';

/** Where a person saw the outcome of an unknown operation. */
export const resolutionBases = ['terminal-screen', 'receipt', 'back-office', 'other'] as const;
export type ResolutionBasis = (typeof resolutionBases)[number];

/** The outcome of an unknown operation as a person saw it. */
export interface Resolution {
  charged: boolean;
  basis: ResolutionBasis;
  /** What the person wrote about the outcome. Required with basis `other`. Stored in the event and the gateway's record. */
  note?: string | undefined;
}

/** A `PaymentsError` in a storable form. */
export interface OperationError {
  code: PaymentsErrorCode;
  shortMessage: string;
  serviceMessage?: string | undefined;
  status?: number | undefined;
  field?: string | undefined;
  retryAfterMs?: number | undefined;
  /** What the gateway knows of the operation. `not-seen`: the service received nothing. */
  operationState?: OperationStateAtGateway | undefined;
  /** Why the gateway refused the operation. Its guards compare the operations of all tills. */
  refusal?: RecordRefusal | undefined;
}

/** One terminal operation, from its start to its ending. Times are epoch ms, amounts integer cents of its currency. */
export interface TerminalOperation {
  id: string;
  kind: MoneyOperation;
  phase: Phase;
  /** The last status of the operation's message. */
  status?: ProcessingStatus | undefined;
  reason?: UnknownReason | undefined;
  terminalId: string;
  provider?: string | undefined;
  /** Currency of the amounts (ISO 4217). Undefined if the caller named none and the service takes amounts in cents. */
  currency?: string | undefined;
  /** The requested amount. */
  amountCents?: number | undefined;
  /** The approved amount with tip; undefined if the service gave none. */
  confirmedCents?: number | undefined;
  /** The tip that the customer added at the terminal, if the service names it. */
  tipCents?: number | undefined;
  orderNumber?: string | undefined;
  msgIdentifier?: string | undefined;
  pnRefNum?: string | undefined;
  /** The service's own sentence, plain text. */
  message?: string | undefined;
  error?: OperationError | undefined;
  /** What a person said about the outcome. What the service said stays in the other fields. */
  resolution?: { charged: boolean; basis: ResolutionBasis } | undefined;
  /** Inconsistencies: `amount-mismatch`, `contradiction`, `contradicts-operator`, `duplicate-id`, and others. */
  anomalies: readonly string[];
  connection: Connection;
  /** Whether a poll saw the status `processing`. False only means that no poll saw it. */
  seenProcessing: boolean;
  flowKey: string;
  scope?: string | undefined;
  /** Hash of the account that sent the operation: of `baseUrl`, `clientId` and `budgetKey`. */
  account?: string | undefined;
  createdAt: number;
  acceptedAt?: number | undefined;
  /** When the operation last became unknown. */
  unknownAt?: number | undefined;
  endedAt?: number | undefined;
  /** When a person or the host acknowledged the ending. Until then the ending is shown. */
  acknowledgedAt?: number | undefined;
  /** The last outcome that was reported to a callback of the host. */
  toldPhase?: Phase | undefined;
  lastCheckedAt?: number | undefined;
  nextCheckAt?: number | undefined;
  /** When the operation had been unknown for 30 days and so freed its terminal. */
  archivedAt?: number | undefined;
}

/**
 * The amount that the service approved (cents). If none is known: the requested amount, even if the operation failed or is
 * unknown. For a completed operation this is the amount moved.
 */
export function approvedCents({
  confirmedCents,
  amountCents,
}: Pick<TerminalOperation, 'confirmedCents' | 'amountCents'>): number | undefined {
  return confirmedCents ?? amountCents;
}

/** Whether less was approved than requested, and the approved amount was charged, as the service or a person says. */
export function isPartlyApproved({
  phase,
  resolution,
  amountCents = 0,
  confirmedCents = amountCents,
}: Pick<TerminalOperation, 'phase' | 'resolution' | 'amountCents' | 'confirmedCents'>): boolean {
  const isRecorded = phase === 'resolved' && resolution?.charged === true;
  return phase === 'partial' || (isRecorded && confirmedCents < amountCents);
}

/** Whether the operation was carried out: proven by the service, or recorded by a person. */
export function isCarriedOut({
  phase,
  resolution,
}: Pick<TerminalOperation, 'phase' | 'resolution'>): boolean {
  return (
    phase === 'complete' || phase === 'partial' || (phase === 'resolved' && resolution?.charged === true)
  );
}

export const hasServiceResult = ({ phase }: TerminalOperation): boolean =>
  phase === 'complete' || phase === 'partial' || phase === 'failed';

/** The fields by which lists are sorted: the start time, then the id. */
export type StartTimeAndId = Pick<TerminalOperation, 'createdAt' | 'id'>;

export function byStartTime(a: StartTimeAndId, b: StartTimeAndId): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1);
}

/** Whether the operation has ended and is not acknowledged. */
export function isUnseen(operation: Pick<TerminalOperation, 'phase' | 'acknowledgedAt'>): boolean {
  return !isUndecided(operation) && operation.acknowledgedAt === undefined;
}

/** Whether the gateway's record may have the operation. A rejected operation is there only if the service refused it. */
export function mayBeInGatewayRecord({ phase, error }: Pick<TerminalOperation, 'phase' | 'error'>): boolean {
  return phase !== 'rejected' || error?.operationState === 'refused';
}

/** Whether nothing proves if the operation charged: it is unknown, only a person resolved it, or an unproven 400, 422 or 429 rejected it. */
export function isUnknownOrEndedWithoutProof({
  phase,
  error,
}: Pick<TerminalOperation, 'phase' | 'error'>): boolean {
  if (phase === 'unknown' || phase === 'resolved') return true;
  return phase === 'rejected' && !isProvenRefusal({ error }) && [400, 422, 429].includes(error?.status ?? 0);
}

/** Whether it is proven that no money moved, so that a repetition needs no confirmation. An operation with an anomaly proves nothing. */
export function isProvenNotCharged(operation: TerminalOperation): boolean {
  return (
    isFailedOrRejected(operation) &&
    !isUnknownOrEndedWithoutProof(operation) &&
    operation.anomalies.length === 0
  );
}

export function isFailedOrRejected({ phase }: TerminalOperation): boolean {
  return phase === 'failed' || phase === 'rejected';
}

/** Whether a gateway refused the operation because another person must approve it. */
export const isRejectedForLackOfApproval = ({ phase, error }: TerminalOperation): boolean =>
  phase === 'rejected' && error?.refusal?.code === 'needs-approval';

/** Whether a refusal is proven. Without proof, a second copy of the request may have been accepted (faults M2). */
export function isProvenRefusal({ error }: Pick<TerminalOperation, 'error'>): boolean {
  return error !== undefined && (error.operationState !== undefined || error.code === 'unanswered');
}

/** The longest time that an unknown operation holds its terminal, and that an unacknowledged ending is kept (ms). */
export const longestOpenOrUnseenMs = 30 * 24 * 60 * 60_000;

/** Whether the operation still holds its terminal: it is being sent, waited for, or unknown for at most 30 days. */
export function isOpen(operation: Pick<TerminalOperation, 'phase' | 'archivedAt'>): boolean {
  return isUndecided(operation) && !(operation.phase === 'unknown' && operation.archivedAt !== undefined);
}

const dayMs = 24 * 60 * 60_000;

/** Whether an operation blocks a draft on its terminal. An unknown one from over a day ago does not block closing a batch. */
export function blocksStart(
  operation: TerminalOperation,
  { kind, terminalId }: Pick<TerminalOperation, 'kind' | 'terminalId'>,
  now: number,
): boolean {
  if (operation.terminalId !== terminalId || !isOpen(operation)) return false;
  const { phase, createdAt } = operation;
  return !(kind === 'closeBatch' && phase === 'unknown' && isKnownTime(createdAt) && now - createdAt > dayMs);
}

/** Why an operation was not started. No request was sent. */
export interface Refusal {
  code:
    | 'invalid-request'
    | 'terminal-busy'
    | 'needs-confirmation'
    | 'not-allowed'
    | 'no-journal'
    | 'unreachable'
    | 'already-started';
  message: string;
  field?: string | undefined;
  /** The operation that blocks the refused one. */
  operationId?: string | undefined;
  /** With `needs-confirmation`: the value for `confirmed` once a person has agreed. */
  confirmation?: string | undefined;
  /** Whether recording took too long or the page stood still (only with `no-journal`). Then a second start may succeed. */
  isTooSlow?: boolean | undefined;
}

export type StartResult =
  { started: true; operation: TerminalOperation } | { started: false; refusal: Refusal };

interface EventBase {
  /** The event's id. An event that is delivered again has the same id. */
  eventId: string;
  /** When the event happened (epoch ms). */
  at: number;
  operation?: TerminalOperation | undefined;
}

/** A link without the fields that may hold a customer's data: the custom values and the raw answer (faults F101). */
type LinkInEvent = Omit<PaymentLink, 'customValues' | 'raw'>;

/** The events for the host, each delivered at least once. They hold no personal data and no secret. */
export type PaymentsEvent = EventBase &
  (
    | { type: 'operation'; from?: Phase | undefined; to: Phase }
    | { type: 'anomaly'; kind: string }
    | { type: 'unresolved' }
    | { type: 'resolved'; charged: boolean; basis: ResolutionBasis; note?: string | undefined }
    | { type: 'needs-auth' }
    | { type: 'slowed'; until?: number | undefined }
    | { type: 'link-created'; link: LinkInEvent | null; sentAmountCents?: number | undefined }
    | { type: 'link-unknown' }
    | { type: 'order-paid'; order: OrderFigures }
  );

export type PaymentsEventListener = (event: PaymentsEvent) => void;

type Detail<Event> = Event extends unknown ? Omit<Event, 'eventId' | 'at' | 'operation'> : never;
export type PaymentsEventDetail = Detail<PaymentsEvent>;

/** An order as the host names it. */
export interface OrderReference {
  number: string;
  /** What the whole order costs (cents), without tips. */
  totalCents: number;
  /** The currency of the order (ISO 4217). */
  currency?: string | undefined;
}

/** A part of an order that was paid without a terminal, such as cash or a voucher. */
export interface OrderLeg {
  id: string;
  /** What the part was paid with, in the host's word, such as `cash`. */
  name: string;
  currency: string;
  /** What was paid (cents). Negative if the money was given back. */
  cents: number;
  at: number;
  /** Who recorded the leg: the name that the host's `authorize` gave. */
  actor?: string | undefined;
}

/** What a host passes to `recordLeg`: a part of an order that is to be recorded. `id`: 16 to 128 letters, digits, `-` or `_`, made anew for each leg. */
export type NewOrderLeg = Pick<OrderLeg, 'id' | 'name' | 'cents'>;

/** What all tills took of an order. Amounts are cents without tips. */
export interface OrderFigures extends OrderReference {
  /** What was paid at a terminal or recorded as legs, less what was given back. */
  paidCents: number;
  /** Amounts that are held, open or unknown. They count as taken until the outcome says otherwise. */
  pendingCents: number;
  /** What is left to take: the total less the paid and the pending amount, at least 0. */
  dueCents: number;
  /** When the paid amount first reached the total (epoch ms). */
  paidAt?: number | undefined;
}
