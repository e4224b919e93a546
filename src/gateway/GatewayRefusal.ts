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

/** A request that the gateway itself answers with an error. */
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
