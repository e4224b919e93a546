'use client';
import { useCallback } from 'react';
import { shownText } from './shownText.ts';
import type { TerminalEntry } from './terminalEntries.ts';
import type { TerminalPickerLabels } from './terminalPickerLabels.ts';
import { useSeenTime } from '../time/useSeenTime.ts';

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
