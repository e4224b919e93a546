'use client';
import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { statePerOperations, useTerminalOperations } from '../../hooks/useOperations.ts';

interface OutcomeFocus {
  heading: RefObject<HTMLHeadingElement | null>;
  /** For the region around the heading. */
  onFocus: () => void;
  onBlur: (event: FocusEvent) => void;
}

const focusedIds = /*#__PURE__*/ statePerOperations(() => new Set<string>());

/**
 * Focuses the heading of an outcome if the focused button disappeared with the change. If a reload left the operation
 * unknown, the heading is focused once, so that the cashier sees it. A button that sends is never focused.
 */
export function useOutcomeFocus(operation: TerminalOperation | undefined): OutcomeFocus {
  const operations = useTerminalOperations();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasFocus = useRef(false);
  const { id, phase, reason } = operation ?? {};

  useEffect(() => {
    if (id === undefined || phase === undefined) return;
    const document = heading.current?.ownerDocument;
    const isLost = hasFocus.current && document?.activeElement === document?.body;
    const isNews = reason === 'reloaded' && isFirst(focusedIds(operations), id);
    if (isLost || isNews) heading.current?.focus();
  }, [id, phase, reason, operations]);

  return {
    heading,
    onFocus: () => void (hasFocus.current = true),
    onBlur: ({ currentTarget, relatedTarget }) =>
      void (hasFocus.current = currentTarget.contains(relatedTarget)),
  };
}

function isFirst(ids: Set<string>, id: string): boolean {
  if (ids.has(id)) return false;
  ids.add(id);
  return true;
}
