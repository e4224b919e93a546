import { PaymentsError, UnansweredError } from '../errors.ts';
import type { Route } from '../wire/routes.ts';
import type { ClientContext } from './clientContext.ts';
import { type DeadlineOptions, withDeadline } from './deadline.ts';
import type { ServiceAnswer, ClientCall } from './protocol.ts';
import { readSuccessAnswer } from './readAnswer.ts';
import { requestUrl } from './requestUrl.ts';

const largestAnswer = 10_000_000;

/** Sends a request once through the fetcher and reads its answer. Throws `PaymentsError`. */
export async function sendRequestOnce(context: ClientContext, call: ClientCall): Promise<ServiceAnswer> {
  const operationName = call.operation ?? call.route.name;
  const isRead = call.route !== undefined || routeOf(context, call).method === 'GET';
  const request = await buildRequest(context, call);
  if (call.mayStillSend && !(await call.mayStillSend())) {
    const sentence = 'The request was aborted before it left. Nothing was sent.';
    throw new PaymentsError('aborted', sentence, { operationName, operationState: 'not-seen' });
  }
  const limit = {
    timeoutMs: Math.min(context.timeoutMs, call.timeoutMs ?? Infinity),
    signal: call.signal,
    operationName,
    isRetryable: isRead,
  };
  const { operation, accept, maxBytes = largestAnswer } = call;
  const rules = { ...call, operation, operationName, isRead, maxBytes, isText: accept !== undefined };
  const send = (signal: AbortSignal) =>
    context.fetcher(request, operation ? { operation, signal } : { signal });
  return sendOnceAndRead(context, limit, send, (response) => readSuccessAnswer(context, response, rules));
}

/**
 * Calls `send` once and reads the answer. Tells the context if the service refused the headers. Throws
 * `PaymentsError`.
 */
export async function sendOnceAndRead<Answer>(
  context: ClientContext,
  limit: DeadlineOptions,
  send: (signal: AbortSignal) => Promise<Response>,
  read: (response: Response, signal: AbortSignal) => Promise<Answer>,
): Promise<Answer> {
  try {
    return await withDeadline({ ...limit, clock: context.clock }, async (signal) =>
      read(await callFetcher(limit, () => send(signal)), signal),
    );
  } catch (error) {
    if (error instanceof PaymentsError && error.code === 'unauthorized') context.headersRefused();
    throw error;
  }
}

function routeOf({ service }: ClientContext, call: ClientCall) {
  return call.route ?? service.route(call.operation);
}

/** The host's headers. None if the URL has another origin than `baseUrl`, or if the route takes no headers. */
export async function hostHeadersForUrl(
  context: ClientContext,
  { headers }: Pick<Route, 'headers'>,
  url: URL,
): Promise<Headers> {
  const wanted = headers && url.origin === context.base().origin;
  return wanted ? context.headers() : new Headers();
}

export async function buildRequest(context: ClientContext, call: ClientCall): Promise<Request> {
  const route = routeOf(context, call);
  const { protocol } = context;
  const url = requestUrl(context.base(), route, call.operation ? protocol.urlParts(call) : call);
  const headers = await hostHeadersForUrl(context, route, url);
  headers.set('accept', call.accept ?? 'application/json');
  if (call.operationId && protocol.operationIdHeader)
    headers.set(protocol.operationIdHeader, call.operationId);
  const more = protocol.headers?.(call) ?? {};
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  if (call.body) headers.set('content-type', 'application/json');
  return new Request(url, {
    method: route.method,
    // `Request` reads a list of headers faster than a Headers object.
    headers: [...headers],
    redirect: 'manual',
    ...(call.route || call.operation === 'getProcessedMessage' ? { cache: 'no-store' } : {}),
    ...(call.body ? { body: JSON.stringify(protocol.write?.(call, call.body) ?? call.body) } : {}),
  });
}

/** Calls the fetcher. Throws `unanswered`, because the request may have been sent. */
async function callFetcher(
  { operationName, isRetryable }: DeadlineOptions,
  run: () => Promise<Response>,
): Promise<Response> {
  let response: Response | undefined;
  try {
    response = await run();
  } catch (cause) {
    throw new UnansweredError({ cause, operationName, isRetryable });
  }
  // A host's fetcher may return something that is no Response, although the request was sent.
  if (typeof response?.status !== 'number' || typeof response.headers?.get !== 'function') {
    throw new UnansweredError({ operationName, isRetryable });
  }
  return response;
}
