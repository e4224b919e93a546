import { PaymentsError } from '../core/errors.ts';
import type { OperationDraft } from '../core/operations/startGuard.ts';
import { isId } from '../core/wire/check.ts';
import type { JsonObject } from '../core/wire/read.ts';
import { isMoneyOperation, type MoneyOperation, type OperationName } from '../core/wire/routes.ts';
import { GatewayRefusal, type GatewayRefusalCode, notSentRefusal } from './GatewayRefusal.ts';
import { approvalAnswer, approvalRefusal, readApproval, unboundApprovalReason } from './approvals.ts';
import { authorizeRequest, keyedHash, readPermission, unknownSubject } from './authorize.ts';
import type { RefusedDraft, UnsentRequest } from './claimOperation.ts';
import type { Follower } from './createFollower.ts';
import type { RecordQueries } from './createRecordQueries.ts';
import { createRateLimit } from './createRateLimit.ts';
import type { Sender } from './createSender.ts';
import type { GatewayContext } from './gatewayContext.ts';
import type { GatewayCall } from './gatewayOptions.ts';
import {
  confirmedHeader,
  isOperationId,
  operationIdHeader,
  operationIdOf,
  optionalOperationIdOf,
  type RouteMatch,
} from './gatewayRoutes.ts';
import { forwardToService, prepareCall, type ServiceCall } from './prepareCall.ts';
import { withAge, reportedStateOf } from './record.ts';
import type { OperationRow } from './recordRows.ts';
import { storableAnswer, operationReply, operationStateHeader } from './replies.ts';
import { checkedBody, readJsonBody, uploadBody, uploadType } from './requestBody.ts';
import { maySee } from './visibility.ts';
import { isClosedForAllAccounts } from './claimId.ts';
import { ordersUnavailable } from './orders.ts';

/** A POST of the contract. */
type PostMatch = RouteMatch & { operation: OperationName };

const json = { contentType: 'application/json' };

/** Answers POSTs: sends payments and links once per operation id, and streams uploads. */
export function createPostHandler(
  context: GatewayContext,
  { sender, follower, queries }: { sender: Sender; follower: Follower; queries: RecordQueries },
) {
  const { paymentTimeoutMs } = context;

  const sendOnce = async (request: Request, match: PostMatch, id: string): Promise<Response> => {
    const { operation: kind, provider, currency, orderTotalCents: orderTotal } = match;
    const confirmed = confirmationOf(request);
    const { refusedId, code } = readApproval(request);
    const body = wireBody(match, await readJsonBody(context, request));
    const order = orderTotal === undefined ? undefined : orderOf(context, body, orderTotal);
    const asking = {
      operationId: id,
      body,
      ...(order && { order }),
      ...(code !== undefined && { approval: code }),
      ...transactionReader(queries, body, provider),
    };
    const permission = await readPermission(context, request, kind, asking);
    const { account, subject, actor, approvedBy, needsApproval } = permission;
    const asked = { body, provider, currency: currency?.toUpperCase(), orderTotal };
    const hashOf = (of: string, by?: string) =>
      keyedHash(context.store, 'body', of, kind, canonicalJson({ ...asked, approvedBy: by }));
    const draftHash = await hashOf(id);
    const approval =
      approvedBy === undefined || refusedId === undefined
        ? undefined
        : { by: approvedBy, refusedId, draftHash: await hashOf(refusedId) };
    const copy = { id, account, subject, actor, kind, draftHash, approval };
    try {
      if (needsApproval !== undefined) throw approvalRefusal(needsApproval, code);
      // An approval that names no refused payment could be for any payment.
      if (approvedBy !== undefined && !approval) throw approvalRefusal(unboundApprovalReason);
      const ask = await prepareSend({ operation: kind, provider, account, operationId: id, body, currency });
      const bodyHash = await hashOf(id, approvedBy);
      const draft = isMoneyOperation(kind) ? draftOf(kind, body, match) : undefined;
      const isVisible = (row: OperationRow, now: number) => maySee(permission, row, now);
      const { state, answer } = await sender.send(
        { ...copy, bodyHash, draft, confirmed, maySee: isVisible },
        ask,
      );
      follower.nudge(account);
      return operationReply(answer, state);
    } catch (error) {
      const mayClose = error instanceof GatewayRefusal && error.code !== 'store';
      if (mayClose && (await sender.closeUnsent(closingOf(copy, error)))) {
        error.headers[operationStateHeader] = 'not-seen';
      }
      throw error;
    }
  };

  const prepareSend = async (call: Omit<ServiceCall, 'timeoutMs'>) => {
    const { operation } = call;
    try {
      const ask = await prepareCall(context, { ...json, ...call, timeoutMs: paymentTimeoutMs });
      return async () => {
        const { status, body: text, isOwn, refusedStatus } = await ask();
        const isRefused = refusedStatus !== undefined && context.isRefusal(refusedStatus, operation);
        const answer = { status, body: text, ...(isOwn && { isOwn }), ...(isRefused && { isNotSent: true }) };
        // The page that creates a link gets the customer's data back. A payment's answer is reduced to its stored
        // form.
        return isMoneyOperation(operation) ? storableAnswer(operation, answer, unreadable(call)) : answer;
      };
    } catch (cause) {
      if (cause instanceof GatewayRefusal) throw cause;
      throw notSentRefusal(503, 'unreachable', 'The gateway is not ready for this operation.', { cause });
    }
  };

  const unreadable =
    ({ operation, operationId }: Pick<ServiceCall, 'operation' | 'operationId'>) =>
    (error: unknown) => {
      if (context.service.service.dialect) return; // the dialect has already reported the problem
      const sentence = error instanceof PaymentsError ? error.shortMessage : 'It cannot be read.';
      context.report({ type: 'answer-unreadable', operation, operationId, message: sentence });
    };

  const wireBody = ({ operation, clientId }: PostMatch, given: JsonObject): JsonObject => {
    const body = checkedBody(operation, given);
    const { sendsClientId } = context.service.service.description.paymentLinks ?? {};
    const isMissing = operation === 'createPaymentLink' && sendsClientId && body['clientId'] === undefined;
    return isMissing && isId(clientId) ? { ...body, clientId } : body;
  };

  return async (request: Request, match: PostMatch): Promise<Response> => {
    const { operation, provider, currency } = match;
    if (operation === 'uploadAttachments') {
      const contentType = uploadType(context, request);
      const { account } = await authorizeRequest(context, request, operation, {});
      const body = uploadBody(context, request);
      return forwardToService(context, {
        operation,
        provider,
        account,
        body,
        contentType,
        timeoutMs: 600_000,
        signal: request.signal,
      });
    }
    const operationId = isMoneyOperation(operation) ? operationIdOf(request) : optionalOperationIdOf(request);
    if (operationId !== undefined) return sendOnce(request, match, operationId);
    const body = wireBody(match, await readJsonBody(context, request));
    const { account } = await authorizeRequest(context, request, operation, { body });
    return forwardToService(context, { ...json, operation, provider, account, body, currency });
  };
}

/** Reads the transaction that a request is about; empty for a request without a reference. */
function transactionReader(
  queries: RecordQueries,
  { pnRefNum }: JsonObject,
  provider = '-',
): Pick<GatewayCall, 'transaction'> {
  if (typeof pnRefNum !== 'string') return {};
  const host = { subject: unknownSubject, actor: undefined, sees: 'all' } as const;
  return {
    transaction: (account = '') => queries.getTransaction({ ...host, account }, provider, pnRefNum),
  };
}

/** The order of a payment that names its total. Throws a refusal if it has no number, or if numbers are not stored. */
function orderOf({ rules }: GatewayContext, { orderNumber }: JsonObject, totalCents: number) {
  if (!rules.storeOrderNumber) throw ordersUnavailable();
  if (typeof orderNumber === 'string' && isId(orderNumber)) return { number: orderNumber, totalCents };
  const message = 'The total of an order needs an order number of 1 to 256 characters.';
  throw notSentRefusal(400, 'invalid-input', message, { field: 'orderNumber' });
}

/** The confirmation that a page sends with a repeated payment. */
export function confirmationOf({ headers }: Request): string | undefined {
  const said = headers.get(confirmedHeader);
  try {
    return said === null ? undefined : decodeURIComponent(said);
  } catch {
    throw notSentRefusal(400, 'invalid-input', `The header ${confirmedHeader} must be URI-encoded.`, {
      field: confirmedHeader,
    });
  }
}

/** What is closed because of a refusal. A payment that was refused with `needs-approval` may still be approved. */
function closingOf(
  { draftHash, kind, actor, ...copy }: UnsentRequest & Omit<RefusedDraft, 'answer'>,
  refusal: GatewayRefusal,
): UnsentRequest {
  if (refusal.code !== 'needs-approval') return copy;
  return { ...copy, refused: { draftHash, kind, actor, answer: approvalAnswer(refusal) } };
}

/** The fields that locks and guards judge. Amounts are cents. */
function draftOf(
  kind: MoneyOperation,
  body: JsonObject,
  { provider, currency, orderTotalCents }: PostMatch,
): OperationDraft {
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : undefined);
  return {
    kind,
    provider,
    currency: currency?.toUpperCase(),
    terminalId: text('terminalId') ?? '',
    amountCents: typeof body['amount'] === 'number' ? body['amount'] : undefined,
    orderNumber: text('orderNumber'),
    orderTotalCents,
    pnRefNum: text('pnRefNum'),
  };
}

// Sorts the fields, since a host may write a second copy in another order. Copies must have the same provider and
// currency.
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? sorted(inner as JsonObject)
      : inner,
  );
}

function sorted(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * Refusals because of the request itself. A refusal because of a slow line or a busy gateway may not affect another
 * copy.
 */
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
 * Returns a function that tells whether it is certain that nothing was or will be sent under the id of a request that
 * was refused before its owner was known. (Once the owner is known, `closeUnsent` does this.) The function closes the
 * id: another instance, with other limits or another version, may still hold a copy that it would accept.
 */
export function createUnsentCheck(context: GatewayContext, sender: Sender) {
  const { record, service } = context;
  // Callers who are not signed in must not fill the store.
  const mayClose = createRateLimit(service.clock, { most: 60, everyMs: 30_000 });

  const isUnsent = (row: OperationRow) => reportedStateOf(context, withAge(row, 0)) === 'not-seen';

  return async (request: Request, { code, status }: GatewayRefusal): Promise<boolean> => {
    if (!requestRefusals.has(code) || status >= 500) return false;
    const id = request.headers.get(operationIdHeader);
    if (id === null || !isOperationId(id)) return true;
    const known = () => record.read('', (tx) => tx.operations.list({ id }));
    try {
      const isNew = (await known()).length === 0;
      if (isNew && !mayClose()) return false;
      if (!(await sender.closeUnsent({ account: '', id, subject: unknownSubject }))) return false;
      // The id may have been claimed for any merchant: see `wasClosedForAllAccounts`.
      const rows = await known();
      return rows.some(isClosedForAllAccounts) && rows.every(isUnsent);
    } catch {
      return false;
    }
  };
}

/** The copies of requests that are being answered at this moment, by operation id. */
interface RequestsInProgress {
  /** Returns a function to call when the copy has its answer. */
  enter: (id: string | null) => () => void;
  isOnlyCopy: (id: string | null) => boolean;
}

export function createRequestsInProgress(): RequestsInProgress {
  const copies = new Map<string, number>();
  return {
    enter(id) {
      if (id === null) return () => undefined;
      copies.set(id, (copies.get(id) ?? 0) + 1);
      return () => {
        const left = (copies.get(id) ?? 0) - 1;
        if (left > 0) copies.set(id, left);
        else copies.delete(id);
      };
    },
    isOnlyCopy: (id) => id === null || (copies.get(id) ?? 0) <= 1,
  };
}
