'use client';
import { useEffect } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';

const pauseMs = 400;

/** Says a sentence in the provider's live region once it has stood for a moment: not one for each key. */
export function useSpoken(sentence: string): void {
  const { announce, operations } = usePaymentsContext();
  const { clock } = operations;
  useEffect(() => {
    if (sentence === '') return undefined;
    const timer = clock.setTimeout(() => announce(sentence), pauseMs);
    return () => clock.clearTimeout(timer);
  }, [sentence, announce, clock]);
}
