import type { OperationName } from '../core/wire/routes.ts';
import type { JsonObject } from '../core/wire/read.ts';
import { acceptedIds } from './acceptedIds.ts';
import { authorized } from './authorize.ts';
import type { Messages } from './createMessages.ts';
import type { Sender } from './createSender.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { operationIdOf, optionalOperationIdOf } from './operationIdOf.ts';
import { isRefusal } from './operationState.ts';
import { passOn } from './passOn.ts';
import { prepareCall, type ServiceCall } from './prepareCall.ts';
import { operationReply, operationStateHeader } from './replies.ts';
import { readJsonBody } from './requestBody.ts';
import { sha256 } from './sha256.ts';
import { uploadBody, uploadType } from './uploadBody.ts';
import { isMoneyOperation, wireBody } from './wireBody.ts';

const json = { contentType: 'application/json' };

/** Answers the POSTs: payments and links once per operation id, uploads as they stream. */
export function createPosts(context: GatewayContext, sender: Sender, messages: Messages) {
  const { paymentTimeoutMs } = context;

  const sendOnce = async (
    request: Request,
    operation: OperationName,
    provider: string | undefined,
    operationId: string,
  ): Promise<Response> => {
    const body = wireBody(operation, await readJsonBody(context, request));
    const { subject, account } = await authorized(context, request, operation, { operationId, body });
    try {
      const call = { operation, provider, account, operationId, body: JSON.stringify(body) };
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
        const { status, body: text, refusedStatus } = await ask();
        const { msgIdentifier: id } = status >= 200 && status < 300 ? acceptedIds(text) : {};
        // Before the page can know the id and ask about it.
        if (id !== undefined) await messages.handOut({ id, provider, account }, { operation, operationId });
        const isRefused =
          refusedStatus !== undefined && isRefusal(context.classify, operation, refusedStatus);
        return { status, body: text, ...(isRefused && { isNotSent: true }) };
      };
    } catch (cause) {
      throw new GatewayRefusal(
        503,
        'unreachable',
        'The gateway is not ready for this operation. Nothing was sent.',
        { cause },
      );
    }
  };

  return async (
    request: Request,
    operation: OperationName,
    provider: string | undefined,
  ): Promise<Response> => {
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
    if (operationId !== undefined) return sendOnce(request, operation, provider, operationId);
    const body = wireBody(operation, await readJsonBody(context, request));
    const { account } = await authorized(context, request, operation, { body });
    return passOn(context, { ...json, operation, provider, account, body: JSON.stringify(body) });
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
