import type { GatewayContext } from './gatewayContext.ts';
import type { GatewayRefusal, GatewayRefusalCode } from './GatewayRefusal.ts';
import { isOperationId, operationIdHeader } from './operationIdOf.ts';

/** Refusals that every copy of a request gets; what came of a bad line or a bad moment, another copy may be spared. */
const refusesAll: ReadonlySet<GatewayRefusalCode> = new Set([
  'invalid-input',
  'not-authorized',
  'operation-id',
  'too-large',
  'type',
]);

/**
 * Whether it is certain that nothing was sent under the operation id of a request that was refused before anybody knew whose it
 * is. (Once that is known, `closeUnsent` makes certain of it.)
 */
export async function isUnseen(
  { store }: GatewayContext,
  request: Request,
  { code, status }: GatewayRefusal,
): Promise<boolean> {
  if (!refusesAll.has(code) || status >= 500) return false;
  const id = request.headers.get(operationIdHeader);
  if (id === null || !isOperationId(id)) return true;
  try {
    const entry = await store.find(id);
    return entry === undefined || entry.state === 'closed';
  } catch {
    return false;
  }
}
