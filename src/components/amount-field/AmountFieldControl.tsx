'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useAmountFieldContext } from './useAmountFieldContext.ts';

export interface AmountFieldControlState {
  /** Where the currency stands. */
  sign: 'before' | 'after';
}

export interface AmountFieldControlProps extends PartProps<'div', AmountFieldControlState> {}

/** The frame around the currency and the input. */
export const AmountFieldControl = forwardRef<HTMLDivElement, AmountFieldControlProps>(
  function AmountFieldControl(props, ref) {
    const { sign } = useAmountFieldContext();
    const own = { className: 'tillkit-input-group' };
    return <Part as="div" ref={ref} own={own} given={props} state={{ sign: sign.position }} />;
  },
);
