import { attempt, PaymentsError } from '../core/errors.ts';
import { isMoneyOperation } from '../core/wire/routes.ts';
import { checkedOrigin, corsHeaders, preflightReply, noSubject } from './authorize.ts';
import { isClosedForAllAccounts } from './claimIdToSend.ts';
import { createRateLimit } from './createRateLimit.ts';
import type { OperationSender } from './createOperationSender.ts';
import { adviceOnNullOrigin, type GatewayContext, reportStoreFailureAsRefusal } from './gatewayContext.ts';
import type { GatewayOperation, GatewayProblem } from './gatewayOptions.ts';
import { GatewayRefusal, type GatewayRefusalCode } from './GatewayRefusal.ts';
import {
  assertRequestedProviderAndCurrency,
  hasOperationIdInPath,
  isOperationId,
  isRecordOperationName,
  operationIdHeader,
  type RouteMatch,
} from './gatewayRoutes.ts';
import { operationStateAtGatewayOfRow, withAge } from './record.ts';
import type { OperationRow } from './recordRows.ts';
import { jsonReply, operationStateHeader, refusalBody } from './replies.ts';

/** Answers HTTP requests with `answer`. A refusal says whether it is certain that nothing was sent. Never rejects. */
export function createRequestHandler(
  context: GatewayContext,
  sender: OperationSender,
  answer: (request: Request, match: RouteMatch) => Promise<Response>,
) {
  const { options, matchRoute, service, report } = context;
  const isProvenUnsent = createUnsentCheck(context, sender);
  const inProgress = createRequestsInProgress();
  // Pages of other origins must not fill the log.
  const mayReport = createRateLimit(service.clock, { most: 10, everyMs: 60_000 });

  /** Whether it is certain that nothing was or will be sent for a refused payment, or for a refused link with an id. */
  const isUnsent = async (request: Request, { operation }: RouteMatch, refusal: GatewayRefusal) => {
    const id = request.headers.get(operationIdHeader);
    // A request for a payment link may have no operation id. Then an earlier copy of the request may have been sent.
    const isSentOnce = isMoneyOperation(operation) || (operation === 'createPaymentLink' && id !== null);
    if (!isSentOnce || refusal.headers[operationStateHeader] !== undefined) return false;
    // If another copy of the request is arriving, that copy may still be sent.
    return inProgress.isOnlyCopy(id) && isProvenUnsent(request, refusal);
  };

  return async (request: Request): Promise<Response> => {
    let origin: string | undefined;
    let match: RouteMatch | undefined;
    const leave = inProgress.enter(request.headers.get(operationIdHeader));
    try {
      origin = checkedOrigin(request, options);
      if (request.method === 'OPTIONS') return preflightReply(origin, options);
      match = matchRoute(request);
      assertRequestedProviderAndCurrency(service, match);
      return withHeaders(await answer(request, match), corsHeaders(origin));
    } catch (error) {
      match ??= attempt(() => matchRoute(request));
      const refusal = asRefusal(context, match, error);
      if (match && refusal.code === 'origin' && mayReport()) report(originProblem(request, match));
      const isNotSent = match !== undefined && (await isUnsent(request, match, refusal));
      const state = isNotSent ? { [operationStateHeader]: 'not-seen' } : {};
      return withHeaders(jsonReply(refusalBody(refusal), refusal.status, refusal.headers), {
        ...corsHeaders(origin),
        ...state,
      });
    } finally {
      leave();
    }
  };
}

/** The problem that is reported to an operator who forgot to allow an origin. */
function originProblem({ headers }: Request, { operation }: RouteMatch): GatewayProblem {
  const origin = headers.get('origin')?.slice(0, 200) ?? 'none';
  const advice =
    origin === 'null' ? adviceOnNullOrigin : 'If the page is yours, add the origin to allowedOrigins.';
  const message = `A page of the origin ${origin} was refused. ${advice}`;
  return { type: 'origin-refused', operation, operationId: undefined, message };
}

function asRefusal(context: GatewayContext, match: RouteMatch | undefined, error: unknown): GatewayRefusal {
  if (error instanceof GatewayRefusal) return error;
  if (match && isStoreFailure(match.operation, error)) {
    const { operation, id } = match;
    return reportStoreFailureAsRefusal(
      context,
      operation,
      error,
      hasOperationIdInPath(operation) ? id : undefined,
    );
  }
  const message = 'The gateway failed. Ask for the operation to learn whether it was sent.';
  return new GatewayRefusal(500, 'busy', message, { cause: error });
}

/** Whether an error means that the store failed. In a poll every error does, because nothing else can fail there. */
const isStoreFailure = (operation: GatewayOperation, error: unknown) =>
  operation === 'getProcessedMessage' ||
  (isRecordOperationName(operation) &&
    error instanceof PaymentsError &&
    ['storage', 'configuration'].includes(error.code));

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** Refusals because of the request itself. After `too-slow` or `busy`, the same request may be accepted later. */
const requestRefusals: ReadonlySet<GatewayRefusalCode> = /*#__PURE__*/ new Set([
  'invalid-input',
  'not-authorized',
  'operation-id',
  'origin',
  'too-large',
  'type',
  'unavailable',
]);

/**
 * Returns a function for requests that were refused before their owner was known. The function closes the request's
 * operation id, and tells whether it is now certain that nothing was or will be sent under the id. Without the closing,
 * an instance with other limits could still accept another copy.
 */
function createUnsentCheck(context: GatewayContext, sender: OperationSender) {
  const { record, service } = context;
  // Callers who are not signed in must not fill the store.
  const mayClose = createRateLimit(service.clock, { most: 60, everyMs: 30_000 });

  const isUnsent = (row: OperationRow) =>
    operationStateAtGatewayOfRow(context.rules, withAge(row, 0)) === 'not-seen';

  return async (request: Request, { code, status }: GatewayRefusal): Promise<boolean> => {
    if (!requestRefusals.has(code) || status >= 500) return false;
    const id = request.headers.get(operationIdHeader);
    if (id === null || !isOperationId(id)) return true;
    const known = () => record.read('', (tx) => tx.operations.list({ id }));
    try {
      const isNew = (await known()).length === 0;
      if (isNew && !mayClose()) return false;
      if (!(await sender.closeUnsent({ account: '', id, subject: noSubject }))) return false;
      // The id may have been claimed for any merchant: see `wasClosedForAllAccounts`.
      const rows = await known();
      return rows.some(isClosedForAllAccounts) && rows.every(isUnsent);
    } catch {
      return false;
    }
  };
}

/** The copies of requests that are being answered at this moment, by operation id. */
function createRequestsInProgress() {
  const copies = new Map<string, number>();
  return {
    /** Counts a copy of a request. Returns a function to call when the copy has its answer. */
    enter(id: string | null) {
      if (id === null) return () => undefined;
      copies.set(id, (copies.get(id) ?? 0) + 1);
      return () => {
        const left = (copies.get(id) ?? 0) - 1;
        if (left > 0) copies.set(id, left);
        else copies.delete(id);
      };
    },
    isOnlyCopy: (id: string | null) => id === null || (copies.get(id) ?? 0) <= 1,
  };
}
