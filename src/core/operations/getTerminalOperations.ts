import type { PaymentsClient } from '../client/createPaymentsClient.ts';
import { warnOnce } from '../errors.ts';
import type { Clock } from '../time.ts';
import { createTerminalOperations, type TerminalOperations } from './createTerminalOperations.ts';
import { createIndexedDbJournal } from './journal.ts';

interface Shared {
  operations: TerminalOperations;
  clock: Clock | undefined;
  /** Asks for results: the newest client's headers are the freshest. */
  asking: { by: PaymentsClient };
}

const shared = /*#__PURE__*/ new Map<string, Shared>();
const known = /*#__PURE__*/ new WeakMap<PaymentsClient, Map<string, TerminalOperations>>();

/**
 * The operations of an account and scope: always the same, so that remounting, or another client made of the same options,
 * loses nothing. An account is what `baseUrl`, `clientId` and `budgetKey` say. Each operation is sent by the client it is
 * asked of, and the newest client's `dispose` ends them. They are recorded in IndexedDB; to do without, make operations of
 * your own with `createMemoryJournal()`.
 */
export function getTerminalOperations(
  client: PaymentsClient,
  { scopeKey = '' }: { scopeKey?: string | undefined } = {},
): TerminalOperations {
  const byScope = known.get(client) ?? new Map<string, TerminalOperations>();
  known.set(client, byScope);
  const operations = byScope.get(scopeKey) ?? operationsOf(client, scopeKey);
  byScope.set(scopeKey, operations);
  return operations;
}

function operationsOf(client: PaymentsClient, scopeKey: string): TerminalOperations {
  // On a server each request has clients of its own, and nothing of one is another's.
  if (typeof window === 'undefined') return create(client, client, scopeKey);
  const { baseUrl, clientId, budgetKey, gateway = false, clock } = client.options;
  const key = JSON.stringify([baseUrl, clientId, budgetKey, gateway, scopeKey]);
  const before = shared.get(key);
  if (before && before.clock === clock) {
    before.asking.by = client;
    warnOnce(
      `a second client was made for ${baseUrl}. Its payments are those of the first one. Make the client once, outside of components; for another account give it a clientId or budgetKey of its own.`,
    );
    return seenBy(client, before, key);
  }
  const asking = { by: client };
  const newest = new Proxy({} as PaymentsClient, {
    get: (_, name) => Reflect.get(asking.by, name) as unknown,
  });
  const made: Shared = { asking, clock, operations: create(client, newest, scopeKey) };
  shared.set(key, made);
  return seenBy(client, made, key);
}

/** A payment goes out by the client of whoever pressed, with that one's headers, and by no other. */
function seenBy(client: PaymentsClient, those: Shared, key: string): TerminalOperations {
  const { operations } = those;
  return {
    ...operations,
    start: (kind, request, options) => operations.start(kind, request, { client, ...options }),
    dispose() {
      // A newer client goes on with them.
      if (those.asking.by !== client) return;
      if (shared.get(key) === those) shared.delete(key);
      known.delete(client);
      operations.dispose();
    },
  };
}

function create(first: PaymentsClient, client: PaymentsClient, scopeKey: string): TerminalOperations {
  return createTerminalOperations({
    client,
    journal: createIndexedDbJournal(),
    clock: first.options.clock,
    scopeKey: scopeKey || undefined,
  });
}
