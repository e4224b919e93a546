import { type Check, fields, listOf, must, optional, string } from './check.ts';

/** A custom value of a transaction or a payment link (contract: chosen, as seen in use). */
export interface CustomValue {
  key: string;
  label?: string | undefined;
  value: string;
  valueLabel?: string | undefined;
}

const checkCustomValue: Check<CustomValue> = fields(
  {
    key: must(string(), (key) => key !== '', 'must not be empty.'),
    label: optional(string()),
    value: string(),
    valueLabel: optional(string()),
  },
  'must be an object { key, value }.',
);

export const checkCustomValues = listOf(checkCustomValue);
