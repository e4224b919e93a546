import { createClientContext, type PaymentsClientOptions } from '../client/clientContext.ts';
import { createLazyForwardingCalls } from '../client/lazyOperations.ts';
import {
  createSharedClientMembers,
  type PaymentsClient,
  moneyOrPollMethodNames,
} from '../client/paymentsClient.ts';
import { serviceProtocol } from '../client/protocol.ts';
import { ConfigurationError } from '../errors.ts';
import { contractService } from '../wire/service.ts';

/**
 * Creates a client for use without a gateway: it records operations in the browser. Throws `configuration` for options
 * that cannot work.
 *
 * @example
 * const client = createPaymentsClient({ baseUrl: '/api/payments', clientId: 'till-1' });
 */
export function createPaymentsClient(options: PaymentsClientOptions): PaymentsClient {
  const context = createClientContext(options, serviceProtocol(options?.service ?? contractService));
  const { pollBudget } = options;
  // With any other object the first payment would be sent, and never polled.
  if (pollBudget && typeof pollBudget.acquireFor !== 'function')
    throw new ConfigurationError('pollBudget', 'pollBudget must be what createPollBudget() returned.');
  const client: PaymentsClient = {
    ...createSharedClientMembers(context),
    ...createLazyForwardingCalls(moneyOrPollMethodNames, async () =>
      (await loadEngine()).createOperationCalls(context),
    ),
    hasRecord: false,
    loadOperations: async ({ scopeKey, client: by = client }) => {
      const { createBrowserOperations } = await loadEngine();
      return createBrowserOperations(by, scopeKey);
    },
  };
  return client;
}

let engine: (typeof import('./createTerminalOperations.ts'))['standaloneEngine'] | undefined;

/** Loads the engine's code once and keeps it: a further `import()` would delay each call, even after the code is loaded. */
const loadEngine = async () => (engine ??= (await import('./createTerminalOperations.ts')).standaloneEngine);

/** For tests in virtual time, which load the engine first. `unknown` keeps the engine's types out of the package's types. */
export const preloadStandaloneEngine: () => Promise<unknown> = loadEngine;
