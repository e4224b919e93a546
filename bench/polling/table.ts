import type { Row, Verdict } from './goals.ts';

/** A figure that may be missing. */
const told = (seconds: number) => (Number.isNaN(seconds) ? '' : seconds.toFixed(0));

type Column = [title: string, width: number, text: (row: Row) => string];

const columns: Column[] = [
  ['K', 4, ({ cell }) => String(cell.messages)],
  ['limiter', 8, ({ cell }) => cell.limiter],
  ['tabs', 4, ({ cell }) => String(cell.tabs)],
  ['strategy', 15, ({ cell }) => cell.strategy.name],
  ['world', 19, ({ cell }) => cell.about ?? ''],
  ['req/min', 8, ({ measured }) => measured.requestsPerMinute.toFixed(1)],
  ['429/min', 8, ({ measured }) => measured.refusedPerMinute.toFixed(1)],
  ['mean s', 7, ({ measured }) => measured.meanS.toFixed(2)],
  ['p50', 7, ({ measured }) => measured.p50S.toFixed(2)],
  ['p95', 7, ({ measured }) => measured.p95S.toFixed(2)],
  ['max', 7, ({ measured }) => measured.maxS.toFixed(1)],
  ['late mean', 9, ({ measured }) => told(measured.lateMeanS)],
  ['late p95', 8, ({ measured }) => told(measured.lateP95S)],
  ['most in 60 s', 12, ({ measured }) => String(measured.mostInMinute)],
  ['n', 6, ({ measured }) => String(measured.count)],
];

const firstNumber = columns.findIndex(([title]) => title === 'req/min');
const aligned = (texts: string[]) =>
  texts
    .map((text, index) => {
      const width = columns[index]?.[1] ?? 0;
      return index < firstNumber ? text.padEnd(width) : text.padStart(width);
    })
    .join('  ');
const piped = (texts: string[]) => `| ${texts.join(' | ')} |`;

/** The lines of a table: aligned for a terminal, or Markdown. */
export function createTable(isMarkdown: boolean) {
  const line = isMarkdown ? piped : aligned;
  return {
    head(title: string): string {
      const titles = line(columns.map(([name]) => name));
      const rule = isMarkdown
        ? `\n${piped(columns.map((_, index) => (index < firstNumber ? '---' : '---:')))}`
        : '';
      return `\n${isMarkdown ? `### ${title}\n` : title}\n${titles}${rule}`;
    },
    row: (row: Row) => line(columns.map(([, , text]) => text(row))),
    verdicts: (verdicts: readonly Verdict[]) =>
      [
        '',
        ...verdicts.map(({ name, isMet, says }) => `${isMarkdown ? '- ' : ''}${name} ${word(isMet)} ${says}`),
      ].join('\n'),
  };
}

function word(isMet: boolean | undefined): string {
  if (isMet === undefined) return '--  ';
  return isMet ? 'met ' : 'MISS';
}
