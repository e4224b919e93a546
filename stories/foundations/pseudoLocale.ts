import { en, type Labels } from 'tillkit/locales/en';

const plain = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const marked = 'àƀĉđéƒĝĥîĵķļɱñõþɋŕšţûṽŵẋýžÀƁĈĐÉƑĜĤÎĴĶĻṀÑÕÞɊŔŠŢÛṼŴẊÝŽ';
const accents = new Map(Array.from(plain, (letter, index) => [letter, marked[index]]));

const escaped = (value: string) => value.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * `Charge` becomes ⟦Ĉĥàŕĝé··⟧: still legible, 30 % longer, and marked as a text of the catalogue. Values stay as they
 * are.
 */
function pseudoText(text: string, values: readonly string[]): string {
  const byLength = values.filter(Boolean).toSorted((a, b) => b.length - a.length);
  const isValue = new RegExp(`(${byLength.map((value) => escaped(value)).join('|') || '(?!)'})`);
  const accented = text
    .split(isValue)
    .map((part, index) =>
      index % 2 === 1 ? part : part.replace(/[a-z]/gi, (letter) => accents.get(letter) ?? letter),
    )
    .join('');
  return `⟦${accented}${'·'.repeat(Math.ceil(text.length * 0.3))}⟧`;
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

type Word = string | ((...values: unknown[]) => string);

const pseudoWord = (word: Word): Word =>
  typeof word === 'string'
    ? pseudoText(word, [])
    : (...values) => pseudoText(word(...values), textsIn(values));

const pseudoSection = (words: object) =>
  Object.fromEntries(Object.entries(words).map(([key, word]) => [key, pseudoWord(word as Word)]));

/** The English labels in marks, which no component can have of its own. */
export const pseudo = Object.fromEntries(
  Object.entries(en).map(([section, words]) => [section, pseudoSection(words as object)]),
) as unknown as Labels;

/** A text without the catalogue's texts, which may be nested. */
export function withoutPseudo(text: string): string {
  const rest = text.replace(/⟦[^⟦⟧]*⟧/g, '');
  return rest === text ? rest : withoutPseudo(rest);
}
