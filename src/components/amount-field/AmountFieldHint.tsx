'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useAmountFieldContext } from './useAmountFieldContext.ts';

export interface AmountFieldHintProps extends PartProps<'p'> {}

/** A sentence that helps. */
export const AmountFieldHint = forwardRef<HTMLParagraphElement, AmountFieldHintProps>(
  function AmountFieldHint(props, ref) {
    const { hintId, hint } = useAmountFieldContext();
    if (!hint) return null;
    const own = { className: 'tillkit-hint', id: hintId, children: hint };
    return <Part as="p" ref={ref} own={own} given={props} />;
  },
);
