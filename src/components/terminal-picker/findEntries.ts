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
    const matching =
      words.length === 0
        ? entries
        : among.filter(({ search }) => words.every((word) => search.includes(word)));
    last = { query, matching, found: words.length === 0 ? entries : ranked(matching, words) };
    return last.found;
  };
}

/** Who types "till 9" and presses Enter means Till 9, not another with a 9 in its model. */
function ranked<Entry extends { search: string }>(matching: readonly Entry[], words: string[]): Entry[] {
  const query = words.join(' ');
  const ranks: Entry[][] = [[], [], [], []];
  for (const entry of matching) {
    const { search } = entry;
    const end = search.indexOf('\n');
    const name = end < 0 ? search : search.slice(0, end);
    const rank =
      name === query ? 0 : name.startsWith(query) ? 1 : words.every((word) => name.includes(word)) ? 2 : 3;
    ranks[rank]!.push(entry);
  }
  return ranks.flat();
}
