import type { Refusal } from '../../core/operations/startResult.ts';
import { type CheckoutField, checkoutFields, type CheckoutProblems } from './checkoutDraft.ts';
import type { TerminalCheckoutLabels } from './terminalCheckoutLabels.ts';

export type CheckoutErrors = Partial<Record<CheckoutField, string>>;

/** What to say at each field. The amount field finds its own words, except for what the core refused. */
export function checkoutErrors(
  problems: CheckoutProblems,
  refusal: Refusal | undefined,
  labels: TerminalCheckoutLabels,
): CheckoutErrors {
  const errors: CheckoutErrors = {};
  if (problems.terminalId) errors.terminalId = labels.terminalMissing;
  if (problems.email)
    errors.email = problems.email === 'missing' ? labels.receiptAddressMissing : labels.emailInvalid;
  if (problems.phone) errors.phone = labels.phoneInvalid;
  const field = refusedField(refusal);
  if (refusal && field) errors[field] ??= labels.refused({ message: refusal.message });
  return errors;
}

/** The field a refusal is about, where the form has it. */
export function refusedField(refusal: Refusal | undefined): CheckoutField | undefined {
  if (refusal?.code !== 'invalid-request') return undefined;
  return checkoutFields.find((field) => field === refusal.field);
}
