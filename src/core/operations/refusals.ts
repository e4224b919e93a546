import { PaymentsError } from '../errors.ts';
import type { Refusal, TerminalOperation } from './terminalOperation.ts';

export function terminalBusyRefusal(holder: Pick<TerminalOperation, 'id' | 'phase'>): Refusal {
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

/** The refusal of a start that the journal did not record. `cause`: the journal's error; undefined if the page was frozen. */
export function noJournalRefusal(cause?: unknown): Refusal {
  const isTooSlow = cause === undefined || (cause instanceof Error && cause.name === 'TimeoutError');
  const isOtherDatabase =
    cause instanceof PaymentsError && cause.code === 'storage' && cause.field === 'name';
  const otherwise = isOtherDatabase ? cause.shortMessage : 'Allow this site to store data, then start again.';
  const [when, advice] = isTooSlow ? [' in time', 'Start it again.'] : ['', otherwise];
  return {
    code: 'no-journal',
    message: `The operation could not be recorded on this device${when}, so it was not sent. ${advice}`,
    ...(isTooSlow && { isTooSlow }),
  };
}

/** Turns an error of the kit into a refusal. Throws any other error again. */
export function invalidRequestRefusal(error: unknown): Refusal {
  if (!(error instanceof PaymentsError)) throw error;
  return { code: 'invalid-request', message: error.shortMessage, field: error.field };
}

/** Whether a draft repeats an operation that is being sent, for example after a double click. */
export function repeatsOperationBeingSent(
  earlier: TerminalOperation,
  draft: Pick<TerminalOperation, 'kind' | 'amountCents' | 'orderNumber'>,
  flowKey: string | undefined,
): boolean {
  return (
    earlier.phase === 'sending' &&
    earlier.flowKey === flowKey &&
    earlier.kind === draft.kind &&
    earlier.amountCents === draft.amountCents &&
    earlier.orderNumber === draft.orderNumber
  );
}

export function alreadyStartedRefusal(holder: Pick<TerminalOperation, 'id'>): Refusal {
  return {
    code: 'already-started',
    message: 'This operation was started already. It was sent once.',
    operationId: holder.id,
  };
}
