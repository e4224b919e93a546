import type { TransactionRequest } from '../../core/contract/transactionRequest.ts';

/** A sale as it is being entered. */
export interface CheckoutDraft {
  terminalId: string | null;
  amountCents: number | null;
  wantsReceipt: boolean;
  email: string;
  phone: string;
  orderNumber: string;
}

export const checkoutFields = ['terminalId', 'amount', 'orderNumber', 'email', 'phone'] as const;
export type CheckoutField = (typeof checkoutFields)[number];
export type CheckoutProblem = 'missing' | 'invalid';
export type CheckoutProblems = Partial<Record<CheckoutField, CheckoutProblem>>;

/** What keeps a draft from being sent. An amount that is no number of cents is null here. */
export function checkoutProblems(draft: CheckoutDraft): CheckoutProblems {
  const email = draft.email.trim();
  const phone = draft.phone.trim();
  const problems: CheckoutProblems = {};
  if (draft.terminalId === null) problems.terminalId = 'missing';
  if (draft.amountCents === null) problems.amount = 'missing';
  if (!draft.wantsReceipt) return problems;
  if (email === '' && phone === '') problems.email = 'missing';
  if (email !== '' && !/^[^\s@]+@[^\s@]+$/.test(email)) problems.email = 'invalid';
  if (phone !== '' && !isPhone(phone)) problems.phone = 'invalid';
  return problems;
}

/** Digits of any script, and what people write between them. */
function isPhone(text: string): boolean {
  return /^[+\p{Nd}\s().\-/]+$/u.test(text) && (text.match(/\p{Nd}/gu)?.length ?? 0) >= 5;
}

/** The request of a draft without problems; `amount` is the wire's. */
export function requestOf(
  draft: CheckoutDraft & { terminalId: string },
  amount: number,
  more: Pick<TransactionRequest, 'provider' | 'customValues'>,
): TransactionRequest {
  const { terminalId, wantsReceipt } = draft;
  return {
    ...more,
    terminalId,
    amount,
    receipt: wantsReceipt,
    email: wantsReceipt ? trimmed(draft.email) : undefined,
    phone: wantsReceipt ? trimmed(draft.phone) : undefined,
    orderNumber: trimmed(draft.orderNumber),
  };
}

function trimmed(text: string): string | undefined {
  return text.trim() || undefined;
}

/** Without what belongs to the person who paid. */
export function withoutPersonalData(draft: CheckoutDraft): CheckoutDraft {
  return { ...draft, wantsReceipt: false, email: '', phone: '' };
}
