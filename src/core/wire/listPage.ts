import { ContractError } from '../errors.ts';
import { integer, refine, optional } from './check.ts';
import { fieldPath, isObject, parseDigitsOrKeep, unwrapDataWithPath } from './read.ts';

/** One page of a list. `total` counts the items of all pages. `limit`: how many items a page has at most. */
export interface Page<Item> {
  items: Item[];
  total: number;
  page: number;
  limit: number;
}

export interface ListPageQuery {
  page?: number | undefined;
  limit?: number | undefined;
}

const fromOne = 'must be a whole number from 1.';
const checkCount = /*#__PURE__*/ optional(refine(integer(fromOne), (count) => count >= 1, fromOne));

export const listPageQueryChecks = { page: checkCount, limit: checkCount };

/** Completes the query of a list: page 1 and the default size if they are missing, and a size of `most` at most. */
export function withPageAndLimit<Query extends ListPageQuery>(
  { page = 1, limit, ...query }: Query,
  sizes: { limit: number; most: number },
) {
  return { ...query, page, limit: Math.min(limit ?? sizes.limit, sizes.most) };
}

/** Reads `{ items, total, page, limit }` or a list, bare or in `{ data }`. Corrects impossible numbers. Throws `contract`. */
export function readListPage<Item>(
  body: unknown,
  readItem: (value: unknown, path: string) => Item,
  asked: { page: number; limit: number },
): Page<Item> {
  const { value, path } = unwrapDataWithPath(body);
  const list = Array.isArray(value) ? value : isObject(value) ? value['items'] : undefined;
  const listPath = Array.isArray(value) ? path : fieldPath(path, 'items');
  if (!Array.isArray(list)) throw new ContractError(listPath, 'is not a list');

  const items = list.map((item: unknown, index) => readItem(item, `${listPath}[${index}]`));
  const envelope = isObject(value) ? value : isObject(body) ? body : {};
  const page = countOf(envelope['page'], 1) ?? asked.page;
  const limit = countOf(envelope['limit'], 1) ?? asked.limit;
  const given = countOf(envelope['total'], 0);
  const before = (page - 1) * (given === undefined ? limit : Math.min(limit, items.length));
  const total = Math.max(given ?? 0, before + items.length);
  // A service may give fewer items than `limit`, or more. The first page shows the real size.
  const isOtherSize = page === 1 && items.length > 0 && (items.length < total || items.length > limit);
  return {
    items,
    total: items.length === 0 && page > 1 ? (given ?? 0) : total,
    page,
    limit: isOtherSize ? items.length : limit,
  };
}

/** How many pages a list has, judged by the length of the first page: a service may give fewer items than `limit`. */
export const countPagesOfList = ({ items, total, limit }: Page<unknown>, most: number): number =>
  Math.max(1, Math.min(most, Math.ceil(total / (items.length || limit || 1))));

function countOf(value: unknown, least: number): number | undefined {
  const count = parseDigitsOrKeep(value);
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= least ? count : undefined;
}
