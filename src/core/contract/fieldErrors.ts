import { plainText } from './errorBody.ts';
import { isObject, textOf } from './reading.ts';

/** The field the service complains about, where it names one: `errors[].field`, `errors[].path` or `field`. */
export function readRefusedField(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const first = Array.isArray(body['errors']) ? body['errors'].find(isObject) : undefined;
  return plainText((first && textOf(first, 'field', 'path')) ?? textOf(body, 'field'));
}
