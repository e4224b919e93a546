import { readBody, parseRetryAfter } from '../core/client/readAnswer.ts';
import { requestUrl, type UrlParts } from '../core/client/requestUrl.ts';
import { requestHeaders, withDeadline } from '../core/client/send.ts';
import { PaymentsError } from '../core/errors.ts';
import { currencyDigits } from '../core/money/currency.ts';
import { amountFromCents, centsFromAmount } from '../core/money/wireAmount.ts';
import { readErrorBody } from '../core/wire/errorBody.ts';
import { isObject, type JsonObject, numberFromDigits, parseJson, unwrapData } from '../core/wire/read.ts';
import type { OperationName } from '../core/wire/routes.ts';
import type { Service } from '../core/wire/service.ts';
import { GatewayRefusal, notSent } from './GatewayRefusal.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { redactor } from './redact.ts';
import { isJson, type ServiceAnswer, textReply } from './replies.ts';

/**
 * What a page is told where the service refuses the headers of the gateway. As a 401 it would take that for the end of its own
 * session.
 */
function refusedHeaders(
  { report }: GatewayContext,
  operation: OperationName,
  { status, body }: Pick<ServiceAnswer, 'status' | 'body'>,
): ServiceAnswer {
  report({
    type: 'service-refused-headers',
    operation,
    message: `The service answered ${status} to the gateway's headers.`,
  });
  const said = sentenceIn(body);
  const message =
    `The payment service did not accept this shop's access (${status}). Tell whoever looks after your payments.` +
    (said === undefined ? '' : ` The service said: ${said}`);
  const error = { code: 'service-credentials', message };
  return {
    status: 502,
    body: JSON.stringify({ error }),
    headers: new Headers(),
    isOwn: true,
    refusedStatus: status,
  };
}

function sentenceIn(body: string): string | undefined {
  try {
    return readErrorBody(parseJson(body));
  } catch {
    return undefined;
  }
}

export interface ServiceCall extends UrlParts {
  operation: OperationName;
  /** Whose headers it gets. */
  account: string;
  /** As the contract has it, or an upload. */
  body?: JsonObject | ReadableStream<Uint8Array> | undefined;
  /** ISO 4217, of its amounts. */
  currency?: string | undefined;
  contentType?: string | undefined;
  timeoutMs: number;
  operationId?: string | undefined;
  /** A read may be given up when the browser is gone; a payment never is. */
  signal?: AbortSignal | undefined;
}

const largestAnswer = 2_000_000;

/**
 * Gets ready to ask the service; what it returns asks, once. Everything that can fail on this side fails before. Asking rejects
 * where there was no answer, or one that could not be read.
 */
export async function prepareCall(
  context: GatewayContext,
  call: ServiceCall,
): Promise<() => Promise<ServiceAnswer>> {
  const { secretHeaders, fetcher } = context.options;
  const { operation, account, body, contentType, timeoutMs, operationId, signal } = call;
  const service = context.serviceFor(account);
  const route = service.service.route(operation);
  const { credentials } = service.service.description;
  const query = call.query && inServiceWords(service.service, call, call.query);
  const url = requestUrl(service.base(), route, { ...call, query: query as UrlParts['query'] });
  const headers = await requestHeaders(service, route, url);
  const clean = redactor(headers, { secretHeaders, credentials });
  headers.set('accept', 'application/json');
  if (contentType) headers.set('content-type', contentType);
  const { operationIdHeader } = service.protocol;
  if (operationId && operationIdHeader) headers.set(operationIdHeader, operationId);
  const deadline = { clock: service.clock, timeoutMs, signal, operationName: operation, isRetryable: false };
  const init: RequestInit & { duplex?: 'half' } = { method: route.method, headers, redirect: 'manual' };
  if (body !== undefined) {
    const sent =
      body instanceof ReadableStream ? body : readOnce(inServiceWords(service.service, call, body), headers);
    Object.assign(init, { body: sent, duplex: 'half' });
  }
  return () =>
    withDeadline(deadline, async (given) => {
      const stoppable = { ...init, signal: given };
      const response = await (fetcher ? fetcher(new Request(url, stoppable)) : fetch(url, stoppable));
      if (isRedirect(response)) return inItsPlace(response, 'redirect', 'a redirect, which is not followed');
      if (response.status < 200 || response.status > 599)
        return inItsPlace(response, 'status', 'a status that is none');
      const { status } = response;
      // Ids stay whole, and only the contract's names tell which they are: so it is translated first.
      const text = await readBody(response, largestAnswer);
      const told = { status, body: clean(inContract(context, call, { status, text, clean })) };
      if (status === 401 || status === 403) return refusedHeaders(context, operation, told);
      return { ...told, headers: response.headers };
    });
}

function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

/**
 * A body that can be read once. The Fetch standard sends one that it could read again a second time by itself, a payment too,
 * when the answer on a reused connection is 421.
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

/** The record with its amounts turned by `count`. Pages count in cents, a service perhaps in hundredths. */
function recounted(
  record: JsonObject,
  { description: { currency: usual } }: Service,
  currency: string | undefined,
  count: (amount: number, currency: string, field: string) => number | undefined,
): JsonObject {
  const of = currency ?? usual;
  if (of === undefined || currencyDigits(of) === 2) return record;
  const amounts = amountFields.flatMap((field) => {
    const amount = numberFromDigits(record[field]);
    return typeof amount === 'number' ? [[field, count(amount, of, field)]] : [];
  });
  return { ...record, ...Object.fromEntries(amounts) };
}

/** A request as the service takes it. Throws a refusal for an amount that it cannot count. */
function inServiceWords(
  service: Service,
  { operation, currency }: ServiceCall,
  request: JsonObject,
): JsonObject {
  const { amountScale, dialect } = service;
  const counted = recounted(request, service, currency, (cents, of) => {
    const wire = amountFromCents(cents, { currency: of, amountScale });
    if (wire.ok) return wire.amount;
    const sentence = `The service cannot count this amount of ${of}.`;
    throw notSent(400, 'invalid-input', sentence, { field: 'amount' });
  });
  return dialect?.write(operation, counted, { currency }) ?? counted;
}

/** The service's answer as the contract has it, so that pages need not know the service. */
function inContract(
  { service: { service }, report }: GatewayContext,
  { operation, currency, query }: ServiceCall,
  { status, text, clean }: { status: number; text: string; clean: (text: string) => string },
): string {
  const { dialect, amountScale } = service;
  if ((!dialect && amountScale !== 'hundredths') || !isJson(text)) return text;
  const body = parseJson(text);
  try {
    if (status < 200 || status > 299) return JSON.stringify(dialect?.readError(operation, body) ?? body);
    const read = dialect ? dialect.read(operation, body, { currency, query }) : body;
    const { value: payload } = unwrapData(read);
    const { data: _, ...around } = isObject(read) ? read : {};
    const value = Array.isArray(payload) ? { ...around, items: payload } : payload;
    const count = (one: unknown) =>
      isObject(one)
        ? recounted(one, service, currency, (amount, of, field) => {
            // What was approved is never left out: less than was asked for would be taken for all of it.
            if (!Number.isSafeInteger(amount)) return amount;
            const isApproved = operation === 'getProcessedMessage' && field === 'amount';
            const whole = isApproved ? [amount, amount - (amount % 100)] : [amount];
            const tried = whole.map((wire) => centsFromAmount(wire, { currency: of, amountScale }));
            const cents = tried.find(({ ok }) => ok);
            return cents?.ok ? cents.cents : undefined;
          })
        : one;
    const { items } = isObject(value) ? value : {};
    const counted = Array.isArray(items)
      ? { ...(value as JsonObject), items: items.map(count) }
      : count(value);
    return JSON.stringify({ data: counted });
  } catch (cause) {
    const sentence = cause instanceof PaymentsError ? cause.shortMessage : 'It cannot be read.';
    report({
      type: 'answer-unreadable',
      operation,
      message: `${clean(sentence)} Look at the description of the service.`,
    });
    // Taken for what it is not, it could end a payment: so the page is told of nothing.
    return unreadable;
  }
}

/** What stands in the place of an answer that nobody can read. */
export const unreadable = /*#__PURE__*/ JSON.stringify({
  error: { code: 'answer-unreadable', message: 'The answer of the service could not be read.' },
});

// Where a redirect leads is the service's own affair: a browser must not follow with a payment.
async function inItsPlace(response: Response, code: string, what: string): Promise<ServiceAnswer> {
  await response.body?.cancel();
  const error = { code, message: `The service answered with ${what}.` };
  return { status: 502, body: JSON.stringify({ error }), headers: new Headers(), isOwn: true };
}

const listParameters = ['page', 'limit', 'clientId', 'timezone'];

/** The parameters of a list that the contract knows; never more a page than the service gives. */
export function listQuery(request: Request, { most }: Service['pages']): Record<string, string> {
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

/** Asks the service for something that moves no money, and hands the answer on. */
export async function passOn(
  context: GatewayContext,
  call: Omit<ServiceCall, 'timeoutMs'> & { operation: OperationName; timeoutMs?: number },
): Promise<Response> {
  const { operation } = call;
  try {
    const ask = await prepareCall(context, { timeoutMs: context.requestTimeoutMs, ...call });
    const answer = await ask();
    const retryMs = parseRetryAfter(answer.headers, context.service.clock.now());
    return textReply(answer, retryMs === undefined ? {} : { 'retry-after': `${Math.ceil(retryMs / 1000)}` });
  } catch (cause) {
    const refusal = refusalIn(cause);
    if (refusal) throw refusal;
    // A browser that went away is no problem of the service.
    if (!call.signal?.aborted)
      context.report({ type: 'service-unreachable', operation, message: 'The service gave no answer.' });
    throw new GatewayRefusal(502, 'unreachable', 'The service cannot be reached at the moment.', { cause });
  }
}

// What breaks off an upload comes back as the reason why the request failed.
function refusalIn(error: unknown): GatewayRefusal | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof GatewayRefusal) return cause;
  }
  return undefined;
}
