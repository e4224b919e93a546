import type { ReactNode } from 'react';
import { createGatewayClient, PaymentsProvider, TerminalCheckout, TransactionList, useOrder } from 'tillkit';
import { api } from './api.ts';
import type { Order } from './orders.ts';
import { axiosFetcher } from './payments.fetcher.ts';

const client = createGatewayClient({ baseUrl: '/api/payments', fetcher: axiosFetcher(api) });

export const Payments = ({ children }: { children: ReactNode }) => (
  <PaymentsProvider client={client} currency="EUR" locale="en-IE">
    {children}
  </PaymentsProvider>
);

export const usePaid = (order: Order) => useOrder(order).data;

export const TakePayment = ({ order }: { order: Order }) => <TerminalCheckout data-plain order={order} />;

const orderHref = (number: string) => `#/orders/${number}`;

/** The payments of all tills. A row opens to give money back. */
export const PaymentsPage = () => <TransactionList orderHref={orderHref} />;
