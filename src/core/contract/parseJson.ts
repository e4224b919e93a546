// Strings are matched only to step over them. The unrolled form does not backtrack, and one that is never closed is stepped
// over as a whole: begun anew at each of its quotes, a megabyte would take minutes (faults F36).
const stringOrNumber = /"[^"\\]*(?:\\[^][^"\\]*)*(?:"|\\?$)|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * `JSON.parse`, except that an integer too large for a number arrives as a string of its digits, so that ids keep them.
 * Throws `SyntaxError` like `JSON.parse`.
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text.replace(stringOrNumber, quoteUnsafeInteger));
}

function quoteUnsafeInteger(token: string): string {
  if (token.length < 16 || !/^-?\d+$/.test(token)) return token;
  return Number.isSafeInteger(Number(token)) ? token : `"${token}"`;
}
