import type { Terminal } from '../../core/wire/terminal.ts';
import { searchText } from './findEntries.ts';
import { shownText } from './shownText.ts';

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

const prepared = new WeakMap<readonly Terminal[], TerminalEntry[]>();
const unmarked = new WeakMap<Terminal, TerminalEntry>();

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
