import type { GatewayContext } from './gatewayContext.ts';
import { isOperationId, operationIdHeader } from './operationIdOf.ts';

/** Whether the store knows for certain that nothing was sent under a request's operation id. */
export async function isUnseen({ store }: GatewayContext, request: Request): Promise<boolean> {
  const id = request.headers.get(operationIdHeader);
  if (id === null || !isOperationId(id)) return true;
  try {
    const entry = await store.find(id);
    return entry === undefined || entry.state === 'closed';
  } catch {
    return false;
  }
}
