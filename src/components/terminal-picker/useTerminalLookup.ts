'use client';
import { useMorePages, useTerminalPages } from '../../hooks/useTerminals.ts';
import { terminalEntries, type TerminalEntry } from './terminalEntries.ts';

export interface TerminalLookup {
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
  useMorePages(pages, isWanted);
  return { entry, isLooking: isWanted && (!data || hasNextPage) };
}
