'use client';
import { forwardRef } from 'react';
import { Icon } from '../icon/Icon.tsx';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useAmountFieldContext } from './useAmountFieldContext.ts';

export interface AmountFieldErrorProps extends PartProps<'p'> {}

/** What is wrong with the amount. */
export const AmountFieldError = forwardRef<HTMLParagraphElement, AmountFieldErrorProps>(
  function AmountFieldError(props, ref) {
    const { errorId, error } = useAmountFieldContext();
    if (!error) return null;
    const children = (
      <>
        <Icon name="alert" />
        <span>{error}</span>
      </>
    );
    const own = { className: 'tillkit-error', id: errorId, children };
    return <Part as="p" ref={ref} own={own} given={props} />;
  },
);
