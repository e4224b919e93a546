'use client';
import { type UIEvent, useEffect, useRef, useState } from 'react';
import type { ElementRefObject } from '../kit/part.tsx';
import type { TerminalEntry } from './useTerminalList.ts';

export type ComboboxMove = 'next' | 'previous' | 'first' | 'last' | 'pageDown' | 'pageUp';

/** The index that a move leads to; -1 for an empty list. Steps wrap around unless the list can grow; pages do not. */
export function movedIndex(
  move: ComboboxMove,
  from: number,
  { count, page, canGrow }: { count: number; page: number; canGrow: boolean },
): number {
  const last = count - 1;
  switch (move) {
    case 'first':
      return Math.min(0, last);
    case 'last':
      return last;
    case 'next':
      return from < last ? from + 1 : canGrow ? last : Math.min(0, last);
    case 'previous':
      return from > 0 ? from - 1 : canGrow && from === 0 ? 0 : last;
    case 'pageDown':
      return Math.min(from + page, last);
    case 'pageUp':
      return Math.min(Math.max(from - page, 0), last);
  }
}

/** How many rows are rendered beyond the visible ones, so that a scroll does not outrun the next render. */
const overscan = 3;

/** Scrolls as little as possible to make row `index` fully visible. Returns the row that is then at the top. */
export function topRowFor(index: number, top: number, rows: number): number {
  return Math.max(0, index < top ? index : Math.max(top, index - rows + 1));
}

/** The rows to render: the visible rows, a few rows beyond them, and the active row. */
export function renderedRows(list: { top: number; rows: number; count: number; active: number }): number[] {
  const { rows, count, active } = list;
  const top = Math.max(0, Math.min(list.top, count - rows));
  const from = Math.max(0, top - overscan);
  const end = Math.min(count, top + rows + 1 + overscan);
  const shown = Array.from({ length: end - from }, (_, index) => from + index);
  if (active >= 0 && active < from) shown.unshift(active);
  if (active >= end && active < count) shown.push(active);
  return shown;
}

/** Which rows of a long list are rendered. The style sheet gives all rows the same height. */
function useListWindow(isOpen: boolean, count: number) {
  const list: ElementRefObject<HTMLUListElement> = useRef<HTMLUListElement>(null);
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
    const { rowPx, rows } = rowMetrics(element);
    const scrollTop = topRowFor(index, isOpening ? 0 : element.scrollTop / rowPx, rows) * rowPx;
    if (scrollTop !== element.scrollTop) element.scrollTop = scrollTop;
    scrolledPx.current = scrollTop;
  });

  return {
    list,
    /** How many rows are fully visible. Six is assumed until the list scrolls. */
    seen,
    rowsAround: (active: number) => renderedRows({ top, rows: seen, count, active }),
    /** Scrolls as little as possible to make a row visible. If the list is just opening, it scrolls from the top. */
    show: (index: number, isOpening: boolean) => {
      goal.current = { index, isOpening };
      setTop(topRowFor(index, isOpening ? 0 : top, seen));
    },
    onScroll: ({ currentTarget }: UIEvent<HTMLUListElement>) => {
      const { rowPx, rows } = rowMetrics(currentTarget);
      scrolledPx.current = currentTarget.scrollTop;
      const next = Math.floor(currentTarget.scrollTop / rowPx);
      if (Math.abs(next - top) > 1) setTop(next);
      if (rows !== seen) setSeen(rows);
    },
  };
}

/** The height of a row (px) and how many rows are visible. If no row is laid out: 1 px and six rows. */
function rowMetrics(list: HTMLElement): { rowPx: number; rows: number } {
  const row = list.querySelector('[role="option"]')?.getBoundingClientRect().height ?? 0;
  return row > 0
    ? { rowPx: row, rows: Math.max(1, Math.floor(list.clientHeight / row)) }
    : { rowPx: 1, rows: 6 };
}

export interface ListedItemsOptions {
  find: (query: string) => readonly TerminalEntry[];
  chosenId: string | null;
  /** Whether more items may still be loaded at the end of the list. */
  canGrow: boolean;
  /** Whether the combobox is disabled or read-only, so that its list stays closed. */
  isLocked: boolean;
}

/**
 * The active item, by its id and last known index. `first`: the chosen item or, if text was typed, the first one
 * found.
 */
type Active = null | 'first' | { id: string; index: number };

interface ComboboxState {
  isOpen: boolean;
  /** The text that a person typed; null while the input shows the chosen item's text. */
  query: string | null;
  active: Active;
}

const closed: ComboboxState = { isOpen: false, query: null, active: null };

/** The listed items and the active item, with functions that change them. */
export function useListedItems({ find, chosenId, canGrow, isLocked }: ListedItemsOptions) {
  const [{ isOpen, query, active }, setState] = useState(closed);
  const items = find(query ?? '');
  const chosenIndex = () => (query === null ? items.findIndex(({ id }) => id === chosenId) : -1);
  const isFirst = active === 'first';
  const activeIndex = !isOpen ? -1 : isFirst ? firstOf(items, chosenIndex()) : indexOf(active, items);
  const { list, seen, rowsAround, show, onScroll } = useListWindow(isOpen, items.length);
  const activate = (index: number) => {
    const item = items[index];
    setState({ isOpen: true, query, active: item === undefined ? null : { id: item.id, index } });
  };
  return {
    isOpen,
    query,
    items,
    activeIndex,
    rows: isOpen ? rowsAround(activeIndex) : [],
    listRef: list,
    onScroll,
    activate,
    close: () => setState(closed),
    /** Closes the list and keeps the typed text. */
    hide: () => setState({ isOpen: false, query, active: null }),
    type: (text: string) => {
      setState({ isOpen: true, query: text, active: text.trim() ? 'first' : null });
      show(0, !isOpen);
    },
    move: (to: ComboboxMove) => {
      const index = movedIndex(to, activeIndex, { count: items.length, page: seen, canGrow });
      activate(index);
      show(index, false);
    },
    /** Opens the list at the chosen item. If no listed item is chosen, opens it at the index `otherwise`. */
    open: (otherwise = -1) => {
      if (isLocked) return;
      const chosen = chosenIndex();
      const index = chosen < 0 ? otherwise : chosen;
      // If no item is loaded yet, an arrow key makes the first item active once it arrives.
      if (items.length === 0) setState({ isOpen: true, query, active: otherwise < 0 ? null : 'first' });
      else activate(index);
      show(Math.max(0, index), true);
    },
  };
}

const firstOf = (items: readonly unknown[], chosen: number) => Math.max(chosen, items.length > 0 ? 0 : -1);

function indexOf(active: Exclude<Active, 'first'>, items: readonly TerminalEntry[]): number {
  if (active === null) return -1;
  const { id, index } = active;
  return items[index]?.id === id ? index : items.findIndex((item) => item.id === id);
}
