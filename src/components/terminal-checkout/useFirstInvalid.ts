'use client';
import { type RefCallback, useRef } from 'react';
import type { CheckoutProblems } from './checkoutProblems.ts';

type Control = HTMLInputElement | HTMLSelectElement;
export type RefFor = (field: string) => RefCallback<Control>;

/** The controls of a form by field, and how to get to the first one that is not right. */
export function useFirstInvalid() {
  const controls = useRef(new Map<string, Control>());
  const refFor: RefFor = (field) => (control) => {
    if (control) controls.current.set(field, control);
    else controls.current.delete(field);
  };
  /** Whether there was such a control. */
  const focus = (field: string | undefined): boolean => {
    const control = field === undefined ? undefined : controls.current.get(field);
    control?.focus();
    return control !== undefined;
  };
  return {
    refFor,
    focus,
    focusFirst: (problems: CheckoutProblems) =>
      focus(Object.keys(problems).find((field) => controls.current.has(field))),
  };
}
