import { ConfigurationError } from '../../core/errors.ts';
import type { Refusal } from '../../core/operations/terminalOperation.ts';
import type { CustomValue } from '../../core/wire/paymentLink.ts';
import type { TransactionRequest } from '../../core/wire/requests.ts';
import type { TerminalCheckoutLabels } from '../../words/words.ts';
import { type FieldRule, isLocked, isRequired } from '../kit/fields.tsx';
import {
  customValue,
  type CustomValueOption,
  type GivenCustomValue,
} from '../payment-link-form/linkFormValues.ts';
import type { CheckoutOrder } from './useCheckoutOrder.ts';
import type { TerminalRules } from '../terminal-picker/useChosenTerminal.ts';

/**
 * The fields of `TerminalCheckout`. A field without a rule is shown, empty and optional. For the next customer, the
 * terminal stays, and custom values and receipt return to the host's values. Other fields become empty.
 */
export interface CheckoutFields {
  /** The id of the terminal. Always required. */
  terminalId?: FieldRule<string> | undefined;
  /** The amount (cents). Always required. */
  amount?: FieldRule<number> | undefined;
  orderNumber?: FieldRule<string> | undefined;
  receipt?: FieldRule<boolean> | undefined;
  /** The e-mail address for a receipt. Shown and sent only if a receipt is wanted. */
  email?: FieldRule<string> | undefined;
  /** The phone number, under the same condition. A receipt needs one of the two, not both. */
  phone?: FieldRule<string> | undefined;
  /** The values for the keys in `customFields`. Without `customFields`, a person is asked for no custom value. */
  customValues?: Omit<FieldRule<readonly GivenCustomValue[]>, 'required'> | undefined;
}

/** Which terminals can be chosen at the till, and their layout. */
export interface CheckoutTerminals extends TerminalRules {
  /** How the terminals are shown. `field`: as a combobox. Default `chips`. */
  layout?: 'chips' | 'field' | undefined;
}

export interface CheckoutDefaults {
  /** Which fields are hidden, read-only, required or prefilled. */
  fields?: CheckoutFields | undefined;
  defaultTerminalId?: string | null | undefined;
  /** Which terminals can be chosen here, which one belongs to this till, and their layout. */
  terminals?: CheckoutTerminals | undefined;
  /** The amount of the first payment (cents). */
  defaultAmountCents?: number | null | undefined;
  /** The host's order number; the field is then read-only. */
  orderNumber?: string | undefined;
  /**
   * The order that the payment is a part of, instead of `orderNumber`. The amount due is filled in, and a person may
   * split it. If the payment would exceed the order's total, a person is asked first.
   */
  order?: CheckoutOrder | undefined;
}

/** The rule of each field: the host's `fields`, merged with the host's other props, such as `orderNumber`. */
export function fieldsOf({ fields = {}, ...host }: CheckoutDefaults): CheckoutFields {
  const lock = host.terminals?.lock;
  const orderNumber = host.order?.number ?? host.orderNumber;
  return {
    ...fields,
    terminalId: {
      value: host.defaultTerminalId ?? undefined,
      ...fields.terminalId,
      ...(lock !== undefined && { value: lock, readOnly: true }),
    },
    amount: { value: host.defaultAmountCents ?? undefined, ...fields.amount },
    orderNumber:
      orderNumber === undefined
        ? fields.orderNumber
        : { ...fields.orderNumber, value: orderNumber, readOnly: true },
  };
}

/** Throws `configuration` for a hidden field without a value: no payment could ever be sent. */
export function checkCheckoutFields(fields: CheckoutFields): void {
  for (const name of ['terminalId', 'amount'] as const) {
    if (!fields[name]?.hidden || fields[name].value !== undefined) continue;
    throw new ConfigurationError(
      `fields.${name}`,
      `The field is hidden and has no value, so TerminalCheckout cannot send a payment. Set fields.${name}.value${name === 'amount' ? ', in cents' : ''}.`,
    );
  }
}

/** A payment as it is being entered. */
export interface CheckoutDraft {
  terminalId: string | null;
  amountCents: number | null;
  orderNumber: string;
  /** The entered texts, by key. */
  customValues: Readonly<Record<string, string>>;
  wantsReceipt: boolean;
  email: string;
  phone: string;
}

/** The draft with the host's values. */
export function initialDraft({ amount, terminalId, ...fields }: CheckoutFields): CheckoutDraft {
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

/** The draft to send: what the person entered and, for locked fields, the host's current values. */
export function withLockedFields(entered: CheckoutDraft, fields: CheckoutFields): CheckoutDraft {
  const host = initialDraft(fields);
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

export function withoutPersonalData(draft: CheckoutDraft, fields: CheckoutFields): CheckoutDraft {
  const { wantsReceipt, customValues } = initialDraft(fields);
  return { ...draft, wantsReceipt, customValues, email: '', phone: '' };
}

/** The draft for the next customer. Only the terminal stays; custom values and receipt get the host's values. */
export function nextDraft(draft: CheckoutDraft, fields: CheckoutFields): CheckoutDraft {
  return { ...withoutPersonalData(draft, fields), amountCents: null, orderNumber: '' };
}

export interface SentSale {
  draft: CheckoutDraft;
  request: TransactionRequest;
  /** The payment as one text: its kind, terminal, amount and currency. */
  intent: string;
}

interface RequestSetup {
  /** The amount in the service's unit, which need not be cents. */
  amount: number;
  provider: string | undefined;
  customFields: readonly CustomValueOption[];
  /** Custom values that are sent with every payment. */
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
    email: (wantsReceipt && draft.email.trim()) || undefined,
    phone: (wantsReceipt && draft.phone.trim()) || undefined,
    orderNumber: draft.orderNumber.trim() || undefined,
    ...(all.length > 0 && { customValues: all }),
  };
}

/** `no-address`: a receipt needs an e-mail address or a phone number. `not-loaded`: the provider is not known yet. */
type CheckoutProblem = 'missing' | 'invalid' | 'no-address' | 'not-loaded';

/** The problem of each field, in the order of the form. A custom value is named `customValues.` and its key. */
export type CheckoutProblems = Readonly<Record<string, CheckoutProblem>>;

export const customField = (key: string) => `customValues.${key}`;

/** What prevents a draft from being sent. If the typed text is not an amount, `amountCents` is null. */
export function checkoutProblems(
  draft: CheckoutDraft,
  fields: CheckoutFields,
  customFields: readonly CustomValueOption[],
  isAmountExact: boolean,
): CheckoutProblems {
  const problems: Record<string, CheckoutProblem> = {};
  if (draft.terminalId === null) problems['terminalId'] = 'missing';
  if (draft.amountCents === null) problems['amount'] = 'missing';
  else if (!isAmountExact) problems['amount'] = 'invalid';
  if (isRequired(fields.orderNumber) && draft.orderNumber.trim() === '') problems['orderNumber'] = 'missing';
  if (!isLocked(fields.customValues)) {
    for (const { key, required } of customFields)
      if (required && !draft.customValues[key]?.trim()) problems[customField(key)] = 'missing';
  }
  if (isRequired(fields.receipt) && !draft.wantsReceipt) problems['receipt'] = 'missing';
  if (draft.wantsReceipt) Object.assign(problems, receiptProblems(draft, fields));
  return problems;
}

const addressChecks = {
  email: (text: string) => /^[^\s@]+@[^\s@]+$/.test(text),
  /** Digits of any script, and the characters that people write between them. */
  phone: (text: string) => /^[+\p{Nd}\s().\-/]+$/u.test(text) && (text.match(/\p{Nd}/gu)?.length ?? 0) >= 5,
};
const addresses = ['email', 'phone'] as const;

function receiptProblems(draft: CheckoutDraft, fields: CheckoutFields): CheckoutProblems {
  const problems: Record<string, CheckoutProblem> = {};
  // A locked field is not checked, because a person could not correct it.
  const open = addresses.filter((name) => !isLocked(fields[name]));
  const isNowhere = addresses.every((name) => draft[name].trim() === '');
  for (const name of open) {
    const address = draft[name].trim();
    if (address !== '' && !addressChecks[name](address)) problems[name] = 'invalid';
    if (address === '' && isRequired(fields[name])) problems[name] = 'missing';
  }
  const [first] = open;
  if (isNowhere && first && Object.keys(problems).length === 0) problems[first] = 'no-address';
  return problems;
}

export type CheckoutErrors = Readonly<Record<string, string | undefined>>;

/** The error sentence of each field. For the amount only after a refusal: `AmountField` itself checks the text. */
export function checkoutErrors(
  problems: CheckoutProblems,
  refused: string | undefined,
  labels: TerminalCheckoutLabels,
): CheckoutErrors {
  const errors = Object.entries(problems)
    .filter(([field]) => field !== 'amount')
    .map(([field, problem]) => [field, sentenceOf(field, problem, labels)] as const);
  return { ...(refused && { [refused]: labels.refusedField }), ...Object.fromEntries(errors) };
}

function sentenceOf(field: string, problem: CheckoutProblem, labels: TerminalCheckoutLabels): string {
  if (problem === 'no-address') return labels.receiptAddressMissing;
  if (problem === 'invalid') return field === 'email' ? labels.emailInvalid : labels.phoneInvalid;
  switch (field) {
    case 'terminalId':
      return problem === 'not-loaded' ? labels.terminalNotLoaded : labels.terminalMissing;
    case 'orderNumber':
      return labels.orderNumberMissing;
    case 'receipt':
      return labels.receiptMissing;
    case 'email':
      return labels.emailMissing;
    case 'phone':
      return labels.phoneMissing;
    default:
      return labels.customValueMissing;
  }
}

const refusable = ['terminalId', 'amount', 'orderNumber', 'email', 'phone'] as const;

/** The field that a refusal names, if the form shows it. */
export function refusedField(refusal: Refusal | undefined, fields: CheckoutFields): string | undefined {
  if (refusal?.code !== 'invalid-request') return undefined;
  return refusable.find((field) => field === refusal.field && !fields[field]?.hidden);
}

/** When a payment must be confirmed before it is sent. */
export interface CheckoutConfirm {
  /** `auto`: asks if the amount is above `confirmAboveCents`, or at least ten times the usual one. Default `auto`. */
  confirm?: 'auto' | 'always' | 'never' | undefined;
  /** With `auto`, each amount above this (cents) must be confirmed, and an unusual one below it too. Default: no limit. */
  confirmAboveCents?: number | undefined;
}

// If fewer recent sales are known, no amount counts as unusual.
const minSales = 5;

/** Whether the amount is at least ten times the median of recent sales, as if a decimal separator was left out. */
export function isUnusual(cents: number, soldCents: readonly number[]): boolean {
  const usual = soldCents.toSorted((a, b) => a - b)[Math.floor((soldCents.length - 1) / 2)];
  return usual !== undefined && soldCents.length >= minSales && cents >= 10 * usual;
}

export function needsConfirm(
  cents: number,
  { confirm = 'auto', confirmAboveCents = Infinity }: CheckoutConfirm,
  soldCents: readonly number[] = [],
): boolean {
  switch (confirm) {
    case 'always':
      return true;
    case 'never':
      return false;
    case 'auto':
      return cents > confirmAboveCents || isUnusual(cents, soldCents);
  }
}
