import { PaymentLinkForm, PaymentLinkList, PaymentsProvider, TerminalCheckout } from 'tillkit';
import { createPaymentsClient, defineService } from 'tillkit/core';
import { useTerminalPicker } from 'tillkit/parts';
import { createSandbox } from 'tillkit/sandbox';

const sandbox = createSandbox();
const client = createPaymentsClient({
  baseUrl: sandbox.baseUrl,
  fetcher: sandbox.fetch,
  headers: { authorization: 'sandbox' },
  service: defineService({ paymentLinks: { amountUnit: 'minor' } }),
});

/** Compiled only: its refs fit the types of React 18. */
function OwnPicker() {
  const { inputProps, inputRef, popupProps, popupRef, listProps, listRef } = useTerminalPicker();
  return (
    <div>
      <input {...inputProps} ref={inputRef} aria-label="Terminal" />
      <div {...popupProps} ref={popupRef}>
        <ul {...listProps} ref={listRef} />
      </div>
    </div>
  );
}

export const Till = () => (
  <PaymentsProvider client={client} currency="USD">
    <TerminalCheckout onPaymentComplete={({ pnRefNum }) => (document.title = `Paid: ${pnRefNum}`)} />
    <PaymentLinkForm />
    <PaymentLinkList />
    {location.hash === '#own' && <OwnPicker />}
  </PaymentsProvider>
);
