import { ConfigurationError } from '../errors.ts';
import type { MoneyOperation } from '../wire/routes.ts';
import { guardOrderPart, orderPartOfPress, type PaidAndPending } from './orders.ts';
import { alreadyStartedRefusal, repeatsOperationBeingSent, terminalBusyRefusal } from './refusals.ts';
import {
  byStartTime,
  blocksStart,
  isCarriedOut,
  isFailedOrRejected,
  isOpen,
  isProvenRefusal,
  isUnseen,
  isUnknownOrEndedWithoutProof,
  type Refusal,
  type TerminalOperation,
} from './terminalOperation.ts';
import { allowedOperations, isFollowUpKind } from './allowedOperations.ts';
import {
  mayBeSameCurrency,
  transactionUpdatedByOperations,
  saleAndOperationsOfTransaction,
  type Transaction,
  transactionFromOperations,
} from './transactions.ts';

/** How long the same amount needs a confirmation after an earlier operation (ms). */
export interface DuplicateGuardOptions {
  /**
   * How long (ms) the same amount needs a confirmation after an operation that may have charged: one that is `unknown`,
   * `resolved`, or `rejected` by a status 400, 422 or 429 that proves nothing. Default 5 min.
   */
  doubtMs?: number | undefined;
  /**
   * How long the same amount needs a confirmation after a `complete` or `partial` operation, if the order number is the
   * same or that operation is on the screen (ms). Default 60 s.
   */
  sameOrderMs?: number | undefined;
}

/** Throws `configuration` for a time that is negative or no number: with it the guard would never ask. */
export function checkDuplicateGuardOptions(
  guard: DuplicateGuardOptions | false = {},
): DuplicateGuardOptions | false {
  for (const [name, ms] of Object.entries(guard)) {
    if (ms === undefined || ms >= 0) continue;
    const field = `duplicateGuard.${name}`;
    throw new ConfigurationError(field, `${field} must be a number of milliseconds from 0 on.`);
  }
  return guard;
}

export interface OperationDraft {
  kind: MoneyOperation;
  terminalId: string;
  provider?: string | undefined;
  currency?: string | undefined;
  amountCents?: number | undefined;
  orderNumber?: string | undefined;
  /** The total of the order (cents). To take more than the total, a person must confirm. */
  orderTotalCents?: number | undefined;
  pnRefNum?: string | undefined;
  /** Id of the operation on the screen. Soon after its approval, the same amount without a total needs a confirmation. */
  repeats?: string | undefined;
}

/**
 * The latest operation of the same kind and amount that the draft may repeat by mistake: one whose outcome is in doubt,
 * one that paid the same order or is still shown, or one whose ending at this terminal is not acknowledged.
 */
export function findProbableDuplicate(
  operations: readonly TerminalOperation[],
  draft: OperationDraft,
  now: number,
  { doubtMs = 300_000, sameOrderMs = 60_000 }: DuplicateGuardOptions = {},
  isSameFlow: (earlier: TerminalOperation) => boolean = () => false,
): TerminalOperation | undefined {
  const { pnRefNum, provider } = draft;
  const related =
    pnRefNum === undefined
      ? operations
      : saleAndOperationsOfTransaction({ pnRefNum, provider }, operations).own;
  return related
    .filter((earlier) => isSameKindAndAmount(earlier, draft))
    .filter((earlier) => {
      const age = now - (earlier.endedAt ?? earlier.unknownAt ?? earlier.createdAt);
      if (needsConfirmationWhileUnseen(draft.terminalId, earlier, isSameFlow)) return true;
      // While an operation of the order is open (at any terminal), it is unknown whether the order is paid.
      if (isOpen(earlier) && isSameOrder(earlier, draft)) return true;
      if (isUnknownOrEndedWithoutProof(earlier)) return age < doubtMs;
      // With a total, equal parts of an order need no confirmation here: the total limits what is taken.
      const isRepeated =
        draft.orderTotalCents === undefined && (earlier.id === draft.repeats || isSameOrder(earlier, draft));
      const isApproved = earlier.phase === 'complete' || earlier.phase === 'partial';
      return isApproved && isRepeated && age < sameOrderMs;
    })
    .toSorted(byStartTime)
    .at(-1);
}

export const isSameKindAndAmount = (earlier: TerminalOperation, draft: OperationDraft): boolean =>
  earlier.kind === draft.kind &&
  earlier.amountCents === draft.amountCents &&
  mayBeSameCurrency(earlier.currency, draft.currency);

/**
 * Whether an operation at this terminal has an unacknowledged ending, so that the same amount needs a confirmation.
 * Exceptions: an operation whose refusal is proven, and a failed or rejected operation of the same flow.
 */
export function needsConfirmationWhileUnseen(
  terminalId: string,
  ended: TerminalOperation,
  isSameFlow: (earlier: TerminalOperation) => boolean,
): boolean {
  const isExcepted = isFailedOrRejected(ended) && (isProvenRefusal(ended) || isSameFlow(ended));
  return isUnseen(ended) && ended.terminalId === terminalId && !isExcepted;
}

/** The value that `confirmed` must repeat. It is valid for this draft only, and until `earlier` changes its phase. */
export function confirmationToken(draft: OperationDraft, earlier: TerminalOperation): string {
  const { kind, terminalId, amountCents, orderNumber } = draft;
  // A header cannot hold half of a surrogate pair, which an order number may end in if a host cut it.
  return [earlier.id, earlier.phase, kind, terminalId, amountCents, orderNumber]
    .join('|')
    .replaceAll(/\p{Cs}/gu, '\u{fffd}');
}

function isSameOrder(earlier: TerminalOperation, draft: OperationDraft): boolean {
  return (
    draft.orderNumber !== undefined && draft.orderNumber !== '' && draft.orderNumber === earlier.orderNumber
  );
}

/** Why a follow-up may not start, judged by the earlier operations on its transaction. */
export function guardFollowUp(
  draft: OperationDraft,
  operations: readonly TerminalOperation[],
  given: Transaction | undefined,
): Refusal | undefined {
  const { kind, pnRefNum, amountCents } = draft;
  if (pnRefNum === undefined || !isFollowUpKind(kind)) return undefined;
  const provider = given?.provider ?? draft.provider;
  const { first, own, others, isReplaced } = saleAndOperationsOfTransaction(
    { pnRefNum, provider, operations: given?.operations },
    operations,
  );
  const made = first && transactionFromOperations(first, own);
  const transaction = given ? transactionUpdatedByOperations({ ...given, provider }, operations) : made;
  if (transaction && amountCents !== undefined && !mayBeSameCurrency(transaction.currency, draft.currency)) {
    const message = `The payment of this reference is in ${transaction.currency}. Nothing was sent.`;
    return notAllowed(message, { field: 'currency' });
  }
  if (isReplaced) return notAllowed('A later payment has this reference. Nothing was sent.');
  const following = [...own, ...others].toSorted(byStartTime);
  const open = following.findLast(isOpen);
  if (open) {
    const message = 'Another operation on this transaction is open or not known yet. Nothing was sent.';
    return notAllowed(message, { operationId: open.id });
  }
  const done = following.findLast((operation) => operation.kind === 'void' && isCarriedOut(operation));
  if (done) return notAllowed('This transaction was voided. Nothing was sent.', { operationId: done.id });

  if (!transaction) return undefined;
  const rule = allowedOperations(transaction).find(({ operation }) => operation === kind);
  if (!rule?.allowed)
    return notAllowed(`A ${kind} is not possible here (${rule?.reason ?? 'unknown'}). Nothing was sent.`);
  if (rule.maxCents !== undefined && amountCents !== undefined && amountCents > rule.maxCents) {
    const message = `At most ${rule.maxCents} cents are left to ${kind}. Nothing was sent.`;
    return notAllowed(message, { field: 'amount' });
  }
  return undefined;
}

function notAllowed(message: string, about?: Pick<Refusal, 'field' | 'operationId'>): Refusal {
  return { code: 'not-allowed', message, ...about };
}

interface GuardContext {
  operations: readonly TerminalOperation[];
  now: number;
  duplicateGuard: DuplicateGuardOptions | false;
  flowKey: string;
  /** Whether this page started the operation or shows it as its own. */
  isOwn: (id: string) => boolean;
  confirmed?: string | undefined;
  transaction?: Transaction | undefined;
  /** What was taken of the draft's order. */
  taken?: PaidAndPending | undefined;
}

/** Why a draft may not start, judged by `context`. Without a gateway, a page judges before and while it takes the terminal. */
export function guardStart(draft: OperationDraft, context: GuardContext): Refusal | undefined {
  const holder = context.operations
    .filter((operation) => blocksStart(operation, draft, context.now))
    .toSorted(byStartTime)
    .at(-1);
  if (holder) {
    const isSame = context.isOwn(holder.id) && repeatsOperationBeingSent(holder, draft, context.flowKey);
    return isSame ? alreadyStartedRefusal(holder) : terminalBusyRefusal(holder);
  }

  const refusal = guardFollowUp(draft, context.operations, context.transaction);
  if (refusal) return refusal;

  const part = orderPartOfPress(draft);
  const order = part && context.taken && guardOrderPart(part, context.taken);
  if (order?.code === 'not-allowed') return order;
  const question = asOneQuestion(duplicateQuestion(draft, context), order);
  return question?.confirmation === context.confirmed ? undefined : question;
}

function duplicateQuestion(draft: OperationDraft, context: GuardContext): Refusal | undefined {
  if (context.duplicateGuard === false || draft.amountCents === undefined) return undefined;
  const earlier = findProbableDuplicate(
    context.operations,
    draft,
    context.now,
    context.duplicateGuard,
    ({ id, flowKey }) => flowKey === context.flowKey && context.isOwn(id),
  );
  return earlier && questionAboutDuplicate(earlier, draft);
}

/** The question whether to take an amount that an earlier operation may have taken. */
export const questionAboutDuplicate = (earlier: TerminalOperation, draft: OperationDraft): Refusal => ({
  code: 'needs-confirmation',
  message:
    'The same amount was sent a short while ago. Check that the customer is not charged twice, then confirm.',
  operationId: earlier.id,
  confirmation: confirmationToken(draft, earlier),
});

/** Joins the questions about a duplicate and about the order's total, so that a person confirms once. */
function asOneQuestion(duplicate: Refusal | undefined, order: Refusal | undefined): Refusal | undefined {
  if (!duplicate || !order) return duplicate ?? order;
  const confirmation = `${duplicate.confirmation} ${order.confirmation}`;
  return { ...duplicate, ...order, message: `${duplicate.message} ${order.message}`, confirmation };
}
