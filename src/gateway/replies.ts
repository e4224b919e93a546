import { attempt, type OperationStateAtGateway } from '../core/errors.ts';
import { readServiceMessage, readRefusedFields } from '../core/wire/errorBody.ts';
import { type BatchClosed, readAcceptedMessage, readBatchClosed } from '../core/wire/message.ts';
import {
  isObject,
  parseJsonWithLongIntegersAsText,
  tryParseJsonWithLongIntegersAsText,
  unwrapDataWithPath,
} from '../core/wire/read.ts';
import type { OperationName } from '../core/wire/routes.ts';
import type { Service } from '../core/wire/service.ts';
import type { GatewayRefusal } from './GatewayRefusal.ts';

/** The service's answer to an operation, or the gateway's own answer in its place. */
export interface OperationAnswer {
  status: number;
  body: string;
  /** Nothing was or will be done under this operation id: nothing was sent, or the service refused the headers. */
  isNotSent?: boolean | undefined;
  /** The gateway's own answer, not the service's. Unless `isNotSent`, it proves nothing about the payment. */
  isOwn?: boolean | undefined;
  /** How long the service asked to wait (ms). */
  retryAfterMs?: number | undefined;
}

export const isOkStatus = (status = 0): boolean => status >= 200 && status < 300;

/** Stored for a 2xx body that is not JSON, such as a login page. Unlike an empty body, it proves no closed batch. */
export const nonJsonBodyMark = '-';

export function gatewayErrorAnswer(status: number, code: string, message: string): OperationAnswer {
  return { status, body: JSON.stringify({ error: { code, message } }), isOwn: true };
}

/** An answer with only the fields that later copies of the request get. Other fields may hold personal data. */
export function storableAnswer(
  operation: OperationName,
  answer: OperationAnswer,
  onUnreadable?: (error: unknown) => void,
): OperationAnswer {
  const { status, body, isOwn } = answer;
  if (isOwn || isEmpty(status)) return answer;
  const json = tryParseJsonWithLongIntegersAsText(body);
  const kept = JSON.stringify(readIn(operation, status, json, onUnreadable));
  return {
    ...answer,
    body: isOkStatus(status) && json === undefined && body.trim() ? nonJsonBodyMark : kept,
  };
}

const linkFields =
  'id _id paymentRequestId reference paymentLink status paid createdAt amount totalAmount paidAmount'.split(
    ' ',
  );

function readIn(
  operation: OperationName,
  status: number,
  body: unknown,
  onUnreadable: ((error: unknown) => void) | undefined,
): object {
  if (!isOkStatus(status)) {
    const errors = readRefusedFields(body);
    return { error: { message: readServiceMessage(body) }, errors: errors.length > 0 ? errors : undefined };
  }
  if (operation === 'createPaymentLink') {
    const { value } = unwrapDataWithPath(body);
    const fields = isObject(value) ? linkFields.map((name) => [name, plain(value[name])]) : [];
    return { data: Object.fromEntries(fields) };
  }
  try {
    const { raw: _, ...ids } = operation === 'closeBatch' ? readBatchClosed(body) : readAcceptedMessage(body);
    return { data: ids };
  } catch (error) {
    onUnreadable?.(error);
    return { data: {} };
  }
}

const plain = (value: unknown) => (typeof value === 'object' ? undefined : value);

export function operationStateOfAnswer(
  isRefusal: Service['isRefusal'],
  operation: OperationName,
  { status, isNotSent, isOwn }: OperationAnswer,
): Exclude<OperationStateAtGateway, 'sent'> {
  if (isNotSent) return 'not-seen';
  if (isOkStatus(status)) return 'accepted';
  return !isOwn && isRefusal(status, operation) ? 'refused' : 'unanswered';
}

export const operationStateHeader = 'x-operation-state';

const always = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

export function jsonReply(value: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return replyOf(status, JSON.stringify(value), 'application/json', headers);
}

/** A file that a browser saves and does not show. */
export function csvReply(body: ReadableStream<Uint8Array>): Response {
  const type = 'text/csv; charset=utf-8';
  const disposition = 'attachment; filename="operations.csv"';
  return new Response(body, {
    headers: { ...always, 'content-type': type, 'content-disposition': disposition },
  });
}

const isEmpty = (status: number) => status === 204 || status === 205 || status === 304;

/** Passes on an answer of the service. A body that is not JSON becomes plain text, whatever the service called it. */
export function replyWithAnswer(
  { status, body, retryAfterMs }: OperationAnswer,
  more: Record<string, string> = {},
): Response {
  const pause = retryAfterMs === undefined ? {} : { 'retry-after': `${Math.ceil(retryAfterMs / 1000)}` };
  const headers = { ...pause, ...more };
  if (isEmpty(status)) return new Response(null, { status, headers: { ...always, ...headers } });
  return replyOf(status, body, isJsonText(body) ? 'application/json' : 'text/plain; charset=utf-8', headers);
}

const encoder = /*#__PURE__*/ new TextEncoder();

function replyOf(status: number, body: string, type: string, headers: Record<string, string>): Response {
  const bytes = encoder.encode(body);
  return new Response(bytes, {
    status,
    headers: { ...always, 'content-type': type, 'content-length': `${bytes.byteLength}`, ...headers },
  });
}

/** The error codes on which pages act. A body with one of them repeats the error in the field `refusal`. */
const codesForPages: ReadonlySet<string> = /*#__PURE__*/ new Set([
  'needs-approval',
  'no-route',
  'not-authorized',
  'not-found',
  'not-yours',
  'other-state',
  'unavailable',
]);

/** An error in the shape that the kit's readers expect: a message, and the field concerned. */
export function refusalBody({ code, message, field }: Pick<GatewayRefusal, 'code' | 'message' | 'field'>) {
  const errors = field === undefined ? undefined : [{ field, message }];
  const refusal = codesForPages.has(code) ? { code, message, field } : undefined;
  return { error: { code, message }, errors, refusal };
}

export const isJsonText = (text: string): boolean => attempt(() => JSON.parse(text) as unknown) !== undefined;

/** The message id and the reference in the answer to an accepted operation; undefined if they are unreadable. */
export function readMessageIdAndReference(body: string): Omit<BatchClosed, 'raw'> {
  const { msgIdentifier, pnRefNum } =
    attempt(() => readAcceptedMessage(parseJsonWithLongIntegersAsText(body))) ?? {};
  return { msgIdentifier, pnRefNum };
}

/** The service's answer without secrets. Of its headers only a few are used. */
export interface RedactedServiceAnswer {
  status: number;
  body: string;
  headers: Headers;
  /** The approved amount has no exact value in cents. `body` has the amount rounded down. */
  isInexact?: boolean | undefined;
  /** The gateway's own answer in place of the service's. */
  isOwn?: boolean | undefined;
  /** The service refused the gateway's headers with this status. The other fields are what the page gets instead. */
  refusedStatus?: number | undefined;
}
