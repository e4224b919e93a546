import { wireJson } from './wireJson.ts';

/** What the service answers, before it becomes a `Response`. */
export interface Reply {
  status: number;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent instead of `body`, as a page. */
  html?: string | undefined;
  headers?: Record<string, string> | undefined;
}

/** No answer at all: the connection breaks. */
export const dropped = 'dropped';
export type Outcome = Reply | typeof dropped;

export interface FieldError {
  field: string;
  message: string;
}

export const answered = (body: unknown): Reply => ({ status: 200, body });
export const noContent: Reply = { status: 204 };

export function refused(status: number, message: string, headers?: Record<string, string>): Reply {
  return { status, body: { message }, headers };
}

/** 422 that names the fields. */
export function refusedFields(errors: readonly [FieldError, ...FieldError[]]): Reply {
  const [first] = errors;
  return { status: 422, body: { message: `${first.field}: ${first.message}`, errors } };
}

export const isAccepted = (reply: Reply): boolean => reply.status < 300;

export function toResponse(reply: Reply, headers: Headers): Response {
  for (const [name, value] of Object.entries(reply.headers ?? {})) headers.set(name, value);
  if (reply.html !== undefined) {
    headers.set('content-type', 'text/html; charset=utf-8');
    return new Response(reply.html, { status: reply.status, headers });
  }
  if (reply.body === undefined) return new Response(null, { status: reply.status, headers });
  headers.set('content-type', 'application/json');
  return new Response(wireJson(reply.body), { status: reply.status, headers });
}
