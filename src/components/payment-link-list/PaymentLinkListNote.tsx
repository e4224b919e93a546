'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListNoteProps extends PartProps<'p'> {}

/** Why the page shows no links, or not all. */
export const PaymentLinkListNote = forwardRef<HTMLParagraphElement, PaymentLinkListNoteProps>(
  function PaymentLinkListNote(props, ref) {
    const { note } = usePaymentLinkListContext();
    if (note === undefined) return null;
    return <Part as="p" ref={ref} own={{ className: 'tillkit-hint', children: note }} given={props} />;
  },
);
