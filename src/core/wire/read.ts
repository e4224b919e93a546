import { ContractError } from '../errors.ts';

/** A JSON object whose fields are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The payload of an answer, bare or inside `{ data }`, with its path. */
export function unwrapData(body: unknown): { value: unknown; path: string } {
  return isObject(body) && 'data' in body ? { value: body['data'], path: 'data' } : { value: body, path: '' };
}

export function assertObject(value: unknown, path: string): JsonObject {
  if (!isObject(value)) throw new ContractError(path, 'is not an object');
  return value;
}

/** The first of the named fields that holds a non-empty text, or nothing. */
export function textField(source: JsonObject, ...fields: string[]): string | undefined {
  for (const field of fields) {
    const value = source[field];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}

/** An exact integer ≥ 0, or nothing. An amount that is anything else is not shown as one. */
export function integerField(source: JsonObject, field: string): number | undefined {
  const value = source[field];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value + 0 : undefined;
}

/** A text of digits as the number that it is; anything else as it came. */
export function numberFromDigits(value: unknown): unknown {
  return typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
}

/** Throws `contract` for a decimal where cents are read: as one it would be dropped, and who asked would not know. `remedy`: what to write. */
export function assertNoDecimal(value: unknown, path: string, remedy: string): void {
  const isText = typeof value === 'string' || typeof value === 'number';
  if (!isText || !/^\d+\.\d+$/.test(String(value))) return;
  throw new ContractError(
    path,
    `is a decimal, but amounts are read as cents ('minor'). Where the service counts in the main unit, as in 12.50, say so in defineService: ${remedy}. Else every amount would be a hundred times too much`,
  );
}

// Strings are matched only to step over them. The unrolled form does not backtrack, and one that is never closed is stepped
// over as a whole: begun anew at each of its quotes, a megabyte would take minutes (faults F36).
const stringOrNumber = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * `JSON.parse`, except that an integer too large for a number arrives as a string of its digits, so that ids keep them.
 * Throws `SyntaxError` like `JSON.parse`.
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text.replace(stringOrNumber, quoteUnsafeInteger));
}

function quoteUnsafeInteger(token: string): string {
  if (token.length < 16 || !/^-?\d+$/.test(token)) return token;
  return Number.isSafeInteger(Number(token)) ? token : `"${token}"`;
}

/** The parsed address, or undefined. (`URL.parse` is too new for browsers still in use.) */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
