import { GatewayRefusal, notSentRefusal } from './GatewayRefusal.ts';
import { type GatewayContext, reportStoreFailureAsRefusal } from './gatewayContext.ts';
import type { GatewayCall, GatewayOperation, GatewayOptions } from './gatewayOptions.ts';
import { approvalHeader, confirmationHeader, operationIdHeader } from './gatewayRoutes.ts';
import type { GatewayStore } from './gatewayStore.ts';
import type { OperationRow } from './recordRows.ts';
import { type Caller, isSecondScreen } from './visibility.ts';

/** SHA-256 of the parts, as hex. They are joined as JSON, so that `['ab', 'c']` and `['a', 'bc']` differ. */
async function sha256(...parts: readonly string[]): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A caller who may do an operation, perhaps only after another person's approval. */
interface CallerWithApprovalState extends Caller {
  /** The person whose code the caller gave. */
  approvedBy: string | undefined;
  /** Why another person must approve; undefined if none has to. */
  needsApproval: string | undefined;
}

/** Calls the host's `authorize`. Throws a refusal if it forbids the operation, or demands another person's approval. */
export async function authorizeUnlessApprovalNeeded(
  ...asked: Parameters<typeof authorizeCaller>
): Promise<Caller> {
  const { needsApproval, ...caller } = await authorizeCaller(...asked);
  if (needsApproval !== undefined) throw new GatewayRefusal(403, 'needs-approval', needsApproval);
  return caller;
}

/** All that a second screen may do, even if `authorize` allows more: a customer may use the screen. */
const mirrorReads: readonly GatewayOperation[] = [
  'askOperation',
  'listOperations',
  'streamOperations',
  'health',
];

/** Calls the host's `authorize`. Throws a refusal if the caller may not do the operation. */
export async function authorizeCaller(
  context: GatewayContext,
  request: Request,
  operation: GatewayOperation,
  call: GatewayCall,
): Promise<CallerWithApprovalState> {
  const { options, store, report } = context;
  const { url, method, headers } = request;
  let authorization: unknown;
  try {
    authorization = await options.authorize(new Request(url, { method, headers }), operation, call);
  } catch (cause) {
    report({ type: 'authorize-failed', operation, message: 'authorize threw. The request was refused.' });
    throw notSentRefusal(500, 'not-authorized', 'The gateway could not check who you are.', { cause });
  }
  const given = (authorization || {}) as Record<string, unknown>;
  const wrong = authorization === true ? [] : answerFields.filter((name) => !answerChecks[name](given[name]));
  const {
    subject = noSubject,
    account = '',
    actor,
    sees = 'own',
    approvedBy,
    needsApproval,
  } = given as Partial<CallerWithApprovalState>; // used below only if `wrong` is empty
  if (wrong.length === 0 && (!isSecondScreen(sees) || mirrorReads.includes(operation))) {
    // Rows hold a hash, to hide the subject. The hash includes the account: two merchants may have a till `1`.
    const hash = await subjectHash(store, account, subject).catch((cause: unknown) => {
      throw reportStoreFailureAsRefusal(context, operation, cause, call.operationId);
    });
    return { account, subject: hash, actor, sees, approvedBy, needsApproval };
  }
  const isSignedOut = authorization === 401;
  if (wrong.length > 0 && authorization && !isSignedOut) {
    const message = `authorize returned what cannot be used as ${wrong.join(', ')}. The request was refused.`;
    report({ type: 'authorize-failed', operation, message });
  }
  throw notSentRefusal(
    isSignedOut ? 401 : 403,
    'not-authorized',
    isSignedOut ? 'You are not signed in.' : 'You are not signed in, or you may not do this.',
  );
}

const isName = (value: unknown) => typeof value === 'string' && value !== '';

const isNameOrNone = (value: unknown) => value === undefined || isName(value);

function isSees(value: unknown): boolean {
  if (value === undefined || value === 'own' || value === 'all') return true;
  const { terminals, mirror } = (value ?? {}) as Record<string, unknown>;
  return isName(mirror) || (Array.isArray(terminals) && terminals.every(isName));
}

/** What each field of the answer of `authorize` must be. */
const answerChecks = {
  subject: isName,
  account: isNameOrNone,
  actor: isNameOrNone,
  sees: isSees,
  approvedBy: isNameOrNone,
  needsApproval: isNameOrNone,
};
const answerFields = /*#__PURE__*/ Object.keys(answerChecks) as (keyof typeof answerChecks)[];

/** Hashes the parts together with the store's key, so that they cannot be guessed. Rejects if the key cannot be read. */
export async function hashWithStoreKey(store: GatewayStore, ...parts: readonly string[]): Promise<string> {
  return sha256(await store.secret(), ...parts);
}

const subjects = /*#__PURE__*/ new WeakMap<GatewayStore, Map<string, string>>();
const mostSubjects = 1000;

async function subjectHash(store: GatewayStore, account: string, subject: string): Promise<string> {
  const known = subjects.get(store) ?? new Map<string, string>();
  subjects.set(store, known);
  const name = JSON.stringify([account, subject]);
  const before = known.get(name);
  if (before !== undefined) return before;
  const hash = await hashWithStoreKey(store, 'subject', name);
  if (known.size >= mostSubjects) known.clear();
  known.set(name, hash);
  return hash;
}

const exposed = /*#__PURE__*/ ['x-operation-state', 'retry-after', 'age', 'date'].join(', ');

/** The origin of the page; undefined if the request names none. Throws a refusal if the origin is not allowed. */
export function checkedOrigin(request: Request, { allowedOrigins }: GatewayOptions): string | undefined {
  const origin = request.headers.get('origin');
  if (!allowedOrigins && !isOwnAddress(new URL(request.url))) {
    throw originRefusal(
      'The host name of this request is not proven to be yours. List the origins of your pages in allowedOrigins.',
    );
  }
  if (origin === null) {
    if (isOwnRead(request)) return undefined;
    throw originRefusal('The request names no origin. Send it from a page whose origin is allowed.');
  }
  const isAllowed = allowedOrigins ? allowedOrigins.includes(origin) : origin === new URL(request.url).origin;
  if (isAllowed) return origin;
  throw originRefusal(
    'Pages of this origin may not use this gateway. If they should, add the origin to allowedOrigins.',
  );
}

const originRefusal = (message: string) => new GatewayRefusal(403, 'origin', message);

// Against DNS rebinding: an attacker loads a page from `evil.example`, then points that name at this server. Over https
// this fails: the server has no certificate for the name. An IP address or `localhost` cannot be pointed elsewhere.
function isOwnAddress({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^([\d.]+|\[.+\]|(.+\.)?localhost)$/.test(hostname);
}

// Browsers send no `origin` with a same-origin read. If there is a `sec-fetch-site`, it must not name another site.
function isOwnRead({ method, headers }: Request): boolean {
  const site = headers.get('sec-fetch-site') ?? 'none';
  return (method === 'GET' || method === 'HEAD') && (site === 'same-origin' || site === 'none');
}

export function corsHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return { vary: 'origin' };
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposed,
  };
}

export function preflightReply(
  origin: string | undefined,
  { allowedHeaders = [] }: GatewayOptions,
): Response {
  const headers = {
    ...corsHeaders(origin),
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': [
      'content-type',
      'authorization',
      operationIdHeader,
      confirmationHeader,
      approvalHeader,
      'last-event-id',
      ...allowedHeaders,
    ].join(', '),
    'access-control-max-age': '600',
  };
  return new Response(null, { status: 204, headers });
}

/** The subject if none is known: `authorize` named none, or the id was closed before its owner was known. No caller is refused for it. */
export const noSubject = '';

/** Throws a refusal if an operation id belongs to another subject. */
export function assertIdNotOfOtherSubject(entry: Pick<OperationRow, 'subject'>, subject: string): void {
  if (entry.subject === subject || entry.subject === noSubject) return;
  throw new GatewayRefusal(403, 'not-yours', 'This operation id belongs to another till.');
}
