import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import { createTerminalOperations, type TerminalOperations } from './createTerminalOperations.ts';
import { createIndexedDbJournal } from './indexedDbJournal.ts';

const instances = new WeakMap<PaymentsClient, Map<string, TerminalOperations>>();

/**
 * The operations of a client and scope: always the same instance, so that remounting loses nothing.
 * They are recorded in IndexedDB; to do without, make operations of your own with `createMemoryJournal()`.
 */
export function getTerminalOperations(
  client: PaymentsClient,
  { scopeKey = '' }: { scopeKey?: string | undefined } = {},
): TerminalOperations {
  const byScope = instances.get(client) ?? new Map<string, TerminalOperations>();
  instances.set(client, byScope);
  const existing = byScope.get(scopeKey);
  if (existing) return existing;
  const created = createTerminalOperations({
    client,
    journal: createIndexedDbJournal(),
    clock: client.options.clock,
    scopeKey: scopeKey || undefined,
  });
  byScope.set(scopeKey, created);
  return created;
}
