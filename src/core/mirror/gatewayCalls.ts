import type { ClientContext } from '../client/clientContext.ts';
import {
  pollMessageWithoutSlot,
  type MessageQuery,
  parseMessageQuery,
  readRequestedMessage,
} from '../client/getProcessedMessage.ts';
import type { MoneyOrPollMethodName } from '../client/paymentsClient.ts';
import type { ClientCall, ServiceAnswer } from '../client/protocol.ts';
import type { UrlValues } from '../client/requestUrl.ts';
import { parseRetryAfterMs } from '../client/readAnswer.ts';
import { sendRequestOnce } from '../client/send.ts';
import { createMoneyCalls } from '../client/terminalRequests.ts';
import { ContractError } from '../errors.ts';
import type { OrderReference } from '../operations/terminalOperation.ts';
import type { OperationHistory } from '../operations/recorded.ts';
import { createOperationId } from '../operations/operationId.ts';
import type { CallOptions, RecordLegOptions } from '../operations/terminalOperations.ts';
import { checkAmount, checkId, parseInput } from '../wire/check.ts';
import type { ProcessedMessage } from '../wire/message.ts';
import type { GatewayClient, GatewayPollOptions, RecordMethodName } from './gatewayClient.ts';
import {
  type Reader,
  readClosing,
  readCorrectedClosing,
  readOperationHistory,
  readRecordedOperation,
  readRecordedTransaction,
  readRecordPage,
  readRecordedOrder,
  readRecordedReport,
} from './readRecord.ts';
import { streamOperations } from './streamOperations.ts';

interface Question extends UrlValues, RecordLegOptions {
  name: string;
  path: string;
  method?: 'DELETE' | undefined;
  /** The JSON body of a POST. */
  body?: Readonly<Record<string, unknown>> | undefined;
}

const timeoutMs = 10_000;
const maxBytes = 20_000_000;
const csvType = 'text/csv';
const mostCsvBytes = 100_000_000;

export function createGatewayCalls(
  context: ClientContext,
): Pick<GatewayClient, MoneyOrPollMethodName | RecordMethodName> {
  return {
    ...createMoneyCalls(context),
    ...createRecordCalls(context),
    getProcessedMessage: (input, call) => getMessage(context, input, call),
  };
}

function createRecordCalls(context: ClientContext): Pick<GatewayClient, RecordMethodName> {
  const ask = async (question: Question) => (await answerTo(context, question, { timeoutMs, maxBytes })).body;

  /** Creates a function that reads one page of a list. */
  const listing =
    <Item>(name: string, path: string, readItem: Reader<Item>) =>
    async (by: object = {}, { signal }: CallOptions = {}) =>
      readRecordPage(await ask({ name, path, query: { ...by }, signal }), readItem);

  const ofOperation = async (
    name: string,
    id: string,
    { path = '/operations/{messageId}', ...call }: Partial<Question>,
  ): Promise<OperationHistory> => {
    const messageId = parseInput(checkId, id, name);
    return readOperationHistory(id, await ask({ ...call, name, path, messageId }));
  };

  return {
    listOperations: listing('listOperations', '/operations', readRecordedOperation),
    listTransactions: listing('listTransactions', '/transactions', readRecordedTransaction),
    listClosings: listing('listClosings', '/closings', readClosing),
    getOperation: (id, { signal } = {}) => ofOperation('getOperation', id, { signal }),
    closeOperation: (id, { signal } = {}) => ofOperation('closeOperation', id, { method: 'DELETE', signal }),
    resolveOperation(id, resolution, { signal } = {}) {
      const path = '/operations/{messageId}/resolution';
      return ofOperation('resolveOperation', id, { path, body: { ...resolution }, signal });
    },
    acknowledgeOperation(id, { seq } = {}, { signal } = {}) {
      const path = '/operations/{messageId}/acknowledgement';
      return ofOperation('acknowledgeOperation', id, { path, body: { seq }, signal });
    },
    async exportOperations(by, { signal } = {}) {
      const call = { name: 'exportOperations', path: '/operations.csv', query: { ...by }, signal };
      return csvFile(await answerTo(context, call, { accept: csvType, maxBytes: mostCsvBytes }));
    },
    async getTransaction({ pnRefNum, provider = '-' }, { signal } = {}) {
      const name = 'getTransaction';
      const messageId = parseInput(checkId, pnRefNum, name);
      const path = '/transactions/{provider}/{messageId}';
      return readRecordedTransaction(await ask({ name, path, provider, messageId, signal }), '');
    },
    async getReport(by, { signal } = {}) {
      return readRecordedReport(
        await ask({ name: 'getReport', path: '/report', query: { ...by }, signal }),
        '',
      );
    },
    async getOrder(order, { signal } = {}) {
      const { totalCents: orderTotal, currency } = order;
      const query = { orderTotal, currency };
      return readRecordedOrder(await ask({ ...orderCall('getOrder', order), query, signal }), '');
    },
    async recordLeg(order, leg, { signal, confirmed } = {}) {
      const { path, ...call } = orderCall('recordLeg', order);
      const body = { ...leg, currency: order.currency, totalCents: order.totalCents };
      return readRecordedOrder(await ask({ ...call, path: `${path}/legs`, body, signal, confirmed }), '');
    },
    async getClosing({ terminalId, number }, { signal } = {}) {
      const name = 'getClosing';
      const provider = parseInput(checkId, terminalId, name);
      const path = '/closings/{provider}/{messageId}';
      const call = { name, path, provider, messageId: `${number}`, signal };
      return readCorrectedClosing(await ask(call), '');
    },
    async closeDay({ id = createOperationId(), ...day }, { signal } = {}) {
      const body = { id, ...day };
      return readClosing(await ask({ name: 'closeDay', path: '/closings', body, signal }), '');
    },
    streamOperations: (options) => streamOperations(context, options),
  };
}

function answerTo(
  context: ClientContext,
  { name, path, method, ...call }: Question,
  limits: Pick<ClientCall, 'accept' | 'timeoutMs' | 'maxBytes'>,
): Promise<ServiceAnswer> {
  const route = { name, method: method ?? (call.body ? 'POST' : 'GET'), path, headers: true } as const;
  return sendRequestOnce(context, { ...call, ...limits, route });
}

function csvFile({ body, headers }: ServiceAnswer): Blob {
  // A sign-in page or a proxy may answer 200 with something that is no CSV file.
  if (typeof body !== 'string' || !headers.get('content-type')?.startsWith(csvType))
    throw new ContractError('', 'is not CSV');
  if (!body.endsWith('\r\n')) throw new ContractError('', 'broke off');
  // Reading the body as text removed its byte order mark, which a spreadsheet needs.
  return new Blob(['\uFEFF', body], { type: `${csvType};charset=utf-8` });
}

function orderCall(name: string, { number, totalCents }: OrderReference) {
  const messageId = parseInput(checkId, number, name);
  parseInput(checkAmount, totalCents, name);
  return { name, path: '/orders/{messageId}', messageId };
}

const longestFloorMs = 60_000;

async function getMessage(
  context: ClientContext,
  input: MessageQuery,
  { signal, isFresh, onTiming }: GatewayPollOptions = {},
): Promise<ProcessedMessage> {
  const query = parseMessageQuery(input);
  const { body, headers } = await pollMessageWithoutSlot(
    context,
    query,
    signal,
    isFresh ? { fresh: 'true' } : undefined,
  );
  const message = readRequestedMessage(query, body);
  const age = Number(headers.get('age') || Number.NaN);
  onTiming?.({
    ageMs: age >= 0 ? age * 1000 : undefined,
    againInMs: Math.min(longestFloorMs, parseRetryAfterMs(headers, context.clock.now()) ?? 0),
  });
  return message;
}
