'use client';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { TerminalOperations } from '../../core/operations/createTerminalOperations.ts';
import { type LinkDraft, storeDraft } from './linkDrafts.ts';

export interface UseLinkDraftOptions {
  owner: TerminalOperations;
  /** Undefined where no draft is kept. */
  formKey: string | undefined;
  /** What stands in the form now; undefined where that is nothing worth keeping. */
  read: () => LinkDraft | undefined;
}

export interface UseLinkDraftResult {
  /** Something was changed: from now on the browser asks before the page is left with it. */
  touch: () => void;
  /** Forgets it for good. */
  drop: () => void;
}

/** Keeps what is filled in when the form goes away, until the page goes too or the link is made. */
export function useLinkDraft({ owner, formKey, read }: UseLinkDraftOptions): UseLinkDraftResult {
  const latest = useRef(read);
  const isDropped = useRef(false);
  const [askToStay] = useState(() => (event: BeforeUnloadEvent) => {
    if (latest.current()) event.preventDefault();
  });
  useEffect(() => {
    latest.current = read;
  });

  const touch = useCallback(() => {
    // A page that listens all the time is kept out of the back-forward cache.
    if (formKey !== undefined) window.addEventListener('beforeunload', askToStay);
  }, [formKey, askToStay]);
  const drop = useCallback(() => {
    isDropped.current = true;
    window.removeEventListener('beforeunload', askToStay);
    if (formKey !== undefined) storeDraft(owner, formKey, undefined);
  }, [owner, formKey, askToStay]);

  useEffect(() => {
    if (formKey === undefined) return undefined;
    // From here on the form itself knows what there is to lose.
    storeDraft(owner, formKey, undefined);
    if (latest.current()) touch();
    return () => {
      window.removeEventListener('beforeunload', askToStay);
      storeDraft(owner, formKey, isDropped.current ? undefined : latest.current());
    };
  }, [owner, formKey, askToStay, touch]);
  return { touch, drop };
}
