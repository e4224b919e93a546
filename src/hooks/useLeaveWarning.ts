'use client';
import { useEffect } from 'react';
import type { TerminalOperations } from '../core/operations/createTerminalOperations.ts';

/** Lets the browser ask before the page is left while a payment is being sent, and only then. */
export function useLeaveWarning(operations: TerminalOperations, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return undefined;
    let isListening = false;
    // A page that listens all the time is kept out of the back-forward cache.
    const update = () => {
      const isSending = operations
        .list({ open: true })
        .some(({ id, phase }) => phase === 'sending' && operations.isOwn(id));
      if (isSending === isListening) return;
      isListening = isSending;
      if (isSending) window.addEventListener('beforeunload', askToStay);
      else window.removeEventListener('beforeunload', askToStay);
    };
    update();
    const leave = operations.subscribe(update);
    return () => {
      leave();
      window.removeEventListener('beforeunload', askToStay);
    };
  }, [operations, isWanted]);
}

function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
