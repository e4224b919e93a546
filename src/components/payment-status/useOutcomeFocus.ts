'use client';
import { type FocusEvent, useEffect, useRef } from 'react';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { isFocusLost } from '../kit/part.tsx';
import { statePerOperations, useTerminalOperations } from '../../hooks/useOperations.ts';

const focusedIds = /*#__PURE__*/ statePerOperations(() => new Set<string>());

/**
 * The ref of an outcome's heading. It gets the focus if the outcome replaces the focused button, and once if a reload
 * made the outcome unknown, so that the cashier sees it.
 */
export function useOutcomeFocus(operation: TerminalOperation | undefined) {
  const operations = useTerminalOperations();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasFocus = useRef(false);
  const { id, phase, reason } = operation ?? {};

  useEffect(() => {
    if (id === undefined || phase === undefined) return;
    const isLost = hasFocus.current && isFocusLost(heading.current?.ownerDocument);
    const isNews = reason === 'reloaded' && !focusedIds(operations).has(id);
    if (isNews) focusedIds(operations).add(id);
    if (isLost || isNews) heading.current?.focus();
  }, [id, phase, reason, operations]);

  return {
    heading,
    /** `onFocus` and `onBlur` belong on the region around the heading. */
    onFocus: () => void (hasFocus.current = true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      void (hasFocus.current = currentTarget.contains(relatedTarget)),
  };
}
