import { isLocked } from '../field/fieldRule.ts';
import type { CustomRow, LinkFormValues, LinkSetup } from './linkFormValues.ts';

/** The name of a control, as react-hook-form knows it. */
export type LinkFormPath =
  | 'amountCents'
  | 'taxCents'
  | 'taxIds'
  | 'showBilling'
  | 'showShipping'
  | 'applyDiscount'
  | 'files'
  | `${'keys' | 'values'}.${string}`;

/** The control that stands for a part of the content, as `customValues`, 0, `key`; undefined where none is on the screen. */
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
      return fields.taxes?.readOnly ? undefined : 'taxIds'; // a list that cannot be changed has no place for it
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
  if (index === undefined) return 'values.root'; // where react-hook-form puts what is wrong with a whole group
  const row = rows[Number(index)];
  if (!row) return undefined;
  // A key from the catalogue is no input: its row's value stands for it.
  return `${part === 'value' || row.key !== undefined ? 'values' : 'keys'}.${row.id}`;
}
