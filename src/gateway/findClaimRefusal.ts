import {
  type OperationDraft,
  type DuplicateGuardOptions,
  guardStart,
} from '../core/operations/startGuard.ts';
import {
  longestOpenOrUnseenMs,
  type Refusal,
  type TerminalOperation,
} from '../core/operations/terminalOperation.ts';
import {
  saleAndOperationsOfTransaction,
  type Transaction,
  transactionOf,
} from '../core/operations/transactions.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import { noSteps, type StoreSteps, type StoreTransaction } from './gatewayStore.ts';
import {
  hasReachedPartLimit,
  type StoredOrder,
  readStoredOrder,
  sumStoredOrder,
  tooManyPartsRefusal,
} from './orders.ts';
import type { OperationRow } from './recordRows.ts';

export interface GuardRules {
  duplicateGuard: DuplicateGuardOptions | false;
  unknownReferences: 'refuse' | 'pass';
  storeOrderNumber: boolean;
}

export interface ClaimToGuard {
  account: string;
  draft: OperationDraft;
  /** The `confirmation` of an earlier refusal, if a person agreed to start the operation nevertheless. */
  confirmed?: string | undefined;
  maySeeOperation?: ((row: OperationRow, now: number) => boolean) | undefined;
  /** The transaction as `authorize` read it for its decision; undefined if `authorize` read none. */
  judged?: Transaction | undefined;
}

export interface ClaimRefusal extends Refusal {
  /** The operation in the way: its kind, phase, age and actor, but never its amount or order number. */
  holder?: { kind: MoneyOperation; phase: string; ageMs: number; actor?: string | undefined } | undefined;
}

const dayMs = 24 * 60 * 60_000;
const newestFirst = { by: ['createdAt', 'id'], isDescending: true, limit: 50 } as const;

/** The operations that the guards compare a claim with. */
export interface RowsForGuard {
  /** Open operations at the same terminal. */
  open: readonly OperationRow[];
  sameReference: readonly OperationRow[];
  /**
   * Operations that may be the same payment: of the same amount with a doubtful outcome or the same order, or old ones
   * that are still open or ended within the last day.
   */
  similar: readonly OperationRow[];
  /** The stored order that the new operation would pay a part of. */
  order?: StoredOrder | undefined;
}

export function* readRowsForGuard(
  tx: StoreTransaction,
  { account, draft }: Pick<ClaimToGuard, 'account' | 'draft'>,
): StoreSteps<RowsForGuard> {
  const { kind, terminalId, pnRefNum, amountCents, orderNumber = '', orderTotalCents } = draft;
  const list = tx.operations.list;
  const from = tx.now - dayMs;
  const same = { account, kind, amountCents, createdAt: { from } };
  const doubtful = { ...same, phase: { in: ['unknown', 'resolved'] } } as const;
  const hasAmount = amountCents !== undefined;
  const hasOrder = hasAmount && orderNumber !== '';
  // Operations that began over a day ago and ended within the last day. The condition names no amount: with one, a
  // database might read all sales of a common amount.
  const late = { createdAt: { from: from - longestOpenOrUnseenMs, below: from }, endedAt: { from } };
  const [order, open, sameReference = [], ...similar] = yield* tx.together(
    orderTotalCents === undefined ? noSteps() : readStoredOrder(tx, account, orderNumber),
    list({ account, isOpen: true, terminalId }),
    pnRefNum === undefined ? noSteps() : list({ account, pnRefNum }),
    hasAmount ? list(doubtful, newestFirst) : noSteps(),
    hasAmount ? list({ account, isOpen: true, createdAt: { below: from } }) : noSteps(),
    hasAmount ? list({ account, phase: 'resolved', ...late }) : noSteps(),
    hasOrder ? list({ ...same, orderNumber }, newestFirst) : noSteps(),
    hasOrder ? list({ account, orderNumber, ...late }) : noSteps(),
  );
  return { open, sameReference, similar: similar.flatMap((rows) => rows ?? []), order };
}

/** Decides, by all tills' operations in the record, whether a claim must be refused. */
export function findClaimRefusal(
  claim: ClaimToGuard,
  { open, sameReference, similar, order }: RowsForGuard,
  rules: GuardRules,
  now: number,
): ClaimRefusal | undefined {
  if (order && hasReachedPartLimit(order)) return tooManyPartsRefusal;
  // The refusal is stored, with a `confirmation` made of the draft: so the draft may hold only what may be stored.
  const draft = storableDraft(claim.draft, rules);
  const { pnRefNum, provider, currency } = draft;
  const rows = new Map([...open, ...similar, ...sameReference].map((row) => [row.id, row]));
  const operations = operationsAsAcknowledged([...rows.values()]);
  const taken = order && sumStoredOrder(order, currency);
  const { duplicateGuard } = rules;
  const { confirmed } = claim;
  const about = { operations, now, duplicateGuard, flowKey: '', isOwn: () => false, confirmed, taken };
  const refusal = guardStart(draft, about);
  if (refusal) {
    const inTheWay = refusal.operationId === undefined ? undefined : rows.get(refusal.operationId);
    const mayKnow = refusal.field !== 'amount' || mayKnowRemainder(claim, operations, rows, now);
    return {
      ...refusal,
      ...(!mayKnow && { message: tooMuchMessage(draft) }),
      holder: inTheWay && holderOf(inTheWay, now),
    };
  }
  if (pnRefNum === undefined) return undefined;
  const transaction = transactionOf(operations, pnRefNum, provider);
  // Without a provider, `authorize` may have read an earlier sale than the one that the guards found.
  if (claim.judged && saleAndOperationsOfTransaction(claim.judged, operations).isReplaced)
    return laterPayment;
  // Without this check, two refunds, each within a limit of `authorize`, could together exceed that limit.
  if (claim.judged && hasMoved(claim.judged, transaction)) return changedTransaction;
  return transaction || rules.unknownReferences === 'pass' ? undefined : unknownReference;
}

/** Whether money of a transaction has moved since `authorize` read it. */
const hasMoved = (judged: Transaction, now: Transaction | undefined) =>
  (['authorizedCents', 'capturedCents', 'refundedCents'] as const).some(
    (name) => now?.[name] !== judged[name],
  );

/** False if the caller may not see the payment, and so must not learn how much of it is left. */
function mayKnowRemainder(
  { draft: { pnRefNum = '', provider }, maySeeOperation }: ClaimToGuard,
  operations: readonly TerminalOperation[],
  rows: ReadonlyMap<string, OperationRow>,
  now: number,
): boolean {
  const { first } = saleAndOperationsOfTransaction({ pnRefNum, provider }, operations);
  const row = first && rows.get(first.id);
  return !row || !maySeeOperation || maySeeOperation(row, now);
}

/** The operations of rows, ended ones as acknowledged: only the till that shows an ending has to acknowledge it. */
function operationsAsAcknowledged(rows: readonly OperationRow[]): TerminalOperation[] {
  return rows.flatMap(({ operation }) => {
    if (!operation) return [];
    return operation.endedAt === undefined ? operation : { ...operation, acknowledgedAt: operation.endedAt };
  });
}

/** The draft without the fields that must not be stored. */
export const storableDraft = <Of extends OperationDraft>(
  draft: Of,
  { storeOrderNumber }: Pick<GuardRules, 'storeOrderNumber'>,
): Of => (storeOrderNumber ? draft : { ...draft, orderNumber: undefined });

function holderOf({ operation, actor, createdAt }: OperationRow, now: number): ClaimRefusal['holder'] {
  if (!operation) return undefined;
  const { kind, phase } = operation;
  return { kind, phase, ageMs: Math.max(0, now - createdAt), actor: actor ?? undefined };
}

const changedTransaction: ClaimRefusal = {
  code: 'not-allowed',
  message:
    'This payment has changed since it was decided whether you may do this. Nothing was sent: try again.',
};

const laterPayment: ClaimRefusal = {
  code: 'not-allowed',
  message: 'A later payment has this reference. Nothing was sent.',
};

const unknownReference: ClaimRefusal = {
  code: 'not-allowed',
  message: 'The gateway has no finished payment with this reference in its record. Nothing was sent.',
  field: 'pnRefNum',
};

/** The sentence does not say how much is left, because the caller may not see the payment. */
const tooMuchMessage = ({ kind }: OperationDraft) =>
  `The amount is more than is left to ${kind}. Nothing was sent.`;
