'use client';
import { forwardRef } from 'react';
import type { OpenOperationsProps } from 'tillkit';
import { OpenOperations as Parts } from 'tillkit/parts';

/** Operations that are under way, not known, or ended and not acknowledged. */
export const OpenOperations = forwardRef<HTMLElement, OpenOperationsProps>(
  function OpenOperations(props, ref) {
    return (
      <Parts.Root {...props} ref={ref}>
        <Parts.Title />
        <Parts.Loading />
        <Parts.Empty />
        <Parts.List>{(operation) => <Parts.Row key={operation.id} operation={operation} />}</Parts.List>
      </Parts.Root>
    );
  },
);
