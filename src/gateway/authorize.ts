import { GatewayRefusal, notSent } from './GatewayRefusal.ts';
import { type GatewayContext, storeRefusal } from './gatewayContext.ts';
import type { GatewayCall, GatewayOperation, GatewayOptions, Sees } from './gatewayOptions.ts';
import { confirmedHeader, operationIdHeader } from './gatewayRoutes.ts';
import type { GatewayStore } from './gatewayStore.ts';
import type { OperationRow } from './recordRows.ts';

/** SHA-256 of the parts, as hex; the parts cannot run into each other. */
async function sha256(...parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** For whom something is done. */
export interface Caller {
  /** The merchant; empty where the host names none. */
  account: string;
  /** A keyed hash of the till or shop. */
  subject: string;
  /** Who it is, in the host's words. */
  actor: string | undefined;
  sees: Sees;
}

/** Asks the host who may do this. Throws a refusal. */
export async function authorized(
  context: GatewayContext,
  request: Request,
  operation: GatewayOperation,
  call: GatewayCall,
): Promise<Caller> {
  const { options, store, report } = context;
  const { url, method, headers } = request;
  let authorization: unknown;
  try {
    authorization = await options.authorize(new Request(url, { method, headers }), operation, call);
  } catch (cause) {
    report({ type: 'authorize-failed', operation, message: 'authorize threw. The request was refused.' });
    throw notSent(500, 'not-authorized', 'It could not be found out who you are.', { cause });
  }
  const given = authorization === true ? { subject: nobody } : authorization || {};
  const { subject, account, actor, sees = 'own' } = given as Record<string, unknown>;
  const isNamed = authorization === true || isName(subject);
  if (isNamed && isNameOrNone(account) && isNameOrNone(actor) && isSees(sees)) {
    // Two merchants may both have a till 1, and whoever reads rows shall not find out who it is.
    const hash = await subjectHash(store, account ?? '', subject).catch((cause: unknown) => {
      throw storeRefusal(context, operation, cause, call.operationId);
    });
    return { account: account ?? '', subject: hash, actor, sees };
  }
  const isSignedOut = authorization === 401;
  throw notSent(
    isSignedOut ? 401 : 403,
    'not-authorized',
    isSignedOut ? 'You are not signed in.' : 'You are not signed in, or may not do this.',
  );
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

/** Nothing where the host has none; what it meant to name and did not is no name. */
function isNameOrNone(value: unknown): value is string | undefined {
  return value === undefined || isName(value);
}

function isSees(value: unknown): value is Sees {
  if (value === 'own' || value === 'all') return true;
  const { terminals, mirror } = (value ?? {}) as Record<string, unknown>;
  return isName(mirror) || (Array.isArray(terminals) && terminals.every(isName));
}

const keys = /*#__PURE__*/ new WeakMap<GatewayStore, Promise<string>>();

/** A hash that says nothing to whoever reads rows. Rejects where the store's key cannot be read. */
export async function keyedHash(store: GatewayStore, ...parts: readonly string[]): Promise<string> {
  const key = keys.get(store) ?? store.secret();
  keys.set(store, key);
  try {
    return await sha256(await key, ...parts);
  } catch (cause) {
    keys.delete(store);
    throw cause;
  }
}

const subjects = /*#__PURE__*/ new WeakMap<GatewayStore, Map<string, string>>();
const mostSubjects = 1000;

async function subjectHash(store: GatewayStore, account: string, subject: unknown): Promise<string> {
  const known = subjects.get(store) ?? new Map<string, string>();
  subjects.set(store, known);
  const name = JSON.stringify([account, subject]);
  const before = known.get(name);
  if (before !== undefined) return before;
  const hash = await keyedHash(store, 'subject', name);
  if (known.size >= mostSubjects) known.clear();
  known.set(name, hash);
  return hash;
}

const exposed = /*#__PURE__*/ ['x-operation-state', 'retry-after', 'age', 'date'].join(', ');

/** The origin of the page that asks; undefined where none is named. Throws a refusal where it is not allowed. */
export function checkOrigin(request: Request, { allowedOrigins }: GatewayOptions): string | undefined {
  const origin = request.headers.get('origin');
  if (!allowedOrigins && !isOwnAddress(new URL(request.url))) {
    throw new GatewayRefusal(
      403,
      'origin',
      'Anybody may have given this machine the name it was asked under. Name your pages in allowedOrigins.',
    );
  }
  if (origin === null) {
    if (isOwnRead(request)) return undefined;
    throw new GatewayRefusal(
      403,
      'origin',
      'The request names no origin. Only pages that are allowed may send one.',
    );
  }
  const isAllowed = allowedOrigins ? allowedOrigins.includes(origin) : origin === new URL(request.url).origin;
  if (isAllowed) return origin;
  throw new GatewayRefusal(
    403,
    'origin',
    'Pages of this origin may not use this gateway. Name it in allowedOrigins if they should.',
  );
}

// Somebody's page can be loaded from a name of his own that he then makes point here: its origin is the one it asks under
// (DNS rebinding). He has no certificate for ours, and can make neither an IP address nor `localhost` his own.
function isOwnAddress({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^([\d.]+|\[.+\]|(.+\.)?localhost)$/.test(hostname);
}

// Browsers name no origin for what a page shows or links to; where they tell its site, it must be the gateway's own.
function isOwnRead({ method, headers }: Request): boolean {
  const site = headers.get('sec-fetch-site') ?? 'none';
  return (method === 'GET' || method === 'HEAD') && (site === 'same-origin' || site === 'none');
}

/** What lets a page of an allowed origin read the answer. */
export function corsHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return { vary: 'origin' };
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposed,
  };
}

export function preflight(origin: string | undefined, { allowedHeaders = [] }: GatewayOptions): Response {
  const headers = {
    ...corsHeaders(origin),
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': [
      'content-type',
      'authorization',
      operationIdHeader,
      confirmedHeader,
      'last-event-id',
      ...allowedHeaders,
    ].join(', '),
    'access-control-max-age': '600',
  };
  return new Response(null, { status: 204, headers });
}

/** The subject of an id that was closed before anybody knew whose it is. Everybody may know that. */
export const nobody = '';

/** Throws a refusal where an operation id is somebody else's. */
export function assertOwner(entry: Pick<OperationRow, 'subject'>, subject: string): void {
  if (entry.subject === subject || entry.subject === nobody) return;
  throw new GatewayRefusal(403, 'not-yours', 'This operation id belongs to somebody else.');
}
