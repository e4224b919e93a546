import type { PaymentsError } from '../errors.ts';
import { type ProcessedMessage, type ProcessingStatus, contractAnomaly } from '../wire/message.ts';

/** How the asking goes; it says nothing about the payment. */
export type Connection = 'ok' | 'degraded' | 'slowed' | 'needs-auth';

/** What is known of one message, as the service said it. */
export interface MessageState {
  msgIdentifier: string;
  status?: ProcessingStatus | undefined;
  /** `complete`, `failed` or `timeout`. A `timeout` is still asked about now and then: a late result wins. */
  isFinal: boolean;
  message?: ProcessedMessage | undefined;
  connection: Connection;
  /** The last question's error; gone with the next good answer. */
  error?: PaymentsError | undefined;
  /** Epoch ms. */
  lastCheckedAt?: number | undefined;
  nextCheckAt?: number | undefined;
  /** How many questions in a row went wrong, and how many of them said that there is no such message. */
  failures: number;
  missing: number;
}

const rank: Record<ProcessingStatus, number> = {
  received: 0,
  processing: 1,
  timeout: 2,
  failed: 3,
  complete: 4,
};

/** Whether `next` tells more than `status`. An answer that goes backwards is stale (contract: legal transitions). */
export function isLaterStatus(next: ProcessingStatus, status: ProcessingStatus | undefined): boolean {
  return status === undefined || rank[next] > rank[status];
}

/** Whether an end is still to come. */
export function isUnfinishedStatus(status: ProcessingStatus | undefined): boolean {
  return status === 'received' || status === 'processing';
}

/** `at`: when the service was asked for it; undefined where it never was. */
export function withMessage(
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
    lastCheckedAt: isTransientPollError(error) ? state.lastCheckedAt : at,
  };
}

/** The state while the service wants everybody to ask less, and after it. */
export function withSlowdown(state: MessageState, isSlowed: boolean): MessageState {
  if (isSlowed) return state.connection === 'slowed' ? state : { ...state, connection: 'slowed' };
  return state.connection === 'slowed' ? { ...state, connection: 'ok' } : state;
}

// Whoever shows a message draws it again only when it says something new.
function isSameMessage(a: ProcessedMessage, b: ProcessedMessage): boolean {
  return a.status === b.status && JSON.stringify(a) === JSON.stringify(b);
}

function connectionAfter(state: MessageState, error: PaymentsError, failures: number): Connection {
  if (error.code === 'unauthorized') return 'needs-auth';
  if (error.status === 429 || error.status === 503) return 'slowed';
  // The service answers, but not as somebody described it: that is no trouble of the line.
  if (contractAnomaly(error) !== undefined) return 'ok';
  return failures >= 2 ? 'degraded' : state.connection;
}

/** Whether a poll's error tells nothing but that no answer came. */
export function isTransientPollError(error: PaymentsError): boolean {
  return (
    error.code === 'unanswered' ||
    error.code === 'aborted' ||
    (error.status !== undefined && error.status >= 500)
  );
}
