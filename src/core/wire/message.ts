import { ContractError } from '../errors.ts';
import { readId, readOptionalId } from './check.ts';
import { readErrorBody } from './errorBody.ts';
import { integerOf, isObject, objectAt, unwrap } from './read.ts';

/** The answer to a terminal operation: it was accepted, and its result is asked for by `msgIdentifier`. */
export interface AcceptedMessage {
  msgIdentifier: string;
  /** Reference of the transaction; some providers tell it only in the processed message. */
  pnRefNum?: string | undefined;
  raw: unknown;
}

/** Close batch promises no message to poll; where one comes it is polled. */
export type BatchClosed = Omit<AcceptedMessage, 'msgIdentifier'> & { msgIdentifier?: string | undefined };

export function readAccepted(body: unknown): AcceptedMessage {
  const { value, path } = unwrap(body);
  const source = objectAt(value, path);
  return {
    msgIdentifier: readId(source['msgIdentifier'], path ? `${path}.msgIdentifier` : 'msgIdentifier'),
    pnRefNum: readOptionalId(source, path, 'pnRefNum'),
    raw: body,
  };
}

/** What a reader made of an answer, with ids that are ids: without one nobody can ask, and nothing is ever proven. */
export function withCheckedIds(read: AcceptedMessage): AcceptedMessage {
  const source = objectAt(read, '');
  return {
    ...read,
    msgIdentifier: readId(source['msgIdentifier'], 'msgIdentifier'),
    pnRefNum: readOptionalId(source, '', 'pnRefNum'),
  };
}

/** The status alone says that the batch was closed: an answer that cannot be read must not turn that into a doubt. */
export function readBatchClosed(
  body: unknown,
  reader: (body: unknown, status: number) => BatchClosed = readOptionalMessage,
  status = 200,
): BatchClosed {
  try {
    const read = reader(body, status);
    return { ...read, msgIdentifier: readOptionalId(objectAt(read, ''), '', 'msgIdentifier') };
  } catch {
    return { raw: body };
  }
}

function readOptionalMessage(body: unknown): BatchClosed {
  const { value, path } = unwrap(body);
  return {
    msgIdentifier: isObject(value) ? readOptionalId(value, path, 'msgIdentifier') : undefined,
    raw: body,
  };
}

/** What the service says of a message. `complete`, `failed` and `timeout` are final there. */
export const processingStatuses = ['received', 'processing', 'complete', 'failed', 'timeout'] as const;
export type ProcessingStatus = (typeof processingStatuses)[number];

export interface ProcessedMessage {
  msgIdentifier: string;
  status: ProcessingStatus;
  pnRefNum?: string | undefined;
  /** What was approved, a tip included, where the service tells it; an integer that counts what a request's `amount` counts. */
  amount?: number | undefined;
  /** What of it the customer added at the terminal. */
  tip?: number | undefined;
  /** The service's own sentence, plain text. */
  serviceMessage?: string | undefined;
  raw: unknown;
}

/** The default reader's result: the id may be left out, since it was in the address that was asked. */
export type ProcessedMessageReading = Omit<ProcessedMessage, 'msgIdentifier'> & {
  msgIdentifier?: string | undefined;
};

export function readProcessedMessage(body: unknown): ProcessedMessageReading {
  const { value, path } = unwrap(body);
  const source = objectAt(value, path);
  const status = source['status'];
  if (!isProcessingStatus(status)) {
    throw new ContractError(path ? `${path}.status` : 'status', 'is none of the five processing statuses');
  }
  return {
    msgIdentifier: readOptionalId(source, path, 'msgIdentifier'),
    status,
    pnRefNum: readOptionalId(source, path, 'pnRefNum'),
    amount: integerOf(source, 'amount'),
    tip: integerOf(source, 'tip'),
    serviceMessage: readErrorBody(source),
    raw: body,
  };
}

export function isProcessingStatus(value: unknown): value is ProcessingStatus {
  return (processingStatuses as readonly unknown[]).includes(value);
}
