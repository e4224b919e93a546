/**
 * What a gateway knows of an operation id. `not-seen`: nothing was sent. `sent`: the request is on its way. `accepted`:
 * the service took it. `refused`: a status proves that nothing happened. `unanswered`: no answer came that proves the outcome.
 */
const operationStates = ['not-seen', 'sent', 'accepted', 'refused', 'unanswered'] as const;
export type OperationStateAtGateway = (typeof operationStates)[number];

/** Returns a function that checks whether its argument is one of `values`. */
export const createOneOfGuard =
  <Value>(values: readonly Value[]) =>
  (value: unknown): value is Value =>
    (values as readonly unknown[]).includes(value);

export const isOperationStateAtGateway = /*#__PURE__*/ createOneOfGuard(operationStates);

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

/** A field that the service refused, such as `customValues[0].key`, and the service's sentence about this field. */
export interface RefusedField {
  field: string;
  message?: string | undefined;
}

export const recordRefusalCodes = [
  'terminal-busy',
  'needs-confirmation',
  'needs-approval',
  'not-allowed',
  'other-state',
  'no-route',
  'not-authorized',
  'not-found',
  'not-yours',
  'unavailable',
] as const;

/**
 * Why the gateway itself refused a request. `other-state`: the operation has changed since the person looked at it,
 * or the sum of an order is not known. `no-route`: the gateway is older and has no such route. `not-found`: the
 * gateway knows no such operation. `not-yours`: the operation belongs to another till. `not-authorized`: the host
 * does not allow the request. `unavailable`: the gateway stores no order numbers, or the call needs a gateway and
 * there is none. `needs-approval`: another person must approve the operation; `message` has the host's reason. The
 * other codes come from the gateway's guards.
 */
export interface RecordRefusal {
  code: (typeof recordRefusalCodes)[number];
  message: string;
  field?: string | undefined;
  /** With `needs-confirmation`: the value that the repeated request has to send. */
  confirmation?: string | undefined;
  /** The operation that holds the terminal: `actor` started it, in the host's words; `ageMs` is its age. */
  holder?: { kind: string; phase: string; ageMs: number; actor?: string | undefined } | undefined;
}

export interface PaymentsErrorDetails {
  cause?: unknown;
  /** HTTP status, if there was an answer. */
  status?: number | undefined;
  operationName?: string | undefined;
  /** The field or response path of the error, as `customValues[0].key`. */
  field?: string | undefined;
  /** Every field that the service refused; `field` is the first of them. */
  fields?: readonly RefusedField[] | undefined;
  /** The service's own sentence: plain text, at most 300 characters. */
  serviceMessage?: string | undefined;
  /** How long the service asked to wait (ms). */
  retryAfterMs?: number | undefined;
  /** What the gateway knows of the operation. `not-seen`: nothing was sent. */
  operationState?: OperationStateAtGateway | undefined;
  /** Why the gateway itself refused the request. */
  refusal?: RecordRefusal | undefined;
  isRetryable?: boolean | undefined;
}

/**
 * The error of everything that is sent, stored or configured. Outcomes such as `failed` and `timeout` are data, not errors.
 * A wrong argument of `formatCents`, `parseCents` or `dayIn` is a `RangeError` of the language.
 */
export class PaymentsError extends Error {
  override readonly name = 'PaymentsError';
  // `declare` states only the types of these fields. The constructor sets their values.
  declare readonly code: PaymentsErrorCode;
  declare readonly shortMessage: string;
  declare readonly docsPath: string;
  /** Whether the same read may be repeated. Never true for a request that moves money. */
  declare readonly isRetryable: boolean;
  declare readonly status?: number | undefined;
  declare readonly operationName?: string | undefined;
  declare readonly field?: string | undefined;
  declare readonly fields?: readonly RefusedField[] | undefined;
  declare readonly serviceMessage?: string | undefined;
  declare readonly retryAfterMs?: number | undefined;
  declare readonly operationState?: OperationStateAtGateway | undefined;
  declare readonly refusal?: RecordRefusal | undefined;

  constructor(code: PaymentsErrorCode, shortMessage: string, details: PaymentsErrorDetails = {}) {
    const docsPath = `docs/errors/${code}.md`;
    const { cause, isRetryable = false, field = details.fields?.[0]?.field, ...told } = details;
    super(`${shortMessage} (${code}, see ${docsPath})`, cause === undefined ? undefined : { cause });
    Object.assign(this, told, { code, shortMessage, docsPath, isRetryable, field });
  }
}

export function isPaymentsError(value: unknown): value is PaymentsError {
  return value instanceof PaymentsError;
}

/** Returns `cause` itself if it is a `PaymentsError`. Otherwise returns an `unanswered` error with `sentence` as its text. */
export function paymentsErrorOrUnanswered(cause: unknown, sentence: string): PaymentsError {
  return cause instanceof PaymentsError ? cause : new PaymentsError('unanswered', sentence, { cause });
}

/** The service's sentence without the field path at its start. A shopkeeper cannot use such a path. */
export function serviceMessageWithoutFieldPath({
  serviceMessage,
  field,
}: Pick<PaymentsErrorDetails, 'serviceMessage' | 'field'>): string | undefined {
  return field !== undefined && serviceMessage?.startsWith(`${field}: `)
    ? serviceMessage.slice(field.length + 2)
    : serviceMessage;
}

/** The host's configuration cannot work. Nothing was sent. */
export class ConfigurationError extends PaymentsError {
  constructor(field: string, message: string, cause?: unknown) {
    super('configuration', message, { field, cause });
  }
}

/** An answer that cannot be read. `field`: where it is wrong. `serviceMessage`: the unknown status word, if any. */
export class ContractError extends PaymentsError {
  constructor(path: string, reason: string, cause?: unknown, serviceMessage?: string) {
    super('contract', `The service's answer cannot be read: ${path || 'the body'} ${reason}.`, {
      field: path,
      serviceMessage,
      cause,
    });
  }
}

/** An answer that is not 2xx; also a redirect, because the client follows none. `status` is undefined if `fetch` hides it. */
export class HttpError extends PaymentsError {
  constructor(details: PaymentsErrorDetails) {
    super(codeOf(details.status), sentenceOf(details), details);
  }
}

function codeOf(status: number | undefined): PaymentsErrorCode {
  if (status === 429) return 'rate-limited';
  // 419 is not registered, but some hosts answer with it once a session has expired.
  if (status === 401 || status === 403 || status === 419) return 'unauthorized';
  if (status === 413) return 'too-large';
  return 'http';
}

function sentenceOf({ status, serviceMessage }: PaymentsErrorDetails): string {
  if (status === undefined || (status >= 300 && status < 400)) {
    return 'The service answered with a redirect, which is never followed. Check the base address.';
  }
  if (status === 429) return 'The service got too many requests.';
  const said = serviceMessage ? ` It said: ${serviceMessage}` : '';
  return `The service answered with status ${status}.${said}`;
}

/** A request that the contract forbids. Nothing was sent; `field` names what to change. */
export class InvalidInputError extends PaymentsError {
  constructor(field: string, reason: string, operationName?: string) {
    super('invalid-input', `${field} ${reason} Nothing was sent.`, { field, operationName });
  }
}

/** A request without an answer. The caller cannot tell whether the request arrived. */
export class UnansweredError extends PaymentsError {
  constructor(details: PaymentsErrorDetails) {
    super('unanswered', 'The service gave no answer. The request may still have arrived.', details);
  }
}

const warned = /*#__PURE__*/ new Set<string>();

/** Writes a warning to the console, once for each `name`. */
export function warnOnce(sentence: string, { name = sentence } = {}): void {
  if (warned.has(name)) return;
  warned.add(name);
  console.warn(`tillkit: ${sentence}`);
}

/** What `run` returns; undefined if it throws. */
export function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/**
 * Calls `warn` and ignores its errors. `warn` must itself compare `process.env.NODE_ENV`, so that a bundler leaves its
 * texts out of a production build. In a browser without a bundler the comparison throws, and nothing is written.
 */
export const tryToWarn = (warn: () => unknown): void => void attempt(warn);

/** Calls the host's code. Errors and rejections are reported and have no effect on the kit. */
export function runHostCallback(run: () => unknown): void {
  try {
    const result = run();
    if (result instanceof Promise) result.catch(report);
  } catch (error) {
    report(error);
  }
}

function report(error: unknown): void {
  if (typeof reportError === 'function') reportError(error);
  else console.error(error);
}
