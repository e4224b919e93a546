// A cell that begins with = + - @, also in full width, is a formula. So is such text after a semicolon or tab inside a
// cell, in programs that separate cells there. Sources: OWASP "CSV Injection", ASVS 1.2.10.
const innerFormula = /([;\t\r\n])(?=["\s\p{Cf}]*[=+\-@＝＋－＠])/gu;
const formula = /^(?=[\t\r\n]|["\s\p{Cf}]*[=+\-@＝＋－＠])/u;

/** Rows as CSV (RFC 4180), every cell quoted. No cell runs as a formula in a spreadsheet. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(text: string): string {
  const harmless = text.replaceAll('\0', '').replace(innerFormula, "$1'").replace(formula, "'");
  return `"${harmless.replaceAll('"', '""')}"`;
}
