'use client';
import { forwardRef } from 'react';
import { useIsReady } from '../open-operations/useIsReady.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useTransactionAction } from './useTransactionAction.ts';

export interface TransactionActionsSubmitProps extends PartProps<'button'> {}

/** Names what is done, and does it or asks first. It is not there while a question stands. */
export const TransactionActionsSubmit = forwardRef<HTMLButtonElement, TransactionActionsSubmitProps>(
  function TransactionActionsSubmit(props, ref) {
    const { operation, buttonText, button, field, question, press } = useTransactionAction();
    const isReady = useIsReady();
    if (question) return null;
    const own = {
      type: field ? 'submit' : 'button',
      className: 'tillkit-button',
      'data-variant': operation === 'capture' ? 'primary' : undefined,
      disabled: !isReady,
      onClick: field ? undefined : press,
      children: <span className="tillkit-figures">{buttonText}</span>,
    };
    return <Part as="button" ref={ref} partRef={button} own={own} given={props} />;
  },
);
