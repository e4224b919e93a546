import type { Attachment, CreatePaymentLinkRequest, CustomValue } from '../../core/wire/requests.ts';
import { isLocked } from '../field/fieldRule.ts';
import type { LinkFlagName } from './linkFields.ts';
import type { CustomRow, CustomValueOption, LinkFormValues, LinkSetup } from './linkFormValues.ts';

/** What is on the screen, and what the host put behind it: exactly this is checked and sent. */
export interface LinkContent extends Record<LinkFlagName, boolean | undefined> {
  amountCents: number | null;
  /** Cents, or tax ids. */
  taxes: number | string[] | undefined;
  customValues: CustomValue[];
  attachments: Attachment[];
  uploading: number;
  failed: number;
}

export function contentOf(
  values: LinkFormValues,
  rows: readonly CustomRow[],
  { options, fields }: Pick<LinkSetup, 'options' | 'fields'>,
): LinkContent {
  const flag = (name: LinkFlagName) => (isLocked(fields[name]) ? fields[name]?.value : values[name]);
  const given = fields.attachments?.value ?? [];
  const { attachments, uploading, failed } = isLocked(fields.attachments)
    ? { attachments: [], uploading: 0, failed: 0 }
    : values.files;
  return {
    amountCents: (isLocked(fields.amount) ? fields.amount?.value : values.amountCents) ?? null,
    taxes: taxesOf(values, fields),
    showBilling: flag('showBilling'),
    showShipping: flag('showShipping'),
    applyDiscount: flag('applyDiscount'),
    customValues: isLocked(fields.customValues)
      ? (fields.customValues?.value ?? []).map(({ key, value }) => customValue(options, key, value))
      : rows.map(({ id, key }) =>
          customValue(options, key ?? values.keys[id]?.trim() ?? '', values.values[id] ?? ''),
        ),
    attachments: [...given, ...attachments],
    uploading,
    failed,
  };
}

/** The taxes as they are sent; undefined for none. */
export function taxesOf(
  values: Pick<LinkFormValues, 'taxesBy' | 'taxCents' | 'taxIds'>,
  { taxes: rule }: LinkSetup['fields'],
): number | string[] | undefined {
  const own = values.taxesBy === 'list' ? values.taxIds : (values.taxCents ?? undefined);
  const taxes = isLocked(rule) ? rule?.value : own;
  if (typeof taxes !== 'object') return taxes;
  return taxes.length > 0 ? [...taxes] : undefined;
}

/** As it is sent, with the words of the catalogue. */
export function customValue(options: readonly CustomValueOption[], key: string, value: string): CustomValue {
  const option = options.find((other) => other.key === key);
  const choice = option?.choices?.find((other) => other.value === value);
  return { key, label: option?.label, value, ...(choice && { valueLabel: choice.label }) };
}

/** The body; amounts are what the wire counts. */
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
