import { retryAfterMs } from '../core/client/readAnswer.ts';
import type { OperationName } from '../core/wire/routes.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { prepareCall, type ServiceCall } from './prepareCall.ts';
import { textReply } from './replies.ts';

const listParameters = ['page', 'limit', 'clientId', 'timezone'];

/** The parameters of a list that the contract knows. */
export function listQuery(request: Request): Record<string, string> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    listParameters.flatMap((name) => {
      const value = searchParams.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
}

/** Asks the service for something that moves no money, and hands the answer on. */
export async function passOn(
  context: GatewayContext,
  call: Omit<ServiceCall, 'timeoutMs'> & { operation: OperationName; timeoutMs?: number },
): Promise<Response> {
  const { operation } = call;
  try {
    const ask = await prepareCall(context, { timeoutMs: context.requestTimeoutMs, ...call });
    const answer = await ask();
    const retryMs = retryAfterMs(answer.headers, context.service.clock.now());
    return textReply(answer, retryMs === undefined ? {} : { 'retry-after': `${Math.ceil(retryMs / 1000)}` });
  } catch (cause) {
    const refusal = refusalIn(cause);
    if (refusal) throw refusal;
    // A browser that went away is no problem of the service.
    if (!call.signal?.aborted)
      context.report({ type: 'service-unreachable', operation, message: 'The service gave no answer.' });
    throw new GatewayRefusal(502, 'unreachable', 'The service cannot be reached at the moment.', { cause });
  }
}

// What breaks off an upload comes back as the reason why the request failed.
function refusalIn(error: unknown): GatewayRefusal | undefined {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof GatewayRefusal) return cause;
  }
  return undefined;
}
