'use client';
import { useAllTerminals } from '../../hooks/useAllTerminals.ts';
import { shownText, terminalEntries } from './terminalEntries.ts';

/** A terminal's title where the list knows it, else its id. */
export function useTerminalTitle(terminalId: string): string {
  const { data = [] } = useAllTerminals();
  return terminalEntries(data).find(({ id }) => id === terminalId)?.title ?? shownText(terminalId);
}
