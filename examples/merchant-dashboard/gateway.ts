import Database from 'libsql';
import { createGateway } from 'tillkit/gateway';
import { createSqlStore } from 'tillkit/gateway/sql';

/** The dashboard's backend, which runs on the merchant's server: the page never sees the service's secret. */
export function createDashboardGateway(service: {
  baseUrl: string;
  authorization: string;
  /** The file that remembers what was sent. */
  storePath: string;
}) {
  const { baseUrl, authorization, storePath } = service;
  const database = new Database(storePath);
  const { fetch } = createGateway({
    baseUrl,
    headers: { authorization },
    // A demo has no sign-in: whoever sees the page may use it.
    authorize: () => ({ subject: 'harbour-coffee' }),
    store: createSqlStore(database),
    basePath: '/api/payments',
    onProblem: ({ type, operation, message }) => console.log(`gateway: ${type} (${operation}). ${message}`),
  });
  return { fetch, close: () => database.close() };
}
