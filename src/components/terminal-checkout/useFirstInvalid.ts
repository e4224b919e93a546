'use client';
import { useRef } from 'react';
import { type CheckoutField, checkoutFields, type CheckoutProblems } from './checkoutDraft.ts';

/** The inputs of a form, and how to get to the first one that is not right. */
export function useFirstInvalid() {
  const inputs = useRef(new Map<CheckoutField, HTMLInputElement>());
  const refFor = (field: CheckoutField) => (input: HTMLInputElement | null) => {
    if (input) inputs.current.set(field, input);
    else inputs.current.delete(field);
  };
  return {
    refFor,
    focus: (field: CheckoutField) => inputs.current.get(field)?.focus(),
    focusFirst: (problems: CheckoutProblems) => {
      const first = checkoutFields.find((field) => problems[field]);
      if (first) inputs.current.get(first)?.focus();
    },
  };
}
