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

interface Step<Entry> {
  query: string;
  matching: readonly Entry[];
  /** The same, the likeliest first. */
  found: readonly Entry[];
}

/**
 * Finds the entries in which every word of a query occurs: first those whose first text it is, begins, or is in. What
 * goes on from an earlier query searches only what that found; what goes back to one is found at once.
 */
export function createFinder<Entry extends { search: string }>(entries: readonly Entry[]) {
  const start: Step<Entry> = { query: '', matching: entries, found: entries };
  let steps = [start];
  return (typed: string): readonly Entry[] => {
    const query = folded(typed).trimStart();
    steps = steps.filter((step) => query.startsWith(step.query));
    const last = steps.at(-1) ?? start;
    if (query === last.query) return last.found;
    const words = query.split(/\s+/).filter(Boolean);
    // One word after the other: the first keys of a search run before the engine has made anything of it faster.
    let matching = last.matching;
    for (const word of words) matching = matching.filter(({ search }) => search.includes(word));
    const found = matching.length > mostRanked ? matching : ranked(matching, words);
    steps.push({ query, matching, found });
    return found;
  };
}

// Of more than these nobody takes the first, and sorting them costs more than the key.
const mostRanked = 500;

/** Who types "till 9" and presses Enter means Till 9, not another with a 9 in its model. */
function ranked<Entry extends { search: string }>(matching: readonly Entry[], words: string[]): Entry[] {
  const query = words.join(' ');
  const ranks: [Entry[], Entry[], Entry[], Entry[]] = [[], [], [], []];
  for (const entry of matching) ranks[rankOf(entry.search, query, words)].push(entry);
  return ranks.flat();
}

function rankOf(text: string, query: string, words: readonly string[]): 0 | 1 | 2 | 3 {
  const [name = ''] = text.split('\n', 1);
  if (name === query) return 0;
  if (name.startsWith(query)) return 1;
  return words.every((word) => name.includes(word)) ? 2 : 3;
}
