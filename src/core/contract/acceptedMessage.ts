import { ContractError } from '../errors/ContractError.ts';
import { readId, readOptionalId } from './id.ts';
import { isObject, objectAt, unwrap } from './reading.ts';

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

export function readBatchClosed(body: unknown): BatchClosed {
  const { value, path } = unwrap(body);
  if (!isObject(value)) return { raw: body };
  try {
    return { msgIdentifier: readOptionalId(value, path, 'msgIdentifier'), raw: body };
  } catch (error) {
    // The status alone says the batch was closed: an unreadable id must not turn that into a doubt.
    if (error instanceof ContractError) return { raw: body };
    throw error;
  }
}
