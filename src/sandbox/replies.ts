import type { Clock } from '../core/time.ts';

/** JSON text; a bigint becomes a number with all its digits. Undefined fields are left out. */
export function stringifyWithBigInts(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map(stringifyWithBigInts).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${stringifyWithBigInts(field)}`).join(',')}}`;
}

/** An answer of the service before it becomes a `Response`. */
export interface Reply {
  status: number;
  /** The body, which is sent as JSON. */
  body?: unknown;
  /** An HTML document, sent instead of `body`. */
  html?: string | undefined;
  headers?: Record<string, string> | undefined;
}

/** No answer at all: the connection breaks. */
export const dropped = 'dropped';
export type ReplyOrDrop = Reply | typeof dropped;

export interface FieldError {
  field: string;
  message: string;
}

export const okReply = (body: unknown): Reply => ({ status: 200, body });
export const noContentReply: Reply = { status: 204 };

export function errorReply(status: number, message: string, headers?: Record<string, string>): Reply {
  return { status, body: { message }, headers };
}

export function fieldErrorReply(errors: readonly [FieldError, ...FieldError[]]): Reply {
  const [first] = errors;
  return { status: 422, body: { message: `${first.field}: ${first.message}`, errors } };
}

export function toResponse(reply: Reply, headers: Headers): Response {
  for (const [name, value] of Object.entries(reply.headers ?? {})) headers.set(name, value);
  if (reply.html !== undefined) {
    headers.set('content-type', 'text/html; charset=utf-8');
    return new Response(reply.html, { status: reply.status, headers });
  }
  if (reply.body === undefined) return new Response(null, { status: reply.status, headers });
  headers.set('content-type', 'application/json');
  return new Response(stringifyWithBigInts(reply.body), { status: reply.status, headers });
}

/** The form of `Retry-After` in a 429. */
export type RetryAfterForm = 'seconds' | 'http-date' | 'none';

/** Returns the header `Retry-After` for a wait (ms), or no header if the form is `none`. */
export type RetryAfterHeaderFor = (waitMs: number) => Record<string, string>;

export function createRetryAfterHeaderFor(form: RetryAfterForm, now: () => number): RetryAfterHeaderFor {
  return (waitMs) => {
    if (form === 'none') return {};
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    if (form === 'seconds') return { 'retry-after': String(seconds) };
    // An HTTP date has whole seconds: round up, so that no client returns too early.
    return { 'retry-after': new Date(Math.ceil((now() + waitMs) / 1000) * 1000).toUTCString() };
  };
}

/** The simulated service's clock (epoch ms). Starts at the client's time, and ignores later changes of that clock. */
export function createServerNow(clock: Clock): () => number {
  const startedAt = clock.now();
  const startedMonotonic = clock.monotonic();
  return () => startedAt + Math.round(clock.monotonic() - startedMonotonic);
}
