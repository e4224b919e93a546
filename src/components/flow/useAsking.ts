'use client';
import { type RefObject, useEffect, useRef, useState } from 'react';

/** Whether a question stands where a button was. When it goes, the button has the focus again, unless a field has it. */
export function useAsking(button: RefObject<HTMLButtonElement | null>, isAlsoAsking = false) {
  const [isAsking, setIsAsking] = useState(false);
  const isAsked = isAsking || isAlsoAsking;
  const wasAsked = useRef(false);
  useEffect(() => {
    const page = button.current?.ownerDocument;
    const isLost = page?.activeElement === page?.body;
    if (wasAsked.current && !isAsked && isLost) button.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked, button]);
  return [isAsking, setIsAsking] as const;
}
