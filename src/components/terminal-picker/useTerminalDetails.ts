'use client';
import { useCallback } from 'react';
import { shownText } from './shownText.ts';
import type { TerminalEntry } from './terminalEntries.ts';
import type { TerminalPickerLabels } from './terminalPickerLabels.ts';
import { useSeenTime } from '../time/useSeenTime.ts';

/** Stands between two facts of one line. */
export const factSeparator = ' · ';

/** What is known of a terminal in one line, its dates in the provider's zone. */
export function useTerminalDetails(labels: TerminalPickerLabels) {
  const timeOf = useSeenTime();
  return useCallback(
    ({ details, terminal: { lastSeenAt } }: TerminalEntry) => {
      const at = lastSeenAt === undefined ? undefined : timeOf(lastSeenAt);
      return [...details, ...(at ? [labels.lastSeen({ at: shownText(at) })] : [])].join(factSeparator);
    },
    [timeOf, labels],
  );
}
