'use client';
import { shownText } from './shownText.ts';
import { useTerminalEntry } from './useTerminalEntry.ts';

/** A terminal's title where the list knows it, else its id. */
export function useTerminalTitle(terminalId: string): string {
  return useTerminalEntry(terminalId)?.title ?? shownText(terminalId);
}
