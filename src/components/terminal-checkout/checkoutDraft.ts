import type { CustomValue, TransactionRequest } from '../../core/wire/requests.ts';
import { isLocked } from '../field/fieldRule.ts';
import { customValue } from '../payment-link-form/linkContent.ts';
import type { CustomValueOption } from '../payment-link-form/linkFormValues.ts';
import type { CheckoutFields } from './checkoutFields.ts';

/** A payment as it is being entered. */
export interface CheckoutDraft {
  terminalId: string | null;
  amountCents: number | null;
  orderNumber: string;
  /** By key. */
  customValues: Readonly<Record<string, string>>;
  wantsReceipt: boolean;
  email: string;
  phone: string;
}

/** Before anybody typed: what the host filled in. */
export function startOfDraft({ amount, terminalId, ...fields }: CheckoutFields): CheckoutDraft {
  const given = fields.customValues?.value ?? [];
  return {
    terminalId: terminalId?.value ?? null,
    amountCents: amount?.value ?? null,
    orderNumber: fields.orderNumber?.value ?? '',
    customValues: Object.fromEntries(given.map(({ key, value }) => [key, value])),
    wantsReceipt: fields.receipt?.value ?? false,
    email: fields.email?.value ?? '',
    phone: fields.phone?.value ?? '',
  };
}

/** What is on the screen, and what the host put behind it: a locked field has the host's value, always the current one. */
export function lockedIn(entered: CheckoutDraft, fields: CheckoutFields): CheckoutDraft {
  const host = startOfDraft(fields);
  return {
    terminalId: isLocked(fields.terminalId) ? host.terminalId : entered.terminalId,
    amountCents: isLocked(fields.amount) ? host.amountCents : entered.amountCents,
    orderNumber: isLocked(fields.orderNumber) ? host.orderNumber : entered.orderNumber,
    customValues: isLocked(fields.customValues) ? host.customValues : entered.customValues,
    wantsReceipt: isLocked(fields.receipt) ? host.wantsReceipt : entered.wantsReceipt,
    email: isLocked(fields.email) ? host.email : entered.email,
    phone: isLocked(fields.phone) ? host.phone : entered.phone,
  };
}

/** Without what belongs to the person who paid, whoever filled it in. */
export function withoutPersonalData(draft: CheckoutDraft, fields: CheckoutFields): CheckoutDraft {
  const { wantsReceipt, customValues } = startOfDraft(fields);
  return { ...draft, wantsReceipt, customValues, email: '', phone: '' };
}

/** Only the terminal stays. */
export function nextDraft(draft: CheckoutDraft, fields: CheckoutFields): CheckoutDraft {
  return { ...withoutPersonalData(draft, fields), amountCents: null, orderNumber: '' };
}

export interface RequestSetup {
  /** What the wire counts. */
  amount: number;
  provider: string | undefined;
  customFields: readonly CustomValueOption[];
  /** Sent with every payment. */
  customValues: readonly CustomValue[] | undefined;
}

/** The request of a draft without problems. */
export function requestOf(
  draft: CheckoutDraft & { terminalId: string },
  { amount, provider, customFields, customValues = [] }: RequestSetup,
): TransactionRequest {
  const { terminalId, wantsReceipt } = draft;
  const entered = Object.entries(draft.customValues).filter(([, value]) => value.trim() !== '');
  const all = [
    ...customValues,
    ...entered.map(([key, value]) => customValue(customFields, key, value.trim())),
  ];
  return {
    terminalId,
    amount,
    provider,
    receipt: wantsReceipt,
    email: wantsReceipt ? trimmed(draft.email) : undefined,
    phone: wantsReceipt ? trimmed(draft.phone) : undefined,
    orderNumber: trimmed(draft.orderNumber),
    ...(all.length > 0 && { customValues: all }),
  };
}

function trimmed(text: string): string | undefined {
  return text.trim() || undefined;
}
