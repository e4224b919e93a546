import type { ReportRow } from './recorded.ts';

const figures = ['count', 'movedCount', 'amountCents', 'movedCents', 'tipCents'] as const;

type AddedFigure = 'movedCount' | 'tipCents';
/** A row as an older gateway sends it, or as a closing of an older version has it. */
export type OlderVersionReportRow = Omit<ReportRow, AddedFigure> & {
  [Figure in AddedFigure]?: ReportRow[Figure] | undefined;
};

/** Adds the figures that a row of an older version lacks: `movedCount` is `count` (0 if no money moved), `tipCents` is 0. */
export function withAllFigures(row: OlderVersionReportRow): ReportRow {
  const { movedCount = row.movedCents === 0 ? 0 : row.count, tipCents = 0 } = row;
  return { ...row, movedCount, tipCents };
}

const withFigures = (row: ReportRow, figureOf: (name: (typeof figures)[number]) => number): ReportRow => ({
  ...row,
  ...Object.fromEntries(figures.map((name) => [name, figureOf(name)])),
});

/** Adds up rows that have the same currency, terminal, kind and phase. The result is sorted by these four. */
export function mergeReportRows(rows: readonly ReportRow[]): ReportRow[] {
  const found = new Map<string, ReportRow>();
  for (const row of rows) {
    const name = JSON.stringify([row.currency ?? '', row.terminalId, row.kind, row.phase]);
    const sum = found.get(name);
    found.set(name, sum ? withFigures(row, (figure) => sum[figure] + row[figure]) : row);
  }
  return [...found].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
}

/** The rows to add to the rows of `before` to get those of `now`. */
export function reportRowDifferences(
  before: readonly OlderVersionReportRow[],
  now: readonly ReportRow[],
): ReportRow[] {
  const less = before.map(withAllFigures).map((row) => withFigures(row, (figure) => 0 - row[figure]));
  return mergeReportRows([...now, ...less]).filter((row) => figures.some((figure) => row[figure] !== 0));
}
