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

/** The earlier operation that a draft might charge a second time, or whose ending nobody took note of; the newest first. */
export function findDuplicate(
  operations: readonly TerminalOperation[],
  draft: Draft,
  now: number,
  { doubtMs = 300_000, sameOrderMs = 60_000 }: DuplicateGuard = {},
  isSameFlow: (earlier: TerminalOperation) => boolean = () => false,
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
      const isOverlooked = isUnseen(earlier) && earlier.terminalId === draft.terminalId;
      // What did not charge is repeated at once where it is shown.
      if (isOverlooked && !(wasNotCharged(earlier) && (isProven(earlier) || isSameFlow(earlier))))
        return true;
      if (leavesDoubt(earlier)) return age < doubtMs;
      const isRepeated = earlier.id === draft.repeats || isSameOrder(earlier, draft);
      const isDone = earlier.phase === 'complete' || earlier.phase === 'partial';
      return isDone && isRepeated && age < sameOrderMs;
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
  return phase === 'rejected' && !isProven({ error }) && [400, 422, 429].includes(error?.status ?? 0);
}

function wasNotCharged({ phase }: TerminalOperation): boolean {
  return phase === 'failed' || phase === 'rejected';
}

/** Refused by the word of a gateway. Without it another copy of the request may have been taken (faults M2). */
function isProven({ error }: Pick<TerminalOperation, 'error'>): boolean {
  return error !== undefined && (error.operationState !== undefined || error.code === 'unanswered');
}

function isSameOrder(earlier: TerminalOperation, draft: Draft): boolean {
  return (
    draft.orderNumber !== undefined && draft.orderNumber !== '' && draft.orderNumber === earlier.orderNumber
  );
}
