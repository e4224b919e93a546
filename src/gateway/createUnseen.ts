import { closeUnsent } from './closeUnsent.ts';
import { createAllowance } from './createAllowance.ts';
import type { GatewayContext } from './gatewayContext.ts';
import type { GatewayRefusal, GatewayRefusalCode } from './GatewayRefusal.ts';
import { isOperationId, operationIdHeader } from './operationIdOf.ts';
import { nobody } from './operationOwner.ts';

/** Refusals that every copy of a request gets; what came of a bad line or a bad moment, another copy may be spared. */
const refusesAll: ReadonlySet<GatewayRefusalCode> = new Set([
  'invalid-input',
  'operation-id',
  'too-large',
  'type',
]);

/** How long after the first copy a browser, or what stands before the gateway, may send another. */
const longestResendMs = 120_000;

/**
 * Gives what tells whether it is certain that nothing was or will be sent under the operation id of a request that was refused
 * before anybody knew whose it is. (Once that is known, `closeUnsent` makes certain of it.)
 */
export function createUnseen(context: GatewayContext) {
  const { store, service } = context;
  // Whoever is not signed in must not fill the store.
  const mayClose = createAllowance(service.clock, { most: 60, everyMs: 30_000 });

  return async (request: Request, { code, status }: GatewayRefusal): Promise<boolean> => {
    const isDenied = (code === 'not-authorized' && status < 500) || code === 'origin';
    if (!isDenied && !refusesAll.has(code)) return false;
    const id = request.headers.get(operationIdHeader);
    if (id === null || !isOperationId(id)) return true;
    try {
      // A store that forgot everything a moment ago may have known an earlier copy.
      if (!store.isDurable && (await store.knownForMs()) < longestResendMs) return false;
      const entry = await store.find(id);
      if (entry) return entry.state === 'closed';
      // Another copy may be let in where this one was not, on another instance: it still waits there.
      return !isDenied || (mayClose() && (await closeUnsent(context, id, nobody)));
    } catch {
      return false;
    }
  };
}
