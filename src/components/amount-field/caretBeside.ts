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
