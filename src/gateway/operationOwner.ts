import { GatewayRefusal } from './GatewayRefusal.ts';
import type { OperationEntry } from './gatewayStore.ts';

/** The subject of an id that was closed before anybody knew whose it is. Everybody may know that. */
export const nobody = '';

/** Throws a refusal where an operation id is somebody else's. */
export function assertOwner(entry: OperationEntry, subject: string): void {
  if (entry.subject === subject || entry.subject === nobody) return;
  throw new GatewayRefusal(403, 'not-yours', 'This operation id belongs to somebody else.');
}
