'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { useAmountFieldContext } from './useAmountFieldContext.ts';

export interface AmountFieldLabelProps extends PartProps<'label'> {}

/** Names the input. */
export const AmountFieldLabel = forwardRef<HTMLLabelElement, AmountFieldLabelProps>(
  function AmountFieldLabel(props, ref) {
    const { id, label } = useAmountFieldContext();
    const own = { className: 'tillkit-label', htmlFor: id, id: `${id}-label`, children: label };
    return <Part as="label" ref={ref} own={own} given={props} />;
  },
);
