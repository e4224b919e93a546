import { ContractError } from '../errors/ContractError.ts';

/** A JSON object whose fields are not known yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The payload of an answer, bare or inside `{ data }`, with its path. */
export function unwrap(body: unknown): { value: unknown; path: string } {
  return isObject(body) && 'data' in body ? { value: body['data'], path: 'data' } : { value: body, path: '' };
}

export function objectAt(value: unknown, path: string): JsonObject {
  if (!isObject(value)) throw new ContractError(path, 'is not an object');
  return value;
}

/** The first of the named fields that holds a non-empty text, or nothing. */
export function textOf(source: JsonObject, ...fields: string[]): string | undefined {
  for (const field of fields) {
    const value = source[field];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return undefined;
}

/** An exact integer ≥ 0, or nothing. An amount that is anything else is not shown as one. */
export function integerOf(source: JsonObject, field: string): number | undefined {
  const value = source[field];
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value + 0 : undefined;
}
