// A spreadsheet runs a cell that begins with = + - @ (also in full width) as a formula. Some programs also begin a cell
// after a semicolon, tab or line break within quotes. Sources: OWASP "CSV Injection", ASVS 1.2.10.
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
