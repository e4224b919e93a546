'use client';
import { useState, useSyncExternalStore } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { LinkShareLabels } from './linkShareLabels.ts';

export interface UseNativeShareResult {
  /** False on the server and while hydrating. */
  canShare: boolean;
  hasFailed: boolean;
  share: () => Promise<void>;
}

const neverChanges = () => () => undefined;

/** The browser's own sheet to share an address, where there is one. */
export function useNativeShare(url: string, labels: LinkShareLabels): UseNativeShareResult {
  const { announce } = usePaymentsContext();
  const [hasFailed, setHasFailed] = useState(false);
  const canShare = useSyncExternalStore(
    neverChanges,
    () => typeof navigator.share === 'function',
    () => false,
  );
  const share = async () => {
    setHasFailed(false);
    try {
      await navigator.share({ url });
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return; // a person closed the sheet
      setHasFailed(true);
      announce(labels.shareFailed);
    }
  };
  return { canShare, hasFailed, share };
}
