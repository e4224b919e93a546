'use client';
import { type RefObject, useEffect, useRef } from 'react';

/** Moves the focus to what has just appeared: once, and again for each new occasion. */
export function useFocusOnArrival<Target extends HTMLElement>(occasion?: unknown): RefObject<Target | null> {
  const target = useRef<Target>(null);
  // oxlint-disable-next-line react/exhaustive-deps -- a new occasion moves the focus again
  useEffect(() => target.current?.focus(), [occasion]);
  return target;
}
