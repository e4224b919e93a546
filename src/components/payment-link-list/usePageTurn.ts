'use client';
import { usePaymentLinkListContext } from './usePaymentLinkListContext.ts';

/** A button that turns pages. At the end it stays in the tab order, so that the focus is not lost on it. */
export function usePageTurn(by: 1 | -1) {
  const { page, pages, setPage } = usePaymentLinkListContext();
  const target = page + by;
  const isAtEnd = target < 1 || target > pages;
  return {
    type: 'button',
    className: 'tillkit-button',
    'aria-disabled': isAtEnd || undefined,
    onClick: () => !isAtEnd && setPage(target),
  };
}
