import { OpenOperations, PaymentLinkForm, PaymentLinkList, TerminalCheckout } from 'tillkit';
import { formatCents } from 'tillkit/core';
import { Payments } from './Payments';

// A component of the server: what it renders of tillkit marks itself as the client's.
export default function Page() {
  return (
    <>
      <p>Float: {formatCents(20_000, { locale: 'en-US', currency: 'USD' })}</p>
      <Payments>
        <OpenOperations />
        <TerminalCheckout />
        <PaymentLinkForm />
        <PaymentLinkList />
      </Payments>
    </>
  );
}
