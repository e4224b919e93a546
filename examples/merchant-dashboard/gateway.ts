import Database from 'libsql';
import { createGateway } from 'tillkit/gateway';
import { createSqlStore } from 'tillkit/gateway/sql';

/** The dashboard's backend, which runs on the merchant's server: the page never sees the service's secret. */
export function createDashboardGateway(service: {
  baseUrl: string;
  authorization: string;
  /** The database file of the gateway. */
  storePath: string;
  /** The name of the shop, which changes when the simulated service starts over. */
  shop: () => string;
}) {
  const { baseUrl, authorization, storePath, shop } = service;
  const database = new Database(storePath);
  const gateway = createGateway({
    baseUrl,
    headers: { authorization },
    // The demo has no sign-in: every visitor may use it, and each browser is a till of the shop.
    authorize: ({ headers }) => ({ account: shop(), subject: headers.get('x-till') ?? 'till', sees: 'all' }),
    store: createSqlStore(database),
    basePath: '/api/payments',
    onProblem: ({ type, operation, message }) => console.log(`gateway: ${type} (${operation}). ${message}`),
  });
  gateway.start();
  return {
    fetch: gateway.fetch,
    async close() {
      await gateway.stop();
      database.close();
    },
  };
}
