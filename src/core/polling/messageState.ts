import type { PaymentsError } from '../errors.ts';
import { type ProcessedMessage, type ProcessingStatus, contractAnomalyOfError } from '../wire/message.ts';

/** State of the polls. Says nothing about the payment. */
export type Connection = 'ok' | 'degraded' | 'slowed' | 'needs-auth';

/** What this page knows of one message of the service. */
export interface MessageState {
  msgIdentifier: string;
  status?: ProcessingStatus | undefined;
  /** Whether the status is `complete`, `failed` or `timeout`. After `timeout`, rare polls go on: a late result wins. */
  isFinal: boolean;
  message?: ProcessedMessage | undefined;
  connection: Connection;
  /** Error of the last poll; the next good answer clears it. */
  error?: PaymentsError | undefined;
  /** Epoch ms. */
  lastCheckedAt?: number | undefined;
  nextCheckAt?: number | undefined;
  /** How many of the latest polls in a row failed. */
  failures: number;
  /** How many of the latest polls in a row got a 404 or 410. */
  missing: number;
}

const rank: Record<ProcessingStatus, number> = {
  received: 0,
  processing: 1,
  timeout: 2,
  failed: 3,
  complete: 4,
};

/** Whether `next` comes after `status`. An answer with an earlier status is stale (docs/contract.md has the transitions). */
export function isLaterStatus(next: ProcessingStatus, status: ProcessingStatus | undefined): boolean {
  return status === undefined || rank[next] > rank[status];
}

/** Whether the service is still processing the message. */
export function isUnfinishedStatus(status: ProcessingStatus | undefined): boolean {
  return status === 'received' || status === 'processing';
}

/** The state after an answer. `at`: when the service gave the answer (epoch ms); undefined before the service's first answer. */
export function withPolledMessage(
  state: MessageState,
  message: ProcessedMessage,
  at: number | undefined,
): MessageState {
  const isStale = state.status !== undefined && rank[message.status] < rank[state.status];
  const shown = isStale || (state.message && isSameMessage(state.message, message)) ? state.message : message;
  const status = isStale ? state.status : message.status;
  return {
    msgIdentifier: state.msgIdentifier,
    status,
    isFinal: !isUnfinishedStatus(status),
    message: shown,
    connection: 'ok',
    lastCheckedAt: at,
    failures: 0,
    missing: 0,
  };
}

export function withPollError(state: MessageState, error: PaymentsError, at: number): MessageState {
  const failures = state.failures + 1;
  return {
    ...state,
    error,
    failures,
    missing: error.status === 404 || error.status === 410 ? state.missing + 1 : 0,
    connection: connectionAfter(state, error, failures),
    lastCheckedAt: isUnansweredOrServerError(error) ? state.lastCheckedAt : at,
  };
}

/** Marks the connection as slowed during a pause that the service wants, and as ok after the pause. */
export function withSlowedConnection(state: MessageState, isSlowed: boolean): MessageState {
  if (isSlowed) return state.connection === 'slowed' ? state : { ...state, connection: 'slowed' };
  return state.connection === 'slowed' ? { ...state, connection: 'ok' } : state;
}

// If the new message equals the known one, the state keeps the known object, so that views do not render again.
function isSameMessage(a: ProcessedMessage, b: ProcessedMessage): boolean {
  return a.status === b.status && JSON.stringify(a) === JSON.stringify(b);
}

function connectionAfter(state: MessageState, error: PaymentsError, failures: number): Connection {
  if (error.code === 'unauthorized') return 'needs-auth';
  if (error.status === 429 || error.status === 503) return 'slowed';
  // The service answered, although not as the contract says. So the connection works.
  if (contractAnomalyOfError(error) !== undefined) return 'ok';
  return failures >= 2 ? 'degraded' : state.connection;
}

/** Whether a poll's error says nothing about the message: there was no answer, or a status from 500 on. */
export function isUnansweredOrServerError(error: PaymentsError): boolean {
  return (
    error.code === 'unanswered' ||
    error.code === 'aborted' ||
    (error.status !== undefined && error.status >= 500)
  );
}
