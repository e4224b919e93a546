import { PaymentsError } from '../errors/PaymentsError.ts';
import { confirmationToken, type Draft, type DuplicateGuard, findDuplicate } from './duplicateGuard.ts';
import type { Transaction } from './allowedOperations.ts';
import { guardReference } from './referenceGuard.ts';
import type { Refusal } from './startResult.ts';
import { isOpen, type TerminalOperation } from './terminalOperation.ts';

export interface GuardContext {
  operations: readonly TerminalOperation[];
  now: number;
  duplicateGuard: DuplicateGuard | false;
  flowKey: string;
  /** Whether this page started it or shows it as its own. */
  isOwn: (id: string) => boolean;
  confirmed?: string | undefined;
  transaction?: Transaction | undefined;
}

const dayMs = 24 * 60 * 60_000;

/** Why a draft must not be sent now, from what this page knows. The journal's claim has the last word. */
export function guardStart(draft: Draft, context: GuardContext): Refusal | undefined {
  const holder = context.operations.find((operation) => holds(operation, draft, context.now));
  if (holder) return isSamePress(holder, draft, context) ? alreadyStarted(holder) : terminalBusy(holder);

  const notAllowed = guardReference(draft, context.operations, context.transaction);
  if (notAllowed) return notAllowed;

  if (context.duplicateGuard === false || draft.amountCents === undefined) return undefined;
  const earlier = findDuplicate(
    context.operations,
    draft,
    context.now,
    context.duplicateGuard,
    ({ id, flowKey }) => flowKey === context.flowKey && context.isOwn(id),
  );
  if (!earlier) return undefined;
  const confirmation = confirmationToken(draft, earlier);
  return confirmation === context.confirmed ? undefined : needsConfirmation(earlier, confirmation);
}

/** Whether an operation keeps a draft from its terminal. A batch may be closed over a doubt that is older than a day. */
export function holds(operation: TerminalOperation, { kind, terminalId }: Draft, now: number): boolean {
  if (operation.terminalId !== terminalId || !isOpen(operation)) return false;
  return !(kind === 'closeBatch' && operation.phase === 'unknown' && now - operation.createdAt > dayMs);
}

export function terminalBusy(holder: TerminalOperation): Refusal {
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

/** `cause` may name a database that is not ours. */
export function noJournal(cause?: unknown): Refusal {
  const isNamed = cause instanceof PaymentsError && cause.code === 'storage' && cause.field === 'name';
  const advice = isNamed ? cause.shortMessage : 'Allow this site to store data, then start again.';
  return {
    code: 'no-journal',
    message: `The operation could not be recorded on this device, so it was not sent. ${advice}`,
  };
}

export function invalidRequest(error: unknown): Refusal {
  if (!(error instanceof PaymentsError)) throw error;
  return { code: 'invalid-request', message: error.shortMessage, field: error.field };
}

function alreadyStarted(holder: Pick<TerminalOperation, 'id'>): Refusal {
  return {
    code: 'already-started',
    message: 'This operation was started already. It was sent once.',
    operationId: holder.id,
  };
}

function needsConfirmation(earlier: TerminalOperation, confirmation: string): Refusal {
  return {
    code: 'needs-confirmation',
    message: 'The same amount was sent a short while ago. Make sure that the customer is not charged twice.',
    operationId: earlier.id,
    confirmation,
  };
}

// The second click of a double click, or a second button for one intent.
function isSamePress(holder: TerminalOperation, draft: Draft, { flowKey, isOwn }: GuardContext): boolean {
  return (
    isOwn(holder.id) &&
    holder.phase === 'sending' &&
    holder.flowKey === flowKey &&
    holder.kind === draft.kind &&
    holder.amountCents === draft.amountCents &&
    holder.orderNumber === draft.orderNumber
  );
}
