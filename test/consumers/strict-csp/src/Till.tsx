import { PaymentLinkForm, PaymentLinkList, PaymentsProvider, TerminalCheckout } from 'tillkit';
import { createPaymentsClient, defineService } from 'tillkit/core';

const client = createPaymentsClient({
  baseUrl: '/api',
  clientId: 'till-1',
  headers: { authorization: 'sandbox' },
  service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
});

export const Till = () => (
  <PaymentsProvider client={client} currency="USD">
    <TerminalCheckout onPaymentComplete={({ pnRefNum }) => (document.title = `Paid: ${pnRefNum}`)} />
    <PaymentLinkForm />
    <PaymentLinkList />
  </PaymentsProvider>
);
