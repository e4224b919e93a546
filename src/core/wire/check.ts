import { attempt, ContractError, InvalidInputError } from '../errors.ts';
import { fieldPath, isObject, type JsonObject } from './read.ts';

/** Throws, so that nothing is sent. `field`: the refused value's path, as `customValues[0].key`; '' is the whole request. */
export type RejectField = (field: string, reason: string) => never;

/** Returns the value to send, copied into new objects and lists, or rejects it. */
export type Check<Value> = (value: unknown, field: string, refuse: RejectField) => Value;

export const checkThat =
  <Value>(isRight: (value: unknown) => value is Value, reason: string): Check<Value> =>
  (value, field, refuse) =>
    isRight(value) ? value : refuse(field, reason);

/** A check with an additional condition. */
export const refine =
  <Value>(check: Check<Value>, isRight: (value: Value) => boolean, reason: string): Check<Value> =>
  (value, field, refuse) => {
    const checked = check(value, field, refuse);
    return isRight(checked) ? checked : refuse(field, reason);
  };

export const optional =
  <Value>(check: Check<Value>): Check<Value | undefined> =>
  (value, field, refuse) =>
    value === undefined ? undefined : check(value, field, refuse);

export const string = (reason = 'must be a text.') => checkThat((value) => typeof value === 'string', reason);
export const boolean = /*#__PURE__*/ checkThat(
  (value) => typeof value === 'boolean',
  'must be true or false.',
);
export const integer = (reason: string) =>
  checkThat((value): value is number => Number.isSafeInteger(value), reason);

export const listOf =
  <Item>(check: Check<Item>): Check<Item[]> =>
  (value, field, refuse) =>
    Array.isArray(value)
      ? Array.from(value, (item, index) => check(item, `${field}[${index}]`, refuse))
      : refuse(field, 'must be a list.');

/** Checks an object with these fields. Any other field counts as a typing mistake and is rejected. */
export const strictObjectOf =
  <Value extends object>(
    checks: { [Field in keyof Value]-?: Check<Value[Field]> },
    reason = 'must be an object.',
  ): Check<Value> =>
  (value, field, refuse) => {
    if (!isObject(value)) return refuse(field, reason);
    const entries = Object.entries<Check<unknown>>(checks).map(
      ([name, check]) => [name, check(value[name], fieldPath(field, name), refuse)] as const,
    );
    for (const name in value) {
      if (Object.hasOwn(checks, name)) continue;
      refuse(fieldPath(field, name), 'is not a field of this request: take it out or correct its name.');
    }
    return Object.fromEntries(entries) as Value;
  };

const maxIdLength = 256;

/** Why a text cannot be an id; undefined if it can. In the path of a URL, `.` and `..` would lead to another path. */
function idProblem(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  if (text === '.' || text === '..') return 'is not an id';
  if (text.length > maxIdLength) return `is longer than ${maxIdLength} characters`;
  // \p{Cs}: an unpaired surrogate, which cannot be encoded in a URL.
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f\p{Cs}]/u.test(text)) return 'holds control characters';
  return undefined;
}

export function isId(value: unknown): value is string {
  return typeof value === 'string' && idProblem(value) === undefined;
}

export const checkId = /*#__PURE__*/ refine(string(), isId, 'must be an id of 1 to 256 characters.');

/** Reads an id of an answer: a text, or a number with exact digits. Throws `contract` otherwise. */
export function readId(value: unknown, path: string): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? String(value) : value;
  if (typeof text !== 'string') {
    throw new ContractError(path, value === undefined || value === null ? 'is missing' : 'is not an id');
  }
  const problem = idProblem(text);
  if (problem) throw new ContractError(path, problem);
  return text;
}

/** Reads the id in the first of the named fields that is set; undefined if none is. */
export function readOptionalId(source: JsonObject, path: string, ...names: string[]): string | undefined {
  const field = names.find(
    (name) => source[name] !== undefined && source[name] !== null && source[name] !== '',
  );
  return field === undefined ? undefined : readId(source[field], fieldPath(path, field));
}

/** The id in a field that a payment does not depend on. An unreadable one counts as absent. */
export const idFieldOrUndefined = (source: JsonObject, field: string): string | undefined =>
  attempt(() => readOptionalId(source, '', field));

/** The wire's `amount`: an integer number of cents (100 = 1.00), from 1 to the largest safe integer. */
export const checkAmount = /*#__PURE__*/ refine(
  integer('must be an integer number of cents (100 = 1.00).'),
  (cents) => cents >= 1,
  'must be at least 1 cent.',
);

/** Checks a request before it is sent. Throws `invalid-input` with the field, or `request` if the whole request is wrong. */
export function parseInput<Request>(check: Check<Request>, input: unknown, operationName: string): Request {
  return check(input, '', (field, reason) => {
    throw new InvalidInputError(field || 'request', reason, operationName);
  });
}
