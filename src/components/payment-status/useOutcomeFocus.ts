'use client';
import { type FocusEvent, type RefObject, useEffect, useRef } from 'react';
import type { TerminalOperation } from '../../core/operations/terminalOperation.ts';
import { keptPer } from '../../hooks/listQuery.ts';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';

export interface OutcomeFocus {
  heading: RefObject<HTMLHeadingElement | null>;
  /** For the region around the heading. */
  onFocus: () => void;
  onBlur: (event: FocusEvent) => void;
}

const shownOf = keptPer(() => new Set<string>());

/**
 * The heading of an outcome takes the focus where the button that had it is gone with the change, and once where a
 * reload left an operation unknown: that must not be overlooked.
 */
export function useOutcomeFocus(operation: TerminalOperation | undefined): OutcomeFocus {
  const { operations } = usePaymentsContext();
  const heading = useRef<HTMLHeadingElement>(null);
  const hasFocus = useRef(false);
  const { id, phase, reason } = operation ?? {};

  useEffect(() => {
    if (id === undefined || phase === undefined) return;
    const document = heading.current?.ownerDocument;
    const isLost = hasFocus.current && document?.activeElement === document?.body;
    const isNews = reason === 'reloaded' && isFirst(shownOf(operations), id);
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
