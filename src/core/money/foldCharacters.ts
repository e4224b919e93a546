const lookalikes =
  /[\u00a0\u2000-\u200a\u2019\u202f\u205f\u2212\u3000\uff01-\uff0f\uff1a-\uff5e\uffe0\uffe1\uffe5\uffe6]/g;
const spaces = /[\u00a0\u2000-\u200a\u202f\u205f\u3000]/;
const fullwidthSigns: Readonly<Record<string, string>> = {
  '\uffe0': '¢',
  '\uffe1': '£',
  '\uffe5': '¥',
  '\uffe6': '₩',
};

/**
 * One spelling for the characters that stand for the same mark in an amount: every space is U+0020, ’ is ', − is -,
 * and a fullwidth mark or letter is its ASCII one. Digits stay as they are and the length is kept.
 */
export function foldCharacters(text: string): string {
  return text.replace(lookalikes, (char) => {
    if (spaces.test(char)) return ' ';
    if (char === '\u2019') return "'";
    if (char === '\u2212') return '-';
    return fullwidthSigns[char] ?? String.fromCharCode(char.charCodeAt(0) - 0xfee0);
  });
}
