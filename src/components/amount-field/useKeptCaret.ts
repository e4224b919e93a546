'use client';
import { useEffect, useRef } from 'react';
import { caretBeside } from './caretBeside.ts';

/** Keeps the caret beside the digit where it was when the text under it is written anew, as in another locale. */
export function useKeptCaret(text: string): (input: HTMLInputElement) => void {
  const held = useRef<{ input: HTMLInputElement; text: string; start: number; end: number }>(undefined);
  useEffect(() => {
    if (!held.current || held.current.text === text) return;
    const { input, text: before, start, end } = held.current;
    if (input.ownerDocument.activeElement !== input) return;
    input.setSelectionRange(caretBeside(before, start, text), caretBeside(before, end, text));
  }, [text]);
  return (input) => {
    const { value, selectionStart, selectionEnd } = input;
    held.current = { input, text: value, start: selectionStart ?? 0, end: selectionEnd ?? 0 };
  };
}
