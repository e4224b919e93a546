import type { Refusal } from '../../core/operations/terminalOperation.ts';
import type { CheckoutFields } from './checkoutFields.ts';
import type { CheckoutProblem, CheckoutProblems } from './checkoutProblems.ts';
import type { TerminalCheckoutLabels } from './terminalCheckoutLabels.ts';

export type CheckoutErrors = Readonly<Record<string, string | undefined>>;

/** What to say at each field. The amount field finds its own words, except for what the core refused. */
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
  const isEmail = field === 'email';
  if (problem === 'no-address') return labels.receiptAddressMissing;
  if (problem === 'invalid') return isEmail ? labels.emailInvalid : labels.phoneInvalid;
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

/** The field a refusal is about, where the form shows it. */
export function refusedField(refusal: Refusal | undefined, fields: CheckoutFields): string | undefined {
  if (refusal?.code !== 'invalid-request') return undefined;
  return refusable.find((field) => field === refusal.field && !fields[field]?.hidden);
}
