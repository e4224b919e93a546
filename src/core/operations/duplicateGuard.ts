import type { MoneyOperation } from '../contract/operationName.ts';
import type { TerminalOperation } from './terminalOperation.ts';

/** How long an earlier operation makes the same amount suspicious (ms). */
export interface DuplicateGuard {
  /** After `unknown`, `resolved`, or `rejected` by 400, 422 or 429. Default 5 min. */
  doubtMs?: number | undefined;
  /** After `complete`, for the same order number or the very same draft. Default 60 s. */
  sameOrderMs?: number | undefined;
}

export interface Draft {
  kind: MoneyOperation;
  terminalId: string;
  amountCents?: number | undefined;
  orderNumber?: string | undefined;
  pnRefNum?: string | undefined;
  /** The operation whose very draft is sent again, nothing touched since. */
  repeats?: string | undefined;
}

/** The earlier operation that a draft might charge a second time, the newest first. */
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
      if (leavesDoubt(earlier)) return age < doubtMs;
      return (
        earlier.phase === 'complete' &&
        (earlier.id === draft.repeats || isSameOrder(earlier, draft)) &&
        age < sameOrderMs
      );
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
  return phase === 'rejected' && [400, 422, 429].includes(error?.status ?? 0);
}

function isSameOrder(earlier: TerminalOperation, draft: Draft): boolean {
  return (
    draft.orderNumber !== undefined && draft.orderNumber !== '' && draft.orderNumber === earlier.orderNumber
  );
}
