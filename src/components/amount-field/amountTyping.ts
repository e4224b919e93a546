import { currencyDigits } from '../../core/money/currency.ts';
import { digitOf, foldCharacters } from '../../core/money/digits.ts';
import {
  formatCentsPlain,
  type FormatCentsOptions,
  formatCentsToParts,
} from '../../core/money/formatCents.ts';

/** How an amount is typed: as it is written, or cents first as on a card terminal, where 1 2 5 0 is 12.50. */
export type AmountEntry = 'decimal' | 'cents';

/** What an event says of a change; most say nothing. */
export type Change = Pick<Partial<InputEvent>, 'type' | 'inputType' | 'data'>;

/** As the other fields, as a large figure that is grouped while it is typed, or that with keys of its own under it. */
export type AmountLayout = 'field' | 'display' | 'keypad';

// As many as a number holds exactly.
const mostDigits = 15;

export const asciiOf = (text: string) =>
  Array.from(foldCharacters(text), (char) => digitOf(char)?.ascii ?? '').join('');

/** The amount whose digits these are, cents first; empty for none. What is no digit is passed over. */
export function centsFirst(typed: string, format: FormatCentsOptions): string {
  const digits = asciiOf(typed).replace(/^0+/, '').slice(0, mostDigits);
  return digits && formatCentsPlain(Number(digits), { ...format, useGrouping: true });
}

/**
 * What was typed, in groups that move along. A separator that a person typed is never taken for one of these: it stays, and
 * has to be right.
 */
export function regrouped(
  before: string,
  typed: string,
  format: FormatCentsOptions,
  { inputType = '', data }: Change,
): string {
  const parts = formatCentsToParts(10 ** 12, format);
  // A mark that nobody types where the locale has none.
  const [group = '\0', decimal = '\0'] = ['group', 'decimal'].map(
    (type) => parts.find((part) => part.type === type)?.value,
  );
  const decimals = currencyDigits(format.currency);
  /** The same digits in groups; undefined for what is not digits of the locale with a fraction at most. */
  const grouped = (text: string) => {
    const bare = text.replaceAll(group, '');
    const [whole = ''] = bare.split(decimal);
    const ascii = asciiOf(whole).slice(0, mostDigits - decimals);
    const cents = Number(ascii) * 10 ** decimals;
    const [plain, inGroups = ''] = [false, true].map(
      (useGrouping) => formatCentsPlain(cents, { ...format, useGrouping }).split(decimal)[0],
    );
    // Other digits than the locale's, and zeros in front, stay as they are.
    return ascii !== '' && plain === whole ? inGroups + bare.slice(whole.length) : undefined;
  };
  const isOurs = before === '' || grouped(before) === before;
  // Where nobody says what is new, all of it may be.
  const added = inputType.startsWith('delete') ? '' : (data ?? typed);
  return (isOurs && !added.includes(group) && grouped(typed)) || typed;
}

const digit = /^\p{Nd}$/u;

/** Where a caret belongs in a text with the same digits but other separators: after as many digits as before. */
export function caretBeside(before: string, caret: number, after: string): number {
  const left = Array.from(before.slice(0, caret));
  let missing = left.filter((char) => digit.test(char)).length;
  const isPastSeparator = missing > 0 && !digit.test(left.at(-1) ?? '');
  let position = 0;
  for (const char of after) {
    if (missing === 0 && !(isPastSeparator && !digit.test(char))) break;
    if (digit.test(char)) missing -= 1;
    position += char.length;
  }
  return position;
}

const back = (text: string) => Array.from(text).toReversed().join('');

/** The same for digits that move to the left: before as many as before. */
export function caretFromEnd(before: string, caret: number, after: string): number {
  return after.length - caretBeside(back(before), before.length - caret, back(after));
}

/**
 * Writes at the end of a field as if a key had been pressed there; null takes the last character away. `before` is what
 * stands there otherwise.
 */
export function typeInto(field: Element | null, data: string | null, before?: string): void {
  if (data === '' || !(field instanceof HTMLInputElement) || field.readOnly || field.disabled) return;
  const text = before ?? field.value;
  const value = data === null ? Array.from(text).slice(0, -1).join('') : text + data;
  // React hears of a value only where it was not set through its own property.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  const inputType = data === null ? 'deleteContentBackward' : 'insertText';
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data }));
}

/** Whether keys made this change, and not a paste, a program or what the browser filled in. */
export function isKeyed({ inputType = '', data }: Change): boolean {
  if (inputType.startsWith('delete')) return true;
  const isTyped = inputType === 'insertText' || inputType === 'insertCompositionText';
  return isTyped && (Array.from(data ?? '').length < 2 || /^\p{Nd}+$/u.test(data ?? ''));
}
