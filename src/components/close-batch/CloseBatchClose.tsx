'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useBatchEntry } from './useBatchEntry.ts';

export interface CloseBatchCloseProps extends PartProps<'button'> {}

/** Asks before anything is sent. */
export const CloseBatchClose = forwardRef<HTMLButtonElement, CloseBatchCloseProps>(
  function CloseBatchClose(props, ref) {
    const { batch, labels, button, hintId, isBlocked, setIsAsking } = useBatchEntry();
    const own = {
      type: 'button',
      className: 'tillkit-button',
      'data-variant': isBlocked ? undefined : 'primary',
      'aria-disabled': isBlocked,
      'aria-describedby': batch.inTheWay.length > 0 ? hintId : undefined,
      onClick: () => {
        if (!isBlocked) setIsAsking(true);
      },
      children: labels.close,
    };
    return <Part as="button" ref={ref} partRef={button} own={own} given={props} />;
  },
);
