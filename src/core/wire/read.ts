import { attempt, ContractError } from '../errors.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The payload of an answer, and its path: the field `data` if the body has it, else the whole body (path `''`). */
export function unwrapDataWithPath(body: unknown): { value: unknown; path: string } {
  return isObject(body) && 'data' in body ? { value: body['data'], path: 'data' } : { value: body, path: '' };
}

/** The path of a field, such as `data.id`. `path`: the path of the object that holds the field; `''` for the body. */
export const fieldPath = (path: string, field: string) => (path ? `${path}.${field}` : field);

export function assertObject(value: unknown, path: string): JsonObject {
  if (!isObject(value)) throw new ContractError(path, 'is not an object');
  return value;
}

/** The first of the named fields with a non-empty text; undefined if none has one. */
export function textFieldOrUndefined(source: JsonObject, ...fields: string[]): string | undefined {
  for (const field of fields) {
    const value = source[field];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}

/** The field as an exact integer ≥ 0, else undefined. */
export function integerFieldOrUndefined(source: JsonObject, field: string): number | undefined {
  const value = source[field];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value + 0 : undefined;
}

/** Converts a text of digits to its number; any other value stays. */
export function parseDigitsOrKeep(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

/** Throws `contract` for a decimal amount, which would otherwise be ignored. `remedy`: the setting that the error suggests. */
export function assertNoDecimal(value: unknown, path: string, remedy: string): void {
  const isText = typeof value === 'string' || typeof value === 'number';
  if (!isText || !/^\d+[.,]\d+$/.test(String(value))) return;
  throw new ContractError(
    path,
    `is a decimal, but amounts are read as cents ('minor'). If the service counts in the main unit, say so in defineService: ${remedy}`,
  );
}

// Finds the numbers in a JSON text. Strings are matched too, so that numbers inside them are skipped. An unclosed
// string is matched to the end of the text: trying again at each later quote would take minutes (faults F36).
const stringOrNumber = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** `JSON.parse`, but an integer too large for a number becomes a string: ids stay exact. Throws `SyntaxError`. */
export function parseJsonWithLongIntegersAsText(text: string): unknown {
  return JSON.parse(text.replace(stringOrNumber, quoteUnsafeInteger));
}

/** As {@link parseJsonWithLongIntegersAsText}, or undefined if the text is not JSON. */
export const tryParseJsonWithLongIntegersAsText = (text: string): unknown =>
  attempt(() => parseJsonWithLongIntegersAsText(text));

function quoteUnsafeInteger(token: string): string {
  if (token.length < 16 || !/^-?\d+$/.test(token)) return token;
  return Number.isSafeInteger(Number(token)) ? token : `"${token}"`;
}

/** The parsed URL; undefined if the text is no URL. (`URL.parse` is too new for browsers still in use.) */
export const parseUrl = (text: string, base?: string | URL): URL | undefined =>
  attempt(() => new URL(text, base));

/** A copy of an object without the fields that are undefined. */
export function withoutUndefinedFields<Fields extends object>(fields: Fields): Partial<Fields> {
  const set = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(set) as Partial<Fields>;
}

export function picked<Row extends object, Name extends keyof Row>(row: Row, names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
}
