'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useOpenOperationsContext } from './useOpenOperationsContext.ts';

export interface OpenOperationsEmptyProps extends PartProps<'div'> {}

/** Nothing is open, which is known only once the journal is read. */
export const OpenOperationsEmpty = forwardRef<HTMLDivElement, OpenOperationsEmptyProps>(
  function OpenOperationsEmpty(props, ref) {
    const { list, isReady, labels } = useOpenOperationsContext();
    if (!isReady || list.rows.length > 0) return null;
    const own = {
      className: 'tillkit-open-operations-empty',
      children: (
        <>
          <Icon name="check" />
          <p>{labels.emptyTitle}</p>
          <p className="tillkit-hint">{labels.emptyText}</p>
        </>
      ),
    };
    return <Part as="div" ref={ref} own={own} given={props} />;
  },
);
