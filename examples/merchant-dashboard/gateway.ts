import { createGateway, type GatewayOptions } from 'tillkit/gateway';

/** The dashboard's backend, which runs on the merchant's server: the page never sees the service's secret. */
export function createDashboardGateway(service: {
  baseUrl: string;
  authorization: string;
  /** The record: `createSqlStore`, on a persistent disk. */
  store: GatewayOptions['store'];
  /** The name of the shop, which changes when the simulated service starts over. */
  shop: () => string;
}) {
  const { baseUrl, authorization, store, shop } = service;
  return createGateway({
    baseUrl,
    headers: { authorization },
    // The demo has no sign-in: every visitor may use it, at the till that the page names.
    authorize({ headers }) {
      const till = headers.get('x-till') ?? '1';
      return { account: shop(), subject: `till-${till}`, actor: `Till ${till}`, sees: 'all' };
    },
    store,
    basePath: '/api/payments',
    onProblem: ({ type, operation, message }) => console.log(`gateway: ${type} (${operation}). ${message}`),
  });
}
