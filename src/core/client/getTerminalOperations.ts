import { ConfigurationError, tryToWarn, warnOnce } from '../errors.ts';
import type { TerminalOperations } from '../operations/terminalOperations.ts';
import type { Clock } from '../time.ts';
import { createLazyOperations } from './lazyOperations.ts';
import type { PaymentsClient } from './paymentsClient.ts';

interface Account {
  clock: Clock | undefined;
  /** The client that polls for results: the newest one, because its headers are the freshest. */
  newestClient: PaymentsClient;
  /** Forwards every access to `newestClient`. */
  newest: PaymentsClient;
}

interface Shared {
  operations: TerminalOperations;
  account: Account;
  /** The last client that asked for these operations. Only this client's `dispose` ends the operations. */
  newestClient: PaymentsClient;
}

const accounts = /*#__PURE__*/ new Map<string, Account>();
const shared = /*#__PURE__*/ new Map<string, Shared>();
const known = /*#__PURE__*/ new WeakMap<PaymentsClient, Map<string, TerminalOperations>>();

/** Throws `configuration` if a host passed something other than a client, such as the client's options. */
export function assertClient(client: { options: object } | null | undefined): void {
  if (client?.options) return;
  throw new ConfigurationError(
    'client',
    'client must be what createPaymentsClient() or createGatewayClient() returned.',
  );
}

/**
 * The operations of an account and scope. `baseUrl`, `clientId` and `budgetKey` identify an account, so that a new
 * client with the same options finds the same operations. Each operation is sent by the client it was started with.
 * `dispose` ends the operations only if no newer client uses them. The engine is loaded in the background, and
 * `start` waits for it. To use a journal of your own, call `createTerminalOperations`.
 */
export function getTerminalOperations(
  client: PaymentsClient,
  { scopeKey = '' }: { scopeKey?: string | undefined } = {},
): TerminalOperations {
  assertClient(client);
  const byScope = known.get(client) ?? new Map<string, TerminalOperations>();
  known.set(client, byScope);
  const operations = byScope.get(scopeKey) ?? operationsOf(client, scopeKey);
  byScope.set(scopeKey, operations);
  return operations;
}

function operationsOf(client: PaymentsClient, scopeKey: string): TerminalOperations {
  // On a server each request has its own client, which must not see the operations of another.
  if (typeof window === 'undefined') return createLazyOperations(client, scopeKey, client);
  const { baseUrl, clientId, budgetKey } = client.options;
  const name = JSON.stringify([baseUrl, clientId, budgetKey, client.hasRecord]);
  const key = JSON.stringify([name, scopeKey]);
  const account = accountOf(client, name);
  let those = shared.get(key);
  if (those?.account === account) {
    those.newestClient = client;
    tryToWarn(() => {
      if (process.env.NODE_ENV !== 'development') return;
      warnOnce(
        `a second client was made for ${baseUrl}. Its payments are those of the first one. Make the client once, outside of components; for another account give it a clientId or budgetKey of its own.`,
      );
    });
  } else {
    const operations = createLazyOperations(client, scopeKey, account.newest);
    those = { account, newestClient: client, operations };
    shared.set(key, those);
  }
  return asSeenByClient(client, those, key);
}

function accountOf(client: PaymentsClient, name: string): Account {
  const { clock } = client.options;
  const before = accounts.get(name);
  if (before && before.clock === clock) {
    before.newestClient = client;
    return before;
  }
  const newest = new Proxy({} as PaymentsClient, {
    get: (_, member) => Reflect.get(account.newestClient, member) as unknown,
  });
  const account: Account = { clock, newestClient: client, newest };
  accounts.set(name, account);
  return account;
}

/** The shared operations as one client uses them: what this client starts is sent with this client's headers. */
function asSeenByClient(client: PaymentsClient, those: Shared, key: string): TerminalOperations {
  const { operations } = those;
  return {
    ...operations,
    start: (kind, request, options) => operations.start(kind, request, { client, ...options }),
    dispose() {
      // If a newer client uses these operations, they go on.
      if (those.newestClient !== client) return;
      if (shared.get(key) === those) shared.delete(key);
      known.delete(client);
      operations.dispose();
    },
  };
}
