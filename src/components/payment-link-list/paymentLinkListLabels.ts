export interface PaymentLinkListLabels {
  title: string;
  amount: string;
  status: string;
  reference: string;
  created: string;
  actions: string;
  paid: string;
  unpaid: string;
  /** Where the service told nothing. */
  absent: string;
  /** The service gave no address that is safe to open. */
  noAddress: string;
  loading: string;
  emptyTitle: string;
  emptyText: string;
  errorTitle: string;
  errorText: string;
  tryAgain: string;
  pages: string;
  page: (page: number, pages: number) => string;
  previous: string;
  next: string;
}

export const paymentLinkListLabels: PaymentLinkListLabels = {
  title: 'Payment links',
  amount: 'Amount',
  status: 'Status',
  reference: 'Reference',
  created: 'Created',
  actions: 'Actions',
  paid: 'Paid',
  unpaid: 'Unpaid',
  absent: '–',
  noAddress: 'No address',
  loading: 'Loading payment links…',
  emptyTitle: 'No payment links yet',
  emptyText: 'The links you create appear here, with their address to share.',
  errorTitle: 'The links could not be loaded',
  errorText: 'The links themselves are not affected. Check the connection and try again.',
  tryAgain: 'Try again',
  pages: 'Pages',
  page: (page, pages) => `Page ${page} of ${pages}`,
  previous: 'Previous',
  next: 'Next',
};

declare module '../../hooks/labelCatalogue.ts' {
  interface LabelCatalogue {
    paymentLinkList: PaymentLinkListLabels;
  }
}
