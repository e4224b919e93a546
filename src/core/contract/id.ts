import { ContractError } from '../errors/ContractError.ts';
import { must, string } from './check.ts';
import type { JsonObject } from './reading.ts';

const maxIdLength = 256;

/** Why a text cannot be an id, or nothing. `.` and `..` would change the address they are put into. */
function idProblem(text: string): string | undefined {
  if (text.trim() === '') return 'is empty';
  if (text === '.' || text === '..') return 'is not an id';
  if (text.length > maxIdLength) return `is longer than ${maxIdLength} characters`;
  // \p{Cs}: half a surrogate pair, which no address can hold.
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001f\u007f\p{Cs}]/u.test(text)) return 'holds control characters';
  return undefined;
}

export function isId(value: unknown): value is string {
  return typeof value === 'string' && idProblem(value) === undefined;
}

/** An id in a request. */
export const checkId = must(string(), isId, 'must be an id of 1 to 256 characters.');

/** An id in an answer: a text, or a number whose digits are exact. Throws `contract` where it is neither. */
export function readId(value: unknown, path: string): string {
  const text = typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? String(value) : value;
  if (typeof text !== 'string') {
    throw new ContractError(path, value === undefined || value === null ? 'is missing' : 'is not an id');
  }
  const problem = idProblem(text);
  if (problem) throw new ContractError(path, problem);
  return text;
}

/** The id in the first of the named fields that is there, or nothing where none is. */
export function readOptionalId(source: JsonObject, path: string, ...fields: string[]): string | undefined {
  const field = fields.find(
    (name) => source[name] !== undefined && source[name] !== null && source[name] !== '',
  );
  return field === undefined ? undefined : readId(source[field], path ? `${path}.${field}` : field);
}
