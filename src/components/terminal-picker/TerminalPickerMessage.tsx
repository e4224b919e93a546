'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useTerminalPickerContext } from './useTerminalPickerContext.ts';

export interface TerminalPickerMessageProps extends PartProps<'p'> {}

/** Says why the open list has nothing in it. */
export const TerminalPickerMessage = forwardRef<HTMLParagraphElement, TerminalPickerMessageProps>(
  function TerminalPickerMessage(props, ref) {
    const { isOpen, items, query, isSearching, list, progress, labels } = useTerminalPickerContext();
    if (!isOpen || items.length > 0 || progress?.kind === 'searching') return null;
    const sentence = list.isPending
      ? labels.loading
      : list.hasFailed
        ? labels.loadError
        : isSearching
          ? labels.noMatch({ query: query ?? '' })
          : labels.empty;
    return (
      <Part
        as="p"
        ref={ref}
        own={{ className: 'tillkit-terminal-picker-note', children: sentence }}
        given={props}
      />
    );
  },
);
