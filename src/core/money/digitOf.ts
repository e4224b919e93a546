interface Digit {
  /** '0' to '9' */
  ascii: string;
  /** The Intl numbering system, `latn` for ASCII. */
  numberingSystem: string;
}

const asciiDigits = new Map(Array.from('0123456789', (ascii) => [ascii, { ascii, numberingSystem: 'latn' }]));
const decimalDigit = /^\p{Nd}$/u;
let digits: ReadonlyMap<string, Digit> | undefined;

/**
 * Which digit of which Intl numbering system a character is. By table: compatibility folding would read "²" as 2 and
 * "½" as 1⁄2. Only positional digits are held, so the ideographs of `hanidec` are none.
 */
export function digitOf(char: string): Digit | undefined {
  const ascii = asciiDigits.get(char);
  if (ascii || !decimalDigit.test(char)) return ascii;
  digits ??= buildDigits();
  return digits.get(char);
}

function buildDigits(): ReadonlyMap<string, Digit> {
  const table = new Map<string, Digit>();
  for (const numberingSystem of Intl.supportedValuesOf('numberingSystem')) {
    const format = new Intl.NumberFormat('en', {
      numberingSystem,
      minimumIntegerDigits: 10,
      useGrouping: false,
    });
    const chars = Array.from(format.format(123_456_789));
    if (chars.length !== 10) continue;
    chars.forEach((char, value) => table.set(char, { ascii: String(value), numberingSystem }));
  }
  return table;
}
