import 'tillkit/styles.css';
import { createPaymentsClient, PaymentsProvider, TerminalCheckout } from 'tillkit';
import { createService } from '../../day/service.ts';
import { show } from '../show.ts';

/** The till as a host has it: provider, checkout and client, with its style sheet. */
const client = createPaymentsClient({ baseUrl: '/api', fetcher: createService(false) });
show(
  <PaymentsProvider client={client} currency="USD">
    <TerminalCheckout />
  </PaymentsProvider>,
);
