'use client';
import { type ClipboardEvent, type ComponentPropsWithoutRef, type DragEvent, useEffect } from 'react';
import { confirmsComposition } from '../field/confirmsComposition.ts';
import { pastedLines } from './pastedLines.ts';
import type { AmountReading, AmountText } from './useAmountText.ts';
import { useKeptCaret } from './useKeptCaret.ts';

export interface AmountInputHandlers {
  /** A person or a program put something into the field. */
  onRead: (text: string, reading: AmountReading) => void;
  onLeave: () => void;
}

/** What the input of an amount needs: it takes what is typed, composed, pasted, dropped or filled in, and writes nothing back meanwhile. */
export function useAmountInput(
  field: AmountText,
  isEditable: boolean,
  { onRead, onLeave }: AmountInputHandlers,
): ComponentPropsWithoutRef<'input'> {
  const { text, lost } = field;
  const noteCaret = useKeptCaret(text);
  const take = (typed: string) => onRead(typed, field.type(typed));
  const takeFrom = (input: HTMLInputElement) => {
    noteCaret(input);
    take(input.value);
  };
  const insert = (event: DragEvent | ClipboardEvent, input: HTMLInputElement, data: DataTransfer) => {
    const lines = isEditable ? pastedLines(data.getData('text/plain')) : undefined;
    if (lines === undefined) return;
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = input;
    take(value.slice(0, selectionStart ?? 0) + lines + value.slice(selectionEnd ?? 0));
  };

  useEffect(() => {
    if (lost > 0) onRead('', { cents: null, error: 'empty' });
    // oxlint-disable-next-line react/exhaustive-deps -- once for each text that went with its format
  }, [lost]);

  return {
    value: text,
    // A program that sets the value itself is not heard by onChange, and its "change" not by onInput.
    onInput: ({ currentTarget }) => takeFrom(currentTarget),
    onChange: ({ currentTarget, nativeEvent }) => nativeEvent.type === 'change' && takeFrom(currentTarget),
    onCompositionStart: () => field.compose(true),
    onCompositionEnd: () => field.compose(false),
    onPaste: (event) => insert(event, event.currentTarget, event.clipboardData),
    onDrop: (event) => insert(event, event.currentTarget, event.dataTransfer),
    onSelect: ({ currentTarget }) => noteCaret(currentTarget),
    onKeyDown: (event) => {
      if (confirmsComposition(event)) event.preventDefault();
    },
    onBlur: ({ currentTarget }) => {
      field.compose(false);
      if (currentTarget.value !== text) take(currentTarget.value);
      if (currentTarget.ownerDocument.activeElement === currentTarget) return; // only the window was left
      if (currentTarget.value === text) field.settle();
      onLeave();
    },
  };
}
