import {
  confirmationToken,
  type Draft,
  type DuplicateGuard,
  guardStart,
} from '../core/operations/startGuard.ts';
import type { Refusal, TerminalOperation } from '../core/operations/terminalOperation.ts';
import { isDone, transactionOf } from '../core/operations/transactions.ts';
import type { MoneyOperation } from '../core/wire/routes.ts';
import type { Steps, Transaction } from './gatewayStore.ts';
import type { OperationRow } from './recordRows.ts';

export interface ClaimDraft extends Draft {
  provider?: string | undefined;
}

export interface GuardRules {
  duplicateGuard: DuplicateGuard | false;
  unknownReferences: 'refuse' | 'pass';
  storeOrderNumber: boolean;
}

/** What is known of whoever wants to send something. */
export interface GuardedClaim {
  account: string;
  draft: ClaimDraft;
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
  { account, draft }: Pick<GuardedClaim, 'account'> & { draft: Draft },
): Steps<Surroundings> {
  const { kind, terminalId, pnRefNum, amountCents, orderNumber } = draft;
  const list = tx.operations.list;
  const from = tx.now - dayMs;
  const same = { account, kind, amountCents, createdAt: { from } };
  const doubtful = { ...same, phase: { in: ['unknown', 'resolved'] } } as const;
  const hasAmount = amountCents !== undefined;
  const hasOrder = hasAmount && orderNumber !== undefined && orderNumber !== '';
  const [open, reference, ofAmount, ofOrder, old] = yield* tx.together(
    list({ account, isOpen: true, terminalId }),
    pnRefNum === undefined ? nothing() : list({ account, pnRefNum }, { by: ['createdAt', 'id'] }),
    hasAmount ? list(doubtful, newest) : nothing(),
    hasOrder ? list({ ...same, orderNumber }, newest) : nothing(),
    // Few are open for so long.
    hasOrder ? list({ account, isOpen: true, createdAt: { below: from } }) : nothing(),
  );
  const ofOld = old.filter(
    (row) => row.kind === kind && row.amountCents === amountCents && row.orderNumber === orderNumber,
  );
  return { open, reference, similar: [...ofAmount, ...ofOrder, ...ofOld] };
}

// eslint-disable-next-line require-yield
function* nothing(): Steps<OperationRow[]> {
  return [];
}

/** Why an operation must not be sent, by what the record knows of all tills. */
export function guardClaim(
  claim: GuardedClaim,
  { open, reference: ofAnyProvider, similar }: Surroundings,
  rules: GuardRules,
  now: number,
): ClaimRefusal | undefined {
  const { draft, confirmed } = claim;
  const { pnRefNum } = draft;
  const reference = latestIn(ofAnyProvider.filter((row) => isOfProvider(row, draft.provider)));
  const [first] = reference;
  const transaction = pnRefNum === undefined ? undefined : transactionOf(operationsIn(reference), pnRefNum);
  const others = [...open, ...similar.filter((row) => !isOtherMoney(row, draft))].filter(
    (row) => row.pnRefNum === null || row.pnRefNum !== pnRefNum || row.isOpen,
  );
  const rows = new Map([...others, ...reference].map((row) => [row.id, row]));
  const refusal = guardStart(draft, {
    operations: operationsIn([...rows.values()]),
    now,
    duplicateGuard: rules.duplicateGuard,
    flowKey: '',
    isOwn: () => false,
    confirmed,
  });
  const inTheWay = refusal?.operationId === undefined ? undefined : rows.get(refusal.operationId);
  const holder = inTheWay && holderOf(inTheWay, now);
  if (refusal?.code === 'terminal-busy') return { ...refusal, holder };

  if (transaction && first?.currency && isOtherMoney(first, draft))
    return notAllowed('currency', `The payment of this reference is in ${first.currency}. Nothing was sent.`);
  if (refusal?.code === 'needs-confirmation' && inTheWay?.operation) {
    const confirmation = confirmationToken(keptOf(draft, rules), inTheWay.operation);
    if (confirmation !== confirmed) return { ...refusal, confirmation, holder };
  } else if (refusal) {
    const isTold = refusal.field !== 'amount' || !first || (claim.maySee?.(first, now) ?? true);
    return { ...refusal, ...(!isTold && { message: tooMuch(draft) }), holder };
  }
  if (pnRefNum === undefined || transaction || rules.unknownReferences === 'pass') return undefined;
  return notAllowed(
    'pnRefNum',
    'The gateway knows no finished payment of this reference, or has forgotten it. Nothing was sent.',
  );
}

/** Whether somebody took note of an ending is the affair of the till that shows it. */
function operationsIn(rows: readonly OperationRow[]): TerminalOperation[] {
  return rows.flatMap(({ operation }) => {
    if (!operation) return [];
    return operation.endedAt === undefined ? operation : { ...operation, acknowledgedAt: operation.endedAt };
  });
}

/** The same number of another currency is another amount. */
function isOtherMoney({ currency }: OperationRow, draft: Draft): boolean {
  const isSaid = currency !== null && draft.currency !== undefined;
  return isSaid && draft.amountCents !== undefined && draft.currency !== currency;
}

/**
 * What a reference is about: the latest payment that it was given to, and what followed. References are the service's, and one that
 * began anew gives them again.
 */
const latestIn = (rows: readonly OperationRow[]) => rows.slice(Math.max(0, rows.findLastIndex(isMade)));

const isMade = ({ kind, operation }: OperationRow) =>
  (kind === 'pay' || kind === 'preAuth') && operation !== null && isDone(operation);

/** Where it was not said whose it is, it may be anyone's. */
export const isOfProvider = (row: Pick<OperationRow, 'provider'>, provider: string | null | undefined) =>
  row.provider === null || (provider ?? null) === null || row.provider === provider;

/** A draft, but for what must not be kept. */
export const keptOf = <Of extends Draft>(
  draft: Of,
  { storeOrderNumber }: Pick<GuardRules, 'storeOrderNumber'>,
): Of => (storeOrderNumber ? draft : { ...draft, orderNumber: undefined });

function holderOf({ operation, actor, createdAt }: OperationRow, now: number): ClaimRefusal['holder'] {
  if (!operation) return undefined;
  const { kind, phase } = operation;
  return { kind, phase, ageMs: Math.max(0, now - createdAt), actor: actor ?? undefined };
}

const notAllowed = (field: string, message: string): ClaimRefusal => ({
  code: 'not-allowed',
  message,
  field,
});

/** For whoever may not see what is left. */
const tooMuch = ({ kind }: Draft) => `Less than that is left to ${kind}. Nothing was sent.`;
