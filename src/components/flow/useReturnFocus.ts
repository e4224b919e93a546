'use client';
import { type RefObject, useEffect, useRef } from 'react';

/** A heading that takes the focus when a form comes back in the place of a status. */
export function useReturnFocus(isBack: boolean): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isBack) heading.current?.focus();
    // oxlint-disable-next-line react/exhaustive-deps -- once, when it comes back
  }, []);
  return heading;
}
