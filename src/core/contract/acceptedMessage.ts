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
