'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useBatchEntry } from './useBatchEntry.ts';

export interface CloseBatchTitleProps extends PartProps<'h2'> {}

/** Takes the focus when the status goes. */
export const CloseBatchTitle = forwardRef<HTMLHeadingElement, CloseBatchTitleProps>(
  function CloseBatchTitle(props, ref) {
    const { labels, heading } = useBatchEntry();
    const own = { className: 'tillkit-close-batch-title', tabIndex: -1, children: labels.title };
    return <Part as="h2" ref={ref} partRef={heading} own={own} given={props} />;
  },
);
