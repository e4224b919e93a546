const marks = /\p{M}/gu;
// The service's names are bounded by nothing, and nobody types more to find one.
const longest = 200;

/** One spelling for what is typed and what is searched: no capitals, no accents. */
const folded = (text: string) => text.toLowerCase().normalize('NFD').replace(marks, '');

/** Texts as they are searched, one a line, so that no word spans two of them. */
export function searchText(texts: readonly (string | undefined)[]): string {
  return texts
    .filter((text) => text !== undefined)
    .map((text) => folded(text.slice(0, longest)))
    .join('\n');
}

/**
 * Finds the entries in which every word of a query occurs: first those whose first text it is, begins, or is in. A query
 * that goes on from the last one searches only what that found.
 */
export function createFinder<Entry extends { search: string }>(entries: readonly Entry[]) {
  let last = { query: '', matching: entries, found: entries };
  return (typed: string): readonly Entry[] => {
    const query = folded(typed).trimStart();
    if (query === last.query) return last.found;
    const words = query.split(/\s+/).filter(Boolean);
    const among = query.startsWith(last.query) ? last.matching : entries;
    last =
      words.length === 0 ? { query, matching: entries, found: entries } : { query, ...search(among, words) };
    return last.found;
  };
}

/** In one pass, since it is run for each key. Who types "till 9" means Till 9, not another with a 9 in its model. */
function search<Entry extends { search: string }>(among: readonly Entry[], words: readonly string[]) {
  const query = words.join(' ');
  const matching: Entry[] = [];
  const ranks: [Entry[], Entry[], Entry[], Entry[]] = [[], [], [], []];
  for (const entry of among) {
    const text = entry.search;
    const last = lastOf(text, words);
    if (last < 0) continue;
    matching.push(entry);
    ranks[rankOf(text, query, last)].push(entry);
  }
  const isAlike = ranks.some(({ length }) => length === matching.length);
  return { matching, found: isAlike ? matching : ranks.flat() };
}

/** Where the word that comes last begins; -1 where one is missing. */
function lastOf(text: string, words: readonly string[]): number {
  let last = -1;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at < 0) return -1;
    if (at > last) last = at;
  }
  return last;
}

function rankOf(text: string, query: string, last: number): 0 | 1 | 2 | 3 {
  if (text.startsWith(query)) {
    const isAll = text.length === query.length || text.charAt(query.length) === '\n';
    return isAll ? 0 : 1;
  }
  const end = text.indexOf('\n');
  return end < 0 || last < end ? 2 : 3;
}
