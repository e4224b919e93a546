'use client';
import { type ChangeEvent, type FocusEvent, type KeyboardEvent, useRef, useState } from 'react';
import { comboboxCommand, type ComboboxMove, movedIndex } from './comboboxKeys.ts';
import { useListWindow } from './useListWindow.ts';
import { usePointer } from './usePointer.ts';
import { usePressOutside } from './usePressOutside.ts';

export interface ComboboxOptions<Item> {
  /** The input's id; the others are made from it. */
  id: string;
  find: (query: string) => readonly Item[];
  keyOf: (item: Item) => string;
  chosenKey: string | null;
  chosenText: string;
  /** More may come at the end of the list. */
  canGrow: boolean;
  /** Disabled or read-only: the list stays closed. */
  isLocked: boolean;
  onChoose: (item: Item) => void;
}

/** `first`: whichever is first in what is found. An index is a guess of where the key is. */
type Active = null | 'first' | { key: string; index: number };

interface ComboboxState {
  isOpen: boolean;
  /** What was typed; null where the chosen one stands. */
  query: string | null;
  active: Active;
}

const closed: ComboboxState = { isOpen: false, query: null, active: null };

/** An editable combobox with a list (WAI-ARIA APG). Nothing is chosen without a press on it, and a key is one commit. */
export function useCombobox<Item>(options: ComboboxOptions<Item>) {
  const { id, find, keyOf, chosenKey, chosenText, canGrow, isLocked, onChoose } = options;
  const [{ isOpen, query, active }, setState] = useState(closed);
  const input = useRef<HTMLInputElement>(null);
  const items = find(query ?? '');
  const activeIndex = isOpen ? indexOf(active, items, keyOf) : -1;
  const { list, seen, rowsAround, show, onScroll } = useListWindow(isOpen, items.length);

  const rows = isOpen ? rowsAround(activeIndex) : [];

  const close = () => setState(closed);
  const activate = (index: number) => {
    const item = items[index];
    setState({ isOpen: true, query, active: item === undefined ? null : { key: keyOf(item), index } });
  };
  const move = (to: ComboboxMove) => {
    const index = movedIndex(to, activeIndex, { count: items.length, page: seen, canGrow });
    activate(index);
    show(index, false);
  };
  /** Opens on the chosen one, else on the option given. */
  const open = (otherwise = -1) => {
    if (isLocked) return;
    const chosen = query === null ? items.findIndex((item) => keyOf(item) === chosenKey) : -1;
    const index = chosen < 0 ? otherwise : chosen;
    activate(index);
    show(Math.max(0, index), true);
  };
  const choose = (index: number) => {
    const item = items[index];
    if (item === undefined) return;
    close();
    onChoose(item);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // contract: 229 is Safari's key of a composition that is ending.
    if (isLocked || event.nativeEvent.isComposing || event.keyCode === 229) return;
    const command = comboboxCommand(event, { isOpen, isEdited: query !== null });
    if (command === undefined) return;
    event.preventDefault();
    if (command === 'choose') choose(activeIndex);
    else if (command === 'restore') close();
    else if (command === 'open') open();
    else if (command === 'close') {
      event.stopPropagation(); // A dialog around it stays.
      setState({ isOpen: false, query, active: null });
      input.current?.focus();
    } else if (isOpen) move(command);
    else open(command === 'previous' ? items.length - 1 : 0);
  };
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!isWithin(relatedTarget)) close();
  };
  const pointer = usePointer({
    isOpen,
    activeIndex,
    input,
    activate,
    choose,
    toggle: () => (isOpen ? close() : open()),
  });
  const { popup, toggle, isWithin } = usePressOutside(isOpen, input, close);

  return {
    isOpen,
    query,
    items,
    activeIndex,
    rows,
    close,
    inputRef: input,
    inputProps: {
      id,
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': isOpen,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': activeIndex < 0 ? undefined : optionId(id, keyOf(items[activeIndex]!)),
      autoComplete: 'off',
      value: query ?? chosenText,
      onChange: ({ currentTarget: { value } }: ChangeEvent<HTMLInputElement>) => {
        setState({ isOpen: true, query: value, active: value.trim() ? 'first' : null });
        show(0, !isOpen);
      },
      onKeyDown,
      onBlur: leave,
      // What is typed next replaces the name; a click would take the selection of the focus away.
      onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
      onClick: () => {
        if (query === null) input.current?.select();
        if (!isOpen) open();
      },
    },
    toggleRef: toggle,
    toggleProps: {
      tabIndex: -1,
      'aria-expanded': isOpen,
      'aria-controls': `${id}-list`,
      onMouseDown: pointer.keepFocus,
      onPointerDown: pointer.onTogglePointer,
      onClick: pointer.onToggle,
    },
    popupRef: popup,
    popupProps: {
      hidden: !isOpen,
      onMouseDown: pointer.keepFocus,
      onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && onKeyDown(event),
      onBlur: leave,
    },
    listRef: list,
    listProps: {
      id: `${id}-list`,
      role: 'listbox',
      onScroll,
      onPointerMove: pointer.onMove,
      onClick: pointer.onPress,
    },
    optionProps: (index: number) => ({
      id: optionId(id, keyOf(items[index]!)),
      role: 'option',
      'aria-posinset': index + 1,
      'data-index': index,
      'data-active': index === activeIndex ? '' : undefined,
    }),
  };
}

function indexOf<Item>(active: Active, items: readonly Item[], keyOf: (item: Item) => string): number {
  if (active === null) return -1;
  if (active === 'first') return items.length > 0 ? 0 : -1;
  const guess = items[active.index];
  return guess !== undefined && keyOf(guess) === active.key
    ? active.index
    : items.findIndex((item) => keyOf(item) === active.key);
}

/** An id must have no space. */
const optionId = (id: string, key: string) =>
  `${id}-${key.replace(/[\s%]/gu, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
