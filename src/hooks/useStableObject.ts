'use client';
import { useMemo } from 'react';

/** Returns the object of the last render unless one of its values has changed. `value` must always have the same keys. */
export function useStableObject<Value extends object>(value: Value): Value {
  // oxlint-disable-next-line react/exhaustive-deps -- depends on each value; their number is fixed
  return useMemo(() => value, Object.values(value));
}
