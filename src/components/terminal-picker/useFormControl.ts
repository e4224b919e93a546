'use client';
import { type RefObject, useEffect, useRef } from 'react';

export interface FormControlOptions {
  input: RefObject<HTMLInputElement | null>;
  /** Why the form around it cannot be sent; empty where it can. */
  problem: string;
  onReset: () => void;
}

/** Makes an input whose text is not its value a control as any other: it holds up its form, and hears of its reset. */
export function useFormControl({ input, problem, onReset }: FormControlOptions): void {
  const heard = useRef(onReset);
  useEffect(() => {
    heard.current = onReset;
  });
  // A host may have another element stand in the input's place.
  useEffect(() => input.current?.setCustomValidity?.(problem), [input, problem]);
  useEffect(() => {
    const page = input.current?.ownerDocument;
    const listen = (event: Event) => {
      if (event.target === input.current?.form && !event.defaultPrevented) heard.current();
    };
    page?.addEventListener('reset', listen);
    return () => page?.removeEventListener('reset', listen);
  }, [input]);
}
