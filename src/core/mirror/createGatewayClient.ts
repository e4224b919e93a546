import { createClientContext } from '../client/clientContext.ts';
import { createLazyForwardingCalls } from '../client/lazyOperations.ts';
import {
  createSharedClientMembers,
  type MoneyOrPollMethodName,
  moneyOrPollMethodNames,
} from '../client/paymentsClient.ts';
import { createOperationId } from '../operations/operationId.ts';
import { recordCallNames } from '../operations/terminalOperations.ts';
import type { GatewayClient, GatewayClientOptions, RecordMethodName } from './gatewayClient.ts';
import { gatewayProtocol } from './gatewayProtocol.ts';

/**
 * Creates a client of a tillkit gateway. With this client a page shows the operations of the gateway's record. Throws
 * `configuration` for options that cannot work.
 *
 * @example
 * const client = createGatewayClient({ baseUrl: '/api/payments', clientId: 'till-1' });
 */
export function createGatewayClient(options: GatewayClientOptions): GatewayClient {
  const context = createClientContext(options, gatewayProtocol(options?.clientId));
  const client: GatewayClient = {
    // The client sends each new link with an id. So the gateway creates one link, even if the browser sends the request twice.
    ...createSharedClientMembers(context, createOperationId),
    ...createLazyForwardingCalls(laterMethodNames, async () =>
      (await loadEngine()).createGatewayCalls(context),
    ),
    hasRecord: true,
    loadOperations: async ({ scopeKey, client: by = client }) => {
      const { createGatewayOperations } = await loadEngine();
      const { clock } = options;
      return createGatewayOperations({ client: by as GatewayClient, scopeKey, clock });
    },
  };
  return client;
}

const laterMethodNames = [
  ...moneyOrPollMethodNames,
  ...recordCallNames,
  'closeOperation',
  'resolveOperation',
  'acknowledgeOperation',
  'streamOperations',
] as const satisfies (MoneyOrPollMethodName | RecordMethodName)[];

let engine: (typeof import('./createGatewayOperations.ts'))['gatewayEngine'] | undefined;

/** Loads the engine's code once and keeps it: a further `import()` would delay each call, even after the code is loaded. */
const loadEngine = async () => (engine ??= (await import('./createGatewayOperations.ts')).gatewayEngine);

/** Tests in virtual time load the engine before they start. `unknown` keeps the engine's types out of the package's types. */
export const preloadGatewayEngine: () => Promise<unknown> = loadEngine;
