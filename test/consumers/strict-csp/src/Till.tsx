import { PaymentLinkForm, PaymentLinkList, PaymentsProvider, TerminalCheckout } from 'tillkit';
import { createPaymentsClient } from 'tillkit/core';

const client = createPaymentsClient({
  baseUrl: '/api',
  clientId: 'till-1',
  headers: { authorization: 'sandbox' },
  paymentLinks: { amountUnit: 'minor' },
});

export const Till = () => (
  <PaymentsProvider client={client} currency="USD">
    <TerminalCheckout onPaymentComplete={({ pnRefNum }) => (document.title = `Paid: ${pnRefNum}`)} />
    <PaymentLinkForm />
    <PaymentLinkList />
  </PaymentsProvider>
);
