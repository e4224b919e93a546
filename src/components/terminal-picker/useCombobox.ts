'use client';
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  type UIEvent,
  useEffect,
  useRef,
  useState,
} from 'react';

/** Where the active option moves. */
export type ComboboxMove = 'next' | 'previous' | 'first' | 'last' | 'pageDown' | 'pageUp';
type ComboboxCommand = ComboboxMove | 'open' | 'close' | 'choose' | 'restore';

interface PressedKey {
  key: string;
  altKey: boolean;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
}

const moves: Readonly<Record<string, ComboboxMove>> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  PageDown: 'pageDown',
  PageUp: 'pageUp',
};

/** The command of a key in an editable combobox (WAI-ARIA APG); undefined if the key edits the text. */
export function comboboxCommand(
  { key, altKey, ctrlKey, metaKey, shiftKey }: PressedKey,
  { isOpen, isEdited }: { isOpen: boolean; isEdited: boolean },
): ComboboxCommand | undefined {
  if (ctrlKey || metaKey || shiftKey) return undefined;
  if (altKey) {
    if (key === 'ArrowDown' && !isOpen) return 'open';
    return key === 'ArrowUp' && isOpen ? 'close' : undefined;
  }
  // Typed text is not a choice yet, so Enter does not submit a form with it.
  if (key === 'Enter') return isOpen ? 'choose' : isEdited ? 'open' : undefined;
  if (key === 'Escape') return isOpen ? 'close' : isEdited ? 'restore' : undefined;
  const move = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return isOpen || move === 'next' || move === 'previous' ? move : undefined;
}

/** The index of the option that a move leads to; -1 is none. Moves wrap around, unless the list can grow at its end. */
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

/** Rows rendered beyond the visible ones, so that a scroll does not outrun the next render. */
const overscan = 3;

/** The first visible row from which a row is fully visible, as close to the present one as possible. */
export function topRowFor(index: number, top: number, rows: number): number {
  return Math.max(0, index < top ? index : Math.max(top, index - rows + 1));
}

/** The rows to render: the visible ones, a few beyond, and the active one wherever it is. */
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

/** Which rows of a long list are rendered. All rows have one height, which the style sheet sets. */
function useListWindow(isOpen: boolean, count: number) {
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
    const { rowPx, rows } = rowMetrics(element);
    const scrollTop = topRowFor(index, isOpening ? 0 : element.scrollTop / rowPx, rows) * rowPx;
    if (scrollTop !== element.scrollTop) element.scrollTop = scrollTop;
    scrolledPx.current = scrollTop;
  });

  return {
    list,
    /** The number of fully visible rows. */
    seen,
    rowsAround: (active: number) => renderedRows({ top, rows: seen, count, active }),
    /** Scrolls just far enough to show a row; from the top if the list opens. */
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

/** Without a layout, a row of 1 px and six visible rows are assumed. */
function rowMetrics(list: HTMLElement): { rowPx: number; rows: number } {
  const row = list.querySelector('[role="option"]')?.getBoundingClientRect().height ?? 0;
  return row > 0
    ? { rowPx: row, rows: Math.max(1, Math.floor(list.clientHeight / row)) }
    : { rowPx: 1, rows: 6 };
}

interface PointerOptions {
  isOpen: boolean;
  activeIndex: number;
  input: RefObject<HTMLInputElement | null>;
  activate: (index: number) => void;
  choose: (index: number) => void;
  toggle: () => void;
}

/** Mouse, pen and touch on a combobox. The list handles events of its options, which come and go while it scrolls. */
function usePointer({ isOpen, activeIndex, input, activate, choose, toggle }: PointerOptions) {
  const pressedBy = useRef('');
  const isTouched = useRef(false);
  return {
    /** A press beside the input does not take its focus. */
    keepFocus: (event: MouseEvent) => event.preventDefault(),
    isTouched,
    /**
     * Only a moving pointer activates an option: a list that scrolls under the pointer changes nothing. A moving
     * finger scrolls.
     */
    onMove: ({ target, pointerType, movementX, movementY }: ReactPointerEvent) => {
      if (pointerType === 'touch' || (movementX === 0 && movementY === 0)) return;
      const index = indexAt(target);
      if (isOpen && index !== undefined && index !== activeIndex) activate(index);
    },
    onPress: ({ target }: MouseEvent) => {
      const index = indexAt(target);
      if (index !== undefined) choose(index);
    },
    onTogglePointer: ({ pointerType }: ReactPointerEvent) => {
      pressedBy.current = pointerType;
    },
    /** A finger opens the list without focusing the input, because the system keyboard would cover the list. */
    onToggle: () => {
      isTouched.current = pressedBy.current === 'touch';
      pressedBy.current = '';
      if (!isTouched.current) input.current?.focus();
      toggle();
    },
  };
}

interface OnDemandInput {
  input: RefObject<HTMLInputElement | null>;
  toggle: RefObject<HTMLButtonElement | null>;
  /** The list was opened by touch. */
  isTouched: RefObject<boolean>;
}

/** An input that is rendered only while the list is open takes the focus then, and returns it to the toggle. */
function useOnDemandInput(
  isInputOnDemand: boolean,
  isOpen: boolean,
  { input, toggle, isTouched }: OnDemandInput,
): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isInputOnDemand) return;
    const page = toggle.current?.ownerDocument;
    if (isOpen && !wasOpen.current && !isTouched.current) input.current?.focus();
    if (!isOpen && wasOpen.current && page?.activeElement === page?.body) toggle.current?.focus();
    wasOpen.current = isOpen;
    // oxlint-disable-next-line react/exhaustive-deps -- once it opens, and once it closes
  }, [isInputOnDemand, isOpen]);
}

function indexAt(target: EventTarget): number | undefined {
  const option = target instanceof Element ? target.closest<HTMLElement>('[role="option"]') : null;
  return option?.dataset['index'] === undefined ? undefined : Number(option.dataset['index']);
}

/** Detects a press outside an open combobox. A combobox opened by touch has no focus to lose. */
function usePressOutside(isOpen: boolean, input: RefObject<HTMLInputElement | null>, onOutside: () => void) {
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
      if (!isInside(event.composedPath()[0], [popup, toggle, input])) heard.current();
    };
    page.addEventListener('pointerdown', listen);
    return () => page.removeEventListener('pointerdown', listen);
  }, [isOpen, input]);

  return {
    popup,
    toggle,
    isWithin: (target: EventTarget | null) => isInside(target, [popup, toggle, input]),
  };
}

function isInside(
  target: EventTarget | null | undefined,
  parts: readonly RefObject<Element | null>[],
): boolean {
  return target instanceof Node && parts.some(({ current }) => current?.contains(target));
}

interface ComboboxOptions<Item> {
  /** The id of the input; the other ids derive from it. */
  id: string;
  find: (query: string) => readonly Item[];
  keyOf: (item: Item) => string;
  chosenKey: string | null;
  chosenText: string;
  /** More items may come at the end of the list. */
  canGrow: boolean;
  /** Disabled or read-only: the list stays closed. */
  isLocked: boolean;
  /** The input is rendered only while the list is open. The toggle opens the list and gets the focus back. */
  isInputOnDemand?: boolean | undefined;
  /** An item for which this is false is listed and cannot be chosen. */
  canChoose: (item: Item) => boolean;
  onChoose: (item: Item) => void;
}

/**
 * `first`: the first item found, or the chosen one before anything is typed. `index` is a guess of where the key is.
 */
type Active = null | 'first' | { key: string; index: number };

interface ComboboxState {
  isOpen: boolean;
  /** The typed text; null while the chosen item's text is shown. */
  query: string | null;
  active: Active;
}

const closed: ComboboxState = { isOpen: false, query: null, active: null };

/**
 * An editable combobox with a list (WAI-ARIA APG). An item is chosen only by a press on it, and each key causes one
 * render.
 */
export function useCombobox<Item>(options: ComboboxOptions<Item>) {
  const { id, find, keyOf, chosenKey, chosenText, canGrow, isLocked, isInputOnDemand = false } = options;
  const [{ isOpen, query, active }, setState] = useState(closed);
  const input = useRef<HTMLInputElement>(null);
  const items = find(query ?? '');
  const chosenIndex = () => (query === null ? items.findIndex((item) => keyOf(item) === chosenKey) : -1);
  const isFirst = active === 'first';
  const activeIndex = !isOpen ? -1 : isFirst ? firstOf(items, chosenIndex()) : indexOf(active, items, keyOf);
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
  /** Opens the list at the chosen item, else at the given index. */
  const open = (otherwise = -1) => {
    if (isLocked) return;
    const chosen = chosenIndex();
    const index = chosen < 0 ? otherwise : chosen;
    // While the list is loading, the first row is activated when it arrives.
    if (items.length === 0) setState({ isOpen: true, query, active: otherwise < 0 ? null : 'first' });
    else activate(index);
    show(Math.max(0, index), true);
  };
  const choose = (index: number) => {
    const item = items[index];
    if (item === undefined || !options.canChoose(item)) return;
    close();
    options.onChoose(item);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    // contract: 229 is Safari's key of a composition that is ending.
    if (isLocked || event.nativeEvent.isComposing || event.keyCode === 229) return;
    const command = comboboxCommand(event, { isOpen, isEdited: query !== null });
    if (command === undefined) return;
    event.preventDefault();
    // A key that is held down was meant for what was shown before.
    if (command === 'choose') return event.repeat ? undefined : choose(activeIndex);
    if (command === 'restore') close();
    else if (command === 'open') open();
    else if (command === 'close') {
      event.stopPropagation(); // a surrounding dialog stays open
      setState(isInputOnDemand ? closed : { isOpen: false, query, active: null });
      input.current?.focus();
    } else if (isOpen) move(command);
    else open(command === 'previous' ? Math.max(0, items.length - 1) : 0);
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
  useOnDemandInput(isInputOnDemand, isOpen, { input, toggle, isTouched: pointer.isTouched });

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
      // Text typed next replaces the name. A click would clear the selection that the focus made.
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

const firstOf = (items: readonly unknown[], chosen: number) => Math.max(chosen, items.length > 0 ? 0 : -1);

function indexOf<Item>(
  active: Exclude<Active, 'first'>,
  items: readonly Item[],
  keyOf: (item: Item) => string,
): number {
  if (active === null) return -1;
  const guess = items[active.index];
  return guess !== undefined && keyOf(guess) === active.key
    ? active.index
    : items.findIndex((item) => keyOf(item) === active.key);
}

/** Ids must not contain whitespace. */
const optionId = (id: string, key: string) =>
  `${id}-${key.replace(/[\s%]/gu, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
