import { PaymentsError } from '../errors.ts';
import type { Refusal, TerminalOperation } from './terminalOperation.ts';

export function terminalBusyRefusal(holder: TerminalOperation): Refusal {
  const state =
    holder.phase === 'unknown'
      ? 'has an operation whose outcome is not known yet'
      : 'is busy with another operation';
  return {
    code: 'terminal-busy',
    message: `This terminal ${state}. Nothing was sent. Wait for its result, or find out what became of it.`,
    operationId: holder.id,
  };
}

/** `cause`: the journal's error; undefined if the page stood still while recording. */
export function noJournalRefusal(cause?: unknown): Refusal {
  const isTooSlow = cause === undefined || (cause instanceof Error && cause.name === 'TimeoutError');
  const when = isTooSlow ? ' in time' : '';
  return {
    code: 'no-journal',
    message: `The operation could not be recorded on this device${when}, so it was not sent. ${adviceFor(cause, isTooSlow)}`,
    ...(isTooSlow && { isTooSlow }),
  };
}

function adviceFor(cause: unknown, isTooSlow: boolean): string {
  if (isTooSlow) return 'Start it again.';
  const isOtherDatabase =
    cause instanceof PaymentsError && cause.code === 'storage' && cause.field === 'name';
  return isOtherDatabase ? cause.shortMessage : 'Allow this site to store data, then start again.';
}

export function invalidRequestRefusal(error: unknown): Refusal {
  if (!(error instanceof PaymentsError)) throw error;
  return { code: 'invalid-request', message: error.shortMessage, field: error.field };
}

export function alreadyStartedRefusal(holder: Pick<TerminalOperation, 'id'>): Refusal {
  return {
    code: 'already-started',
    message: 'This operation was started already. It was sent once.',
    operationId: holder.id,
  };
}
