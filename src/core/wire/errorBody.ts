import type { RefusedField } from '../errors.ts';
import { isObject, type JsonObject, textFieldOrUndefined } from './read.ts';

const maxLength = 300;

/** The error message for a person: the first of `message`, `error.message`, `error`, and the sentences in `errors`. */
export function readServiceMessage(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const { message, error, errors } = body;
  const nested = isObject(error) ? error['message'] : error;
  const listed = Array.isArray(errors)
    ? errors.flatMap((item: unknown) => (isObject(item) ? item['message'] : item))
    : isObject(errors) && Object.values(errors).flat();
  return shortMaskedText(message) ?? shortMaskedText(nested) ?? shortMaskedText(listed);
}

/** One line of plain text, at most 300 characters. Card numbers keep their last four digits only. */
export function shortMaskedText(value: unknown): string | undefined {
  const text = Array.isArray(value) ? value.filter((item) => typeof item === 'string').join(' ') : value;
  if (typeof text !== 'string') return undefined;
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  const line = text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  return line === '' ? undefined : maskCardNumbers(line).slice(0, maxLength);
}

/** Masks digit runs as long as a card number, except the last four digits. */
export function maskCardNumbers(text: string): string {
  return text.replace(/\d(?:[ -]?\d){12,18}/g, (digits) => `•••• ${digits.replace(/\D/g, '').slice(-4)}`);
}

const maxFields = 100;

/** The refused fields, in order: from `errors` (a list, or an object of sentences by field), else from `field`. */
export function readRefusedFields(body: unknown): RefusedField[] {
  if (!isObject(body)) return [];
  const { errors } = body;
  const named = Array.isArray(errors)
    ? errors.filter(isObject).map((error) => refused(pathOf(error), error['message']))
    : isObject(errors)
      ? Object.entries(errors).map(([field, message]) => refused(field, message))
      : [];
  const found = named.filter((field) => field !== undefined).slice(0, maxFields);
  if (found.length > 0) return found;
  return [refused(textFieldOrUndefined(body, 'field'), undefined)].filter((field) => field !== undefined);
}

/** A path as text: `['customValues', 1, 'key']` is `customValues.1.key`. */
function pathOf(error: JsonObject): unknown {
  const parts = [error['field'], error['path']].find(Array.isArray);
  return textFieldOrUndefined(error, 'field', 'path') ?? parts?.join('.');
}

function refused(path: unknown, message: unknown): RefusedField | undefined {
  const field = shortMaskedText(path);
  return field === undefined ? undefined : { field, message: shortMaskedText(message) };
}
