/**
 * What a gateway knows of an operation id. `not-seen`: nothing was sent. `sent`: being asked right now. `refused`: answered with a
 * status that proves that nothing happened. `unanswered`: it was sent, and no answer proves what became of it.
 */
const operationStates = ['not-seen', 'sent', 'accepted', 'refused', 'unanswered'] as const;
export type OperationState = (typeof operationStates)[number];

export function isOperationState(value: unknown): value is OperationState {
  return (operationStates as readonly unknown[]).includes(value);
}

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

/**
 * Why a gateway itself refused: an operation by what its record says of all tills, a person's word because the operation has moved
 * on since it was looked at (`other-state`), or anything because it has no such route (`no-route`), as an older one, or no such
 * operation (`not-found`), or only another till's (`not-yours`), or because the host does not allow it (`not-authorized`).
 */
export interface RecordRefusal {
  code:
    | 'terminal-busy'
    | 'needs-confirmation'
    | 'not-allowed'
    | 'other-state'
    | 'no-route'
    | 'not-authorized'
    | 'not-found'
    | 'not-yours';
  message: string;
  field?: string | undefined;
  /** With `needs-confirmation`: what is sent again has to repeat it. */
  confirmation?: string | undefined;
  /** Of what holds the terminal: who took it, in the host's words, and since when (ms). */
  holder?: { kind: string; phase: string; ageMs: number; actor?: string | undefined } | undefined;
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
  /** Why the gateway itself refused it. */
  refusal?: RecordRefusal | undefined;
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
  readonly refusal?: RecordRefusal | undefined;

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
    this.refusal = details.refusal;
  }
}

export function isPaymentsError(value: unknown): value is PaymentsError {
  return value instanceof PaymentsError;
}

/** What the service said, without the field's path that it begins with, which says nothing to a shopkeeper. */
export function messageWithoutFieldPath({
  serviceMessage,
  field,
}: Pick<PaymentsErrorDetails, 'serviceMessage' | 'field'>): string | undefined {
  return field !== undefined && serviceMessage?.startsWith(`${field}: `)
    ? serviceMessage.slice(field.length + 2)
    : serviceMessage;
}

/** The host set something up in a way that cannot work. Nothing was sent. */
export class ConfigurationError extends PaymentsError {
  constructor(field: string, message: string, cause?: unknown) {
    super('configuration', message, cause === undefined ? { field } : { field, cause });
  }
}

/** An answer that cannot be read. `field` is the path that was missing or wrong; nothing of the answer is shown. */
export class ContractError extends PaymentsError {
  constructor(path: string, reason: string, cause?: unknown, serviceMessage?: string) {
    super('contract', `The service's answer cannot be read: ${path || 'the body'} ${reason}.`, {
      field: path,
      serviceMessage,
      ...(cause === undefined ? {} : { cause }),
    });
  }
}

/** An answer whose status is not 2xx. A redirect is one too: it is never followed, and carries no status where the browser hides it. */
export class HttpError extends PaymentsError {
  constructor(details: PaymentsErrorDetails) {
    super(codeOf(details.status), sentenceOf(details), details);
  }
}

function codeOf(status: number | undefined): PaymentsErrorCode {
  if (status === 429) return 'rate-limited';
  if (status === 401 || status === 403) return 'unauthorized';
  if (status === 413) return 'too-large';
  return 'http';
}

function sentenceOf({ status, serviceMessage }: PaymentsErrorDetails): string {
  if (status === undefined || (status >= 300 && status < 400)) {
    return 'The service answered with a redirect, which is never followed. Check the base address.';
  }
  if (status === 429) return 'The service is asked too often.';
  const said = serviceMessage ? ` It said: ${serviceMessage}` : '';
  return `The service answered with status ${status}.${said}`;
}

/** A request the contract forbids. Nothing was sent; `field` names what to change. */
export class InvalidInputError extends PaymentsError {
  constructor(field: string, reason: string, operationName?: string) {
    super('invalid-input', `${field} ${reason} Nothing was sent.`, { field, operationName });
  }
}

/** A request that got no answer. It may or may not have arrived: the two cannot be told apart. */
export class UnansweredError extends PaymentsError {
  constructor(details: PaymentsErrorDetails) {
    super('unanswered', 'The service gave no answer. The request may still have arrived.', details);
  }
}

const warned = /*#__PURE__*/ new Set<string>();

/**
 * Says a sentence once a page or process, to the developer alone unless it is `always` warned: to whoever runs a server.
 * `name` where the sentence varies.
 */
export function warnOnce(sentence: string, { name = sentence, always = false } = {}): void {
  if (!(always || isDevelopment()) || warned.has(name)) return;
  warned.add(name);
  console.warn(`tillkit: ${sentence}`);
}

/** Bundlers write the value in; where nothing did, a browser has no `process`. */
export function isDevelopment(): boolean {
  try {
    return process.env.NODE_ENV === 'development';
  } catch {
    return false;
  }
}

/** Calls the host's code. What it throws is reported, and changes nothing here. */
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
