import { isLoopbackHost } from '../core/client/requestUrl.ts';
import { isMoneyOperation, type OperationName } from '../core/wire/routes.ts';
import { applyDueEffects } from './dueEffects.ts';
import {
  handleCreateLink,
  handleListLinks,
  handleListTerminals,
  handlePoll,
  handleUpload,
} from './handlers.ts';
import type { LedgerRequest } from './ledger.ts';
import { handleMoneyRequest } from './moneyHandler.ts';
import { dropped, type ReplyOrDrop, errorReply, type Reply } from './replies.ts';
import { numberField, stringField } from './requests.ts';
import { findRouteOrErrorReply, type SandboxRouteMatch } from './routes.ts';
import { faultsAfterEffect, faultsBeforeEffect } from './scenarioBook.ts';
import type { AuthorizedSandboxRequest, ReceivedFile, SandboxState } from './sandboxState.ts';

export interface IncomingRequest {
  method: string;
  url: URL;
  headers: Headers;
  /** The body as parsed JSON; undefined if there was none. */
  body: unknown;
  files: readonly ReceivedFile[];
  /** If set, the answer to send at once: the body cannot be read, or the path is for another provider. */
  unreadable?: Reply | undefined;
}

export async function readIncomingRequest(request: Request): Promise<IncomingRequest> {
  const { method, headers } = request;
  const arrival: IncomingRequest = { method, headers, url: new URL(request.url), body: undefined, files: [] };
  if (method !== 'POST') return arrival;
  const contentType = headers.get('content-type') ?? '';
  if (contentType.startsWith('multipart/form-data')) return readForm(request, arrival);

  const text = await request.text();
  if (text !== '' && !/^application\/json\b/i.test(contentType)) {
    return { ...arrival, unreadable: errorReply(415, 'The content type must be application/json.') };
  }
  return readJson(text, arrival);
}

function readJson(text: string, arrival: IncomingRequest): IncomingRequest {
  if (text === '') return arrival;
  try {
    const body: unknown = JSON.parse(text);
    return { ...arrival, body };
  } catch {
    return { ...arrival, unreadable: errorReply(400, 'The body is not JSON.') };
  }
}

async function readForm(request: Request, arrival: IncomingRequest): Promise<IncomingRequest> {
  try {
    const form = await request.formData();
    const files = [...form.entries()].map(([part, value]) =>
      typeof value === 'string'
        ? { part, name: '', size: value.length, type: 'text/plain' }
        : { part, name: value.name, size: value.size, type: value.type },
    );
    return { ...arrival, files };
  } catch (error) {
    request.signal.throwIfAborted();
    return { ...arrival, unreadable: errorReply(400, `The form could not be read: ${String(error)}`) };
  }
}

/** Refuses a request that names another machine, so that no caller takes the simulator for a real payment service. */
export function replyIfRemoteHost({ hostname }: URL): Reply | undefined {
  if (isLoopbackHost(hostname)) return undefined;
  return errorReply(
    403,
    `This is the tillkit sandbox, which simulates payments: no card is charged. It answers on this machine only and was asked as ${hostname}. Use the real service's address, or set allowRemote if the sandbox is meant.`,
  );
}

function runRequest(
  state: SandboxState,
  arrival: IncomingRequest,
  route: SandboxRouteMatch,
  entry: LedgerRequest,
): ReplyOrDrop {
  const { settings, retryAfter } = state;
  const scenario = state.scenarios.choose({ ...entry, operation: route.operation });
  const fault = faultsBeforeEffect.get(scenario)?.(entry.path, retryAfter);
  if (fault === dropped) return dropped;
  if (arrival.headers.get('authorization') !== settings.authorization) {
    return errorReply(
      401,
      'The header authorization is missing, or is not the one that this sandbox was given.',
    );
  }
  if (fault) return fault;
  if (arrival.unreadable) return arrival.unreadable;

  const call: AuthorizedSandboxRequest = { ...arrival, route, scenario, entry };
  const { operationId } = entry;
  const isRemembered = settings.dedupe && isMoneyOperation(route.operation) && operationId !== undefined;
  const earlier = isRemembered ? state.accepted.get(operationId) : undefined;
  if (earlier) {
    entry.msgIdentifier = earlier.msgIdentifier;
    return earlier.reply;
  }
  const reply = handle(state, call, route.operation);
  if (reply.status >= 300) return reply;
  if (isRemembered) state.accepted.set(operationId, { reply, msgIdentifier: entry.msgIdentifier });
  return faultsAfterEffect.get(scenario) ?? reply;
}

function handle(state: SandboxState, call: AuthorizedSandboxRequest, operation: OperationName): Reply {
  switch (operation) {
    case 'listTerminals':
      return handleListTerminals(state, call);
    case 'getProcessedMessage':
      return handlePoll(state, call);
    case 'listPaymentLinks':
      return handleListLinks(state, call);
    case 'createPaymentLink':
      return handleCreateLink(state, call);
    case 'uploadAttachments':
      return handleUpload(state, call);
    default:
      return handleMoneyRequest(state, call, operation);
  }
}

export function handleRequest(
  state: SandboxState,
  arrival: IncomingRequest,
): { outcome: ReplyOrDrop; entry: LedgerRequest } {
  applyDueEffects(state);
  const route = findRouteOrErrorReply(arrival.method, arrival.url.pathname);
  const operation = 'operation' in route ? route.operation : 'unknown';
  const entry = createEntry(state, arrival, operation);
  state.requests.push(entry);
  const refusal = state.settings.allowRemote ? undefined : replyIfRemoteHost(arrival.url);
  if (refusal) return { outcome: refusal, entry };
  return { outcome: 'operation' in route ? runRequest(state, arrival, route, entry) : route, entry };
}

function createEntry(
  state: SandboxState,
  arrival: IncomingRequest,
  operation: LedgerRequest['operation'],
): LedgerRequest {
  const { method, url, headers, body, files } = arrival;
  return {
    at: state.now(),
    index: state.requests.length,
    operation,
    method,
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    body: files.length > 0 ? files.map(({ name, size }) => ({ name, size })) : body,
    outcome: 'open',
    terminalId: stringField(body, 'terminalId'),
    amount: numberField(body, 'amount'),
    orderNumber: stringField(body, 'orderNumber'),
    operationId: headers.get('x-operation-id') ?? undefined,
  };
}

function corsHeaders(request: Headers, exposesRetryAfter: boolean): Headers {
  const headers = new Headers();
  const origin = request.get('origin');
  if (origin === null) return headers;
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', `${exposesRetryAfter ? 'Retry-After, ' : ''}Date, X-Sandbox`);
  headers.set('vary', 'Origin');
  return headers;
}

export function isPreflight(method: string, headers: Headers): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method');
}

export function addPreflightHeaders(cors: Headers, own: readonly string[]): Headers {
  const names = ['authorization', 'content-type', 'key-hash', 'x-operation-id', ...own];
  cors.set('access-control-allow-methods', 'GET, POST, PUT');
  cors.set('access-control-allow-headers', [...new Set(names)].join(', '));
  cors.set('access-control-max-age', '600');
  return cors;
}

/** The headers of every answer: the sandbox's mark, the service's time, and CORS. */
export function commonAnswerHeaders(state: SandboxState, request: Headers): Headers {
  const headers = corsHeaders(request, state.settings.exposeRetryAfter);
  headers.set('x-sandbox', 'tillkit');
  headers.set('date', new Date(state.now()).toUTCString());
  headers.set('cache-control', 'no-store');
  return headers;
}
