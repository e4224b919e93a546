import type { Attachment } from '../../core/wire/requests.ts';
import type { LinkDiscount, LinkTax } from '../../core/links/linkTotals.ts';
import { isLocked } from '../field/fieldRule.ts';
import type { PaymentLinkFields } from './linkFields.ts';
import type { PaymentLinkFormLabels } from './paymentLinkFormLabels.ts';

/** A custom value that the merchant's set-up knows. A required one stands in the form from the start. */
export interface CustomValueOption {
  key: string;
  label: string;
  required?: boolean | undefined;
  /** Default `text`. */
  type?: 'text' | 'number' | 'date' | 'choice' | undefined;
  /** For `choice`: what is sent, and the words for it. */
  choices?: readonly { value: string; label: string }[] | undefined;
}

/** What the host gives the form. */
export interface LinkSetup {
  options: readonly CustomValueOption[];
  taxes: readonly LinkTax[];
  discount: LinkDiscount | undefined;
  fields: PaymentLinkFields;
  labels: PaymentLinkFormLabels;
}

/** A row of the custom values. What is typed in it stands in the form under its id, so that moving it changes nothing there. */
export interface CustomRow {
  id: string;
  /** Undefined where the person types the key too. */
  key?: string | undefined;
}

/** What the controls hold. An amount is null while it is empty, and not a number while its text is none. */
export interface LinkFormValues {
  amountCents: number | null;
  taxesBy: 'amount' | 'list';
  taxCents: number | null;
  taxIds: string[];
  showBilling: boolean;
  showShipping: boolean;
  applyDiscount: boolean;
  /** By row. */
  keys: Record<string, string>;
  values: Record<string, string>;
  files: { attachments: Attachment[]; uploading: number; failed: number };
}

export interface LinkFormStart {
  values: LinkFormValues;
  rows: CustomRow[];
}

/** The merchant's taxes, and those that the host filled in without telling of them. */
export function knownTaxes(
  taxes: readonly LinkTax[],
  { taxes: rule }: PaymentLinkFields,
): readonly LinkTax[] {
  const given = typeof rule?.value === 'object' ? rule.value : [];
  const untold = given.filter((id) => !taxes.some((tax) => tax.id === id));
  return untold.length === 0 ? taxes : [...taxes, ...untold.map((id) => ({ id, label: id }))];
}

/** How taxes are given before anybody chose. */
export function startOfTaxes({ taxes, fields }: Pick<LinkSetup, 'taxes' | 'fields'>): 'amount' | 'list' {
  const { value, by } = fields.taxes ?? {};
  if (typeof value === 'object' && value.length > 0) return 'list';
  return typeof value === 'number' || taxes.length === 0 || by === 'amount' ? 'amount' : 'list';
}

/** The form before anybody typed: empty, but for what the host filled in and the rows it requires. */
export function startOfLinkForm({ options, taxes, fields }: LinkSetup): LinkFormStart {
  const given = fields.taxes?.value;
  const rows = firstRows(options, fields).map((row, index) => ({ ...row, id: `r${index + 1}` }));
  return {
    rows: rows.map(({ id, key }) => ({ id, key })),
    values: {
      amountCents: fields.amount?.value ?? null,
      taxesBy: startOfTaxes({ taxes, fields }),
      taxCents: typeof given === 'number' ? given : null,
      taxIds: typeof given === 'object' ? [...given] : [],
      showBilling: fields.showBilling?.value ?? false,
      showShipping: fields.showShipping?.value ?? false,
      applyDiscount: fields.applyDiscount?.value ?? false,
      keys: {},
      values: Object.fromEntries(rows.map(({ id, value }) => [id, value])),
      files: { attachments: [], uploading: 0, failed: 0 },
    },
  };
}

function firstRows(options: readonly CustomValueOption[], { customValues: rule }: PaymentLinkFields) {
  if (isLocked(rule)) return [];
  const given = rule?.value ?? [];
  const missing = options.filter(
    ({ key, required }) => required && !given.some((other) => other.key === key),
  );
  return [...missing.map(({ key }) => ({ key, value: '' })), ...given];
}
