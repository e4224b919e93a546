'use client';
import { forwardRef, useEffect, useRef } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import { Part } from '../part/Part.tsx';
import type { PartProps } from '../part/partProps.ts';
import { usePageSentence } from './usePageSentence.ts';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

export interface PaymentLinkListPagesProps extends PartProps<'nav'> {}

/** Where there are several pages: previous, where one is, next. It announces the page that has come. */
export const PaymentLinkListPages = forwardRef<HTMLElement, PaymentLinkListPagesProps>(
  function PaymentLinkListPages(props, ref) {
    const { announce } = usePaymentsContext();
    const { page, pages, links, isTurning, labels } = usePaymentLinkListContext();
    const sentence = usePageSentence();
    const announcedPage = useRef(page);
    const isBusy = !links || isTurning;
    useEffect(() => {
      if (isBusy || announcedPage.current === page) return;
      announcedPage.current = page;
      announce(sentence);
    }, [page, isBusy, sentence, announce]);
    if (pages <= 1) return null;
    const own = { className: 'tillkit-payment-link-list-pages', 'aria-label': labels.pages };
    return <Part as="nav" ref={ref} own={own} given={props} />;
  },
);
