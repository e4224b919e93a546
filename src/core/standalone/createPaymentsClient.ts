import { createClientContext, type PaymentsClientOptions } from '../client/clientContext.ts';
import { getProcessedMessage } from '../client/getProcessedMessage.ts';
import { createContractClient, type PaymentsClient } from '../client/paymentsClient.ts';
import { serviceProtocol } from '../client/protocol.ts';
import { contractService } from '../wire/service.ts';

/**
 * Creates a client of the service itself; operations are recorded in the browser. Throws `configuration` for options
 * that cannot work.
 *
 * @example
 * const client = createPaymentsClient({ baseUrl: '/api/payments', clientId: 'till-1' });
 */
export function createPaymentsClient(options: PaymentsClientOptions): PaymentsClient {
  const context = createClientContext(options, serviceProtocol(options.service ?? contractService));
  // A page that never polls does not load it.
  const loadBudget = async () => {
    if (options.pollBudget) return options.pollBudget;
    const { sharedPollBudget } = await import('./createTerminalOperations.ts');
    return sharedPollBudget(context.base().origin, options.budgetKey, context.clock);
  };
  const client: PaymentsClient = {
    ...createContractClient(context),
    getProcessedMessage: (input, call) => getProcessedMessage(context, input, call, loadBudget),
    hasRecord: false,
    loadOperations: async ({ scopeKey, client: by = client }) => {
      const { createBrowserOperations } = await import('./createTerminalOperations.ts');
      return createBrowserOperations(by, scopeKey);
    },
  };
  return client;
}
