import { isObject } from './reading.ts';

const maxLength = 300;

/** The human sentence of an answer, in the contract's reading order: `message`, `error.message`, `error`, `errors[].message`. */
export function readErrorBody(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const { message, error, errors } = body;
  const nested = isObject(error) ? error['message'] : error;
  const listed = Array.isArray(errors)
    ? errors.map((item: unknown) => (isObject(item) ? item['message'] : item))
    : undefined;
  return plainText(message) ?? plainText(nested) ?? plainText(listed);
}

/** One line of plain text of at most 300 characters; card numbers keep their last four digits only. */
export function plainText(value: unknown): string | undefined {
  const text = Array.isArray(value) ? value.filter((item) => typeof item === 'string').join(' ') : value;
  if (typeof text !== 'string') return undefined;
  // oxlint-disable-next-line no-control-regex -- control characters are what is taken out
  const line = text.replace(/[\u0000-\u001f\u007f]+/g, ' ').trim();
  return line === '' ? undefined : maskCardNumbers(line).slice(0, maxLength);
}

/** Digit runs as long as a card number keep their last four. */
export function maskCardNumbers(text: string): string {
  return text.replace(/\d(?:[ -]?\d){12,18}/g, (digits) => `•••• ${digits.replace(/\D/g, '').slice(-4)}`);
}
