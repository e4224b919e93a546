interface Digit {
  /** The digit in ASCII: '0' to '9'. */
  ascii: string;
  /** The Intl numbering system, `latn` for ASCII. */
  numberingSystem: string;
}

const asciiDigits = /*#__PURE__*/ new Map(
  Array.from('0123456789', (ascii) => [ascii, { ascii, numberingSystem: 'latn' }]),
);
const decimalDigit = /^\p{Nd}$/u;
let digits: ReadonlyMap<string, Digit> | undefined;

/**
 * The digit and the Intl numbering system of a character. Uses a table: compatibility folding would read "²" as 2 and
 * "½" as 1⁄2. Only positional digits count, so the ideographs of `hanidec` do not.
 */
export function digitWithNumberingSystem(char: string): Digit | undefined {
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

const lookalikes =
  /[\u00a0\u2000-\u200a\u2019\u202f\u205f\u2212\u3000\uff01-\uff0f\uff1a-\uff5e\uffe0\uffe1\uffe5\uffe6]/g;
const spaces = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/;
const fullwidthSigns: Readonly<Record<string, string>> = {
  '\uffe0': '¢',
  '\uffe1': '£',
  '\uffe5': '¥',
  '\uffe6': '₩',
};

/** Replaces look-alikes in an amount: spaces by U+0020, ’ by ', − by -, fullwidth marks and letters by ASCII. The length stays. */
export function replaceLookalikesWithAscii(text: string): string {
  return text.replace(lookalikes, (char) => {
    if (spaces.test(char)) return ' ';
    if (char === '\u2019') return "'";
    if (char === '\u2212') return '-';
    return fullwidthSigns[char] ?? String.fromCharCode(char.charCodeAt(0) - 0xfee0);
  });
}

/** A cache of at most `limit` keys; a new key replaces the oldest. */
export function boundedCache<Value>(limit: number) {
  const values = new Map<string, Value>();
  return (key: string, make: () => Value): Value => {
    const known = values.get(key);
    if (known !== undefined) return known;
    const value = make();
    if (values.size >= limit) {
      const [oldest] = values.keys();
      if (oldest !== undefined) values.delete(oldest);
    }
    values.set(key, value);
    return value;
  };
}
