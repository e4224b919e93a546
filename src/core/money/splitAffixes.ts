/** What is left of an amount once sign and currency are taken off either end. */
interface SplitAmount {
  core: string;
  isNegative: boolean;
  /** False for an unclosed bracket or a second minus. */
  isBalanced: boolean;
}

type Edge = 'start' | 'end';

const skipped = /[ \u061c\u200e\u200f]/; // bidi marks surround the parts of right-to-left amounts
const brackets = { start: '(', end: ')' } as const;

/** Takes spaces, bidi marks, minus, brackets and one currency sign off each end, in any order. Text must be folded. */
export function splitAffixes(text: string, signs: readonly string[]): SplitAmount {
  const start = peel(text, 'start', signs);
  const end = peel(start.rest, 'end', signs);
  const minuses = start.minuses + end.minuses;
  return {
    core: end.rest,
    isNegative: minuses > 0 || start.brackets > 0,
    isBalanced: start.brackets === end.brackets && minuses + start.brackets <= 1,
  };
}

function peel(text: string, edge: Edge, signs: readonly string[]) {
  const peeled = { rest: text, minuses: 0, brackets: 0 };
  let hasSign = false;
  for (;;) {
    const sign = hasSign
      ? undefined
      : signs.find((candidate) => isSame(take(peeled.rest, candidate.length, edge), candidate));
    const char = take(peeled.rest, 1, edge);
    if (sign !== undefined) hasSign = true;
    else if (char === '-') peeled.minuses += 1;
    else if (char === brackets[edge]) peeled.brackets += 1;
    else if (!skipped.test(char)) return peeled;
    peeled.rest = drop(peeled.rest, sign?.length ?? 1, edge);
  }
}

function take(text: string, length: number, edge: Edge): string {
  return edge === 'start' ? text.slice(0, length) : text.slice(-length);
}

function drop(text: string, length: number, edge: Edge): string {
  return edge === 'start' ? text.slice(length) : text.slice(0, -length);
}

function isSame(text: string, sign: string): boolean {
  return text === sign || text.toUpperCase() === sign.toUpperCase();
}
