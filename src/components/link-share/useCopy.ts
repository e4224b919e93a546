'use client';
import { useEffect, useState } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { LinkShareLabels } from './linkShareLabels.ts';

export interface UseCopyResult {
  /** `copied` only after the clipboard said so. */
  state: 'idle' | 'copied' | 'refused';
  copy: () => Promise<void>;
}

const shownMs = 2000;

/** Writes a text to the clipboard and says whether that was true. */
export function useCopy(text: string, labels: LinkShareLabels): UseCopyResult {
  const { operations, announce } = usePaymentsContext();
  const { clock } = operations;
  const [state, setState] = useState<UseCopyResult['state']>('idle');

  const copy = async () => {
    setState((before) => (before === 'refused' ? 'idle' : before)); // a second refusal selects the address again
    const isCopied = await written(text);
    setState(isCopied ? 'copied' : 'refused');
    announce(isCopied ? labels.copiedSentence : labels.refused);
  };

  useEffect(() => {
    if (state !== 'copied') return;
    const timer = clock.setTimeout(() => setState('idle'), shownMs);
    return () => clock.clearTimeout(timer);
  }, [state, clock]);

  return { state, copy };
}

/** False where there is no clipboard (a page without https) or it refuses. */
async function written(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
