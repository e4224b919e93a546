'use client';
import { forwardRef } from 'react';
import { OpenOperationsEmpty } from './OpenOperationsEmpty.tsx';
import { OpenOperationsList } from './OpenOperationsList.tsx';
import { OpenOperationsLoading } from './OpenOperationsLoading.tsx';
import { OpenOperationsRoot, type OpenOperationsRootProps } from './OpenOperationsRoot.tsx';
import { OpenOperationsTitle } from './OpenOperationsTitle.tsx';

export interface OpenOperationsProps extends Omit<OpenOperationsRootProps, 'children'> {}

/**
 * What is under way, not known yet, or has ended without anybody taking note of it, on any page and after a reload. Each row
 * opens in place.
 *
 * @example
 * <OpenOperations hideWhenEmpty />
 */
export const OpenOperations = forwardRef<HTMLElement, OpenOperationsProps>(
  function OpenOperations(props, ref) {
    return (
      <OpenOperationsRoot {...props} ref={ref}>
        <OpenOperationsTitle />
        <OpenOperationsLoading />
        <OpenOperationsEmpty />
        <OpenOperationsList />
      </OpenOperationsRoot>
    );
  },
);
