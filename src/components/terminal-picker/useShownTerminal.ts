'use client';
import { useEffect, useMemo, useState } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { RememberedTerminal } from './rememberedTerminal.ts';
import { type TerminalEntry, unlistedEntry } from './terminalEntries.ts';

const recentMs = 300_000;

export interface ShownTerminalOptions {
  chosenId: string | null;
  listed: TerminalEntry | undefined;
  remembered: RememberedTerminal | undefined;
  /** Every page is loaded, and the last load did not fail. */
  isWhole: boolean;
  loadedAt: number;
}

/** The chosen terminal with the best name known of it, and whether a person should look at it again. */
export function useShownTerminal(options: ShownTerminalOptions) {
  const { chosenId, listed, remembered, isWhole, loadedAt } = options;
  const [last, setLast] = useState(listed);
  const [accepted, setAccepted] = useState<string | null>(null);
  const isOld = useIsOld(loadedAt);
  if (listed && listed !== last) setLast(listed);

  const shown = useMemo(() => {
    if (chosenId === null) return null;
    if (listed) return listed;
    if (last?.id === chosenId) return last;
    return unlistedEntry(chosenId, remembered?.id === chosenId ? remembered.name : chosenId);
  }, [chosenId, listed, last, remembered]);

  return {
    shown,
    /** An old list proves nothing. */
    isUnlisted: chosenId !== null && !listed && isWhole && !isOld && accepted !== chosenId,
    accept: () => setAccepted(chosenId),
  };
}

/** Whether a list that was loaded then has stood for five minutes. */
function useIsOld(loadedAt: number): boolean {
  const { clock } = usePaymentsContext().operations;
  const [old, setOld] = useState<number>();
  useEffect(() => {
    const timer = clock.setTimeout(() => setOld(loadedAt), recentMs);
    return () => clock.clearTimeout(timer);
  }, [loadedAt, clock]);
  return old === loadedAt;
}
