'use client';
import { type FocusEvent, useEffect, useRef } from 'react';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { isFocusLost } from '../kit/part.tsx';
import { statePerOperations, useTerminalOperations } from '../../hooks/useOperations.ts';

const focusedIds = /*#__PURE__*/ statePerOperations(() => new Set<string>());

/**
 * Focuses the heading of an outcome if the outcome replaces the focused button. If a reload made the outcome unknown,
 * the heading is focused once, so that the cashier sees it. A button that sends is never focused.
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
    /** The two handlers belong on the region around the heading. */
    onFocus: () => void (hasFocus.current = true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      void (hasFocus.current = currentTarget.contains(relatedTarget)),
  };
}
