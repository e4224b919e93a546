'use client';
import type { TerminalEntry } from './terminalEntries.ts';
import { useTerminalLookup } from './useTerminalLookup.ts';

/** What the list knows of a terminal. Its pages are loaded until one has it. */
export function useTerminalEntry(terminalId: string | null | undefined): TerminalEntry | undefined {
  return useTerminalLookup(terminalId).entry;
}
