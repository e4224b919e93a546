import { ContractError, PaymentsError } from '../errors.ts';
import type {
  ExportQuery,
  OperationHistory,
  OperationQuery,
  RecordedOperation,
  RecordedReport,
  RecordedTransaction,
  RecordPage,
  ReportQuery,
  ReviewedState,
  TransactionQuery,
  TransactionReference,
} from '../operations/recorded.ts';
import type { Resolution } from '../operations/terminalOperation.ts';
import { checkAmount, checkId, parseInput } from '../wire/check.ts';
import type { ClientContext } from '../client/clientContext.ts';
import type {
  Closing,
  ClosingQuery,
  ClosingReference,
  CorrectedClosing,
  NewClosing,
} from '../operations/closings.ts';
import { createOperationId } from '../operations/terminalOperation.ts';
import {
  readClosing,
  readCorrectedClosing,
  readHistory,
  readRecordedOperation,
  readRecordedTransaction,
  readRecordPage,
  readOrder,
  readReport,
} from './readRecord.ts';
import type { ClientCall, ServiceAnswer } from '../client/protocol.ts';
import type { UrlParts } from '../client/requestUrl.ts';
import { sendRequest } from '../client/send.ts';
import type { NewOrderLeg, OrderReference } from '../operations/orderFigures.ts';
import type { RecordedOrder } from '../operations/orders.ts';
import type { CallOptions, LegCallOptions } from '../operations/terminalOperations.ts';

interface Question extends UrlParts, LegCallOptions {
  name: string;
  path: string;
  method?: 'DELETE' | undefined;
  /** The JSON body of a POST. */
  body?: Readonly<Record<string, unknown>> | undefined;
}

const timeoutMs = 10_000;
const maxBytes = 20_000_000;

async function ask(context: ClientContext, question: Question): Promise<unknown> {
  return (await answerTo(context, question, { timeoutMs, maxBytes })).body;
}

async function answerTo(
  context: ClientContext,
  { name, path, method, ...call }: Question,
  limits: Pick<ClientCall, 'accept' | 'timeoutMs' | 'maxBytes'>,
): Promise<ServiceAnswer> {
  const route = { name, method: method ?? (call.body ? 'POST' : 'GET'), path, headers: true } as const;
  try {
    return await sendRequest(context, { ...call, ...limits, route });
  } catch (error) {
    if (error instanceof PaymentsError && error.code === 'unauthorized') context.headersRefused();
    throw error;
  }
}

/** Lists operations of the gateway's record, one page at a time. */
export async function listOperations(
  context: ClientContext,
  by: OperationQuery = {},
  { signal }: CallOptions = {},
): Promise<RecordPage<RecordedOperation>> {
  const name = 'listOperations';
  const body = await ask(context, { name, path: '/operations', query: { ...by }, signal });
  return readRecordPage(body, readRecordedOperation);
}

async function callOperation(
  context: ClientContext,
  name: string,
  id: string,
  { path = '/operations/{messageId}', ...call }: Partial<Question>,
): Promise<OperationHistory> {
  const messageId = parseInput(checkId, id, name);
  return readHistory(id, await ask(context, { ...call, name, path, messageId }));
}

/** Reads the operation of an id. If the call throws, the operation's outcome stays unknown. */
export function getOperation(context: ClientContext, id: string, { signal }: CallOptions = {}) {
  return callOperation(context, 'getOperation', id, { signal });
}

/** Closes an id that the gateway has not seen. The gateway then refuses every later copy of its request. */
export function closeOperation(context: ClientContext, id: string, { signal }: CallOptions = {}) {
  return callOperation(context, 'closeOperation', id, { method: 'DELETE', signal });
}

/** Lists sales and pre-authorizations of the gateway's record with their captures, voids and refunds, one page at a time. */
export async function listTransactions(
  context: ClientContext,
  by: TransactionQuery = {},
  { signal }: CallOptions = {},
): Promise<RecordPage<RecordedTransaction>> {
  const name = 'listTransactions';
  const body = await ask(context, { name, path: '/transactions', query: { ...by }, signal });
  return readRecordPage(body, readRecordedTransaction);
}

export async function getTransaction(
  context: ClientContext,
  { pnRefNum, provider = '-' }: TransactionReference,
  { signal }: CallOptions = {},
): Promise<RecordedTransaction> {
  const name = 'getTransaction';
  const messageId = parseInput(checkId, pnRefNum, name);
  const path = '/transactions/{provider}/{messageId}';
  return readRecordedTransaction(await ask(context, { name, path, provider, messageId, signal }), '');
}

const csvType = 'text/csv';
const mostCsvBytes = 100_000_000;

/** The operations that the filters list, as the gateway's CSV file. */
export async function exportOperations(
  context: ClientContext,
  by: ExportQuery,
  { signal }: CallOptions = {},
): Promise<Blob> {
  const name = 'exportOperations';
  const call = { name, path: '/operations.csv', query: { ...by }, signal };
  const { body, headers } = await answerTo(context, call, { accept: csvType, maxBytes: mostCsvBytes });
  // A page in between, such as a sign-in, may answer 200 with something else.
  if (typeof body !== 'string' || !headers.get('content-type')?.startsWith(csvType))
    throw new ContractError('', 'is not CSV');
  if (!body.endsWith('\r\n')) throw new ContractError('', 'broke off');
  // Reading text takes the byte order mark away, which a spreadsheet needs.
  return new Blob(['\uFEFF', body], { type: `${csvType};charset=utf-8` });
}

export async function getReport(
  context: ClientContext,
  by: ReportQuery,
  { signal }: CallOptions = {},
): Promise<RecordedReport> {
  const name = 'getReport';
  return readReport(await ask(context, { name, path: '/report', query: { ...by }, signal }), '');
}

function orderCall(name: string, { number, totalCents, currency }: OrderReference) {
  const messageId = parseInput(checkId, number, name);
  parseInput(checkAmount, totalCents, name);
  return { name, messageId, totalCents, currency };
}

/** What all tills took of an order. */
export async function getOrder(
  context: ClientContext,
  order: OrderReference,
  { signal }: CallOptions = {},
): Promise<RecordedOrder> {
  const { totalCents: orderTotal, currency, ...call } = orderCall('getOrder', order);
  const query = { orderTotal, currency };
  return readOrder(await ask(context, { ...call, path: '/orders/{messageId}', query, signal }), '');
}

/** Records a part of an order that was paid without a terminal. */
export async function recordLeg(
  context: ClientContext,
  order: OrderReference,
  { id, name, cents }: NewOrderLeg,
  { signal, confirmed }: LegCallOptions = {},
): Promise<RecordedOrder> {
  const { totalCents, currency, ...call } = orderCall('recordLeg', order);
  const body = { id, name, cents, currency, totalCents };
  const path = '/orders/{messageId}/legs';
  return readOrder(await ask(context, { ...call, path, body, signal, confirmed }), '');
}

/** Lists closed periods of the gateway's record, one page at a time. */
export async function listClosings(
  context: ClientContext,
  by: ClosingQuery = {},
  { signal }: CallOptions = {},
): Promise<RecordPage<Closing>> {
  const body = await ask(context, { name: 'listClosings', path: '/closings', query: { ...by }, signal });
  return readRecordPage(body, readClosing);
}

export async function getClosing(
  context: ClientContext,
  { terminalId, number }: ClosingReference,
  { signal }: CallOptions = {},
): Promise<CorrectedClosing> {
  const name = 'getClosing';
  const provider = parseInput(checkId, terminalId, name);
  const path = '/closings/{provider}/{messageId}';
  return readCorrectedClosing(
    await ask(context, { name, path, provider, messageId: `${number}`, signal }),
    '',
  );
}

/** Closes a day that was forgotten. */
export async function closeDay(
  context: ClientContext,
  { id = createOperationId(), terminalId, to }: NewClosing,
  { signal }: CallOptions = {},
): Promise<Closing> {
  const call = { name: 'closeDay', path: '/closings', body: { id, terminalId, to }, signal };
  return readClosing(await ask(context, call), '');
}

/** Records how an operator resolved an unknown operation. */
export function resolveOperation(
  context: ClientContext,
  id: string,
  { charged, basis, note, seq }: Resolution & ReviewedState,
  { signal }: CallOptions = {},
) {
  const path = '/operations/{messageId}/resolution';
  return callOperation(context, 'resolveOperation', id, {
    path,
    body: { charged, basis, note, seq },
    signal,
  });
}

/** Records that an operator, or the host, has seen how an operation ended. */
export function acknowledgeOperation(
  context: ClientContext,
  id: string,
  { seq }: ReviewedState = {},
  { signal }: CallOptions = {},
) {
  const path = '/operations/{messageId}/acknowledgement';
  return callOperation(context, 'acknowledgeOperation', id, { path, body: { seq }, signal });
}
