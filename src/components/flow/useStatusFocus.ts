'use client';
import { type RefObject, useEffect, useRef } from 'react';

/**
 * A status takes the focus where it takes the place of a form: the button that was pressed is gone. One that is there
 * from the beginning does not.
 */
export function useStatusFocus(shownId: string | undefined): RefObject<HTMLElement | null> {
  const status = useRef<HTMLElement>(null);
  const hadForm = useRef(false);
  useEffect(() => {
    if (shownId !== undefined && hadForm.current) status.current?.focus();
    hadForm.current = shownId === undefined;
  }, [shownId]);
  return status;
}
