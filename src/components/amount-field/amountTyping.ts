import { currencyDigits } from '../../core/money/currency.ts';
import { digitWithNumberingSystem, replaceLookalikesWithAscii } from '../../core/money/digits.ts';
import {
  formatCentsPlain,
  type FormatCentsOptions,
  formatCentsToParts,
} from '../../core/money/formatCents.ts';

/** How an amount is typed: as it is written, or cents first as on a card terminal, where 1 2 5 0 is 12.50. */
export type AmountEntry = 'decimal' | 'cents';

/** The fields of an event that describe a change of the text. Only an `InputEvent` has all of them. */
export type Change = Pick<Partial<InputEvent>, 'type' | 'inputType' | 'data'>;

/** How the field looks: like the other fields, as a large figure, or as a large figure with a keypad under it. */
export type AmountLayout = 'field' | 'display' | 'keypad';

const maxDigits = 15; // a JavaScript number is exact up to 15 digits

export const asciiDigits = (text: string) =>
  Array.from(replaceLookalikesWithAscii(text), (char) => digitWithNumberingSystem(char)?.ascii ?? '').join(
    '',
  );

/** Formats the typed digits as an amount, cents first. Ignores other characters. Empty if there are no digits. */
export function centsFirst(typed: string, format: FormatCentsOptions): string {
  const digits = asciiDigits(typed).replace(/^0+/, '').slice(0, maxDigits);
  return digits && formatCentsPlain(Number(digits), { ...format, useGrouping: true });
}

/** Puts group separators into the typed text. Text in which a person typed such separators stays as typed. */
export function regroup(
  before: string,
  typed: string,
  format: FormatCentsOptions,
  { inputType = '', data }: Change,
): string {
  const parts = formatCentsToParts(10 ** 12, format);
  // If the locale has no such separator, `\0` stands for it: no typed amount has this character.
  const [group = '\0', decimal = '\0'] = ['group', 'decimal'].map(
    (type) => parts.find((part) => part.type === type)?.value,
  );
  const decimals = currencyDigits(format.currency);
  /** The text with group separators before the decimal separator; undefined if the text cannot be grouped. */
  const grouped = (text: string) => {
    const bare = text.replaceAll(group, '');
    const [whole = ''] = bare.split(decimal);
    const ascii = asciiDigits(whole).slice(0, maxDigits - decimals);
    const cents = Number(ascii) * 10 ** decimals;
    const [plain, inGroups = ''] = [false, true].map(
      (useGrouping) => formatCentsPlain(cents, { ...format, useGrouping }).split(decimal)[0],
    );
    // A text with leading zeros or with digits of another script than the locale's is not grouped.
    return ascii !== '' && plain === whole ? inGroups + bare.slice(whole.length) : undefined;
  };
  const isOurs = before === '' || grouped(before) === before;
  // If the event does not name the added characters, the whole text counts as added.
  const added = inputType.startsWith('delete') ? '' : (data ?? typed);
  return (isOurs && !added.includes(group) && grouped(typed)) || typed;
}

const digit = /^\p{Nd}$/u;

/** The caret's place after the text changed from `before` to `after`: as many digits are on its left as before. */
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

const reverse = (text: string) => Array.from(text).toReversed().join('');

/** Like `caretBeside`, for an amount that grows to the left: as many digits are on the caret's right as before. */
export function caretFromEnd(before: string, caret: number, after: string): number {
  return after.length - caretBeside(reverse(before), before.length - caret, reverse(after));
}

// `instanceof` would be false in the document of another window, such as a frame or a popup.
const isInput = (field: Element | null): field is HTMLInputElement => field?.localName === 'input';

/**
 * Types like a key: appends `data` to the field's text, or deletes its last character if `data` is null. `before`, if
 * given, replaces the field's text first.
 */
export function typeInto(field: Element | null, data: string | null, before?: string): void {
  if (data === '' || !isInput(field) || field.readOnly || field.disabled) return;
  const text = before ?? field.value;
  const value = data === null ? Array.from(text).slice(0, -1).join('') : text + data;
  // React overrides `value` and does not report what is set through it, so the native setter is used.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
  const inputType = data === null ? 'deleteContentBackward' : 'insertText';
  field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType, data }));
}

/** Whether typing made this change, rather than a paste, a program or the browser's autofill. */
export function isKeyed({ inputType = '', data }: Change): boolean {
  if (inputType.startsWith('delete')) return true;
  const isTyped = inputType === 'insertText' || inputType === 'insertCompositionText';
  return isTyped && (Array.from(data ?? '').length < 2 || /^\p{Nd}+$/u.test(data ?? ''));
}
