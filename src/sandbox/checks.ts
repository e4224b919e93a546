import type { FieldError } from './replies.ts';

/** What is wrong with one value, each with the field it is about. */
export type Check = (value: unknown, field: string) => FieldError[];

export interface FieldRule {
  check: Check;
  isRequired?: boolean | undefined;
}
export type FieldRules = Readonly<Record<string, FieldRule>>;

export const required = (check: Check): FieldRule => ({ check, isRequired: true });
export const optional = (check: Check): FieldRule => ({ check });

export const must =
  (isRight: (value: unknown) => boolean, message: string): Check =>
  (value, field) =>
    isRight(value) ? [] : [{ field, message }];

export const oneOf = (values: readonly string[], message: string): Check =>
  must((value) => typeof value === 'string' && values.includes(value), message);

export const string = must((value) => typeof value === 'string', 'must be a string.');
export const filledString = must(
  (value) => typeof value === 'string' && value.trim() !== '',
  'must be a string that is not empty.',
);
export const flag = must((value) => typeof value === 'boolean', 'must be true or false.');
export const cents = must(
  (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  'must be a whole number of cents, 1 or more.',
);

/** The fields of an object; one that has no rule is taken for a typing mistake. */
export const fields =
  (rules: FieldRules): Check =>
  (value, field) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return [{ field: field || 'body', message: 'must be an object.' }];
    }
    const given = new Map(Object.entries(value));
    const at = (name: string) => (field ? `${field}.${name}` : name);
    const known = Object.entries(rules).flatMap(([name, { check, isRequired }]) => {
      if (given.has(name)) return check(given.get(name), at(name));
      return isRequired ? [{ field: at(name), message: 'is required.' }] : [];
    });
    const unknown = [...given.keys()].filter((name) => !Object.hasOwn(rules, name));
    return [
      ...known,
      ...unknown.map((name) => ({ field: at(name), message: 'is not a field of this request.' })),
    ];
  };

export const listOf =
  (check: Check): Check =>
  (value, field) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => check(item, `${field}[${index}]`))
      : [{ field, message: 'must be a list.' }];

/** contract: custom values are `{ key, label?, value, valueLabel? }`, all strings. */
export const customValues = (key: Check): Check =>
  listOf(
    fields({
      key: required(key),
      label: optional(string),
      value: required(string),
      valueLabel: optional(string),
    }),
  );
