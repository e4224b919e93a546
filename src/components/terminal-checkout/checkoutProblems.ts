import { isLocked, isRequired } from '../field/fieldRule.ts';
import type { CustomValueOption } from '../payment-link-form/linkFormValues.ts';
import type { CheckoutDraft } from './checkoutDraft.ts';
import type { CheckoutFields } from './checkoutFields.ts';

/**
 * `no-address`: a receipt is wanted, and there is nowhere to send it to. `not-loaded`: the terminal's provider has to be
 * known first.
 */
export type CheckoutProblem = 'missing' | 'invalid' | 'no-address' | 'not-loaded';

/** By field, in the order of the form; a custom value's field is `customValues.` and its key. */
export type CheckoutProblems = Readonly<Record<string, CheckoutProblem>>;

export const customField = (key: string) => `customValues.${key}`;

/** What keeps a draft from being sent. An amount that is no number of cents is null here. */
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

const forms = { email: isEmail, phone: isPhone };
const addresses = ['email', 'phone'] as const;

function receiptProblems(draft: CheckoutDraft, fields: CheckoutFields): CheckoutProblems {
  const problems: Record<string, CheckoutProblem> = {};
  // Of a locked one nobody here could do anything.
  const open = addresses.filter((name) => !isLocked(fields[name]));
  const isNowhere = addresses.every((name) => draft[name].trim() === '');
  for (const name of open) {
    const address = draft[name].trim();
    if (address !== '' && !forms[name](address)) problems[name] = 'invalid';
    if (address === '' && isRequired(fields[name])) problems[name] = 'missing';
  }
  const [first] = open;
  if (isNowhere && first && Object.keys(problems).length === 0) problems[first] = 'no-address';
  return problems;
}

function isEmail(text: string): boolean {
  return /^[^\s@]+@[^\s@]+$/.test(text);
}

/** Digits of any script, and what people write between them. */
function isPhone(text: string): boolean {
  return /^[+\p{Nd}\s().\-/]+$/u.test(text) && (text.match(/\p{Nd}/gu)?.length ?? 0) >= 5;
}
