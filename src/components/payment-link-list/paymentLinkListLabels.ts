import type { Count } from '../../hooks/useLabels.ts';

/** The words of `PaymentLinkList`. */
export interface PaymentLinkListLabels {
  title: string;
  amount: string;
  paidAmount: string;
  status: string;
  reference: string;
  created: string;
  customValues: string;
  id: string;
  actions: string;
  address: string;
  paid: string;
  unpaid: string;
  /** A status that the contract does not name, in words. */
  statusOf: (status: string) => string;
  /** Beside a link that was just created. */
  isNew: string;
  /** Where the service told nothing. */
  absent: string;
  /** The service gave no address. */
  noAddress: string;
  loading: string;
  emptyTitle: string;
  emptyText: string;
  /** A later page from which the links have gone. */
  emptyPage: string;
  errorTitle: string;
  errorText: string;
  tryAgain: string;
  refresh: string;
  search: string;
  found: (count: Count, of: Count) => string;
  noMatch: string;
  /** The service gave more at once than are drawn. */
  tooMany: (shown: Count, of: Count) => string;
  downloadCsv: string;
  csvFile: (page: number) => string;
  pages: string;
  page: (page: Count, pages: Count) => string;
  previous: string;
  next: string;
}

export const paymentLinkListLabels: PaymentLinkListLabels = {
  title: 'Payment links',
  amount: 'Amount',
  paidAmount: 'Paid',
  status: 'Status',
  reference: 'Reference',
  created: 'Created',
  customValues: 'Details',
  id: 'ID',
  actions: 'Actions',
  address: 'Address',
  paid: 'Paid',
  unpaid: 'Unpaid',
  statusOf: inWords,
  isNew: 'New',
  absent: '–',
  noAddress: 'No address',
  loading: 'Loading payment links…',
  emptyTitle: 'No payment links yet',
  emptyText: 'The links you create appear here, with their address to share.',
  emptyPage: 'There are no links on this page any more.',
  errorTitle: 'The links could not be loaded',
  errorText: 'The links themselves are not affected. Check the connection and try again.',
  tryAgain: 'Try again',
  refresh: 'Refresh',
  search: 'Search on this page',
  found: (count, of) => `${count.text} of ${of.text} links on this page`,
  noMatch: 'Nothing on this page matches. Other pages are not searched.',
  tooMany: (shown, of) => `The first ${shown.text} of ${of.text} links. Search to find the others.`,
  downloadCsv: 'Download this page as CSV',
  csvFile: (page) => `payment-links-page-${page}.csv`,
  pages: 'Pages',
  page: (page, pages) => `Page ${page.text} of ${pages.text}`,
  previous: 'Previous',
  next: 'Next',
};

/** `partially_refunded` as "Partially refunded"; what is not written like that stays as it is. */
function inWords(status: string): string {
  if (!/^[a-z]+([_-][a-z]+)*$/i.test(status)) return status;
  const words = status.replace(/[_-]/g, ' ').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

declare module '../../hooks/usePaymentsContext.ts' {
  interface LabelCatalogue {
    paymentLinkList: PaymentLinkListLabels;
  }
}
