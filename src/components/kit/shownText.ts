const maxShownLength = 80;
// With control, invisible or direction-changing characters, one terminal could look like another (faults F105).
export const invisible = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/gu;
// The first half of a surrogate pair at the end of a text that was cut between the two halves.
const halfSurrogate = /[\ud800-\udbff]$/;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** Makes a service's text safe beside an amount: removes invisible characters, cuts it, isolates right-to-left text. */
export function shownText(text: string | number | undefined): string {
  const visible = String(text ?? '')
    .replace(invisible, '')
    .trim();
  const short =
    visible.length > maxShownLength
      ? `${visible.slice(0, maxShownLength).replace(halfSurrogate, '')}…`
      : visible;
  return rightToLeft.test(short) ? `\u2068${short}\u2069` : short;
}

/** Adds a sentence of the host. Beside right-to-left text it is isolated; otherwise its full stop would leave its end. */
export const withQuote = (sentence: string, quote: string | undefined): string => {
  if (quote === undefined) return sentence;
  return rightToLeft.test(sentence + quote) ? `${sentence} \u2068${quote}\u2069` : `${sentence} ${quote}`;
};

/** Adds a full stop (in Japanese `。`) if the sentence ends without one. Direction marks may follow the stop. */
export const withFullStop = (sentence: string): string =>
  /[.!。！؟][\u200f\u2069]*$/.test(sentence)
    ? sentence
    : sentence + (/[\u3040-\u9fff]$/.test(sentence) ? '。' : '.');
