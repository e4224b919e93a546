import { PaymentsError } from '../errors.ts';
import type { RecordedOperation, RecordedReport, RecordedTransaction } from '../operations/recorded.ts';
import type { Phase, Resolution } from '../operations/terminalOperation.ts';
import { type Check, checkId, fields, flag, integer, is, listOf, optional, string } from '../wire/check.ts';
import { isMoneyOperation, type MoneyOperation, moneyOperations } from '../wire/routes.ts';
import type { ClientContext } from './clientContext.ts';
import {
  type OperationHistory,
  readHistory,
  type RecordPage,
  readRecordedOperation,
  readRecordedTransaction,
  readRecordPage,
  readReport,
} from './readRecord.ts';
import type { UrlParts } from './requestUrl.ts';
import { send } from './send.ts';
import { type CallOptions, parseInput } from './terminalOperations.ts';

/** A time in which operations were begun (epoch ms; `to` is not in it any more), and where. */
export interface RecordPeriod {
  from?: number | undefined;
  to?: number | undefined;
  terminalId?: string | readonly string[] | undefined;
}

export interface TransactionQuery extends RecordPeriod {
  orderNumber?: string | undefined;
  pnRefNum?: string | undefined;
  /** Goes on where another page ended. */
  cursor?: string | undefined;
  /** Items a page; default 50. */
  limit?: number | undefined;
}

export interface OperationQuery extends TransactionQuery {
  kind?: MoneyOperation | readonly MoneyOperation[] | undefined;
  phase?: Phase | readonly Phase[] | undefined;
  /** Cents: what was asked for, or was moved. */
  amount?: number | undefined;
  /** Those that hold their terminal. */
  open?: boolean | undefined;
  /** Endings that nobody of the till took note of. */
  unseen?: boolean | undefined;
}

export interface ReportQuery extends RecordPeriod {
  from: number;
  to: number;
}

export interface TransactionReference {
  pnRefNum: string;
  /** Whose reference it is, where the service has several providers. */
  provider?: string | undefined;
}

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
const transactionQuery = {
  ...period,
  orderNumber: /*#__PURE__*/ optional(word),
  pnRefNum: /*#__PURE__*/ optional(checkId),
  cursor: /*#__PURE__*/ optional(word),
  limit: /*#__PURE__*/ optional(whole),
};
const checkOperationQuery: Check<OperationQuery> = /*#__PURE__*/ fields<OperationQuery>({
  ...transactionQuery,
  kind: optional(oneOrMore(is(isMoneyOperation, `must be one of ${moneyOperations.join(', ')}.`))),
  phase: optional(oneOrMore(word as Check<Phase>)),
  amount: optional(whole),
  open: optional(flag),
  unseen: optional(flag),
});
const checkTransactionQuery: Check<TransactionQuery> =
  /*#__PURE__*/ fields<TransactionQuery>(transactionQuery);
const checkReportQuery: Check<ReportQuery> = /*#__PURE__*/ fields<ReportQuery>({
  ...period,
  from: whole,
  to: whole,
});
const checkReference: Check<TransactionReference> = /*#__PURE__*/ fields<TransactionReference>({
  pnRefNum: checkId,
  provider: optional(checkId),
});

interface Question extends UrlParts, CallOptions {
  name: string;
  path: string;
  /** Of a POST. */
  body?: Readonly<Record<string, unknown>> | undefined;
}

const timeoutMs = 10_000;

async function ask(context: ClientContext, { name, path, ...call }: Question): Promise<unknown> {
  const route = { name, method: call.body ? 'POST' : 'GET', path, headers: true } as const;
  try {
    return (await send(context, { ...call, route, timeoutMs })).body;
  } catch (error) {
    if (error instanceof PaymentsError && error.code === 'unauthorized') context.headersRefused();
    throw error;
  }
}

/** A page of the operations that the gateway's record has. */
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

export async function getOperation(
  context: ClientContext,
  id: string,
  { signal }: CallOptions = {},
): Promise<OperationHistory> {
  const name = 'getOperation';
  const messageId = parseInput(checkId, id, name);
  return readHistory(await ask(context, { name, path: '/operations/{messageId}', messageId, signal }));
}

/** A page of the sales and pre-authorizations that the gateway's record has, with what followed. */
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

export async function getReport(
  context: ClientContext,
  input: ReportQuery,
  { signal }: CallOptions = {},
): Promise<RecordedReport> {
  const name = 'getReport';
  const query = { ...parseInput(checkReportQuery, input, name) };
  return readReport(await ask(context, { name, path: '/report', query, signal }), '');
}

/** Tells the gateway what a person saw of an operation that nobody knows. */
export async function resolveOperation(
  context: ClientContext,
  id: string,
  resolution: Resolution,
  { signal }: CallOptions = {},
): Promise<void> {
  const name = 'resolveOperation';
  const path = '/operations/{messageId}/resolution';
  await ask(context, { name, path, messageId: id, body: { ...resolution }, signal });
}

/** Tells the gateway that an ending was seen. */
export async function acknowledgeOperation(
  context: ClientContext,
  id: string,
  { signal }: CallOptions = {},
): Promise<void> {
  const name = 'acknowledgeOperation';
  const path = '/operations/{messageId}/acknowledgement';
  await ask(context, { name, path, messageId: id, body: {}, signal });
}
