import { createGatewayClient } from 'tillkit/core';

const asked = new URLSearchParams(location.search);

/** The number of this window's till. */
export const till = asked.get('till') ?? '1';

/** The terminal beside a customer's screen; empty until it is chosen, null in the windows of the shop. */
export const customerTerminal = asked.get('customer');

/** Created once, outside of React: operations under way outlive every component. */
export const client = createGatewayClient(
  // An operator chooses the terminal of a customer's screen: the screen itself may not list terminals.
  customerTerminal
    ? { baseUrl: '/api/payments', clientId: 'customer', headers: { 'x-customer': customerTerminal } }
    : { baseUrl: '/api/payments', clientId: `till-${till}`, headers: { 'x-till': till } },
);
