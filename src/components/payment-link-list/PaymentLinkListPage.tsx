'use client';
import { forwardRef } from 'react';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePageSentence } from './usePageSentence.ts';

export interface PaymentLinkListPageProps extends PartProps<'p'> {}

/** Which page of how many. */
export const PaymentLinkListPage = forwardRef<HTMLParagraphElement, PaymentLinkListPageProps>(
  function PaymentLinkListPage(props, ref) {
    const own = { className: 'tillkit-hint tillkit-figures', children: usePageSentence() };
    return <Part as="p" ref={ref} own={own} given={props} />;
  },
);
