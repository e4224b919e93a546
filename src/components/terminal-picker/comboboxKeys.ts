/** Where the active option goes. */
export type ComboboxMove = 'next' | 'previous' | 'first' | 'last' | 'pageDown' | 'pageUp';
export type ComboboxCommand = ComboboxMove | 'open' | 'close' | 'choose' | 'restore';

export interface PressedKey {
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

/** What a key asks of an editable combobox (WAI-ARIA APG); undefined where it is the text's own. */
export function comboboxCommand(
  { key, altKey, ctrlKey, metaKey, shiftKey }: PressedKey,
  { isOpen, isEdited }: { isOpen: boolean; isEdited: boolean },
): ComboboxCommand | undefined {
  if (ctrlKey || metaKey || shiftKey) return undefined;
  if (altKey) {
    if (key === 'ArrowDown' && !isOpen) return 'open';
    return key === 'ArrowUp' && isOpen ? 'close' : undefined;
  }
  // What was typed is no choice yet, so Enter does not send a form with it.
  if (key === 'Enter') return isOpen ? 'choose' : isEdited ? 'open' : undefined;
  if (key === 'Escape') return isOpen ? 'close' : isEdited ? 'restore' : undefined;
  const move = Object.hasOwn(moves, key) ? moves[key] : undefined;
  return isOpen || move === 'next' || move === 'previous' ? move : undefined;
}

/** The option a move leads to; -1 is none. Round the ends, unless the list can grow at its end. */
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
