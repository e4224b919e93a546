import type { Terminal } from '../../core/contract/terminal.ts';

/** A terminal as it is shown and found. */
export interface TerminalEntry {
  id: string;
  terminal: Terminal;
  /** The name, with serial number or id where two terminals have the same. */
  title: string;
  /** Model, serial number and provider, as far as they are known and not in the title. */
  details: string[];
  /** Everything one can type to find it, lower-case. */
  search: string;
}

const prepared = new WeakMap<readonly Terminal[], TerminalEntry[]>();

/** The terminals as entries, prepared once a list. */
export function terminalEntries(terminals: readonly Terminal[]): TerminalEntry[] {
  const known = prepared.get(terminals);
  if (known) return known;
  const namesakes = new Map<string, Terminal[]>();
  for (const terminal of terminals) {
    const name = shownText(terminal.name);
    namesakes.set(name, [...(namesakes.get(name) ?? []), terminal]);
  }
  const entries = terminals.map((terminal) =>
    entryOf(terminal, namesakes.get(shownText(terminal.name)) ?? []),
  );
  prepared.set(terminals, entries);
  return entries;
}

/** The entries in which every word of the query occurs. */
export function findEntries(entries: readonly TerminalEntry[], query: string): readonly TerminalEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0
    ? entries
    : entries.filter(({ search }) => words.every((word) => search.includes(word)));
}

function entryOf(terminal: Terminal, namesakes: readonly Terminal[]): TerminalEntry {
  const { id, serialNumber, model, provider } = terminal;
  const name = shownText(terminal.name);
  const serials = new Set(namesakes.map((other) => other.serialNumber));
  const hasOwnSerial = serialNumber !== undefined && serials.size === namesakes.length;
  const mark = namesakes.length > 1 ? (hasOwnSerial ? serialNumber : id) : undefined;
  return {
    id,
    terminal,
    title: mark === undefined ? name : `${name} · ${shownText(mark)}`,
    details: [model, serialNumber, provider]
      .filter((detail) => detail !== undefined && detail !== mark)
      .map(shownText),
    search: [terminal.name, serialNumber, model, id, provider].filter(Boolean).join(' ').toLowerCase(),
  };
}

const longest = 80;
// Controls, zero-width characters and direction overrides: they could make one terminal look like another (faults F105).
const invisible = /[\p{Cc}\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/;

/** A text of the service, safe beside an amount: short, visible, and set apart where it is written right to left. */
export function shownText(text: string | undefined): string {
  const visible = (text ?? '').replace(invisible, '').trim();
  const short = visible.length > longest ? `${visible.slice(0, longest)}…` : visible;
  return rightToLeft.test(short) ? `\u2068${short}\u2069` : short;
}
