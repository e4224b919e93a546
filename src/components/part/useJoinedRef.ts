'use client';
import { type Ref, type RefCallback, useCallback } from 'react';

type MaybeRef = Ref<unknown> | undefined;

/** One ref for four. */
export function useJoinedRef(
  one: MaybeRef,
  two: MaybeRef,
  three: MaybeRef,
  four: MaybeRef,
): RefCallback<unknown> {
  return useCallback(
    (element) => {
      const refs = [one, two, three, four];
      const undos = refs.map((ref) => setRef(ref, element));
      // React 18 knows no such function and complains of one.
      if (!undos.some(Boolean)) return undefined;
      return () => refs.forEach((ref, at) => (undos[at] ? undos[at]() : setRef(ref, null)));
    },
    [one, two, three, four],
  );
}

/** Returns what a callback wants to have called when the element goes. */
function setRef(ref: MaybeRef, element: unknown): (() => unknown) | undefined {
  if (typeof ref === 'function') return ref(element) ?? undefined;
  if (ref) ref.current = element;
  return undefined;
}
