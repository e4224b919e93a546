'use client';
import {
  type ChangeEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type PointerEvent as ReactPointerEvent,
  type RefObject,
  useEffect,
  useRef,
} from 'react';
import type { ElementRefObject } from '../kit/part.tsx';
import { useNewest } from '../kit/useLatestValue.ts';
import { type ComboboxMove, type ListedItemsOptions, useListedItems } from './useListedItems.ts';
import { isReachable } from './useTerminalList.ts';

type ComboboxCommand = ComboboxMove | 'open' | 'close' | 'choose' | 'restore';

type PressedKey = Pick<KeyboardEvent, 'key' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>;

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
  // If a person has typed text and the list is closed, Enter opens the list instead of submitting the form.
  if (key === 'Enter') return isOpen ? 'choose' : isEdited ? 'open' : undefined;
  if (key === 'Escape') return isOpen ? 'close' : isEdited ? 'restore' : undefined;
  const move = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return isOpen || move === 'next' || move === 'previous' ? move : undefined;
}

/** Handles keys that are pressed in the input or in the popup. */
function keyHandler(
  { isOpen, query, items, activeIndex, close, open, hide, move }: ReturnType<typeof useListedItems>,
  { isLocked, isInputOnDemand }: ComboboxOptions,
  input: ElementRefObject<HTMLInputElement>,
  choose: (index: number) => void,
) {
  return (event: KeyboardEvent) => {
    // 229 is the key code that Safari sends when an input method ends its composition of a character.
    if (isLocked || event.nativeEvent.isComposing || event.keyCode === 229) return;
    const command = comboboxCommand(event, { isOpen, isEdited: query !== null });
    if (command === undefined) return;
    event.preventDefault();
    // If Enter is held down, its repeats choose nothing: the person pressed Enter before this option was active.
    if (command === 'choose') return event.repeat ? undefined : choose(activeIndex);
    if (command === 'restore') close();
    else if (command === 'open') open();
    else if (command === 'close') {
      event.stopPropagation(); // a surrounding dialog stays open
      if (isInputOnDemand) close();
      else hide();
      input.current?.focus();
    } else if (isOpen) move(command);
    else open(command === 'previous' ? Math.max(0, items.length - 1) : 0);
  };
}

/** Handles mouse, pen and touch. The list element has the handlers, because scrolling adds and removes options. */
function usePointer(
  { isOpen, activeIndex, activate, close, open }: ReturnType<typeof useListedItems>,
  input: ElementRefObject<HTMLInputElement>,
  choose: (index: number) => void,
) {
  const pressedBy = useRef('');
  const isTouched = useRef(false);
  return {
    /** Keeps the focus in the input when a person presses the toggle or the popup. */
    keepFocus: (event: MouseEvent) => event.preventDefault(),
    isTouched,
    /** Activates the option under a mouse or pen, if the mouse or pen itself moves. Scrolling activates nothing. */
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
      if (isOpen) close();
      else open();
    },
  };
}

/** For an input that exists only while the list is open. Focuses it on opening, except by touch; on closing, the toggle. */
function useOnDemandInput(
  isInputOnDemand: boolean,
  isOpen: boolean,
  input: ElementRefObject<HTMLInputElement>,
  toggle: ElementRefObject<HTMLButtonElement>,
  isTouched: RefObject<boolean>,
): void {
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isInputOnDemand) return;
    const page = toggle.current?.ownerDocument;
    if (isOpen && !wasOpen.current && !isTouched.current) input.current?.focus();
    if (!isOpen && wasOpen.current && page?.activeElement === page?.body) toggle.current?.focus();
    wasOpen.current = isOpen;
    // oxlint-disable-next-line react/exhaustive-deps -- runs only when the list opens or closes
  }, [isInputOnDemand, isOpen]);
}

// `instanceof` would be false in the document of another window, such as a frame or a popup.
function indexAt(target: EventTarget): number | undefined {
  const option = (target as Partial<Element>).closest?.<HTMLElement>('[role="option"]');
  return option?.dataset['index'] === undefined ? undefined : Number(option.dataset['index']);
}

const isNode = (target: EventTarget | null | undefined): target is Node => !!target && 'nodeType' in target;

/** Calls `onOutside` at a press outside the open combobox. A combobox opened by touch has no focus, so no blur event. */
function usePressOutside(isOpen: boolean, input: ElementRefObject<HTMLInputElement>, onOutside: () => void) {
  const popup: ElementRefObject<HTMLDivElement> = useRef<HTMLDivElement>(null);
  const toggle: ElementRefObject<HTMLButtonElement> = useRef<HTMLButtonElement>(null);
  const isWithin = (target: EventTarget | null | undefined) =>
    isNode(target) && [popup, toggle, input].some(({ current }) => current?.contains(target));
  const newest = useNewest((event: PointerEvent) => isWithin(event.composedPath()[0]) || onOutside());

  useEffect(() => {
    const page = input.current?.ownerDocument;
    if (!isOpen || !page) return undefined;
    const listen = (event: PointerEvent) => newest.current(event);
    page.addEventListener('pointerdown', listen);
    return () => page.removeEventListener('pointerdown', listen);
  }, [isOpen, input, newest]);

  return { popup, toggle, isWithin };
}

interface ComboboxOptions extends ListedItemsOptions {
  /** The id of the input; the other ids derive from it. */
  id: string;
  chosenText: string;
  /** The input is rendered only while the list is open. The toggle, which opens the list, then gets the focus back. */
  isInputOnDemand?: boolean | undefined;
  onChoose: (terminalId: string) => void;
}

/** An editable combobox with a list (WAI-ARIA APG). Only Enter or a press on an item chooses the item. */
export function useCombobox(options: ComboboxOptions) {
  const { id, chosenText, isInputOnDemand = false } = options;
  const input: ElementRefObject<HTMLInputElement> = useRef<HTMLInputElement>(null);
  const listed = useListedItems(options);
  const { isOpen, query, items, activeIndex, close, open } = listed;
  const isName = query === null;
  // Selects the chosen item's name, so that text typed next replaces it.
  useEffect(() => {
    if (isName && input.current?.matches(':focus')) input.current.select();
    // oxlint-disable-next-line react/exhaustive-deps -- runs again when the name changes
  }, [isName, chosenText]);

  const choose = (index: number) => {
    const item = items[index];
    if (item === undefined || !isReachable(item)) return; // an unreachable terminal is listed and cannot be chosen
    close();
    options.onChoose(item.id);
  };

  const onKeyDown = keyHandler(listed, options, input, choose);
  const leave = ({ relatedTarget }: FocusEvent) => {
    if (!isWithin(relatedTarget)) close();
  };
  const pointer = usePointer(listed, input, choose);
  const { popup, toggle, isWithin } = usePressOutside(isOpen, input, close);
  useOnDemandInput(isInputOnDemand, isOpen, input, toggle, pointer.isTouched);

  return {
    isOpen,
    query,
    items,
    activeIndex,
    rows: listed.rows,
    close,
    inputRef: input,
    inputProps: {
      id,
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': isOpen,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': activeIndex < 0 ? undefined : optionId(id, items[activeIndex]!.id),
      autoComplete: 'off',
      value: query ?? chosenText,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => listed.type(currentTarget.value),
      onKeyDown,
      onBlur: leave,
      // A click clears the selection that `onFocus` made, so `onClick` selects the text again.
      onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
      onClick: () => {
        if (isName) input.current?.select();
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
    listRef: listed.listRef,
    listProps: {
      id: `${id}-list`,
      role: 'listbox',
      tabIndex: -1, // otherwise, in Chromium, the Tab key stops at a list that scrolls
      onScroll: listed.onScroll,
      onPointerMove: pointer.onMove,
      onClick: pointer.onPress,
    },
    optionProps: (index: number) => ({
      id: optionId(id, items[index]!.id),
      role: 'option',
      'aria-posinset': index + 1,
      'data-index': index,
      'data-active': index === activeIndex ? '' : undefined,
    }),
  };
}

/** The HTML id of an option. It must not contain whitespace, so whitespace is escaped. */
const optionId = (id: string, terminalId: string) =>
  `${id}-${terminalId.replace(/[\s%]/gu, (sign) => `%${sign.charCodeAt(0).toString(16)}`)}`;
