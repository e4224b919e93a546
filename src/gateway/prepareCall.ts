import { readBody } from '../core/client/readAnswer.ts';
import { requestUrl, type UrlParts } from '../core/client/requestUrl.ts';
import { requestHeaders, withDeadline } from '../core/client/send.ts';
import type { OperationName } from '../core/wire/routes.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { redact } from './redact.ts';
import { refusedHeaders } from './refusedHeaders.ts';
import type { ServiceAnswer } from './serviceAnswer.ts';

export interface ServiceCall extends UrlParts {
  operation: OperationName;
  /** Whose headers it gets. */
  account: string | undefined;
  body?: string | ReadableStream<Uint8Array> | undefined;
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
  const { options } = context;
  const { operation, account, body, contentType, timeoutMs, operationId, signal } = call;
  const service = context.serviceFor(account);
  const route = service.route(operation);
  const url = requestUrl(service.base(), options.terminalPathPrefix ?? '', route, call);
  const secrets = await requestHeaders(service, operation, url);
  const headers = new Headers(secrets);
  headers.set('accept', 'application/json');
  if (contentType) headers.set('content-type', contentType);
  if (operationId && options.operationIdHeader) headers.set(options.operationIdHeader, operationId);
  const deadline = { clock: service.clock, timeoutMs, signal, operationName: operation, isRetryable: false };
  const init: RequestInit & { duplex?: 'half' } = { method: route.method, headers, redirect: 'manual' };
  if (body !== undefined) Object.assign(init, { body: readOnce(body, headers), duplex: 'half' });
  return () =>
    withDeadline(deadline, async (given) => {
      const response = await service.fetcher(new Request(url, { ...init, signal: given }));
      if (isRedirect(response)) return inItsPlace(response, 'redirect', 'a redirect, which is not followed');
      if (response.status < 200 || response.status > 599)
        return inItsPlace(response, 'status', 'a status that is none');
      const { status } = response;
      const text = redact(await readBody(response, largestAnswer), secrets, options.secretHeaders);
      if (status === 401 || status === 403) return refusedHeaders(context, operation, { status, body: text });
      return { status, body: text, headers: response.headers };
    });
}

function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || (status >= 300 && status < 400);
}

/**
 * A body that can be read once. The Fetch standard sends one that it could read again a second time by itself, a payment too,
 * when the answer on a reused connection is 421.
 */
function readOnce(body: string | ReadableStream<Uint8Array>, headers: Headers): ReadableStream<Uint8Array> {
  if (typeof body !== 'string') return body;
  const bytes = new TextEncoder().encode(body);
  headers.set('content-length', `${bytes.byteLength}`);
  return new Blob([bytes]).stream();
}

// Where a redirect leads is the service's own affair: a browser must not follow with a payment.
async function inItsPlace(response: Response, code: string, what: string): Promise<ServiceAnswer> {
  await response.body?.cancel();
  const error = { code, message: `The service answered with ${what}.` };
  return { status: 502, body: JSON.stringify({ error }), headers: new Headers() };
}
