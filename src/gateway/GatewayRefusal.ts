export type GatewayRefusalCode =
  | 'aborted-body'
  | 'busy'
  | 'closed'
  | 'invalid-input'
  | 'method'
  | 'needs-approval'
  | 'no-route'
  | 'not-authorized'
  | 'not-found'
  | 'not-yours'
  | 'operation-id'
  | 'origin'
  | 'other-body'
  | 'other-state'
  | 'store'
  | 'too-large'
  | 'too-slow'
  | 'type'
  | 'unavailable'
  | 'unreachable';

/** An error with which the gateway itself answers a request. */
export class GatewayRefusal extends Error {
  override readonly name = 'GatewayRefusal';
  readonly status: number;
  readonly code: GatewayRefusalCode;
  readonly field: string | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: GatewayRefusalCode,
    message: string,
    {
      field,
      headers = {},
      cause,
    }: { field?: string | undefined; headers?: Record<string, string>; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.status = status;
    this.code = code;
    this.field = field;
    this.headers = headers;
  }
}

const nothingSent = 'Nothing was sent.';

/** A refusal that adds "Nothing was sent.", unless the message says so already. */
export function notSentRefusal(
  ...[status, code, message, details]: ConstructorParameters<typeof GatewayRefusal>
): GatewayRefusal {
  const sentence = message.endsWith(nothingSent) ? message : `${message} ${nothingSent}`;
  return new GatewayRefusal(status, code, sentence, details);
}

/** Refuses a wrong field of a request that was to be sent to the service. Adds "Nothing was sent." to the sentence. */
export const notSentInvalidInputRefusal = (field: string, sentence: string): GatewayRefusal =>
  notSentRefusal(400, 'invalid-input', sentence, { field });

/** Refuses a wrong field of a request to the gateway's record. The message is the field's name, then `sentence`. */
export const invalidParameterRefusal = (field: string, sentence: string): GatewayRefusal =>
  new GatewayRefusal(400, 'invalid-input', `${field} ${sentence}`, { field });

/** Adds an error's code, or else its name, to a sentence. Never adds the error's message, which could hold a secret. */
export function appendCodeOfError(sentence: string, error: unknown): string {
  let told: string | undefined;
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const { code, name } = cause as { code?: unknown; name: unknown };
    if (typeof code === 'string' && /^[A-Z0-9][A-Z0-9_]{2,50}$/.test(code)) return `${sentence} (${code}).`;
    if (typeof name === 'string' && /^[A-Z][A-Za-z]{2,50}$/.test(name)) told = name;
  }
  return told === undefined ? `${sentence}.` : `${sentence} (${told}).`;
}
