import type { OperationState, PaymentsErrorCode, RecordRefusal } from '../errors.ts';
import type { Connection } from '../polling/messageState.ts';
import type { ProcessingStatus } from '../wire/message.ts';
import type { PaymentLink } from '../wire/paymentLink.ts';
import type { MoneyOperation } from '../wire/routes.ts';

/** Phases in which nobody knows yet whether the money moved. */
export const pendingPhases = ['sending', 'waiting', 'unknown'] as const;

/**
 * Where an operation stands. `complete`, `partial` (less was approved than asked for), `failed`, `rejected` and `resolved`
 * are endings and free the terminal; `unknown` does not.
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

/** Whether it has not ended. One that nobody found out about may give its terminal free: see `isOpen`. */
export function isPending({ phase }: Pick<TerminalOperation, 'phase'>): boolean {
  return (pendingPhases as readonly Phase[]).includes(phase);
}

/** Why nobody knows whether the money moved. */
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

/** Where a person saw what became of an unknown operation. */
export const resolutionBases = ['terminal-screen', 'receipt', 'back-office', 'other'] as const;
export type ResolutionBasis = (typeof resolutionBases)[number];

/** What a person saw of an operation that nobody knows. */
export interface Resolution {
  charged: boolean;
  basis: ResolutionBasis;
  /** Needed with basis `other`. It goes into the event and the record. */
  note?: string | undefined;
}

/** A `PaymentsError` in a form that can be stored. */
export interface OperationError {
  code: PaymentsErrorCode;
  shortMessage: string;
  serviceMessage?: string | undefined;
  status?: number | undefined;
  field?: string | undefined;
  retryAfterMs?: number | undefined;
  /** What the record knows of it. `not-seen`: the service got nothing. */
  operationState?: OperationState | undefined;
  /** Why the record's guards refused it, by what all tills did. */
  refusal?: RecordRefusal | undefined;
}

/** One terminal operation, from the press to its ending. Times are epoch ms, amounts integer cents of its currency. */
export interface TerminalOperation {
  id: string;
  kind: MoneyOperation;
  phase: Phase;
  /** The last thing the service said of its message. */
  status?: ProcessingStatus | undefined;
  reason?: UnknownReason | undefined;
  terminalId: string;
  provider?: string | undefined;
  /** ISO 4217, in whose minor units the cents are; undefined where nobody said it, and the wire counts cents. */
  currency?: string | undefined;
  /** What was asked for. */
  amountCents?: number | undefined;
  /** What the service said was approved, a tip included; undefined where it told no amount. */
  confirmedCents?: number | undefined;
  /** What of it the customer added at the terminal, where the service names it. */
  tipCents?: number | undefined;
  orderNumber?: string | undefined;
  msgIdentifier?: string | undefined;
  pnRefNum?: string | undefined;
  /** The service's own sentence, plain text. */
  message?: string | undefined;
  error?: OperationError | undefined;
  /** What a person said; what the service said is never edited. */
  resolution?: { charged: boolean; basis: ResolutionBasis } | undefined;
  /** Things that should not happen and did: `amount-mismatch`, `contradiction`, `contradicts-operator`, `duplicate-id`. */
  anomalies: readonly string[];
  connection: Connection;
  /** The service was seen to work on it. False means only that no poll saw it. */
  seenProcessing: boolean;
  flowKey: string;
  scope?: string | undefined;
  /** A short name of the account of the client that sent it: its `baseUrl`, `clientId` and `budgetKey`. */
  account?: string | undefined;
  createdAt: number;
  acceptedAt?: number | undefined;
  /** When it became unknown last. */
  unknownAt?: number | undefined;
  endedAt?: number | undefined;
  /** When a person, or the host, took note of how it ended. Until then the ending stands. */
  acknowledgedAt?: number | undefined;
  /** The outcome that a callback of the host heard last. */
  toldPhase?: Phase | undefined;
  lastCheckedAt?: number | undefined;
  nextCheckAt?: number | undefined;
  /** When an operation that stayed unknown for 30 days gave its terminal free. */
  archivedAt?: number | undefined;
}

/** What was approved, as far as anybody said: of one that is done, what was moved. */
export function approvedCents({
  confirmedCents,
  amountCents,
}: Pick<TerminalOperation, 'confirmedCents' | 'amountCents'>): number | undefined {
  return confirmedCents ?? amountCents;
}

/** Whether less was approved than asked for, where the service says it and where a person recorded the charge. */
export function isPartlyApproved({
  phase,
  resolution,
  amountCents = 0,
  confirmedCents = amountCents,
}: Pick<TerminalOperation, 'phase' | 'resolution' | 'amountCents' | 'confirmedCents'>): boolean {
  const isRecorded = phase === 'resolved' && resolution?.charged === true;
  return phase === 'partial' || (isRecorded && confirmedCents < amountCents);
}

/** An ending that nobody took note of. */
export function isUnseen(operation: Pick<TerminalOperation, 'phase' | 'acknowledgedAt'>): boolean {
  return !isPending(operation) && operation.acknowledgedAt === undefined;
}

/** Whether a record that all tills share has it: not what was never sent, or was kept back. */
export function isInGatewayRecord({ phase, error }: Pick<TerminalOperation, 'phase' | 'error'>): boolean {
  return phase !== 'rejected' || error?.operationState === 'refused';
}

/** Whether it may have been done after all, though it was told otherwise, or not told. */
export function mayHaveCharged({ phase, error }: Pick<TerminalOperation, 'phase' | 'error'>): boolean {
  if (phase === 'unknown' || phase === 'resolved') return true;
  return phase === 'rejected' && !isProvenRefusal({ error }) && [400, 422, 429].includes(error?.status ?? 0);
}

/**
 * Whether it is proven that an operation moved no money: then it may be tried again without a question. What is told in
 * two ways proves nothing.
 */
export function isProvenNotCharged(operation: TerminalOperation): boolean {
  return isFailedOrRejected(operation) && !mayHaveCharged(operation) && operation.anomalies.length === 0;
}

export function isFailedOrRejected({ phase }: TerminalOperation): boolean {
  return phase === 'failed' || phase === 'rejected';
}

/** Proven to be refused. Without proof another copy of the request may have been taken (faults M2). */
export function isProvenRefusal({ error }: Pick<TerminalOperation, 'error'>): boolean {
  return error !== undefined && (error.operationState !== undefined || error.code === 'unanswered');
}

/** How long an unknown operation may hold its terminal, and an ending waits for somebody to take note of it (ms). */
export const keepUnresolvedMs = 30 * 24 * 60 * 60_000;

/** Whether the operation still holds its terminal. */
export function isOpen(operation: Pick<TerminalOperation, 'phase' | 'archivedAt'>): boolean {
  return isPending(operation) && !(operation.phase === 'unknown' && operation.archivedAt !== undefined);
}

const dayMs = 24 * 60 * 60_000;

/** Whether an operation keeps a draft from its terminal. A batch may be closed over a doubt that is older than a day. */
export function holdsTerminal(
  operation: TerminalOperation,
  { kind, terminalId }: Pick<TerminalOperation, 'kind' | 'terminalId'>,
  now: number,
): boolean {
  if (operation.terminalId !== terminalId || !isOpen(operation)) return false;
  const { phase, createdAt } = operation;
  // One whose date could not be read (0) is as new as anybody likes to think.
  return !(kind === 'closeBatch' && phase === 'unknown' && createdAt !== 0 && now - createdAt > dayMs);
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
  /** The operation that is in the way. */
  operationId?: string | undefined;
  /** With `needs-confirmation`: pass it as `confirmed` once a person has said yes. */
  confirmation?: string | undefined;
  /** With `no-journal`: the device took too long, or the page stood still, so the same start may succeed. */
  isTooSlow?: boolean | undefined;
}

export type StartResult =
  { started: true; operation: TerminalOperation } | { started: false; refusal: Refusal };

interface EventBase {
  /** Stable: the same event told twice has the same id. */
  eventId: string;
  /** Epoch ms. */
  at: number;
  operation?: TerminalOperation | undefined;
}

/** A link without what may be a customer's: the custom values, and the service's answer as it came (faults F101). */
export type LinkInEvent = Omit<PaymentLink, 'customValues' | 'raw'>;

export function linkForEvent({ customValues: _values, raw: _raw, ...told }: PaymentLink): LinkInEvent {
  return told;
}

/** What the kit tells the host, at least once each. Nothing personal and no secret is in it. */
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
  );

export type PaymentsEventListener = (event: PaymentsEvent) => void;

type Detail<Event> = Event extends unknown ? Omit<Event, 'eventId' | 'at' | 'operation'> : never;
export type PaymentsEventDetail = Detail<PaymentsEvent>;

/** What changed between two states of an operation, as events. */
export function eventsBetween(
  before: TerminalOperation | undefined,
  after: TerminalOperation,
): PaymentsEventDetail[] {
  const events: PaymentsEventDetail[] = [];
  if (before?.phase !== after.phase) {
    events.push({ type: 'operation', from: before?.phase, to: after.phase });
    if (after.phase === 'unknown') events.push({ type: 'unresolved' });
  }
  for (const kind of after.anomalies) {
    if (!before?.anomalies.includes(kind)) events.push({ type: 'anomaly', kind });
  }
  if (before?.connection !== after.connection) {
    if (after.connection === 'needs-auth') events.push({ type: 'needs-auth' });
    if (after.connection === 'slowed') events.push({ type: 'slowed', until: after.nextCheckAt });
  }
  return events;
}

/** A new operation id: 128 random bits as hex. (`crypto.randomUUID` is absent on plain http in a shop's network.) */
export function createOperationId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A short name for an operator or account that tells nothing of the key itself. (Not a secret: it only tells them apart.) */
export function hashName(key: string): string {
  let hash = 0x811c9dc5; // FNV-1a
  for (const char of key) hash = Math.imul(hash ^ (char.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}
