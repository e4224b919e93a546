import type { OperationState } from './operationState.ts';

/** What kind of thing went wrong. Each code has a page under `docs/errors/`. */
export type PaymentsErrorCode =
  | 'configuration'
  | 'invalid-input'
  | 'unanswered'
  | 'http'
  | 'contract'
  | 'rate-limited'
  | 'unauthorized'
  | 'aborted'
  | 'too-large'
  | 'storage'
  | 'upload';

/** A field that was refused, as `customValues[0].key`, and the service's sentence about it. */
export interface RefusedField {
  field: string;
  message?: string | undefined;
}

export interface PaymentsErrorDetails {
  cause?: unknown;
  /** HTTP status of the answer, where there was one. */
  status?: number | undefined;
  operationName?: string | undefined;
  /** The field or response path that the error is about, as `customValues[0].key`. */
  field?: string | undefined;
  /** Every field that the service refused; `field` is the first of them. */
  fields?: readonly RefusedField[] | undefined;
  /** The service's own sentence: plain text, at most 300 characters. */
  serviceMessage?: string | undefined;
  /** How long the service asked to wait (ms). */
  retryAfterMs?: number | undefined;
  /** What the gateway that answered knows of the operation. `not-seen`: nothing was sent. */
  operationState?: OperationState | undefined;
  isRetryable?: boolean | undefined;
}

/** The only error the kit throws. Outcomes such as `failed` and `timeout` are data, not errors. */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError';
  readonly code: PaymentsErrorCode;
  readonly shortMessage: string;
  readonly docsPath: string;
  /** Whether asking again can help and does no harm. Never true for a request that moves money. */
  readonly isRetryable: boolean;
  readonly status?: number | undefined;
  readonly operationName?: string | undefined;
  readonly field?: string | undefined;
  readonly fields?: readonly RefusedField[] | undefined;
  readonly serviceMessage?: string | undefined;
  readonly retryAfterMs?: number | undefined;
  readonly operationState?: OperationState | undefined;

  constructor(code: PaymentsErrorCode, shortMessage: string, details: PaymentsErrorDetails = {}) {
    const docsPath = `docs/errors/${code}.md`;
    super(
      `${shortMessage} (${code}, see ${docsPath})`,
      'cause' in details ? { cause: details.cause } : undefined,
    );
    this.code = code;
    this.shortMessage = shortMessage;
    this.docsPath = docsPath;
    this.isRetryable = details.isRetryable ?? false;
    this.status = details.status;
    this.operationName = details.operationName;
    this.field = details.field ?? details.fields?.[0]?.field;
    this.fields = details.fields;
    this.serviceMessage = details.serviceMessage;
    this.retryAfterMs = details.retryAfterMs;
    this.operationState = details.operationState;
  }
}

export function isPaymentsError(value: unknown): value is PaymentsError {
  return value instanceof PaymentsError;
}
