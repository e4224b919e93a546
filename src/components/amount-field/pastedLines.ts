/**
 * Several lines as one that is no amount; undefined for a single one. A one-line field would join them: two cells of a
 * table, 12 and 34, would become 1234.
 */
export function pastedLines(text: string): string | undefined {
  const lines = text.trim().split(/[\r\n]+/);
  return lines.length > 1 ? lines.map((line) => line.trim()).join('; ') : undefined;
}
