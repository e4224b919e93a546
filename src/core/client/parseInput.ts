import * as z from 'zod/mini';
import { InvalidInputError } from '../errors/InvalidInputError.ts';

/** Checks a request against its schema before anything is sent. Throws `invalid-input`, naming the field. */
export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
  operationName: string,
): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (issue?.code === 'unrecognized_keys') {
    const field = fieldName([...issue.path, issue.keys[0] ?? '']);
    throw new InvalidInputError(
      field,
      'is not a field of this request: take it out or correct its name.',
      operationName,
    );
  }
  throw new InvalidInputError(fieldName(issue?.path ?? []), issue?.message ?? 'is not valid.', operationName);
}

/** A path as `customValues[0].key`; the request itself is called `request`. */
function fieldName(path: readonly PropertyKey[]): string {
  const name = path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text ? `${text}.${String(part)}` : String(part),
    '',
  );
  return name || 'request';
}
