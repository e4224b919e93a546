import 'tillkit/styles.css';
import 'tillkit/styles/material.css';
import type { ReactNode } from 'react';
import { createGatewayClient, PaymentsProvider, TerminalCheckout, useOrder } from 'tillkit';
import { TransactionList } from 'tillkit/parts';
import type { Statement } from './data.ts';

const client = createGatewayClient({ baseUrl: '/api/payments' });

export const Payments = ({ children }: { children: ReactNode }) => (
  <PaymentsProvider client={client} currency="USD">
    {children}
  </PaymentsProvider>
);

export const useBalance = (statement: Statement) => useOrder(statement).data;

/** Takes what is due of a statement, or a part of it, at any reader of the clinic. */
export const TakePayment = ({ statement, onDone }: { statement: Statement; onDone: () => void }) => (
  <TerminalCheckout data-plain order={statement} onNextCustomer={onDone} labels={{ nextCustomer: 'Done' }} />
);

export const PaymentsTaken = ({ statement: { number, issuedAt } }: { statement: Statement }) => (
  <TransactionList.Root data-plain filters={{ orderNumber: number, from: issuedAt }}>
    <TransactionList.Error />
    <TransactionList.Rows />
    <TransactionList.Empty />
    <TransactionList.More />
  </TransactionList.Root>
);
