import { ContractError, HttpError, PaymentsError } from '../errors.ts';
import { shortMaskedText, readServiceMessage, readRefusedFields } from '../wire/errorBody.ts';
import { parseJsonWithLongIntegersAsText } from '../wire/read.ts';
import type { OperationName } from '../wire/routes.ts';
import type { CurrencyAndListQuery } from '../wire/service.ts';
import type { ClientContext } from './clientContext.ts';
import type { ServiceAnswer } from './protocol.ts';

/** An HTTP message with a body: an answer of the service, or a request that the gateway received. */
type Readable = Pick<Response, 'headers' | 'body'> & { status?: number };

/** Reads a body as UTF-8 text. Throws `too-large` as soon as the body exceeds `maxBytes`. */
export async function readBodyText(response: Readable, maxBytes: number): Promise<string> {
  const announced = Number(response.headers.get('content-length') ?? 0);
  if (announced > maxBytes) throw await tooLarge(response, maxBytes);
  if (!response.body) return '';

  const decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = response.body.getReader();
  let text = '';
  let bytes = 0;
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    bytes += chunk.value.byteLength;
    if (bytes > maxBytes) {
      reader.cancel().catch(() => undefined);
      throw await tooLarge(response, maxBytes);
    }
    text += decoder.decode(chunk.value, { stream: true });
  }
  return text + decoder.decode();
}

async function tooLarge(response: Readable, maxBytes: number): Promise<PaymentsError> {
  if (response.body && !response.body.locked) await response.body.cancel().catch(() => undefined);
  const sentence = `The service's answer is larger than ${maxBytes / 1_000_000} MB and was not read.`;
  return new PaymentsError('too-large', sentence, { status: response.status });
}

/** How long a `Retry-After` header asks to wait (ms, at least 1000). Undefined if it is missing or unreadable. */
export function parseRetryAfterMs(headers: Headers, now: number): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d{1,10}(\.\d+)?$/.test(value)) return Math.max(1, Math.ceil(Number(value))) * 1000;
  const until = httpDate(value);
  if (until === undefined) return undefined;
  const sentAt = httpDate(headers.get('date') ?? '') ?? now;
  return Math.max(1000, until - sentAt);
}

// Reads an HTTP date. Every HTTP date begins with a weekday; `Date.parse` alone would read even "-1" as a date.
function httpDate(text: string): number | undefined {
  if (!/^(Mon|Tue|Wed|Thu|Fri|Sat|Sun)/.test(text)) return undefined;
  const at = Date.parse(/GMT|UTC/.test(text) ? text : `${text} GMT`);
  return Number.isNaN(at) ? undefined : at;
}

interface ReadAnswerOptions extends CurrencyAndListQuery {
  /** The contract's operation; undefined for a route that only a gateway has. */
  operation: OperationName | undefined;
  /** Name used in errors. */
  operationName: string;
  isRead: boolean;
  maxBytes: number;
  /** The body of a 2xx answer is text, not JSON. */
  isText?: boolean | undefined;
}

/**
 * Reads a 2xx answer; does not check which fields its JSON has. Throws `http`, `rate-limited` or `unauthorized` for any
 * other status, `contract` or `too-large` for a body that cannot be read.
 */
export async function readSuccessAnswer(
  context: ClientContext,
  response: Response,
  rules: ReadAnswerOptions,
): Promise<ServiceAnswer> {
  const { status, headers } = response;
  const { operationName } = rules;
  const { signInError } = context.protocol;
  // A browser hides the status of a redirect, and calls it 0.
  const isRedirect =
    response.type === 'opaqueredirect' || response.redirected || (status >= 300 && status < 400);
  if (isRedirect) {
    const details = { operationName, status: status || undefined };
    throw signInError?.(details) ?? new HttpError(details);
  }
  if (!response.ok) throw await refusal(context, response, rules);
  if (status === 204 || status === 205) return { status, body: undefined, headers };
  const isWebPage = headers.get('content-type')?.startsWith('text/html');
  if (isWebPage && signInError) throw signInError({ operationName, status });

  const text = await textOf(response, rules.maxBytes);
  if (text.trim() === '') return { status, body: undefined, headers };
  if (rules.isText) return { status, body: text, headers };
  const body = parsedJson(text);
  return { status, body: context.protocol.read ? context.protocol.read(body, rules) : body, headers };
}

function parsedJson(text: string): unknown {
  try {
    return parseJsonWithLongIntegersAsText(text);
  } catch {
    // The parser's error quotes the answer, which may hold personal data. So that error is not kept as the cause.
    throw new ContractError('', 'is not JSON');
  }
}

async function refusal(
  context: ClientContext,
  response: Response,
  rules: ReadAnswerOptions,
): Promise<PaymentsError> {
  const { status } = response;
  const { operation, operationName, isRead } = rules;
  const body = await errorBodyOf(context, response, rules);
  const fields = readRefusedFields(body);
  const ofGateway = context.protocol.readError?.(response.headers, body);
  const isSignIn = body === undefined && !ofGateway?.operationState && (status === 401 || status === 419);
  if (isSignIn && context.protocol.signInError)
    return context.protocol.signInError({ operationName, status });
  // The routes of lists always exist, and a gateway answers in JSON. So a 404 without JSON is from another server, such as
  // a development server without its proxy.
  const isElsewhere =
    status === 404 &&
    body === undefined &&
    (ofGateway ? !ofGateway.operationState : isRead && operation !== 'getProcessedMessage');
  const told = isElsewhere ? `No payments service answers at ${context.base().href}.` : response.statusText;
  return new HttpError({
    status,
    operationName,
    serviceMessage: readServiceMessage(body) ?? shortMaskedText(told),
    fields: fields.length > 0 ? fields : undefined,
    retryAfterMs: parseRetryAfterMs(response.headers, context.clock.now()),
    ...ofGateway,
    isRetryable: isRead && (status === 408 || status === 425 || status === 429 || status >= 500),
  });
}

// Reads the body of an error answer. If the body cannot be read, the status alone is enough.
async function errorBodyOf(
  { protocol }: ClientContext,
  response: Response,
  rules: ReadAnswerOptions,
): Promise<unknown> {
  try {
    const body = parseJsonWithLongIntegersAsText(await readBodyText(response, rules.maxBytes));
    return protocol.readErrorBody ? protocol.readErrorBody(body, rules) : body;
  } catch {
    return undefined;
  }
}

async function textOf(response: Response, maxBytes: number): Promise<string> {
  try {
    return await readBodyText(response, maxBytes);
  } catch (cause) {
    if (cause instanceof PaymentsError) throw cause;
    // Reading fails here for bytes that are not UTF-8, and for a body that was cut off.
    throw new ContractError('', 'broke off or is not UTF-8 text', cause);
  }
}
