import { isId } from '../core/wire/check.ts';
import type { JsonObject } from '../core/wire/read.ts';
import type { OperationName } from '../core/wire/routes.ts';
import { GatewayRefusal, type GatewayRefusalCode } from './GatewayRefusal.ts';
import { authorized, nobody, sha256 } from './authorize.ts';
import { acceptedIds, createAllowance, type Messages } from './createMessages.ts';
import type { Sender } from './createSender.ts';
import type { GatewayContext } from './gatewayContext.ts';
import {
  isOperationId,
  operationIdHeader,
  operationIdOf,
  optionalOperationIdOf,
  type RouteMatch,
} from './gatewayRoutes.ts';
import { passOn, prepareCall, type ServiceCall } from './prepareCall.ts';
import { operationReply, operationStateHeader } from './replies.ts';
import { isMoneyOperation, readJsonBody, uploadBody, uploadType, checkedBody } from './requestBody.ts';

/** A POST of a page: one of the contract's. */
type PostMatch = RouteMatch & { operation: OperationName };

const json = { contentType: 'application/json' };

/** Answers the POSTs: payments and links once per operation id, uploads as they stream. */
export function createPosts(context: GatewayContext, sender: Sender, messages: Messages) {
  const { paymentTimeoutMs } = context;

  const sendOnce = async (request: Request, match: PostMatch, operationId: string): Promise<Response> => {
    const { operation, provider, currency } = match;
    const body = wireBody(match, await readJsonBody(context, request));
    const { subject, account } = await authorized(context, request, operation, { operationId, body });
    try {
      const call = { operation, provider, account, operationId, body, currency };
      const ask = await ready(call);
      const bodyHash = await sha256(operationId, operation, canonical(body));
      const { state, answer } = await sender.send({ id: operationId, operation, bodyHash, subject, ask });
      return operationReply(answer, state);
    } catch (error) {
      const mayClose = error instanceof GatewayRefusal && error.code !== 'store';
      if (mayClose && (await sender.closeUnsent(operationId, subject))) {
        error.headers[operationStateHeader] = 'not-seen';
      }
      throw error;
    }
  };

  const ready = async (call: Omit<ServiceCall, 'timeoutMs'> & { operationId: string }) => {
    const { operation, operationId, provider, account } = call;
    try {
      const ask = await prepareCall(context, { ...json, ...call, timeoutMs: paymentTimeoutMs });
      return async () => {
        const { status, body: text, isOwn, refusedStatus } = await ask();
        const { msgIdentifier: id } = status >= 200 && status < 300 ? acceptedIds(text) : {};
        // Before the page can know the id and ask about it.
        if (id !== undefined) await messages.handOut({ id, provider, account }, { operation, operationId });
        const isRefused = refusedStatus !== undefined && context.isRefusal(refusedStatus, operation);
        return { status, body: text, ...(isOwn && { isOwn }), ...(isRefused && { isNotSent: true }) };
      };
    } catch (cause) {
      if (cause instanceof GatewayRefusal) throw cause;
      throw new GatewayRefusal(
        503,
        'unreachable',
        'The gateway is not ready for this operation. Nothing was sent.',
        { cause },
      );
    }
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

// A second copy has its fields in the same order; a host that writes them anew may not.
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
export function createUnseen({ store, service }: GatewayContext, sender: Sender) {
  // Whoever is not signed in must not fill the store.
  const mayClose = createAllowance(service.clock, { most: 60, everyMs: 30_000 });

  return async (request: Request, { code, status }: GatewayRefusal): Promise<boolean> => {
    if (!refusals.has(code) || status >= 500) return false;
    const id = request.headers.get(operationIdHeader);
    if (id === null || !isOperationId(id)) return true;
    try {
      const isNew = (await store.find(id)) === undefined;
      return (!isNew || mayClose()) && (await sender.closeUnsent(id, nobody));
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
