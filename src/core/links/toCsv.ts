// A cell is a formula from = + - @ on, also in full width, and so may be one that begins inside a cell where a program
// separates by semicolon or tab. Sources: OWASP "CSV Injection", ASVS 1.2.10.
const innerFormula = /([;\t\r\n])(?=["\s\p{Cf}]*[=+\-@＝＋－＠])/gu;
const formula = /^(?=[\t\r\n]|["\s\p{Cf}]*[=+\-@＝＋－＠])/u;

/** Rows as CSV (RFC 4180): every cell quoted, none of which a spreadsheet runs as a formula. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

function cellOf(text: string): string {
  const harmless = text.replaceAll('\0', '').replace(innerFormula, "$1'").replace(formula, "'");
  return `"${harmless.replaceAll('"', '""')}"`;
}
