import type { OperationName } from '../core/contract/operationName.ts';
import type { JsonObject } from '../core/contract/reading.ts';
import { acceptedIds } from './acceptedIds.ts';
import { authorized } from './authorize.ts';
import type { Sender } from './createSender.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { operationIdOf, optionalOperationIdOf } from './operationIdOf.ts';
import { isRefusal } from './operationState.ts';
import { passOn } from './passOn.ts';
import { prepareCall } from './prepareCall.ts';
import { operationReply, operationStateHeader } from './replies.ts';
import { readJsonBody } from './requestBody.ts';
import { sha256 } from './sha256.ts';
import { uploadBody, uploadType } from './uploadBody.ts';
import { isMoneyOperation, wireBody } from './wireBody.ts';

/** Answers the POSTs: payments and links once per operation id, uploads as they stream. */
export function createPosts(context: GatewayContext, sender: Sender) {
  const { paymentTimeoutMs } = context;

  const sendOnce = async (
    request: Request,
    operation: OperationName,
    provider: string | undefined,
    operationId: string,
  ): Promise<Response> => {
    const body = wireBody(operation, await readJsonBody(context, request));
    const subject = await authorized(context, request, operation, { operationId, body });
    try {
      const ask = await ready(operation, provider, JSON.stringify(body), operationId);
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

  const ready = async (
    operation: OperationName,
    provider: string | undefined,
    body: string,
    operationId: string,
  ) => {
    try {
      const call = {
        operation,
        provider,
        body,
        contentType: 'application/json',
        operationId,
        timeoutMs: paymentTimeoutMs,
      };
      const ask = await prepareCall(context, call);
      return async () => {
        const { status, body: text, refusedStatus } = await ask();
        if (status >= 200 && status < 300) void handOut(text);
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

  const handOut = async (answer: string) => {
    const { msgIdentifier } = acceptedIds(answer);
    try {
      if (msgIdentifier !== undefined)
        await context.store.keepMessage(msgIdentifier, { body: '', isFinal: false });
    } catch {
      // it is asked about as a made-up one, until the service first speaks of it
    }
  };

  return async (
    request: Request,
    operation: OperationName,
    provider: string | undefined,
  ): Promise<Response> => {
    if (operation === 'uploadAttachments') {
      const contentType = uploadType(context, request);
      await authorized(context, request, operation, {});
      const body = uploadBody(context, request);
      return passOn(context, {
        operation,
        provider,
        body,
        contentType,
        timeoutMs: 600_000,
        signal: request.signal,
      });
    }
    const operationId = isMoneyOperation(operation) ? operationIdOf(request) : optionalOperationIdOf(request);
    if (operationId !== undefined) return sendOnce(request, operation, provider, operationId);
    const body = wireBody(operation, await readJsonBody(context, request));
    await authorized(context, request, operation, { body });
    return passOn(context, {
      operation,
      provider,
      body: JSON.stringify(body),
      contentType: 'application/json',
    });
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
