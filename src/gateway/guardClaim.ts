import {
  confirmationToken,
  type OperationDraft,
  type DuplicateGuard,
  guardStart,
} from '../core/operations/startGuard.ts';
import {
  keepUnresolvedMs,
  type Refusal,
  type TerminalOperation,
} from '../core/operations/terminalOperation.ts';
import { operationsOfTransaction, transactionOf } from '../core/operations/transactions.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import type { Steps, Transaction } from './gatewayStore.ts';
import type { OperationRow } from './recordRows.ts';

export interface GuardRules {
  duplicateGuard: DuplicateGuard | false;
  unknownReferences: 'refuse' | 'pass';
  storeOrderNumber: boolean;
}

/** What is known of whoever wants to send something. */
export interface GuardedClaim {
  account: string;
  draft: OperationDraft;
  /** A person said yes to this question. */
  confirmed?: string | undefined;
  /** Whether whoever sends it may see an operation. */
  maySee?: ((row: OperationRow, now: number) => boolean) | undefined;
}

export interface ClaimRefusal extends Refusal {
  /** What is in the way. Whose it is may be known, and whom to ask; never which amount or order it is. */
  holder?: { kind: MoneyOperation; phase: string; ageMs: number; actor?: string | undefined } | undefined;
}

const dayMs = 24 * 60 * 60_000;
const newest = { by: ['createdAt', 'id'], isDescending: true, limit: 50 } as const;

/** Operations that a claim is judged by. */
export interface Surroundings {
  /** What is open at its terminal. */
  open: readonly OperationRow[];
  /** What has its reference. */
  reference: readonly OperationRow[];
  /** What the same customer may have paid already: of the amount what leaves a doubt, and what the order has. */
  similar: readonly OperationRow[];
}

export function* readSurroundings(
  tx: Transaction,
  { account, draft }: Pick<GuardedClaim, 'account' | 'draft'>,
): Steps<Surroundings> {
  const { kind, terminalId, pnRefNum, amountCents, orderNumber } = draft;
  const list = tx.operations.list;
  const from = tx.now - dayMs;
  const same = { account, kind, amountCents, createdAt: { from } };
  const doubtful = { ...same, phase: { in: ['unknown', 'resolved'] } } as const;
  const hasAmount = amountCents !== undefined;
  const hasOrder = hasAmount && orderNumber !== undefined && orderNumber !== '';
  // Older rows are asked for without the amount: a database would go through all sales of a common one.
  const late = { createdAt: { from: from - keepUnresolvedMs, below: from }, endedAt: { from } };
  const [open, reference, ...similar] = yield* tx.together(
    list({ account, isOpen: true, terminalId }),
    pnRefNum === undefined ? nothing() : list({ account, pnRefNum }),
    hasAmount ? list(doubtful, newest) : nothing(),
    hasAmount ? list({ account, isOpen: true, createdAt: { below: from } }) : nothing(),
    hasAmount ? list({ account, phase: 'resolved', ...late }) : nothing(),
    hasOrder ? list({ ...same, orderNumber }, newest) : nothing(),
    hasOrder ? list({ account, orderNumber, ...late }) : nothing(),
  );
  return { open, reference, similar: similar.flat() };
}

// eslint-disable-next-line require-yield
function* nothing(): Steps<OperationRow[]> {
  return [];
}

/** Why an operation must not be sent, by what the record knows of all tills. */
export function guardClaim(
  claim: GuardedClaim,
  { open, reference, similar }: Surroundings,
  rules: GuardRules,
  now: number,
): ClaimRefusal | undefined {
  const { draft, confirmed } = claim;
  const { pnRefNum, provider } = draft;
  const rows = new Map([...open, ...similar, ...reference].map((row) => [row.id, row]));
  const operations = operationsIn([...rows.values()]);
  const { duplicateGuard } = rules;
  const about = { operations, now, duplicateGuard, flowKey: '', isOwn: () => false, confirmed };
  const refusal = guardStart(draft, about);
  const inTheWay = refusal?.operationId === undefined ? undefined : rows.get(refusal.operationId);
  const holder = inTheWay && holderOf(inTheWay, now);
  if (refusal?.code === 'needs-confirmation' && inTheWay?.operation) {
    const confirmation = confirmationToken(keptOf(draft, rules), inTheWay.operation);
    if (confirmation !== confirmed) return { ...refusal, confirmation, holder };
  } else if (refusal) {
    const isTold = refusal.field !== 'amount' || mayBeTold(claim, operations, rows, now);
    return { ...refusal, ...(!isTold && { message: tooMuch(draft) }), holder };
  }
  const isKnown =
    pnRefNum === undefined ||
    rules.unknownReferences === 'pass' ||
    transactionOf(operations, pnRefNum, provider) !== undefined;
  return isKnown ? undefined : unknownReference;
}

/** Whether who sends it may know what is left of the payment. */
function mayBeTold(
  { draft: { pnRefNum = '', provider }, maySee }: GuardedClaim,
  operations: readonly TerminalOperation[],
  rows: ReadonlyMap<string, OperationRow>,
  now: number,
): boolean {
  const { first } = operationsOfTransaction({ pnRefNum, provider }, operations);
  const row = first && rows.get(first.id);
  return !row || !maySee || maySee(row, now);
}

/** Whether somebody took note of an ending is the affair of the till that shows it. */
function operationsIn(rows: readonly OperationRow[]): TerminalOperation[] {
  return rows.flatMap(({ operation }) => {
    if (!operation) return [];
    return operation.endedAt === undefined ? operation : { ...operation, acknowledgedAt: operation.endedAt };
  });
}

/** A draft, but for what must not be kept. */
export const keptOf = <Of extends OperationDraft>(
  draft: Of,
  { storeOrderNumber }: Pick<GuardRules, 'storeOrderNumber'>,
): Of => (storeOrderNumber ? draft : { ...draft, orderNumber: undefined });

function holderOf({ operation, actor, createdAt }: OperationRow, now: number): ClaimRefusal['holder'] {
  if (!operation) return undefined;
  const { kind, phase } = operation;
  return { kind, phase, ageMs: Math.max(0, now - createdAt), actor: actor ?? undefined };
}

const unknownReference: ClaimRefusal = {
  code: 'not-allowed',
  message: 'The gateway knows no finished payment of this reference, or has forgotten it. Nothing was sent.',
  field: 'pnRefNum',
};

/** For whoever may not see what is left. */
const tooMuch = ({ kind }: OperationDraft) => `Less than that is left to ${kind}. Nothing was sent.`;
