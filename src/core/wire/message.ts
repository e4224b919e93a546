import { ContractError, tryToWarn, createOneOfGuard, type PaymentsError, warnOnce } from '../errors.ts';
import { idFieldOrUndefined, readId, readOptionalId } from './check.ts';
import { shortMaskedText, readServiceMessage } from './errorBody.ts';
import {
  assertNoDecimal,
  fieldPath,
  integerFieldOrUndefined,
  isObject,
  assertObject,
  parseDigitsOrKeep,
  unwrapDataWithPath,
} from './read.ts';

/** The answer to an accepted terminal operation. Poll its result by `msgIdentifier`. */
export interface AcceptedMessage {
  msgIdentifier: string;
  /** Reference of the transaction; some providers give it only in the processed message. */
  pnRefNum?: string | undefined;
  raw: unknown;
}

/** The answer to close batch. It may name a message to poll. */
export type BatchClosed = Omit<AcceptedMessage, 'msgIdentifier'> & { msgIdentifier?: string | undefined };

export function readAcceptedMessage(body: unknown): AcceptedMessage {
  const { value, path } = unwrapDataWithPath(body);
  const source = assertObject(value, path);
  return {
    msgIdentifier: readId(source['msgIdentifier'], fieldPath(path, 'msgIdentifier')),
    pnRefNum: idFieldOrUndefined(source, 'pnRefNum'),
    raw: body,
  };
}

/** Reads the answer to close batch. Never throws for an unreadable body: the HTTP status proves that the batch was closed. */
export function readBatchClosed(body: unknown): BatchClosed {
  const { value } = unwrapDataWithPath(body);
  return {
    msgIdentifier: isObject(value) ? idFieldOrUndefined(value, 'msgIdentifier') : undefined,
    raw: body,
  };
}

/** The statuses of a message. `complete`, `failed` and `timeout` are final in the contract. */
export const processingStatuses = ['received', 'processing', 'complete', 'failed', 'timeout'] as const;
export type ProcessingStatus = (typeof processingStatuses)[number];
export const isProcessingStatus = /*#__PURE__*/ createOneOfGuard(processingStatuses);

export interface ProcessedMessage {
  msgIdentifier: string;
  status: ProcessingStatus;
  pnRefNum?: string | undefined;
  /** The approved amount with tip: an integer in the unit of a request's `amount`, or NaN if it is unreadable. */
  amount?: number | undefined;
  /** The tip that the customer added at the terminal. */
  tip?: number | undefined;
  /** The service's own sentence, plain text. */
  serviceMessage?: string | undefined;
  raw: unknown;
}

/** A message as an answer gives it: the id may be missing, because the request named it. */
export type ProcessedMessageWithOptionalId = Omit<ProcessedMessage, 'msgIdentifier'> & {
  msgIdentifier?: string | undefined;
};

export function readProcessedMessage(body: unknown): ProcessedMessageWithOptionalId {
  const { value, path } = unwrapDataWithPath(body);
  const source = assertObject(value, path);
  const status = source['status'];
  if (!isProcessingStatus(status)) throw unknownStatusError(status, fieldPath(path, 'status'));
  const remedy = 'read: { message: (message, own) => … } that gives cents';
  for (const field of ['amount', 'tip']) assertNoDecimal(source[field], fieldPath(path, field), remedy);
  return {
    msgIdentifier: readOptionalId(source, path, 'msgIdentifier'),
    status,
    pnRefNum: idFieldOrUndefined(source, 'pnRefNum'),
    // A missing amount is undefined: the full requested amount counts. An unreadable amount is NaN: it is not known.
    amount:
      integerFieldOrUndefined({ amount: parseDigitsOrKeep(source['amount']) }, 'amount') ??
      ((source['amount'] ?? '') === '' ? undefined : NaN),
    tip: integerFieldOrUndefined({ tip: parseDigitsOrKeep(source['tip']) }, 'tip'),
    serviceMessage: readServiceMessage(source),
    raw: body,
  };
}

// An unknown status word that may be stored and shown: it cannot hold an e-mail address, or a phone or card number.
const isWord = /^(?!.*\d{5})(?:[\p{L}_][\p{L}\d_ -]{0,39}|\d+)$/u;

/** The error for an unknown status. If the status is a harmless word, the error's `serviceMessage` is that word. */
function unknownStatusError(status: unknown, path: string): ContractError {
  const word = shortMaskedText(typeof status === 'number' ? String(status) : status);
  if (word === undefined || !isWord.test(word))
    return new ContractError(path, 'is none of the five processing statuses');
  const error = new ContractError(
    path,
    `is "${word}", an undescribed word. Add it to defineService: statuses: { '${word}': 'complete' }, or the status that it means`,
    undefined,
    word,
  );
  tryToWarn(() => process.env.NODE_ENV === 'development' && warnOnce(error.shortMessage));
  return error;
}

/** The anomaly to record if the error is an answer that did not fit the contract. Undefined for any other error. */
export function contractAnomalyOfError(error: PaymentsError | undefined): string | undefined {
  if (error?.code !== 'contract' || !error.field) return undefined;
  return error.serviceMessage === undefined
    ? `unreadable: ${error.field}`
    : `unrecognised-status: ${error.serviceMessage}`;
}
