'use client';
import { useEffect, useRef } from 'react';
import { usePaymentsContext } from '../../hooks/usePaymentsContext.ts';
import type { PaymentLinkListLabels } from './paymentLinkListLabels.ts';

export interface ListPagesProps {
  page: number;
  pages: number;
  /** The page is still being fetched. */
  isBusy: boolean;
  labels: PaymentLinkListLabels;
  onPageChange: (page: number) => void;
}

/** Previous, where one is, next. A button at its end stays in the tab order, so that the focus is not lost on it. */
export function ListPages({ page, pages, isBusy, labels, onPageChange }: ListPagesProps) {
  const { announce } = usePaymentsContext();
  const sentence = labels.page(page, pages);
  const announcedPage = useRef(page);
  useEffect(() => {
    if (isBusy || announcedPage.current === page) return;
    announcedPage.current = page;
    announce(sentence);
  }, [page, isBusy, sentence, announce]);

  const button = (name: string, target: number) => {
    const isAtEnd = target < 1 || target > pages;
    return (
      <button
        type="button"
        className="tillkit-button"
        aria-disabled={isAtEnd || undefined}
        onClick={() => !isAtEnd && onPageChange(target)}
      >
        {name}
      </button>
    );
  };
  return (
    <nav className="tillkit-payment-link-list-pages" aria-label={labels.pages}>
      {button(labels.previous, page - 1)}
      <p className="tillkit-hint tillkit-figures">{sentence}</p>
      {button(labels.next, page + 1)}
    </nav>
  );
}
