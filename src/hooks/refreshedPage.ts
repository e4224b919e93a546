import type { RecordedOperation, RecordPage, RecordPeriod } from '../core/operations/recorded.ts';
import { byStartTime } from '../core/operations/terminalOperation.ts';
import type { AskPage } from './useRecordPages.ts';

type Page = RecordPage<RecordedOperation>;

/** The gateway's largest page. */
const largestPage = 200;

/**
 * A page after some operations changed. Only the period in which those began is read again, as far as it is the
 * page's: so rows that come, change or leave the filters are where a whole reading has them. The page keeps its ends, so it
 * may become longer.
 */
export async function refreshedPage(
  pages: readonly Page[],
  place: number,
  changed: readonly RecordedOperation[],
  asked: RecordPeriod,
  ask: AskPage<RecordedOperation>,
): Promise<Page> {
  const page = pages[place]!;
  const before = lastIn(pages.slice(0, place));
  const last = page.cursor === undefined ? beforeAll : lastIn(pages.slice(0, place + 1));
  const isHere = (operation: Begun) =>
    byStartTime(operation, before) < 0 && byStartTime(operation, last) >= 0;
  const { from: least = -Infinity, to: most = Infinity } = asked;
  const times = changed
    .filter(isHere)
    .map(({ createdAt }) => createdAt)
    .filter((at) => at >= least && at < most);
  if (times.length === 0) return page;
  const [from, to] = [Math.floor(Math.min(...times)), Math.floor(Math.max(...times)) + 1];
  const found: RecordedOperation[] = [];
  let cursor: string | undefined;
  do {
    const answer = await ask({
      from: Math.max(from, least),
      to: Math.min(to, most),
      cursor,
      limit: largestPage,
    });
    found.push(...answer.items.filter(isHere));
    ({ cursor } = answer);
  } while (cursor !== undefined);
  const newer = page.items.filter(({ createdAt }) => createdAt >= to);
  const older = page.items.filter(({ createdAt }) => createdAt < from);
  return { ...page, items: [...newer, ...found, ...older] };
}

type Begun = Pick<RecordedOperation, 'createdAt' | 'id'>;

const afterAll: Begun = { createdAt: Infinity, id: '' };
const beforeAll: Begun = { createdAt: -Infinity, id: '' };

/** The operation at which some pages end. */
const lastIn = (pages: readonly Page[]): Begun =>
  pages.findLast(({ items }) => items.length > 0)?.items.at(-1) ?? afterAll;
