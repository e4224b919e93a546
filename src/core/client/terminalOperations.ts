import { ContractError, InvalidInputError } from '../errors.ts';
import type { Check } from '../wire/check.ts';
import { type AcceptedMessage, type BatchClosed, readAccepted, readBatchClosed } from '../wire/message.ts';
import {
  type AmountReferenceRequest,
  checkAmountReferenceRequest,
  checkCloseBatchRequest,
  checkTransactionRequest,
  checkVoidRequest,
  type CloseBatchRequest,
  transactionBody,
  type TransactionRequest,
  type VoidRequest,
} from '../wire/requests.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import { type ClientContext, withClientId } from './clientContext.ts';
import type { Answer } from './readAnswer.ts';
import { send } from './send.ts';

/** Checks a request before anything is sent. Throws `invalid-input`, naming the field; the request itself is `request`. */
export function parseInput<Request>(check: Check<Request>, input: unknown, operationName: string): Request {
  return check(input, '', (field, reason) => {
    throw new InvalidInputError(field || 'request', reason, operationName);
  });
}

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

export interface MoneyCallOptions extends CallOptions {
  /** Sent as a header where the client is told its name (`operationIdHeader`). */
  operationId?: string | undefined;
  /** ISO 4217: a gateway is told what the amount counts. */
  currency?: string | undefined;
  /** What a person confirmed, for a gateway: it asks again for what is not said here. */
  confirmed?: string | undefined;
  /** Asked right before the request leaves; false keeps it here. */
  mayStillSend?: (() => Promise<boolean>) | undefined;
}

/** What each terminal operation is given. */
export interface TerminalRequests {
  pay: TransactionRequest;
  preAuth: TransactionRequest;
  capture: AmountReferenceRequest;
  void: VoidRequest;
  refund: AmountReferenceRequest;
  closeBatch: CloseBatchRequest;
}

const checks: { [Kind in MoneyOperation]: Check<TerminalRequests[Kind]> } = {
  pay: checkTransactionRequest,
  preAuth: checkTransactionRequest,
  capture: checkAmountReferenceRequest,
  void: checkVoidRequest,
  refund: checkAmountReferenceRequest,
  closeBatch: checkCloseBatchRequest,
};

/** What each checked request was checked as. It is frozen, so that it stays what it was. */
const checkedAs = /*#__PURE__*/ new WeakMap<object, { kind: MoneyOperation; clientId: string | undefined }>();

/**
 * Checks a terminal request without sending it. Throws `invalid-input`, naming the field. What it gave is not checked again:
 * the client knows it, also where a host's own function handed it on.
 */
export function parseTerminalRequest<Kind extends MoneyOperation>(
  kind: Kind,
  request: unknown,
  clientId: string | undefined,
): TerminalRequests[Kind] {
  const checked = checkedAs.get(request as object);
  if (checked?.kind === kind && checked.clientId === clientId) return request as TerminalRequests[Kind];
  const parsed = frozen(parseInput(checks[kind], withClientId(request, clientId), kind));
  checkedAs.set(parsed, { kind, clientId });
  return parsed;
}

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null) Object.values(value).forEach(frozen);
  return Object.freeze(value);
}

export async function sendAccepted<Kind extends Exclude<MoneyOperation, 'closeBatch'>>(
  context: ClientContext,
  kind: Kind,
  input: TerminalRequests[Kind],
  options: MoneyCallOptions = {},
): Promise<AcceptedMessage> {
  return readAccepted((await sendMoney(context, kind, input, options)).body);
}

export async function sendCloseBatch(
  context: ClientContext,
  input: CloseBatchRequest,
  options: MoneyCallOptions = {},
): Promise<BatchClosed> {
  return readBatchAnswer(context, await sendMoney(context, 'closeBatch', input, options));
}

/** Any 2xx closes the batch, with or without a body; before a gateway only its own: a login page's may be empty too. */
export function readBatchAnswer(context: ClientContext, answer: Answer): BatchClosed {
  if (answer.body === undefined) assertOfGateway(context, answer);
  return readBatchClosed(answer.body);
}

/** Throws `contract` for an empty answer of something that stands before the gateway. */
export function assertOfGateway({ options }: ClientContext, { headers }: Answer): void {
  if (options.gateway && headers.get('x-operation-state') !== 'accepted')
    throw new ContractError('', 'is empty, and not of the gateway');
}

function sendMoney<Kind extends MoneyOperation>(
  context: ClientContext,
  kind: Kind,
  input: TerminalRequests[Kind],
  options: MoneyCallOptions,
): Promise<Answer> {
  const request = parseTerminalRequest(kind, input, context.options.clientId);
  const { provider, ...rest } = request;
  const body = { ...('receipt' in request ? transactionBody(request) : rest) };
  return send(context, { operation: kind, body, provider, ...options });
}
