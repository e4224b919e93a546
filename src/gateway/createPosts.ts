import { PaymentsError } from '../core/errors.ts';
import type { OperationDraft } from '../core/operations/startGuard.ts';
import { isId } from '../core/wire/check.ts';
import type { JsonObject } from '../core/wire/read.ts';
import { isMoneyOperation, type MoneyOperation, type OperationName } from '../core/wire/routes.ts';
import { GatewayRefusal, type GatewayRefusalCode, notSent } from './GatewayRefusal.ts';
import { authorized, keyedHash, nobody } from './authorize.ts';
import type { Follower } from './createFollower.ts';
import { createAllowance } from './createMessages.ts';
import type { Sender } from './createSender.ts';
import type { GatewayContext } from './gatewayContext.ts';
import {
  confirmedHeader,
  isOperationId,
  operationIdHeader,
  operationIdOf,
  optionalOperationIdOf,
  type RouteMatch,
} from './gatewayRoutes.ts';
import { passOn, prepareCall, type ServiceCall } from './prepareCall.ts';
import { held, stateOf } from './record.ts';
import type { OperationRow } from './recordRows.ts';
import { keptAnswer, operationReply, operationStateHeader } from './replies.ts';
import { checkedBody, readJsonBody, uploadBody, uploadType } from './requestBody.ts';
import { maySee } from './seenBy.ts';
import { isNobodys } from './takeId.ts';

/** A POST of a page: one of the contract's. */
type PostMatch = RouteMatch & { operation: OperationName };

const json = { contentType: 'application/json' };

/** Answers the POSTs: payments and links once per operation id, uploads as they stream. */
export function createPosts(context: GatewayContext, sender: Sender, follower: Follower) {
  const { paymentTimeoutMs } = context;

  const sendOnce = async (request: Request, match: PostMatch, id: string): Promise<Response> => {
    const { operation: kind, provider, currency } = match;
    const confirmed = confirmationOf(request);
    const body = wireBody(match, await readJsonBody(context, request));
    const caller = await authorized(context, request, kind, { operationId: id, body });
    const { account, subject, actor } = caller;
    try {
      const ask = await ready({ operation: kind, provider, account, operationId: id, body, currency });
      const asked = { body, provider, currency: currency?.toUpperCase() };
      const bodyHash = await keyedHash(context.store, 'body', id, kind, canonical(asked));
      const draft = isMoneyOperation(kind) ? draftOf(kind, body, match) : undefined;
      const isVisible = (row: OperationRow, now: number) => maySee(caller, row, now);
      const copy = { id, account, subject, actor, kind, bodyHash, draft, confirmed, maySee: isVisible };
      const { state, answer } = await sender.send(copy, ask);
      follower.nudge(account);
      return operationReply(answer, state);
    } catch (error) {
      const mayClose = error instanceof GatewayRefusal && error.code !== 'store';
      if (mayClose && (await sender.closeUnsent({ id, account, subject }))) {
        error.headers[operationStateHeader] = 'not-seen';
      }
      throw error;
    }
  };

  const ready = async (call: Omit<ServiceCall, 'timeoutMs'>) => {
    const { operation } = call;
    try {
      const ask = await prepareCall(context, { ...json, ...call, timeoutMs: paymentTimeoutMs });
      return async () => {
        const { status, body: text, isOwn, refusedStatus } = await ask();
        const isRefused = refusedStatus !== undefined && context.isRefusal(refusedStatus, operation);
        const answer = { status, body: text, ...(isOwn && { isOwn }), ...(isRefused && { isNotSent: true }) };
        // What a link holds of a customer, its page gets; a payment's has nothing else for it.
        return isMoneyOperation(operation) ? keptAnswer(operation, answer, unreadable(call)) : answer;
      };
    } catch (cause) {
      if (cause instanceof GatewayRefusal) throw cause;
      throw notSent(503, 'unreachable', 'The gateway is not ready for this operation.', { cause });
    }
  };

  const unreadable =
    ({ operation, operationId }: Pick<ServiceCall, 'operation' | 'operationId'>) =>
    (error: unknown) => {
      if (context.service.service.dialect) return; // it has said so
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
      const { account } = await authorized(context, request, operation, {});
      const body = uploadBody(context, request);
      return passOn(context, {
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
    const { account } = await authorized(context, request, operation, { body });
    return passOn(context, { ...json, operation, provider, account, body, currency });
  };
}

/** What a page says that a person said yes to. */
function confirmationOf({ headers }: Request): string | undefined {
  const said = headers.get(confirmedHeader);
  try {
    return said === null ? undefined : decodeURIComponent(said);
  } catch {
    throw notSent(400, 'invalid-input', 'A header is not encoded as it must be.', {
      field: confirmedHeader,
    });
  }
}

/** What lock and guards look at. A page counts in cents. */
function draftOf(kind: MoneyOperation, body: JsonObject, { provider, currency }: PostMatch): OperationDraft {
  const text = (name: string) => (typeof body[name] === 'string' ? body[name] : undefined);
  return {
    kind,
    provider,
    currency: currency?.toUpperCase(),
    terminalId: text('terminalId') ?? '',
    amountCents: typeof body['amount'] === 'number' ? body['amount'] : undefined,
    orderNumber: text('orderNumber'),
    pnRefNum: text('pnRefNum'),
  };
}

// A second copy has its fields in the same order, and names the same provider and currency; a host that writes them anew may not.
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? sorted(inner as JsonObject)
      : inner,
  );
}

function sorted(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Refusals for what a request is; what came of a bad line or a bad moment, another copy may be spared. */
const refusals: ReadonlySet<GatewayRefusalCode> = /*#__PURE__*/ new Set([
  'invalid-input',
  'not-authorized',
  'operation-id',
  'origin',
  'too-large',
  'type',
]);

/**
 * Gives what tells whether it is certain that nothing was or will be sent under the operation id of a request that was refused
 * before anybody knew whose it is. (Once that is known, `closeUnsent` makes certain of it.) The id is closed: another instance may
 * have other limits or be of another version, and let in a copy that still waits there.
 */
export function createUnseen(context: GatewayContext, sender: Sender) {
  const { record, service } = context;
  // Whoever is not signed in must not fill the store.
  const mayClose = createAllowance(service.clock, { most: 60, everyMs: 30_000 });

  const isUnsent = (row: OperationRow) => stateOf(context, held(row, 0)) === 'not-seen';

  return async (request: Request, { code, status }: GatewayRefusal): Promise<boolean> => {
    if (!refusals.has(code) || status >= 500) return false;
    const id = request.headers.get(operationIdHeader);
    if (id === null || !isOperationId(id)) return true;
    const known = () => record.read('', (tx) => tx.operations.list({ id }));
    try {
      const isNew = (await known()).length === 0;
      if (isNew && !mayClose()) return false;
      if (!(await sender.closeUnsent({ account: '', id, subject: nobody }))) return false;
      // It may be of any merchant: see `isClosedByNobody`.
      const rows = await known();
      return rows.some(isNobodys) && rows.every(isUnsent);
    } catch {
      return false;
    }
  };
}

/** The copies of requests that are being answered right now, by operation id. */
export interface Arrivals {
  /** Gives what to call when the copy has its answer. */
  enter: (id: string | null) => () => void;
  isAlone: (id: string | null) => boolean;
}

export function createArrivals(): Arrivals {
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
    isAlone: (id) => id === null || (copies.get(id) ?? 0) <= 1,
  };
}
