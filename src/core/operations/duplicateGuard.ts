import type { MoneyOperation } from '../contract/operationName.ts';
import { isUnseen, type TerminalOperation } from './terminalOperation.ts';

/** How long an earlier operation makes the same amount suspicious (ms). */
export interface DuplicateGuard {
  /** After `unknown`, `resolved`, or `rejected` by 400, 422 or 429 where no gateway proves it. Default 5 min. */
  doubtMs?: number | undefined;
  /** After `complete` or `partial`, for the same order number or the very same draft. Default 60 s. */
  sameOrderMs?: number | undefined;
}

export interface Draft {
  kind: MoneyOperation;
  terminalId: string;
  currency?: string | undefined;
  amountCents?: number | undefined;
  orderNumber?: string | undefined;
  pnRefNum?: string | undefined;
  /** The operation that whoever sends this sees: its very draft is sent again, nothing touched since. */
  repeats?: string | undefined;
}

/**
 * The earlier operation that a draft might charge a second time, the newest first. An ending that nobody took note of is
 * one, however old; what did not charge is not, where the person who repeats it sees it.
 */
export function findDuplicate(
  operations: readonly TerminalOperation[],
  draft: Draft,
  now: number,
  { doubtMs = 300_000, sameOrderMs = 60_000 }: DuplicateGuard = {},
): TerminalOperation | undefined {
  return operations
    .filter(
      (earlier) =>
        earlier.kind === draft.kind &&
        earlier.amountCents === draft.amountCents &&
        (draft.pnRefNum === undefined || draft.pnRefNum === earlier.pnRefNum),
    )
    .filter((earlier) => {
      const age = now - (earlier.endedAt ?? earlier.createdAt);
      const isRepeated = earlier.id === draft.repeats;
      const isOnThisTerminal = earlier.terminalId === draft.terminalId;
      const mayHaveCharged = earlier.phase !== 'failed' && earlier.phase !== 'rejected';
      if (isUnseen(earlier) && isOnThisTerminal && (mayHaveCharged || !isRepeated)) return true;
      if (leavesDoubt(earlier)) return age < doubtMs;
      const isDone = earlier.phase === 'complete' || earlier.phase === 'partial';
      return isDone && (isRepeated || isSameOrder(earlier, draft)) && age < sameOrderMs;
    })
    .toSorted((a, b) => b.createdAt - a.createdAt)[0];
}

/** What `confirmed` must repeat: it holds for this draft after that operation only. */
export function confirmationToken(draft: Draft, earlier: TerminalOperation): string {
  return [earlier.id, earlier.phase, draft.kind, draft.terminalId, draft.amountCents, draft.orderNumber].join(
    '|',
  );
}

function leavesDoubt({ phase, error }: TerminalOperation): boolean {
  if (phase === 'unknown' || phase === 'resolved') return true;
  // Without a gateway another copy of the request may have been taken (faults M2).
  return phase === 'rejected' && !error?.operationState && [400, 422, 429].includes(error?.status ?? 0);
}

function isSameOrder(earlier: TerminalOperation, draft: Draft): boolean {
  return (
    draft.orderNumber !== undefined && draft.orderNumber !== '' && draft.orderNumber === earlier.orderNumber
  );
}
