import {
  cents,
  type Check,
  customValues,
  fields,
  filledString,
  flag,
  listOf,
  oneOf,
  optional,
  required,
} from './checks.ts';
import { taxes } from './taxes.ts';
import type { World } from './world.ts';

/** The body of create payment link. contract: only taxes, showBilling, showShipping and attachments are called optional. */
export function linkRequestCheck(world: World): Check {
  const { linkAmountUnit, customValueKeys } = world.settings;
  const configuredKey = oneOf(customValueKeys, 'is not a key configured for payment links.');
  return fields({
    amount: required(linkAmountUnit === 'minor' ? cents : majorAmount),
    taxes: optional(taxAmountOrIds(linkAmountUnit)),
    showBilling: optional(flag),
    showShipping: optional(flag),
    customValues: required(customValues(configuredKey)),
    attachments: optional(listOf(handedOut(world))),
    applyDiscount: required(flag),
    clientId: optional(filledString),
  });
}

const isMajor = (value: unknown) =>
  typeof value === 'number' && value >= 0 && centsOfMajor(value) / 100 === value;

export const centsOfMajor = (amount: number): number => Math.round(amount * 100);

const majorAmount: Check = (value, field) =>
  isMajor(value) && Number(value) > 0
    ? []
    : [{ field, message: 'must be a number above 0 with at most two decimals.' }];

const taxAmountOrIds =
  (unit: 'minor' | 'major'): Check =>
  (value, field) => {
    if (Array.isArray(value))
      return listOf(
        oneOf(
          taxes.map(({ id }) => id),
          'is not a tax of this merchant.',
        ),
      )(value, field);
    const isAmount = unit === 'minor' ? Number.isSafeInteger(value) && Number(value) >= 0 : isMajor(value);
    return isAmount ? [] : [{ field, message: 'must be an amount or a list of tax ids.' }];
  };

const handedOut =
  ({ attachments }: World): Check =>
  (value, field) => {
    const path: unknown =
      typeof value === 'object' && value !== null && 'path' in value ? value.path : undefined;
    return typeof path === 'string' && attachments.handedOut.has(path)
      ? []
      : [{ field, message: 'is not an attachment that the upload handed out.' }];
  };
