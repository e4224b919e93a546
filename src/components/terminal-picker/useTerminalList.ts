'use client';
import { useEffect, useMemo, useState } from 'react';
import type { PaymentsError } from '../../core/errors.ts';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import type { Clock } from '../../core/time.ts';
import type { Terminal } from '../../core/wire/terminal.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useLoadMorePages, useTerminalPages } from '../../hooks/useTerminalPages.ts';
import type { TerminalPickerLabels } from '../../words/words.ts';
import { shownText } from '../kit/shownText.ts';
import { useSeenTime } from '../kit/useServiceTime.ts';

const combiningMarks = /\p{M}/gu;
// Only the first 200 characters of a text are searched, because the service does not limit the length of names.
const maxSearchLength = 200;

/** Normalises typed and searched text: lower case, no accents. */
const folded = (text: string) => text.toLowerCase().normalize('NFD').replace(combiningMarks, '');

/** Joins texts for the search. Each text has its own line, so that no match runs from one text into the next. */
export function searchText(texts: readonly (string | undefined)[]): string {
  return texts
    .filter((text) => text !== undefined)
    .map((text) => folded(text.slice(0, maxSearchLength)))
    .join('\n');
}

interface SearchStep<Entry> {
  query: string;
  words: readonly string[];
  matching: readonly Entry[];
  /** The entries of `matching`; the best matches first, if there are at most `maxRanked` entries. */
  found: readonly Entry[];
}

/**
 * Returns a search that finds the entries containing every word of a query. Entries whose name equals, begins with or
 * contains the query come first. A longer query searches only the results of the shorter query before it. If a person
 * deletes text, the results of the shorter query are used again.
 */
export function createFinder<Entry extends { search: string }>(entries: readonly Entry[]) {
  const start: SearchStep<Entry> = { query: '', words: [], matching: entries, found: entries };
  let steps = [start];
  return (typed: string): readonly Entry[] => {
    const query = folded(typed).trimStart();
    steps = steps.filter((step) => query.startsWith(step.query));
    const last = steps.at(-1) ?? start;
    if (query === last.query) return last.found;
    const words = query.split(/\s+/).filter(Boolean);
    const newWords = words.filter((word) => !last.words.includes(word));
    let matching = last.matching;
    for (const word of newWords) matching = containing(matching, word);
    const found = matching.length > maxRanked ? matching : ranked(matching, words);
    steps.push({ query, words, matching, found });
    return found;
  };
}

/** The entries that contain a word. Here a plain loop is faster than `filter`. */
function containing<Entry extends { search: string }>(entries: readonly Entry[], word: string): Entry[] {
  const found: Entry[] = [];
  for (const entry of entries) if (entry.search.includes(word)) found.push(entry);
  return found;
}

// A longer list of results is not sorted: sorting would take longer than the search.
const maxRanked = 500;

/** Sorts by how well names match: "till 9" and Enter must choose Till 9, not one with a 9 in its model. */
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

/** A terminal, prepared to be shown and found. */
export interface TerminalEntry {
  id: string;
  terminal: Terminal;
  /** The service's name for the terminal, safe to show. */
  name: string;
  /** The serial number or the id of a terminal that shares its name with another one; else undefined. */
  mark: string | undefined;
  /** The name and the mark. */
  title: string;
  /** Model, serial number and provider, as far as they are known. A serial number that is the `mark` is left out. */
  details: string[];
  /** Everything that can be typed to find the terminal, in the form of `searchText`. */
  search: string;
}

const entriesByList = /*#__PURE__*/ new WeakMap<readonly Terminal[], TerminalEntry[]>();
const entryByTerminal = /*#__PURE__*/ new WeakMap<Terminal, TerminalEntry>();

/** Prepares terminals to be shown and found. Each list is prepared only once. */
export function terminalEntries(terminals: readonly Terminal[]): TerminalEntry[] {
  const known = entriesByList.get(terminals);
  if (known) return known;
  const entries = terminals.map(entryOf);
  const namesakes = new Map<string, TerminalEntry[]>();
  for (const entry of entries) {
    const others = namesakes.get(entry.name);
    if (others) others.push(entry);
    else namesakes.set(entry.name, [entry]);
  }
  const marked = new Map([...namesakes.values()].filter(({ length }) => length > 1).flatMap(withMarks));
  const all = marked.size === 0 ? entries : entries.map((entry) => marked.get(entry) ?? entry);
  entriesByList.set(terminals, all);
  return all;
}

/** The entry of a chosen terminal that no loaded page has. */
export function unlistedEntry(id: string, name: string = id): TerminalEntry {
  return entryOf({ id, name, raw: undefined });
}

function entryOf(terminal: Terminal): TerminalEntry {
  const known = entryByTerminal.get(terminal);
  if (known) return known;
  const { id, serialNumber, model, provider } = terminal;
  const name = shownText(terminal.name);
  const entry = {
    id,
    terminal,
    name,
    mark: undefined,
    title: name,
    details: [model, serialNumber, provider].filter((detail) => detail !== undefined).map(shownText),
    search: searchText([terminal.name, serialNumber, model, id, provider]),
  };
  entryByTerminal.set(terminal, entry);
  return entry;
}

/** Marks terminals of one name with their serial numbers or, if one is missing or not unique, with their ids. */
function withMarks(namesakes: readonly TerminalEntry[]): [TerminalEntry, TerminalEntry][] {
  const serials = new Set(namesakes.map(({ terminal }) => terminal.serialNumber));
  const haveSerials = serials.size === namesakes.length && !serials.has(undefined);
  return namesakes.map((entry) => {
    const mark = shownText(haveSerials ? entry.terminal.serialNumber : entry.id);
    const details = entry.details.filter((detail) => detail !== mark);
    return [entry, { ...entry, mark, title: `${entry.name} · ${mark}`, details }];
  });
}

// The service's words for a terminal that cannot take a payment. With any other status, a payment can be tried.
const unreachable: readonly string[] = ['offline', 'disconnected', 'unreachable'];

/** False if the service reports the terminal as unreachable. */
export function isReachable({ terminal: { status } }: TerminalEntry): boolean {
  return status === undefined || !unreachable.includes(status.trim().toLowerCase());
}

/** A terminal's state before a payment is started. */
export type TerminalState = 'free' | 'busy' | 'unknown' | 'unreachable';

/** The state of a terminal from its entry, if the list has one, and from the operation that holds the terminal, if any. */
export function terminalStateOf(
  entry: TerminalEntry | undefined,
  holder: Pick<TerminalOperation, 'phase'> | undefined,
): TerminalState {
  if (holder) return holder.phase === 'unknown' ? 'unknown' : 'busy';
  return entry && !isReachable(entry) ? 'unreachable' : 'free';
}

/** The ids of the terminals that can be chosen here, or a predicate. A new predicate function prepares the list anew. */
export type AllowedTerminals = readonly string[] | ((terminal: Terminal) => boolean);

function allowedOf(terminals: readonly Terminal[], rule: AllowedTerminals | undefined): readonly Terminal[] {
  if (rule === undefined) return terminals;
  if (typeof rule === 'function') return terminals.filter(rule);
  const ids = new Set(rule);
  return terminals.filter(({ id }) => ids.has(id));
}

/** The terminals loaded so far, prepared for the search, and the state of loading. */
export function useTerminalList(allow?: AllowedTerminals) {
  const { clock } = usePaymentsContext();
  const pages = useTerminalPages();
  const { data, error, isPending, hasNextPage } = pages;
  const ruleKey = typeof allow === 'object' ? JSON.stringify(allow) : allow; // hosts write arrays inline
  const entries = useMemo(
    () => data && terminalEntries(allowedOf(data.terminals, allow)),
    // oxlint-disable-next-line react/exhaustive-deps -- an array is compared by content
    [data, ruleKey],
  );
  const find = useMemo(() => createFinder(entries ?? []), [entries]);
  const isPausing = useIsPausing(error, clock);
  return {
    pages,
    entries,
    find,
    isPending,
    isComplete: data !== undefined && !hasNextPage,
    isEmpty: entries?.length === 0 && !hasNextPage,
    hasFailed: error !== null && data === undefined,
    /** Whether the service asked for a pause that is not over yet. */
    isPausing,
  };
}

export type TerminalListState = ReturnType<typeof useTerminalList>;

function useIsPausing(error: PaymentsError | null, clock: Clock): boolean {
  const [over, setOver] = useState<PaymentsError>();
  const pauseMs = error?.retryAfterMs ?? 0;
  useEffect(() => {
    if (!error || pauseMs === 0) return undefined;
    const timer = clock.setTimeout(() => setOver(error), pauseMs);
    return () => clock.clearTimeout(timer);
  }, [error, pauseMs, clock]);
  return pauseMs > 0 && over !== error;
}

/** Finds a terminal in the merchant's list. Loads further pages until one of them has the terminal. */
export function useTerminalLookup(terminalId: string | null | undefined) {
  const pages = useTerminalPages();
  const { data, hasNextPage } = pages;
  const isAsked = terminalId !== null && terminalId !== undefined && terminalId !== '';
  const entry =
    isAsked && data ? terminalEntries(data.terminals).find(({ id }) => id === terminalId) : undefined;
  const isWanted = isAsked && !entry;
  useLoadMorePages(pages, isWanted);
  return {
    entry,
    /** Whether the terminal may still be found: the loaded pages do not have it, and there are further pages. */
    isLooking: isWanted && (!data || hasNextPage),
  };
}

/** A terminal's title if the list has it, else its id. */
export function useTerminalTitle(terminalId: string): string {
  return useTerminalLookup(terminalId).entry?.title ?? shownText(terminalId);
}

/** The titles of all terminals, by their ids. */
export function useTerminalTitles() {
  const pages = useTerminalPages();
  useLoadMorePages(pages, true);
  const { data, isError, isPending, hasNextPage } = pages;
  const titles = useMemo(
    () => new Map(terminalEntries(data?.terminals ?? []).map(({ id, title }) => [id, title])),
    [data],
  );
  return { titles, isLoading: !isError && (isPending || hasNextPage) };
}

/** Returns a function that writes a terminal's details, and when it was last seen, in one line. */
export function useTerminalDetails(labels: TerminalPickerLabels) {
  const timeOf = useSeenTime();
  return ({ details, terminal: { lastSeenAt } }: TerminalEntry) => {
    const at = lastSeenAt === undefined ? undefined : timeOf(lastSeenAt);
    const facts = [...details, ...(at ? [labels.lastSeen({ at: shownText(at) })] : [])];
    // Unicode isolates keep facts of different text directions in order. `<bdi>` elements would slow down the rows.
    return facts.map((fact) => `\u2068${fact}\u2069`).join(' · ');
  };
}
