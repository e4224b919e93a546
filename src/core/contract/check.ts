import { isObject } from './reading.ts';

/** Says what is wrong with which field, as `customValues[0].key`; the request itself has no name. Nothing is sent then. */
export type Refuse = (field: string, reason: string) => never;

/** Gives the value as it is sent, in objects and lists of its own, or refuses it. */
export type Check<Value> = (value: unknown, field: string, refuse: Refuse) => Value;

export const is =
  <Value>(isRight: (value: unknown) => value is Value, reason: string): Check<Value> =>
  (value, field, refuse) =>
    isRight(value) ? value : refuse(field, reason);

/** What the check takes and is right besides. */
export const must =
  <Value>(check: Check<Value>, isRight: (value: Value) => boolean, reason: string): Check<Value> =>
  (value, field, refuse) => {
    const checked = check(value, field, refuse);
    return isRight(checked) ? checked : refuse(field, reason);
  };

export const optional =
  <Value>(check: Check<Value>): Check<Value | undefined> =>
  (value, field, refuse) =>
    value === undefined ? undefined : check(value, field, refuse);

export const string = (reason = 'must be a text.') => is((value) => typeof value === 'string', reason);
export const flag = is((value) => typeof value === 'boolean', 'must be true or false.');
export const integer = (reason: string) =>
  is((value): value is number => Number.isSafeInteger(value), reason);

export const listOf =
  <Item>(check: Check<Item>): Check<Item[]> =>
  (value, field, refuse) =>
    Array.isArray(value)
      ? Array.from(value, (item, index) => check(item, `${field}[${index}]`, refuse))
      : refuse(field, 'must be a list.');

/** An object of these fields. Any other is taken for a typing mistake. */
export const fields =
  <Value extends object>(
    checks: { [Field in keyof Value]-?: Check<Value[Field]> },
    reason = 'must be an object.',
  ): Check<Value> =>
  (value, field, refuse) => {
    if (!isObject(value)) return refuse(field, reason);
    const at = (name: string) => (field ? `${field}.${name}` : name);
    const entries = Object.entries<Check<unknown>>(checks).map(
      ([name, check]) => [name, check(value[name], at(name), refuse)] as const,
    );
    for (const name in value) {
      if (!Object.hasOwn(checks, name)) {
        refuse(at(name), 'is not a field of this request: take it out or correct its name.');
      }
    }
    return Object.fromEntries(entries) as Value;
  };
