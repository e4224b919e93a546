import * as z from 'zod/mini';
import { type LinkDiscount, type LinkTax, percentOfCents } from '../../core/links/linkTotals.ts';
import { uploadedAttachments, isUploadPending, type UploadFile } from '../../core/uploads/uploadQueue.ts';
import type { Attachment, CreatePaymentLinkRequest, CustomValue } from '../../core/wire/paymentLink.ts';
import type { PaymentLinkFormLabels } from '../../words/words.ts';
import { type FieldRule, isLocked, isRequired } from '../kit/fields.tsx';
import { invisible } from '../kit/shownText.ts';

export type LinkFieldRule<Value> = FieldRule<Value>;

/** A custom value with its key. The label of the key comes from `customFields`. */
export interface GivenCustomValue {
  key: string;
  value: string;
}

/** The fields of `PaymentLinkForm`. A field without a rule is shown, empty and optional. */
export interface PaymentLinkFields {
  /** The amount (cents). Always required. */
  amount?: LinkFieldRule<number> | undefined;
  /** The taxes: one amount (cents), or the ids of the merchant's taxes. */
  taxes?:
    | (LinkFieldRule<number | readonly string[]> & {
        /** How taxes are entered; default `list` if there are taxes to choose from, else `amount`. */
        by?: 'amount' | 'list' | 'either' | undefined;
      })
    | undefined;
  showBilling?: LinkFieldRule<boolean> | undefined;
  showShipping?: LinkFieldRule<boolean> | undefined;
  applyDiscount?: LinkFieldRule<boolean> | undefined;
  customValues?:
    | (LinkFieldRule<readonly GivenCustomValue[]> & {
        /**
         * Whether a person may type keys that are not in `customFields`. Default false: the service refuses keys that
         * are not configured.
         */
        freeKeys?: boolean | undefined;
      })
    | undefined;
  /** File objects of earlier uploads. More can be added unless the field is read-only. */
  attachments?: LinkFieldRule<readonly Attachment[]> | undefined;
}

export const linkFlags = ['showBilling', 'showShipping', 'applyDiscount'] as const;
export type LinkFlagName = (typeof linkFlags)[number];

const eachFlag = <Value>(of: (name: LinkFlagName) => Value) =>
  Object.fromEntries(linkFlags.map((name) => [name, of(name)])) as Record<LinkFlagName, Value>;

/** A key of custom values from the merchant's set-up. If it is required, its row is there from the start. */
export interface CustomValueOption {
  key: string;
  label: string;
  required?: boolean | undefined;
  /** What kind of value a person enters. Default `text`. */
  type?: 'text' | 'number' | 'date' | 'choice' | undefined;
  /** For `choice`: the values that can be sent, with their labels. */
  choices?: readonly { value: string; label: string }[] | undefined;
}

/** The host's settings of the form. */
export interface LinkSetup {
  customFields: readonly CustomValueOption[];
  taxes: readonly LinkTax[];
  discount: LinkDiscount | undefined;
  fields: PaymentLinkFields;
  labels: PaymentLinkFormLabels;
}

/** A row of the custom values. The form stores the row's texts by `id`, so moving a row changes no text. */
export interface CustomRow {
  id: string;
  /** The configured key; undefined if the person types a key. */
  key?: string | undefined;
}

/** The entered values. An amount is null if its field is empty, and NaN if its text is not an amount. */
export interface LinkFormValues extends Record<LinkFlagName, boolean> {
  amountCents: number | null;
  taxesBy: 'amount' | 'list';
  taxCents: number | null;
  taxIds: string[];
  /** The typed keys, by row id. */
  keys: Record<string, string>;
  values: Record<string, string>;
  /** Always null, because the upload queue has the files. The name exists only to show an error at the files. */
  files: null;
}

export interface InitialLinkForm {
  values: LinkFormValues;
  rows: readonly CustomRow[];
}

/** The merchant's taxes, and a tax for each prefilled id that is not among them. */
export function knownTaxes(
  taxes: readonly LinkTax[],
  { taxes: rule }: PaymentLinkFields,
): readonly LinkTax[] {
  const given = typeof rule?.value === 'object' ? rule.value : [];
  const unlisted = given.filter((id) => !taxes.some((tax) => tax.id === id));
  return [...taxes, ...unlisted.map((id) => ({ id, label: id }))];
}

export function initialTaxesBy({ taxes, fields }: Pick<LinkSetup, 'taxes' | 'fields'>): 'amount' | 'list' {
  const { value, by } = fields.taxes ?? {};
  if (typeof value === 'object' && value.length > 0) return 'list';
  return typeof value === 'number' || taxes.length === 0 || by === 'amount' ? 'amount' : 'list';
}

/** The initial form: the host's values and the required rows. */
export function initialLinkForm({ customFields, taxes, fields }: LinkSetup): InitialLinkForm {
  const given = fields.taxes?.value;
  const rows = firstRows(customFields, fields).map((row, index) => ({ ...row, id: `r${index + 1}` }));
  return {
    rows: rows.map(({ id, key }) => ({ id, key })),
    values: {
      amountCents: fields.amount?.value ?? null,
      taxesBy: initialTaxesBy({ taxes, fields }),
      taxCents: typeof given === 'number' ? given : null,
      taxIds: typeof given === 'object' ? [...given] : [],
      ...eachFlag((name) => fields[name]?.value ?? false),
      keys: {},
      values: Object.fromEntries(rows.map(({ id, value }) => [id, value])),
      files: null,
    },
  };
}

function firstRows(customFields: readonly CustomValueOption[], { customValues: rule }: PaymentLinkFields) {
  if (isLocked(rule)) return [];
  const given = rule?.value ?? [];
  const missing = customFields.filter(
    ({ key, required }) => required && !given.some((other) => other.key === key),
  );
  return [...missing.map(({ key }) => ({ key, value: '' })), ...given];
}

/** What the form checks and sends: what the person entered and, in locked fields, the host's values. */
export interface LinkContent extends Record<LinkFlagName, boolean | undefined> {
  amountCents: number | null;
  /** The amount of the tax (cents), or the ids of taxes. */
  taxes: number | string[] | undefined;
  customValues: CustomValue[];
  attachments: Attachment[];
  uploading: number;
  failed: number;
}

export function contentOf(
  values: LinkFormValues,
  rows: readonly CustomRow[],
  setup: Pick<LinkSetup, 'customFields' | 'taxes' | 'fields'>,
  queued: readonly UploadFile[] = [],
): LinkContent {
  const { customFields, fields } = setup;
  const given = fields.attachments?.value ?? [];
  const files = isLocked(fields.attachments) ? [] : queued;
  return {
    amountCents: (isLocked(fields.amount) ? fields.amount?.value : values.amountCents) ?? null,
    taxes: taxesOf(values, setup),
    ...eachFlag((name) => (isLocked(fields[name]) ? fields[name]?.value : values[name])),
    customValues: isLocked(fields.customValues)
      ? (fields.customValues?.value ?? []).map(({ key, value }) => customValue(customFields, key, value))
      : rows.map(({ id, key: own }) => {
          const key = own ?? values.keys[id]?.replace(invisible, '').trim() ?? '';
          const value = values.values[id] ?? '';
          const isChoice = customFields.find((option) => option.key === key)?.type === 'choice';
          return customValue(customFields, key, isChoice ? value : value.replace(invisible, ''));
        }),
    attachments: [...given, ...uploadedAttachments(files)],
    uploading: files.filter(isUploadPending).length,
    failed: files.filter(({ status }) => status === 'failed').length,
  };
}

/** The taxes to send; undefined for none. A chosen tax that the host no longer lists is not sent. */
export function taxesOf(
  values: Pick<LinkFormValues, 'taxesBy' | 'taxCents' | 'taxIds'>,
  { fields: { taxes: rule }, taxes: known }: Pick<LinkSetup, 'fields' | 'taxes'>,
): number | string[] | undefined {
  const listed = known.map(({ id }) => id).filter((id) => values.taxIds.includes(id));
  const own = values.taxesBy === 'list' ? listed : (values.taxCents ?? undefined);
  const taxes = isLocked(rule) ? rule?.value : own;
  if (typeof taxes !== 'object') return taxes;
  return taxes.length > 0 ? [...taxes] : undefined;
}

/** A custom value as it is sent, with the label of its key and, for a choice, the label of the value. */
export function customValue(
  customFields: readonly CustomValueOption[],
  key: string,
  value: string,
): CustomValue {
  const option = customFields.find((other) => other.key === key);
  const choice = option?.choices?.find((other) => other.value === value);
  return { key, label: option?.label, value, ...(choice && { valueLabel: choice.label }) };
}

/** The request body. Its amounts are in the service's unit, which need not be cents. */
export function linkRequest(
  content: LinkContent,
  { amount, taxAmount }: { amount: number; taxAmount: number | undefined },
): CreatePaymentLinkRequest {
  const { taxes, showBilling, showShipping, applyDiscount, customValues, attachments } = content;
  return {
    amount,
    ...(taxes !== undefined && { taxes: typeof taxes === 'number' ? (taxAmount ?? taxes) : taxes }),
    ...(showBilling !== undefined && { showBilling }),
    ...(showShipping !== undefined && { showShipping }),
    applyDiscount: applyDiscount ?? false,
    customValues,
    ...(attachments.length > 0 && { attachments }),
  };
}

/** The name of a control in react-hook-form. */
export type LinkFormPath =
  'amountCents' | 'taxCents' | 'taxIds' | LinkFlagName | 'files' | `${'keys' | 'values'}.${string}`;

/** The control for a field of the request, by path, such as `customValues`, 0, `key`. Undefined if not on the screen. */
export function controlOf(
  [field, index, part]: readonly PropertyKey[],
  rows: readonly CustomRow[],
  { taxesBy }: Pick<LinkFormValues, 'taxesBy'>,
  { fields }: Pick<LinkSetup, 'fields'>,
): LinkFormPath | undefined {
  switch (field) {
    case 'amount':
    case 'amountCents':
      return fields.amount?.hidden ? undefined : 'amountCents';
    case 'taxes':
      if (fields.taxes?.hidden) return undefined;
      if (taxesBy === 'amount') return 'taxCents';
      return fields.taxes?.readOnly ? undefined : 'taxIds'; // a read-only list shows no errors
    case 'showBilling':
    case 'showShipping':
    case 'applyDiscount':
      return isLocked(fields[field]) ? undefined : field;
    case 'attachments':
    case 'uploading':
    case 'failed':
      return isLocked(fields.attachments) ? undefined : 'files';
    case 'customValues':
      return isLocked(fields.customValues) ? undefined : rowControl(rows, index, part);
    default:
      return undefined;
  }
}

function rowControl(
  rows: readonly CustomRow[],
  index: PropertyKey | undefined,
  part: PropertyKey | undefined,
): LinkFormPath | undefined {
  if (index === undefined) return 'values.root'; // react-hook-form stores the error of a whole group here
  const row = rows[Number(index)];
  if (!row) return undefined;
  // If the key comes from an option, it has no input, so its error is shown at the value.
  return `${part === 'value' || row.key !== undefined ? 'values' : 'keys'}.${row.id}`;
}

/** The rules that must hold before sending. The rule of the amount has no sentence: `AmountField` shows its own. */
export function linkRules({
  customFields,
  fields,
  labels,
}: Pick<LinkSetup, 'customFields' | 'fields' | 'labels'>): z.ZodMiniType<object> {
  return z.object({
    amountCents: z.nullable(z.int()).check(z.refine((cents) => cents !== null)),
    taxes: z
      .optional(z.union([z.int(), z.array(z.string())]))
      .check(z.refine((taxes) => taxes !== undefined || !isRequired(fields.taxes), labels.taxesMissing)),
    ...eachFlag((name) =>
      z
        .optional(z.boolean())
        .check(z.refine((value) => value || !isRequired(fields[name]), labels.flagMissing)),
    ),
    customValues: z.array(z.object({ key: z.string(), value: z.string() })).check(
      z.refine((rows) => rows.length > 0 || !isRequired(fields.customValues), labels.customValuesMissing),
      z.check(({ value: rows, issues }) => {
        if (isLocked(fields.customValues)) return;
        const seen = new Set<string>();
        rows.forEach(({ key, value }, index) => {
          const option = customFields.find((other) => other.key === key);
          const keyProblem = !key ? labels.keyMissing : seen.has(key) ? labels.keyRepeated : undefined;
          const valueProblem = problemOf(value, option, labels);
          seen.add(key);
          if (keyProblem) issues.push(issueAt([index, 'key'], keyProblem, key));
          if (valueProblem) issues.push(issueAt([index, 'value'], valueProblem, value));
        });
      }),
    ),
    attachments: z
      .array(z.unknown())
      .check(
        z.refine((list) => list.length > 0 || !isRequired(fields.attachments), labels.attachmentsMissing),
      ),
    uploading: z.int().check(z.refine((count) => count === 0, labels.stillUploading)),
    failed: z.int().check(z.refine((count) => count === 0, labels.notUploaded)),
  } satisfies Record<keyof LinkContent, z.ZodMiniType>);
}

const issueAt = (path: (string | number)[], message: string, input: unknown) => ({
  code: 'custom' as const,
  path,
  message,
  input,
});

function problemOf(
  value: string,
  { type = 'text', choices = [] }: Partial<CustomValueOption> = {},
  labels: LinkSetup['labels'],
): string | undefined {
  if (value.trim() === '') return type === 'choice' ? labels.choiceMissing : labels.valueMissing;
  if (type === 'number' && !/^-?\d+(\.\d+)?$/.test(value.trim())) return labels.numberWanted;
  if (type === 'date' && Number.isNaN(Date.parse(value))) return labels.dateWanted;
  if (type === 'choice' && !choices.some((choice) => choice.value === value)) return labels.choiceMissing;
  return undefined;
}

/** A percentage in a locale: 8.875 is "8.875%". A text that is not a percentage is returned as it came. */
export function percentText(percent: number | string, locale: string): string {
  if (percentOfCents(0, percent) === undefined) return String(percent);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: 'percent',
    maximumFractionDigits: 6,
  }).format(Number(percent));
}
