import { eventsBetween } from '../core/operations/operationEvents.ts';
import { longestOpenOrUnseenMs } from '../core/operations/terminalOperation.ts';
import { operationFromDraft } from '../core/operations/operationDraft.ts';
import type { OperationDraft } from '../core/operations/startGuard.ts';
import type { OperationName } from '../core/wire/routes.ts';
import { type Approval, unusableApprovalAnswer, spendApproval } from './approvals.ts';
import { noSteps, type StoreSteps, type StoreTransaction } from './gatewayStore.ts';
import {
  type RowsForGuard,
  type ClaimRefusal,
  findClaimRefusal,
  type ClaimToGuard,
  type GuardRules,
  readRowsForGuard,
  storableDraft,
} from './findClaimRefusal.ts';
import { storeTotalAndNoteIfPaid, readStoredOrder } from './orders.ts';
import {
  applyAndStoreFacts,
  findOperationRow,
  markLostIfOverdue,
  type OperationRowWithAge,
  withAge,
  writeOperationAndEvents,
} from './record.ts';
import { emptyOperationColumns, type OperationRow } from './recordRows.ts';
import type { OperationAnswer } from './replies.ts';

/** How long after the first copy of a request a browser or proxy may send another copy. */
export const laterCopyMayArriveForMs = 120_000;

/** A copy of a request that tries to claim the operation id. */
export interface OperationClaim extends Omit<ClaimToGuard, 'draft'> {
  id: string;
  subject: string;
  actor: string | undefined;
  kind: OperationName;
  /** Hash of the request, including who approved it. `draftHash` leaves the approver out. */
  bodyHash: string;
  draftHash: string;
  approval?: Approval | undefined;
  claimedBy: string;
  answerWithinMs: number;
  /** The terminal operation that the guards judge; undefined for a payment link. */
  draft?: OperationDraft | undefined;
}

/** `isAlreadySent`: the request was sent. Then no guard applies, and the claim may replace a closed or lost row. */
type ClaimRules = GuardRules & { isAlreadySent?: boolean | undefined };

/**
 * Claims a new operation id, and with it the terminal. Returns undefined if the claim succeeded, otherwise the row of
 * the id. If a lock, a guard or an unusable approval refuses the claim, closes the id at once, so that no later copy is
 * sent. If the database was restored so recently that it may have lost an earlier copy, claims nothing and returns
 * `restoredForMs`: an error would roll back the transaction, and with it the time at which the restore was noticed.
 */
export function* claimIdOrReadHolder(
  tx: StoreTransaction,
  claim: OperationClaim,
  rules: ClaimRules,
): StoreSteps<OperationRowWithAge | { restoredForMs: number } | undefined> {
  const { account, id, draft } = claim;
  const isGuarded = draft && !rules.isAlreadySent;
  const [holder, rowsForGuard] = yield* tx.together(
    findOperationRow(tx, account, id),
    isGuarded ? readRowsForGuard(tx, { account, draft }) : noSteps(),
  );
  if (holder && !(rules.isAlreadySent && holder.state === 'closed')) return holder;
  if (tx.forgotAt > 0 && tx.now - tx.forgotAt < laterCopyMayArriveForMs && !rules.isAlreadySent)
    return { restoredForMs: tx.now - tx.forgotAt };
  const row = newSentOrClosedOperationRow(claim, tx.now, claim);
  const closed = { ...row, state: 'closed', claimedBy: null } as const;
  if (claim.approval && !rules.isAlreadySent && !(yield* spendApproval(tx, claim, claim.approval)))
    return yield* putClosed(tx, {
      ...closed,
      // The stored hash leaves the approver out, so that another approval of this draft can still be used.
      bodyHash: claim.draftHash,
      approvedBy: null,
      answer: unusableApprovalAnswer,
    });
  if (!draft) {
    yield* tx.operations.put(row);
    return undefined;
  }
  const refusal = rowsForGuard && (yield* refusalOf(tx, { ...claim, draft }, rowsForGuard, rules));
  if (refusal) return yield* putClosed(tx, { ...closed, answer: answerOfClaimRefusal(refusal) });
  const asked = storableDraft(draft, rules);
  const operation = operationFromDraft(asked, { id, flowKey: 'gateway', createdAt: tx.now });
  yield* writeOperationAndEvents(tx, row, operation, eventsBetween(undefined, operation));
  const { orderNumber, orderTotalCents, currency } = asked;
  if (orderNumber !== undefined && orderTotalCents !== undefined) {
    const { subject } = claim;
    const order = { number: orderNumber, totalCents: orderTotalCents, currency };
    const scope = { account, subject, terminalId: operation.terminalId };
    // The order was read before the claim was written. The claim has paid nothing yet, so the order has not changed.
    const state = rowsForGuard?.order ?? (yield* readStoredOrder(tx, account, orderNumber));
    yield* storeTotalAndNoteIfPaid(tx, scope, order, state);
  }
  return undefined;
}

function* putClosed(tx: StoreTransaction, row: OperationRow): StoreSteps<OperationRowWithAge> {
  yield* tx.operations.put(row);
  return withAge(row, tx.now);
}

/**
 * A new row for an operation id. With a claim its state is `sent`. Without one it is `closed`: nothing may be sent under
 * this id any more.
 */
export function newSentOrClosedOperationRow(
  { account, id, subject }: Pick<OperationRow, 'account' | 'id' | 'subject'>,
  now: number,
  claim?: OperationClaim,
): OperationRow {
  const { kind = null, bodyHash = null, claimedBy = null, actor = null, answerWithinMs = 0 } = claim ?? {};
  const approvedBy = claim?.approval?.by ?? null;
  const times = { claimedAt: now, createdAt: now, answerBy: now + answerWithinMs };
  const state = claim ? 'sent' : 'closed';
  const about = { account, id, state, subject, kind, bodyHash, claimedBy, actor, approvedBy } as const;
  return { ...emptyOperationColumns, ...about, ...times };
}

export interface OperationIdToClose extends Pick<OperationRow, 'account' | 'id' | 'subject'> {
  approval?: Approval | undefined;
  /** Set if another person may approve the draft. */
  refused?: DraftToApprove | undefined;
}

export interface DraftToApprove extends Pick<OperationClaim, 'kind' | 'actor' | 'draftHash'> {
  answer: OperationAnswer;
}

/** Closes an id for good if nothing was sent under it. Returns the row that holds the id now. */
export function* closeUnsentOperationId(
  tx: StoreTransaction,
  about: OperationIdToClose,
): StoreSteps<OperationRowWithAge> {
  const { account, id, approval, refused } = about;
  const holder = yield* findOperationRow(tx, account, id);
  if (holder) return holder;
  if (approval) yield* spendApproval(tx, about, approval);
  const { kind = null, actor = null, draftHash = null, answer = null } = refused ?? {};
  const row = newSentOrClosedOperationRow(about, tx.now);
  return yield* putClosed(tx, { ...row, kind, actor, bodyHash: draftHash, answer });
}

/** Frees the terminal of an operation whose outcome stayed unknown for too long. */
function* archiveOldUnknown(tx: StoreTransaction, row: OperationRow): StoreSteps<OperationRow> {
  if (row.phase !== 'unknown' || tx.now - row.createdAt <= longestOpenOrUnseenMs) return row;
  return yield* applyAndStoreFacts(tx, row, [{ type: 'archived', at: tx.now }], [{ type: 'unresolved' }]);
}

/** Updates overdue operations at the terminal. Then returns the refusal, if a lock or guard refuses the claim. */
function* refusalOf(
  tx: StoreTransaction,
  claim: ClaimToGuard,
  { open, sameReference, similar, order }: RowsForGuard,
  rules: GuardRules,
): StoreSteps<ClaimRefusal | undefined> {
  const known = new Map<string, OperationRow>();
  for (const row of open) known.set(row.id, yield* archiveOldUnknown(tx, yield* markLostIfOverdue(tx, row)));
  const asKnown = (row: OperationRow) => known.get(row.id) ?? row;
  const updated = {
    open: [...known.values()],
    sameReference: sameReference.map(asKnown),
    similar: similar.map(asKnown),
    order,
  };
  return findClaimRefusal(claim, updated, rules, tx.now);
}

export function answerOfClaimRefusal({ operationId: _, ...refusal }: ClaimRefusal): OperationAnswer {
  const { code, message, field } = refusal;
  const errors = field === undefined ? undefined : [{ field, message }];
  const body = JSON.stringify({ error: { code, message }, errors, refusal });
  return { status: 409, body, isNotSent: true, isOwn: true };
}
