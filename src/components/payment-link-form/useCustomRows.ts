'use client';
import { useCallback, useMemo, useRef, useState } from 'react';
import type { CustomRow } from './linkFormValues.ts';

export interface CustomRows {
  rows: readonly CustomRow[];
  /** The rows now, also before the next render. */
  current: () => readonly CustomRow[];
  /** Appends a row for a key of the catalogue, or for one to be typed, and tells its id. */
  add: (key?: string) => string;
  remove: (id: string) => void;
  move: (id: string, by: -1 | 1) => void;
}

/** Which custom values there are, in order; what is typed in them is the form's. */
export function useCustomRows(first: readonly CustomRow[]): CustomRows {
  const [rows, setRows] = useState(first);
  const latest = useRef(rows);
  // An id is never used again: the form may still hold what was typed under it.
  const nextId = useRef(Math.max(0, ...first.map(({ id }) => Number(id.slice(1)))) + 1);

  const change = useCallback((next: readonly CustomRow[]) => {
    latest.current = next;
    setRows(next);
  }, []);
  const add = useCallback(
    (key?: string) => {
      const id = `r${nextId.current}`;
      nextId.current += 1;
      change([...latest.current, { id, key }]);
      return id;
    },
    [change],
  );
  const remove = useCallback((id: string) => change(latest.current.filter((row) => row.id !== id)), [change]);
  const move = useCallback(
    (id: string, by: -1 | 1) => {
      const from = latest.current.findIndex((row) => row.id === id);
      const next = [...latest.current];
      const [row] = next.splice(from, 1);
      if (row) next.splice(from + by, 0, row);
      change(next);
    },
    [change],
  );
  const current = useCallback(() => latest.current, []);
  return useMemo(() => ({ rows, current, add, remove, move }), [rows, current, add, remove, move]);
}
