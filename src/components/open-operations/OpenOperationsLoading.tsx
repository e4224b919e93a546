'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useOpenOperationsContext } from './useOpenOperationsContext.ts';

export interface OpenOperationsLoadingProps extends PartProps<'p'> {}

/** Says that the journal is still being read. */
export const OpenOperationsLoading = forwardRef<HTMLParagraphElement, OpenOperationsLoadingProps>(
  function OpenOperationsLoading(props, ref) {
    const { list, isReady, labels } = useOpenOperationsContext();
    if (isReady || list.rows.length > 0) return null;
    return (
      <Part as="p" ref={ref} own={{ className: 'tillkit-hint', children: labels.loading }} given={props} />
    );
  },
);
