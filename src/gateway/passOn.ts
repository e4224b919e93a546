import type { OperationName } from '../core/contract/operationName.ts';
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
    const retryAfter = answer.headers.get('retry-after');
    return textReply(answer, retryAfter === null ? {} : { 'retry-after': retryAfter });
  } catch (cause) {
    if (cause instanceof GatewayRefusal) throw cause;
    context.report({ type: 'service-unreachable', operation, message: 'The service gave no answer.' });
    throw new GatewayRefusal(502, 'unreachable', 'The service cannot be reached at the moment.', { cause });
  }
}
