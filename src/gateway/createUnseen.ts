import { createAllowance } from './createAllowance.ts';
import type { Sender } from './createSender.ts';
import type { GatewayContext } from './gatewayContext.ts';
import type { GatewayRefusal, GatewayRefusalCode } from './GatewayRefusal.ts';
import { isOperationId, operationIdHeader } from './operationIdOf.ts';
import { nobody } from './operationOwner.ts';

/** Refusals for what a request is; what came of a bad line or a bad moment, another copy may be spared. */
const refusals: ReadonlySet<GatewayRefusalCode> = new Set([
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
