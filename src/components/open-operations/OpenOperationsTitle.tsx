'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useOpenOperationsContext } from './useOpenOperationsContext.ts';

export interface OpenOperationsTitleProps extends PartProps<'h2'> {}

/** Names the region. */
export const OpenOperationsTitle = forwardRef<HTMLHeadingElement, OpenOperationsTitleProps>(
  function OpenOperationsTitle(props, ref) {
    const { labels, headingId } = useOpenOperationsContext();
    const own = { className: 'tillkit-open-operations-title', id: headingId, children: labels.title };
    return <Part as="h2" ref={ref} own={own} given={props} />;
  },
);
