import { anchorOf } from '../../stories/docs/anchorOf.ts';

/** The anchors of a page, as GitHub makes them of its headings. */
export function anchorsOf(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, text = ''] of withoutBlocks(markdown).matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = anchorOf(text);
    let anchor = slug;
    for (let count = 1; anchors.has(anchor); count += 1) anchor = `${slug}-${count}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** Where its links lead to, but for those in code. */
export function linksIn(markdown: string): string[] {
  const text = withoutBlocks(markdown).replace(/`[^`\n]*`/g, 'code');
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
}

const withoutBlocks = (markdown: string) => markdown.replace(/^ *```[\s\S]*?^ *```/gm, '');

/** What stands under each heading of the second level, and under the first one as ''. */
export function sectionsOf(markdown: string): Map<string, string> {
  const [top = '', ...parts] = markdown.split(/^## /m);
  const sections = parts.map((part) => {
    const [heading = '', ...lines] = part.split('\n');
    return [heading, lines.join('\n').trim()] as const;
  });
  return new Map([['', top], ...sections]);
}

/** The rows of the first table whose header begins as told: their cells, without backticks around them. */
export function tableIn(markdown: string, firstHeader: string): string[][] {
  const lines = markdown.split('\n');
  const start = lines.findIndex(
    (line, index) => cellsOf(line)[0] === firstHeader && /^\|[\s|:-]+$/.test(lines[index + 1] ?? ''),
  );
  const rows = start < 0 ? [] : lines.slice(start + 2);
  const end = rows.findIndex((line) => !line.startsWith('|'));
  return rows.slice(0, end < 0 ? rows.length : end).map(cellsOf);
}

const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) =>
      cell
        .trim()
        .replace(/^`([^`]*)`$/, '$1')
        .replaceAll('\\|', '|'),
    );
