import type { ReactNode } from 'react';
import { createGatewayClient, PaymentsProvider, TerminalCheckout, TransactionList, useOrder } from 'tillkit';
import { api } from './api.ts';
import type { Order } from './orders.ts';

/** Sends through the shop's axios, so that each request has its token. */
async function fetcher(request: Request, init?: RequestInit) {
  const { status, headers, data } = await api.request<ReadableStream>({
    url: request.url,
    method: request.method,
    headers: Object.fromEntries(request.headers),
    data: request.body && (await request.text()),
    adapter: 'fetch',
    responseType: 'stream',
    ...(init?.signal && { signal: init.signal }),
  });
  return new Response(status === 204 ? null : data, { status, headers: { ...headers } as HeadersInit });
}

const client = createGatewayClient({ baseUrl: '/api/payments', fetcher });

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
