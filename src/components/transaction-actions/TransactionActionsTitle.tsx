'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useTransactionEntry } from './useTransactionEntry.ts';

export interface TransactionActionsTitleProps extends PartProps<'h2'> {}

/** What it is. Takes the focus when the status goes. */
export const TransactionActionsTitle = forwardRef<HTMLHeadingElement, TransactionActionsTitleProps>(
  function TransactionActionsTitle(props, ref) {
    const { flow, labels, heading } = useTransactionEntry();
    const own = {
      className: 'tillkit-transaction-actions-title',
      tabIndex: -1,
      children: labels.title({ kind: flow.transaction.kind }),
    };
    return <Part as="h2" ref={ref} partRef={heading} own={own} given={props} />;
  },
);
