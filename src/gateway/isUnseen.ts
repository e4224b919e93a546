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

/** How long after the first copy a browser, or what stands before the gateway, may send another. */
const longestResendMs = 120_000;

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
    // A store that forgot everything a moment ago may have known an earlier copy.
    if (!store.isDurable && (await store.knownForMs()) < longestResendMs) return false;
    const entry = await store.find(id);
    return entry === undefined || entry.state === 'closed';
  } catch {
    return false;
  }
}
