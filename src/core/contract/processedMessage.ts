import { ContractError } from '../errors/ContractError.ts';
import { readErrorBody } from './errorBody.ts';
import { readOptionalId } from './id.ts';
import { integerOf, objectAt, unwrap } from './reading.ts';

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
