'use client';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { PaymentsError } from '../../core/errors.ts';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import type { Clock } from '../../core/time.ts';
import type { Terminal } from '../../core/wire/terminal.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { useLoadMorePages, useTerminalPages } from '../../hooks/useTerminalPages.ts';
import type { TerminalPickerLabels } from '../../words/words.ts';
import { useSeenTime } from '../kit/useServiceTime.ts';

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
  words: readonly string[];
  matching: readonly Entry[];
  /** The same, the likeliest first. */
  found: readonly Entry[];
}

/**
 * Finds the entries in which every word of a query occurs: first those whose first text it is, begins, or is in. What
 * goes on from an earlier query searches only what that found; what goes back to one is found at once.
 */
export function createFinder<Entry extends { search: string }>(entries: readonly Entry[]) {
  const start: Step<Entry> = { query: '', words: [], matching: entries, found: entries };
  let steps = [start];
  return (typed: string): readonly Entry[] => {
    const query = folded(typed).trimStart();
    steps = steps.filter((step) => query.startsWith(step.query));
    const last = steps.at(-1) ?? start;
    if (query === last.query) return last.found;
    const words = query.split(/\s+/).filter(Boolean);
    const newWords = words.filter((word) => !last.words.includes(word));
    let matching = last.matching;
    for (const word of newWords) matching = having(matching, word);
    const found = matching.length > mostRanked ? matching : ranked(matching, words);
    steps.push({ query, words, matching, found });
    return found;
  };
}

/** A loop over one word: the engine makes it fast while it runs, a function made for each key not before the fifth. */
function having<Entry extends { search: string }>(entries: readonly Entry[], word: string): Entry[] {
  const found: Entry[] = [];
  for (const entry of entries) if (entry.search.includes(word)) found.push(entry);
  return found;
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

const longestShown = 80;
// Controls, what is not seen, and direction overrides: they could make one terminal look like another (faults F105).
const invisible = /[\p{Cc}\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/gu;
// The first half of a sign that was cut in two.
const half = /[\ud800-\udbff]$/;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** A text of the service, safe beside an amount: short, visible, and set apart where it is written right to left. */
export function shownText(text: string | undefined): string {
  const visible = (text ?? '').replace(invisible, '').trim();
  const short =
    visible.length > longestShown ? `${visible.slice(0, longestShown).replace(half, '')}…` : visible;
  return rightToLeft.test(short) ? `\u2068${short}\u2069` : short;
}

/** A terminal as it is shown and found. */
export interface TerminalEntry {
  id: string;
  terminal: Terminal;
  /** As the service names it, safe to show. */
  name: string;
  /** The serial number or id, where another terminal has the same name. */
  mark: string | undefined;
  /** The name and the mark. */
  title: string;
  /** Model, serial number and provider, as far as they are known and not the mark. */
  details: string[];
  /** Everything one can type to find it, as `searchText` writes it. */
  search: string;
}

const prepared = /*#__PURE__*/ new WeakMap<readonly Terminal[], TerminalEntry[]>();
const unmarked = /*#__PURE__*/ new WeakMap<Terminal, TerminalEntry>();

/** The terminals as entries, prepared once a list and, but for its mark, once a terminal. */
export function terminalEntries(terminals: readonly Terminal[]): TerminalEntry[] {
  const known = prepared.get(terminals);
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
  prepared.set(terminals, all);
  return all;
}

/** The one chosen, where no page that was loaded has it. */
export function unlistedEntry(id: string, name: string = id): TerminalEntry {
  return entryOf({ id, name, raw: undefined });
}

function entryOf(terminal: Terminal): TerminalEntry {
  const known = unmarked.get(terminal);
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
  unmarked.set(terminal, entry);
  return entry;
}

/** Entries of one name, told apart by serial number where each has its own, else by id. */
function withMarks(namesakes: readonly TerminalEntry[]): [TerminalEntry, TerminalEntry][] {
  const serials = new Set(namesakes.map(({ terminal }) => terminal.serialNumber));
  const haveSerials = serials.size === namesakes.length && !serials.has(undefined);
  return namesakes.map((entry) => {
    const mark = shownText(haveSerials ? entry.terminal.serialNumber : entry.id);
    const details = entry.details.filter((detail) => detail !== mark);
    return [entry, { ...entry, mark, title: `${entry.name} · ${mark}`, details }];
  });
}

// Of every other word of a service nobody knows that a payment could not be made.
const unreachable: readonly string[] = ['offline', 'disconnected', 'unreachable'];

/** Whether the service does not say that nothing reaches it. */
export function isReachable({ terminal: { status } }: TerminalEntry): boolean {
  return status === undefined || !unreachable.includes(status.trim().toLowerCase());
}

/** How a terminal stands: what is known of it before an amount is typed. */
export type TerminalState = 'free' | 'busy' | 'unknown' | 'unreachable';

/** `holder` is the operation that keeps it. Without an entry the list says nothing of it. */
export function terminalStateOf(
  entry: TerminalEntry | undefined,
  holder: Pick<TerminalOperation, 'phase'> | undefined,
): TerminalState {
  if (holder) return holder.phase === 'unknown' ? 'unknown' : 'busy';
  return entry && !isReachable(entry) ? 'unreachable' : 'free';
}

/** The ids of those there are here, or what says so of one: the same function at each render. */
export type AllowedTerminals = readonly string[] | ((terminal: Terminal) => boolean);

function allowedOf(terminals: readonly Terminal[], rule: AllowedTerminals | undefined): readonly Terminal[] {
  if (rule === undefined) return terminals;
  if (typeof rule === 'function') return terminals.filter(rule);
  const ids = new Set(rule);
  return terminals.filter(({ id }) => ids.has(id));
}

/** Lists are compared by what is in them: hosts write them in place. */
function isSameRule(one: AllowedTerminals | undefined, other: AllowedTerminals | undefined): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object') return false;
  return one.length === other.length && one.every((id, index) => id === other[index]);
}

/** The terminals loaded so far, prepared to be searched, and how the loading stands. */
export function useTerminalList(allow?: AllowedTerminals) {
  const { clock } = usePaymentsContext();
  const pages = useTerminalPages();
  const { data, error, isPending, hasNextPage } = pages;
  const [rule, setRule] = useState(() => allow);
  if (!isSameRule(rule, allow)) setRule(() => allow);
  const entries = useMemo(() => data && terminalEntries(allowedOf(data.terminals, rule)), [data, rule]);
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
    /** The service said how long to wait, and it is not over. */
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

interface TerminalLookup {
  entry: TerminalEntry | undefined;
  /** It is not found, and there are pages on which it may be. */
  isLooking: boolean;
}

/** Looks for a terminal in the list, whose pages are loaded until one has it. */
export function useTerminalLookup(terminalId: string | null | undefined): TerminalLookup {
  const pages = useTerminalPages();
  const { data, hasNextPage } = pages;
  const isAsked = terminalId !== null && terminalId !== undefined && terminalId !== '';
  const entry =
    isAsked && data ? terminalEntries(data.terminals).find(({ id }) => id === terminalId) : undefined;
  const isWanted = isAsked && !entry;
  useLoadMorePages(pages, isWanted);
  return { entry, isLooking: isWanted && (!data || hasNextPage) };
}

/** What the list knows of a terminal. Its pages are loaded until one has it. */
function useTerminalEntry(terminalId: string | null | undefined): TerminalEntry | undefined {
  return useTerminalLookup(terminalId).entry;
}

/** A terminal's title where the list knows it, else its id. */
export function useTerminalTitle(terminalId: string): string {
  return useTerminalEntry(terminalId)?.title ?? shownText(terminalId);
}

/** What is known of a terminal in one line, its dates in the provider's zone. */
export function useTerminalDetails(labels: TerminalPickerLabels) {
  const timeOf = useSeenTime();
  return useCallback(
    ({ details, terminal: { lastSeenAt } }: TerminalEntry) => {
      const at = lastSeenAt === undefined ? undefined : timeOf(lastSeenAt);
      const facts = [...details, ...(at ? [labels.lastSeen({ at: shownText(at) })] : [])];
      return facts.map(apart).join(' · ');
    },
    [timeOf, labels],
  );
}

/** With a direction of its own, so that facts stand in the page's order; a `<bdi>` for each is a third of a row's elements. */
const apart = (fact: string) => `\u2068${fact}\u2069`;
