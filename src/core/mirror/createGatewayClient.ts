import { type ClientContext, createClientContext } from '../client/clientContext.ts';
import { forwardCalls } from '../client/lazyOperations.ts';
import {
  requestProcessedMessage,
  type MessageQuery,
  parseMessageQuery,
  readRequestedMessage,
} from '../client/getProcessedMessage.ts';
import { createContractClient } from '../client/paymentsClient.ts';
import { parseRetryAfter } from '../client/readAnswer.ts';
import { createOperationId } from '../operations/operationId.ts';
import { recordQueryNames } from '../operations/terminalOperations.ts';
import type { ProcessedMessage } from '../wire/message.ts';
import type { GatewayClient, GatewayClientOptions, GatewayPollOptions, RecordCall } from './gatewayClient.ts';
import { gatewayProtocol } from './gatewayProtocol.ts';

/**
 * Creates a client of a tillkit gateway. Its operations come from the gateway's record. Throws `configuration` for options
 * that cannot work.
 *
 * @example
 * const client = createGatewayClient({ baseUrl: '/api/payments', clientId: 'till-1' });
 */
export function createGatewayClient(options: GatewayClientOptions): GatewayClient {
  const context = createClientContext(options, gatewayProtocol(options.clientId));
  const client: GatewayClient = {
    // With an id the gateway creates a link once, even if the browser sends the request twice.
    ...createContractClient(context, createOperationId),
    // They load with the first of them, so that a page with payment links only does not carry them.
    ...forwardCalls(recordCallNames, async () => (await loadEngine()).createRecordCalls(context)),
    getProcessedMessage: (input, call) => getMessage(context, input, call),
    hasRecord: true,
    loadOperations: async ({ scopeKey, client: by = client }) => {
      const { createGatewayOperations } = await loadEngine();
      const { clock } = options;
      return createGatewayOperations({ client: by as GatewayClient, scopeKey, clock });
    },
  };
  return client;
}

const recordCallNames = [
  ...recordQueryNames,
  'closeOperation',
  'resolveOperation',
  'acknowledgeOperation',
  'streamOperations',
] as const satisfies RecordCall[];

const loadEngine = async () => (await import('./createGatewayOperations.ts')).gatewayEngine;

const longestFloorMs = 60_000;

async function getMessage(
  context: ClientContext,
  input: MessageQuery,
  { signal, isFresh, onFreshness }: GatewayPollOptions = {},
): Promise<ProcessedMessage> {
  const query = parseMessageQuery(input);
  const { body, headers } = await requestProcessedMessage(
    context,
    query,
    signal,
    isFresh ? { fresh: 'true' } : undefined,
  );
  const message = readRequestedMessage(query, body);
  const age = Number(headers.get('age') || Number.NaN);
  onFreshness?.({
    ageMs: age >= 0 ? age * 1000 : undefined,
    againInMs: Math.min(longestFloorMs, parseRetryAfter(headers, context.clock.now()) ?? 0),
  });
  return message;
}
