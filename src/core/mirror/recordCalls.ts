import { ContractError, PaymentsError } from '../errors.ts';
import type {
  ExportQuery,
  OperationFilters,
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
import type { Phase, Resolution } from '../operations/terminalOperation.ts';
import {
  type Check,
  checkId,
  objectOf,
  boolean,
  integer,
  checkOf,
  listOf,
  optional,
  refine,
  string,
  parseInput,
} from '../wire/check.ts';
import { isSearchable, searchProblem } from '../operations/orderSearch.ts';
import { isMoneyOperation, moneyOperations } from '../wire/routes.ts';
import type { ClientContext } from '../client/clientContext.ts';
import {
  readHistory,
  readRecordedOperation,
  readRecordedTransaction,
  readRecordPage,
  readReport,
} from './readRecord.ts';
import type { ClientCall, ServiceAnswer } from '../client/protocol.ts';
import type { UrlParts } from '../client/requestUrl.ts';
import { sendRequest } from '../client/send.ts';
import type { CallOptions } from '../operations/terminalOperations.ts';

const whole = /*#__PURE__*/ integer('must be a whole number.');
const word = /*#__PURE__*/ string();
const oneOrMore = <Value>(check: Check<Value>): Check<Value | readonly Value[]> => {
  const checkList = listOf(check);
  return (value, field, refuse) =>
    Array.isArray(value) ? checkList(value, field, refuse) : check(value, field, refuse);
};

const period = {
  from: /*#__PURE__*/ optional(whole),
  to: /*#__PURE__*/ optional(whole),
  terminalId: /*#__PURE__*/ optional(oneOrMore(checkId)),
};
const transactionFilters = {
  ...period,
  orderNumber: /*#__PURE__*/ optional(word),
  pnRefNum: /*#__PURE__*/ optional(checkId),
  amount: /*#__PURE__*/ optional(whole),
  actor: /*#__PURE__*/ optional(word),
  search: /*#__PURE__*/ optional(/*#__PURE__*/ refine(word, isSearchable, searchProblem)),
};
const paging = { cursor: /*#__PURE__*/ optional(word), limit: /*#__PURE__*/ optional(whole) };
const operationFilters: { [Field in keyof OperationFilters]-?: Check<OperationFilters[Field]> } = {
  ...transactionFilters,
  kind: /*#__PURE__*/ optional(
    oneOrMore(checkOf(isMoneyOperation, `must be one of ${moneyOperations.join(', ')}.`)),
  ),
  phase: /*#__PURE__*/ optional(oneOrMore(word as Check<Phase>)),
  open: /*#__PURE__*/ optional(boolean),
  unseen: /*#__PURE__*/ optional(boolean),
};
const checkOperationQuery: Check<OperationQuery> = /*#__PURE__*/ objectOf<OperationQuery>({
  ...operationFilters,
  ...paging,
});
const checkTransactionQuery: Check<TransactionQuery> = /*#__PURE__*/ objectOf<TransactionQuery>({
  ...transactionFilters,
  ...paging,
});
const checkReportQuery: Check<ReportQuery> = /*#__PURE__*/ objectOf<ReportQuery>({
  ...operationFilters,
  from: whole,
  to: whole,
});
const checkExportQuery: Check<ExportQuery> = /*#__PURE__*/ objectOf<ExportQuery>({
  ...operationFilters,
  timeZone: word,
});
const checkReference: Check<TransactionReference> = /*#__PURE__*/ objectOf<TransactionReference>({
  pnRefNum: checkId,
  provider: optional(checkId),
});

interface Question extends UrlParts, CallOptions {
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
  input: OperationQuery = {},
  { signal }: CallOptions = {},
): Promise<RecordPage<RecordedOperation>> {
  const name = 'listOperations';
  const query = { ...parseInput(checkOperationQuery, input, name) };
  const body = await ask(context, { name, path: '/operations', query, signal });
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
  input: TransactionQuery = {},
  { signal }: CallOptions = {},
): Promise<RecordPage<RecordedTransaction>> {
  const name = 'listTransactions';
  const query = { ...parseInput(checkTransactionQuery, input, name) };
  const body = await ask(context, { name, path: '/transactions', query, signal });
  return readRecordPage(body, readRecordedTransaction);
}

export async function getTransaction(
  context: ClientContext,
  input: TransactionReference,
  { signal }: CallOptions = {},
): Promise<RecordedTransaction> {
  const name = 'getTransaction';
  const { pnRefNum, provider = '-' } = parseInput(checkReference, input, name);
  const path = '/transactions/{provider}/{messageId}';
  return readRecordedTransaction(
    await ask(context, { name, path, provider, messageId: pnRefNum, signal }),
    '',
  );
}

const csvType = 'text/csv';
const mostCsvBytes = 100_000_000;

/** The operations that the filters list, as the gateway's CSV file. */
export async function exportOperations(
  context: ClientContext,
  input: ExportQuery,
  { signal }: CallOptions = {},
): Promise<Blob> {
  const name = 'exportOperations';
  const query = { ...parseInput(checkExportQuery, input, name) };
  const call = { name, path: '/operations.csv', query, signal };
  const { body, headers } = await answerTo(context, call, { accept: csvType, maxBytes: mostCsvBytes });
  // A page in between, such as a sign-in, may answer 200 with something else.
  if (typeof body !== 'string' || !headers.get('content-type')?.startsWith(csvType))
    throw new ContractError('', 'is not CSV');
  // Reading text takes the byte order mark away, which a spreadsheet needs.
  return new Blob(['\uFEFF', body], { type: `${csvType};charset=utf-8` });
}

export async function getReport(
  context: ClientContext,
  input: ReportQuery,
  { signal }: CallOptions = {},
): Promise<RecordedReport> {
  const name = 'getReport';
  const query = { ...parseInput(checkReportQuery, input, name) };
  return readReport(await ask(context, { name, path: '/report', query, signal }), '');
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
