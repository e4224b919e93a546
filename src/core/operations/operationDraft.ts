import type { TerminalRequests } from '../client/terminalOperations.ts';
import type { MoneyOperation } from '../contract/operationName.ts';
import type { Draft } from './duplicateGuard.ts';
import type { TerminalOperation } from './terminalOperation.ts';

/** What the guards look at in a request. */
export function draftOf(kind: MoneyOperation, request: TerminalRequests[MoneyOperation]): Draft {
  return {
    kind,
    terminalId: request.terminalId,
    amountCents: 'amount' in request ? request.amount : undefined,
    orderNumber: 'orderNumber' in request ? request.orderNumber : undefined,
    pnRefNum: 'pnRefNum' in request ? request.pnRefNum : undefined,
  };
}

/** A new operation, about to be sent. */
export function newOperation(
  { repeats: _, ...draft }: Draft,
  request: TerminalRequests[MoneyOperation],
  about: { id: string; flowKey: string; scope: string | undefined; createdAt: number },
): TerminalOperation {
  return {
    ...about,
    ...draft,
    provider: request.provider,
    phase: 'sending',
    anomalies: [],
    connection: 'ok',
    seenProcessing: false,
  };
}
