'use client';
import { type MouseEvent, type PointerEvent, type RefObject, useRef } from 'react';

export interface PointerOptions {
  isOpen: boolean;
  activeIndex: number;
  input: RefObject<HTMLInputElement | null>;
  activate: (index: number) => void;
  choose: (index: number) => void;
  toggle: () => void;
}

/** What mouse, pen and finger do to a combobox. The list hears for its options: they come and go while it scrolls. */
export function usePointer({ isOpen, activeIndex, input, activate, choose, toggle }: PointerOptions) {
  const pressedBy = useRef('');
  return {
    /** A press beside the input does not take the focus from it. */
    keepFocus: (event: MouseEvent) => event.preventDefault(),
    /** Only a pointer that moves points: a list that scrolls under it changes nothing. A finger that moves scrolls. */
    onMove: ({ target, pointerType, movementX, movementY }: PointerEvent) => {
      if (pointerType === 'touch' || (movementX === 0 && movementY === 0)) return;
      const index = indexAt(target);
      if (isOpen && index !== undefined && index !== activeIndex) activate(index);
    },
    onPress: ({ target }: MouseEvent) => {
      const index = indexAt(target);
      if (index !== undefined) choose(index);
    },
    onTogglePointer: ({ pointerType }: PointerEvent) => {
      pressedBy.current = pointerType;
    },
    /** A finger opens the list without the keyboard that would cover it. */
    onToggle: () => {
      if (pressedBy.current !== 'touch') input.current?.focus();
      pressedBy.current = '';
      toggle();
    },
  };
}

function indexAt(target: EventTarget): number | undefined {
  const option = target instanceof Element ? target.closest<HTMLElement>('[role="option"]') : null;
  return option?.dataset['index'] === undefined ? undefined : Number(option.dataset['index']);
}
