import { readBodyText, parseRetryAfterMs } from '../core/client/readAnswer.ts';
import { requestUrl, type UrlValues } from '../core/client/requestUrl.ts';
import { withDeadline } from '../core/client/deadline.ts';
import { hostHeadersForUrl } from '../core/client/send.ts';
import { InvalidInputError, PaymentsError } from '../core/errors.ts';
import { currencyDigits } from '../core/money/currency.ts';
import { amountFromCents } from '../core/money/wireAmount.ts';
import { convertApprovedAmount } from '../core/operations/messageFacts.ts';
import { centsFromWireAmount } from '../core/operations/operationDraft.ts';
import { readServiceMessage } from '../core/wire/errorBody.ts';
import {
  isObject,
  type JsonObject,
  parseDigitsOrKeep,
  parseJsonWithLongIntegersAsText,
  tryParseJsonWithLongIntegersAsText,
  unwrapDataWithPath,
} from '../core/wire/read.ts';
import type { OperationName } from '../core/wire/routes.ts';
import type { Service } from '../core/wire/service.ts';
import { GatewayRefusal, appendCodeOfError, notSentInvalidInputRefusal } from './GatewayRefusal.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { createRedactor } from './createRedactor.ts';
import {
  isJsonText,
  isOkStatus,
  nonJsonBodyMark,
  gatewayErrorAnswer,
  type RedactedServiceAnswer,
  replyWithAnswer,
} from './replies.ts';

/** The page's answer if the service refuses the gateway's headers: a 502. A 401 would mean that the page's session ended. */
function credentialsRefusedAnswer(
  { report }: GatewayContext,
  operation: OperationName,
  { status, body }: Pick<RedactedServiceAnswer, 'status' | 'body'>,
): RedactedServiceAnswer {
  report({
    type: 'service-refused-headers',
    operation,
    message: `The service answered ${status}: it does not accept the gateway's headers. Check the option headers.`,
  });
  const said = readServiceMessage(tryParseJsonWithLongIntegersAsText(body));
  const message =
    `The payment service did not accept this shop's access (${status}). Tell the person who runs your payments.` +
    (said === undefined ? '' : ` The service said: ${said}`);
  const answer = gatewayErrorAnswer(502, 'service-credentials', message);
  return { ...answer, headers: new Headers(), refusedStatus: status };
}

export interface ServiceCall extends UrlValues {
  operation: OperationName;
  /** The merchant whose headers are sent. */
  account: string;
  /** A body in the contract's format, or an upload. */
  body?: JsonObject | ReadableStream<Uint8Array> | undefined;
  /** The ISO 4217 code of the amounts. */
  currency?: string | undefined;
  contentType?: string | undefined;
  timeoutMs: number;
  operationId?: string | undefined;
  /** Aborts a read when the browser is gone. A payment is never aborted. */
  signal?: AbortSignal | undefined;
}

const largestAnswer = 2_000_000;

/**
 * Prepares a call of the service, and returns a function that sends it, once. What can fail inside the gateway fails
 * before the function is returned. The function rejects if no answer comes in time.
 */
export async function prepareServiceCallSender(
  context: GatewayContext,
  call: ServiceCall,
): Promise<() => Promise<RedactedServiceAnswer>> {
  const { secretHeaders, fetcher } = context.options;
  const { operation, account, body, contentType, timeoutMs, operationId, signal } = call;
  const service = context.serviceFor(account);
  const route = service.service.route(operation);
  const { credentials } = service.service.description;
  const query = call.query && toServiceFormat(service.service, call, call.query);
  const url = requestUrl(service.base(), route, { ...call, query: query as UrlValues['query'] });
  const headers = await hostHeadersForUrl(service, route, url);
  const clean = createRedactor(headers, { secretHeaders, credentials });
  headers.set('accept', 'application/json');
  if (contentType) headers.set('content-type', contentType);
  const { operationIdHeader } = service.protocol;
  if (operationId && operationIdHeader) headers.set(operationIdHeader, operationId);
  const deadline = { clock: service.clock, timeoutMs, signal, operationName: operation, isRetryable: false };
  const init: RequestInit & { duplex?: 'half' } = { method: route.method, headers, redirect: 'manual' };
  if (body !== undefined) {
    const sent =
      body instanceof ReadableStream ? body : readOnce(toServiceFormat(service.service, call, body), headers);
    Object.assign(init, { body: sent, duplex: 'half' });
  }
  return () =>
    withDeadline(deadline, async (given) => {
      const stoppable = { ...init, signal: given };
      const response = await (fetcher ? fetcher(new Request(url, stoppable)) : fetch(url, stoppable));
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400))
        return replacementAnswer(response, 'redirect', 'a redirect, which is not followed');
      if (response.status < 200 || response.status > 599)
        return replacementAnswer(response, 'status', 'a status that is none');
      const { status } = response;
      // The answer is translated before it is redacted, because the redactor knows ids by the contract's field names.
      const text = await textOrUnreadable(response);
      const { body: converted, isInexact } = toContractFormat(context, call, { status, text, clean });
      const redacted = { status, body: clean(converted), isInexact };
      if (status === 401 || status === 403) return credentialsRefusedAnswer(context, operation, redacted);
      return { ...redacted, headers: response.headers };
    });
}

/**
 * Reads the text of an answer. If the text breaks off, is not UTF-8 or is too large, only the status counts: returns
 * `nonJsonBodyMark` for a 2xx answer, and an empty text for an error.
 */
async function textOrUnreadable(response: Response): Promise<string> {
  try {
    return await readBodyText(response, largestAnswer);
  } catch {
    return isOkStatus(response.status) ? nonJsonBodyMark : '';
  }
}

/**
 * A request body that can be read only once. By the Fetch standard, if a reused connection answers 421, a body that can
 * be read again is sent a second time, even that of a payment.
 */
function readOnce(body: JsonObject, headers: Headers): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(JSON.stringify(body));
  headers.set('content-length', `${bytes.byteLength}`);
  return new ReadableStream({
    start(controller) {
      controller.enqueue(bytes);
      controller.close();
    },
  });
}

const amountFields = ['amount', 'tip', 'taxes', 'totalAmount', 'paidAmount'];

/**
 * Converts the amounts of a request or an answer with `count`. If the currency is unknown or has two decimals, changes
 * nothing: then pages and services use the same unit.
 */
function withConvertedAmounts(
  record: JsonObject,
  { description: { currency: usual } }: Service,
  currency: string | undefined,
  count: (amount: number, currency: string, field: string) => number | undefined,
): JsonObject {
  const of = currency ?? usual;
  if (of === undefined || currencyDigits(of) === 2) return record;
  const amounts = amountFields.flatMap((field) => {
    const amount = parseDigitsOrKeep(record[field]);
    return typeof amount === 'number' ? [[field, count(amount, of, field)]] : [];
  });
  return { ...record, ...Object.fromEntries(amounts) };
}

/** The request in the service's format. Throws a refusal if a value cannot be sent, such as an amount that is too large. */
function toServiceFormat(
  service: Service,
  { operation, currency }: ServiceCall,
  request: JsonObject,
): JsonObject {
  const { amountScale, dialect } = service;
  const counted = withConvertedAmounts(request, service, currency, (cents, of) => {
    const wire = amountFromCents(cents, { currency: of, amountScale });
    if (wire.ok) return wire.amount;
    const sentence = `amount cannot be written in the unit in which the service counts ${of}.`;
    throw notSentInvalidInputRefusal('amount', sentence);
  });
  try {
    return dialect?.write(operation, counted, { currency }) ?? counted;
  } catch (cause) {
    if (!(cause instanceof InvalidInputError)) throw cause;
    throw notSentInvalidInputRefusal(cause.field ?? '', cause.shortMessage);
  }
}

/** The service's answer in the contract's format, so that pages need not know the service. */
function toContractFormat(
  { service: { service }, report }: GatewayContext,
  { operation, currency, query }: ServiceCall,
  { status, text, clean }: { status: number; text: string; clean: (text: string) => string },
): Pick<RedactedServiceAnswer, 'body' | 'isInexact'> {
  const { dialect, amountScale } = service;
  if ((!dialect && amountScale !== 'hundredths') || !isJsonText(text)) return { body: text };
  const body = parseJsonWithLongIntegersAsText(text);
  let isInexact = false;
  try {
    if (!isOkStatus(status)) return { body: JSON.stringify(dialect?.readError(operation, body) ?? body) };
    const read = dialect ? dialect.read(operation, body, { currency, query }) : body;
    const { value: payload } = unwrapDataWithPath(read);
    const { data: _, ...envelope } = isObject(read) ? read : {};
    const value = Array.isArray(payload) ? { ...envelope, items: payload } : payload;
    const count = (one: unknown) =>
      isObject(one)
        ? withConvertedAmounts(one, service, currency, (amount, of, field) => {
            if (!Number.isSafeInteger(amount) || amount < 0) return amount;
            const money = { currency: of, amountScale };
            if (operation !== 'getProcessedMessage' || field !== 'amount')
              return centsFromWireAmount(amount, money);
            const approved = convertApprovedAmount(amount, money);
            isInexact = approved.isInexact;
            // NaN, because without an amount a partial approval would look like a full one.
            return approved.cents ?? NaN;
          })
        : one;
    const { items } = isObject(value) ? value : {};
    const counted = Array.isArray(items)
      ? { ...(value as JsonObject), items: items.map(count) }
      : count(value);
    // A bare text or number stays bare: the reader of uploads would take the text in `{ data: text }` for a file.
    const written = isObject(counted) || counted === undefined ? { data: counted } : counted;
    // NaN and Infinity are written as text: JSON would write null, as if the service had named no amount.
    const json = JSON.stringify(written, (__, one: unknown) =>
      typeof one === 'number' && !Number.isFinite(one) ? 'NaN' : one,
    );
    return { body: json, isInexact };
  } catch (cause) {
    const sentence =
      cause instanceof PaymentsError ? cause.shortMessage : 'The answer of the service cannot be read.';
    report({
      type: 'answer-unreadable',
      operation,
      message: `${clean(sentence)} Check the description of the service.`,
    });
    // Nothing of an unreadable answer reaches the page: a misread status could end a payment.
    return { body: unreadableAnswerBody };
  }
}

export const unreadableAnswerBody = /*#__PURE__*/ JSON.stringify({
  error: { code: 'answer-unreadable', message: 'The answer of the service could not be read.' },
});

// Has no `Location`, unlike the redirect that it replaces: a browser might send the payment to that address.
async function replacementAnswer(
  response: Response,
  code: string,
  what: string,
): Promise<RedactedServiceAnswer> {
  await response.body?.cancel();
  return { ...gatewayErrorAnswer(502, code, `The service answered with ${what}.`), headers: new Headers() };
}

const listParameters = ['page', 'limit', 'clientId', 'timezone'];

/** The contract's list parameters in a request's URL. Lowers a `limit` above the service's largest page size. */
export function listParametersWithinPageSizes(
  request: Request,
  { most }: Service['pages'],
): Record<string, string> {
  const { searchParams } = new URL(request.url);
  const limit = searchParams.get('limit');
  if (Number(limit) > most) searchParams.set('limit', `${most}`);
  return Object.fromEntries(
    listParameters.flatMap((name) => {
      const value = searchParams.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Calls the service for something that moves no money, and returns its answer. */
export async function forwardWithoutClaim(
  context: GatewayContext,
  call: Omit<ServiceCall, 'timeoutMs'> & { operation: OperationName; timeoutMs?: number },
): Promise<Response> {
  const { operation } = call;
  try {
    const ask = await prepareServiceCallSender(context, { timeoutMs: context.requestTimeoutMs, ...call });
    const answer = await ask();
    const retryAfterMs = parseRetryAfterMs(answer.headers, context.service.clock.now());
    return replyWithAnswer({ ...answer, retryAfterMs });
  } catch (cause) {
    const refusal = refusalIn(cause);
    if (refusal) throw refusal;
    // If the browser went away, nothing is reported: the service is not to blame.
    if (!call.signal?.aborted) {
      const { origin } = new URL(context.options.baseUrl);
      const message = appendCodeOfError(`The service at ${origin} gave no answer`, cause);
      context.report({ type: 'service-unreachable', operation, message });
    }
    throw new GatewayRefusal(502, 'unreachable', 'The service cannot be reached at the moment.', { cause });
  }
}

// If the gateway refused an upload while sending it, its refusal is among the causes of the failed request.
function refusalIn(error: unknown): GatewayRefusal | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof GatewayRefusal) return cause;
  }
  return undefined;
}
