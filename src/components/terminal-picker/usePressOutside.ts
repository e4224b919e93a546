'use client';
import { type RefObject, useEffect, useRef } from 'react';

/** Hears a press beside an open combobox: one that was opened by a finger has no focus to lose. */
export function usePressOutside(
  isOpen: boolean,
  input: RefObject<HTMLInputElement | null>,
  onOutside: () => void,
) {
  const popup = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  const heard = useRef(onOutside);

  useEffect(() => {
    heard.current = onOutside;
  });
  useEffect(() => {
    const page = input.current?.ownerDocument;
    if (!isOpen || !page) return undefined;
    const listen = (event: PointerEvent) => {
      if (!isIn(event.composedPath()[0], [popup, toggle, input])) heard.current();
    };
    page.addEventListener('pointerdown', listen);
    return () => page.removeEventListener('pointerdown', listen);
  }, [isOpen, input]);

  return {
    popup,
    toggle,
    isWithin: (target: EventTarget | null) => isIn(target, [popup, toggle, input]),
  };
}

function isIn(target: EventTarget | null | undefined, parts: readonly RefObject<Element | null>[]): boolean {
  return target instanceof Node && parts.some(({ current }) => current?.contains(target));
}
