import { PaymentLinkForm, PaymentLinkList, PaymentsProvider, TerminalCheckout } from 'tillkit';
import { createPaymentsClient, defineService } from 'tillkit/core';
import { createSandbox } from 'tillkit/sandbox';

const sandbox = createSandbox();
const client = createPaymentsClient({
  baseUrl: sandbox.baseUrl,
  fetcher: sandbox.fetch,
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
