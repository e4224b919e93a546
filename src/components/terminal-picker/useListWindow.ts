'use client';
import { type UIEvent, useEffect, useRef, useState } from 'react';
import { shownRows, topFor } from './listWindow.ts';

/** Which rows of a long list are drawn. All rows are of one height, which the style sheet gives. */
export function useListWindow(isOpen: boolean, count: number) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  const [seen, setSeen] = useState(6);
  const scrolledPx = useRef(0);
  const goal = useRef<{ index: number; isOpening: boolean }>(undefined);

  useEffect(() => {
    const { current: element } = list;
    if (!isOpen || !element || !goal.current) return;
    const { index, isOpening } = goal.current;
    goal.current = undefined;
    if (index === 0 && scrolledPx.current === 0) return;
    const { rowPx, rows } = measured(element);
    const scrollTop = topFor(index, isOpening ? 0 : element.scrollTop / rowPx, rows) * rowPx;
    if (scrollTop !== element.scrollTop) element.scrollTop = scrollTop;
    scrolledPx.current = scrollTop;
  });

  return {
    list,
    /** Rows seen in full. */
    seen,
    rowsAround: (active: number) => shownRows({ top, rows: seen, count, active }),
    /** Scrolls as far as it takes to see a row; from the start where the list opens. */
    show: (index: number, isOpening: boolean) => {
      goal.current = { index, isOpening };
      setTop(topFor(index, isOpening ? 0 : top, seen));
    },
    onScroll: ({ currentTarget }: UIEvent<HTMLUListElement>) => {
      const { rowPx, rows } = measured(currentTarget);
      scrolledPx.current = currentTarget.scrollTop;
      const next = Math.floor(currentTarget.scrollTop / rowPx);
      if (Math.abs(next - top) > 1) setTop(next);
      if (rows !== seen) setSeen(rows);
    },
  };
}

/** Where nothing is laid out, a row of 1 px and six of them. */
function measured(list: HTMLElement): { rowPx: number; rows: number } {
  const row = list.querySelector('[role="option"]')?.getBoundingClientRect().height ?? 0;
  return row > 0
    ? { rowPx: row, rows: Math.max(1, Math.floor(list.clientHeight / row)) }
    : { rowPx: 1, rows: 6 };
}
