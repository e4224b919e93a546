// A spreadsheet runs a cell that begins with = + - @ (also in full width) as a formula. Some programs also begin a cell
// after a semicolon, tab or line break within quotes. Sources: OWASP "CSV Injection", ASVS 1.2.10.
const formula = /^(?=[\t\r\n]|["\s\p{Cf}]*[=+\-@＝＋－＠])/u;
const formulaSign = /[=+\-@＝＋－＠]/;
/** Separators within quotes, with what a program may skip before a formula. Matched whole: a long run takes no longer. */
const separators = /[;\t\r\n]["\s\p{Cf}]*/gu;

/** Rows as CSV (RFC 4180), every cell quoted. No cell runs as a formula in a spreadsheet. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(text: string): string {
  const readable = text.replaceAll('\0', '');
  const harmless = readable
    .replace(separators, (run, at: number) =>
      formulaSign.test(readable.charAt(at + run.length)) ? run.replace(/[;\t\r\n]/g, "$&'") : run,
    )
    .replace(formula, "'");
  return `"${harmless.replaceAll('"', '""')}"`;
}
