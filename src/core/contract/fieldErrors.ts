import type { RefusedField } from '../errors/PaymentsError.ts';
import { plainText } from './errorBody.ts';
import { isObject, type JsonObject, textOf } from './reading.ts';

const maxFields = 100;

/**
 * The fields the service complains about, in its order: `errors` as a list of `{ field | path, message }` or as an object
 * from field to sentence, else `field`.
 */
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
  return [refused(textOf(body, 'field'), undefined)].filter((field) => field !== undefined);
}

/** A path as the text it is, or of its parts: `['customValues', 1, 'key']` is `customValues.1.key`. */
function pathOf(error: JsonObject): unknown {
  const parts = [error['field'], error['path']].find(Array.isArray);
  return textOf(error, 'field', 'path') ?? parts?.join('.');
}

function refused(path: unknown, message: unknown): RefusedField | undefined {
  const field = plainText(path);
  return field === undefined ? undefined : { field, message: plainText(message) };
}
