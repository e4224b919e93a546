'use client';
import { useMorePages, useTerminalPages } from '../../hooks/useTerminalPages.ts';
import { terminalEntries, type TerminalEntry } from './terminalEntries.ts';

/** What the list knows of a terminal. Its pages are loaded until one has it. */
export function useTerminalEntry(terminalId: string | null | undefined): TerminalEntry | undefined {
  const pages = useTerminalPages();
  const { data } = pages;
  const isAsked = terminalId !== null && terminalId !== undefined && terminalId !== '';
  const entry =
    isAsked && data ? terminalEntries(data.terminals).find(({ id }) => id === terminalId) : undefined;
  useMorePages(pages, isAsked && !entry);
  return entry;
}
