import type { FieldError } from './replies.ts';

/** Returns the errors of a value, each with its field. */
export type FindFieldErrors = (value: unknown, field: string) => FieldError[];

interface FieldRule {
  check: FindFieldErrors;
  isRequired?: boolean | undefined;
}
export type FieldRules = Readonly<Record<string, FieldRule>>;

export const required = (check: FindFieldErrors): FieldRule => ({ check, isRequired: true });
export const optional = (check: FindFieldErrors): FieldRule => ({ check });

export const checkThat =
  (isRight: (value: unknown) => boolean, message: string): FindFieldErrors =>
  (value, field) =>
    isRight(value) ? [] : [{ field, message }];

export const oneOf = (values: readonly string[], message: string): FindFieldErrors =>
  checkThat((value) => typeof value === 'string' && values.includes(value), message);

export const string = /*#__PURE__*/ checkThat((value) => typeof value === 'string', 'must be a string.');
export const nonEmptyString = /*#__PURE__*/ checkThat(
  (value) => typeof value === 'string' && value.trim() !== '',
  'must be a string that is not empty.',
);
export const boolean = /*#__PURE__*/ checkThat(
  (value) => typeof value === 'boolean',
  'must be true or false.',
);
export const positiveCents = /*#__PURE__*/ checkThat(
  (value) => Number.isSafeInteger(value) && Number(value) >= 1,
  'must be a whole number of cents, 1 or more.',
);

/** Checks an object. A field without a rule is an error, as it is probably a typing mistake. */
export const strictObjectOf =
  (rules: FieldRules): FindFieldErrors =>
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
  (check: FindFieldErrors): FindFieldErrors =>
  (value, field) =>
    Array.isArray(value)
      ? value.flatMap((item, index) => check(item, `${field}[${index}]`))
      : [{ field, message: 'must be a list.' }];

/** Checks a list of custom values: `{ key, label?, value, valueLabel? }`, all strings. */
export const customValues = (key: FindFieldErrors): FindFieldErrors =>
  listOf(
    strictObjectOf({
      key: required(key),
      label: optional(string),
      value: required(string),
      valueLabel: optional(string),
    }),
  );

export function stringField(body: unknown, name: string): string | undefined {
  const value = ownField(body, name);
  return typeof value === 'string' ? value : undefined;
}

export function numberField(body: unknown, name: string): number | undefined {
  const value = ownField(body, name);
  return typeof value === 'number' ? value : undefined;
}

export function listField(body: unknown, name: string): unknown[] {
  const value = ownField(body, name);
  return Array.isArray(value) ? value : [];
}

/** Reads a field of a body. Ignores inherited properties, because a client may name any field, even `__proto__`. */
export function ownField(body: unknown, name: string): unknown {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, name)) return undefined;
  return (body as Readonly<Record<string, unknown>>)[name];
}

const wholeNumber = (least: number, most: number, message: string): FindFieldErrors =>
  checkThat(
    (value) => /^\d{1,9}$/.test(String(value)) && Number(value) >= least && Number(value) <= most,
    message,
  );

const pageRules = ({ most }: PageSizes): FieldRules => ({
  page: optional(wholeNumber(1, Infinity, 'must be a whole number, 1 or more.')),
  limit: optional(wholeNumber(1, most, `must be a whole number from 1 to ${most}.`)),
});

/** How many items a page has: by default (`limit`) and at most (`most`). */
interface PageSizes {
  limit: number;
  most: number;
}

// 25 is the service's known default. The service's maximum is not known; docs/contract.md chooses 100.
export const contractDefaultAndMaxPageSize: PageSizes = { limit: 25, most: 100 };

export function listQueryErrors(
  query: Record<string, string>,
  sizes: PageSizes,
  others: FieldRules = {},
): FieldError[] {
  return strictObjectOf({ ...pageRules(sizes), ...others })(query, '');
}

export function paginate<Item>(all: readonly Item[], query: Record<string, string>, sizes: PageSizes) {
  const page = Number(query['page'] ?? 1);
  const limit = Number(query['limit'] ?? sizes.limit);
  return { items: all.slice((page - 1) * limit, page * limit), total: all.length, page, limit };
}
