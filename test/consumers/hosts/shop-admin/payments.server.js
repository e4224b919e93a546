import Database from 'libsql';
import { createGateway } from 'tillkit/gateway';
import { toNodeListener } from 'tillkit/gateway/node';
import { createSqlStore } from 'tillkit/gateway/sql';

const { PAYMENTS_URL, PAYMENTS_SECRET, PAYMENTS_STORE } = process.env;

/** The shop's gateway. A token that has expired gets 401 before anything is sent. */
export function openPayments(isSignedIn, markPaid) {
  const gateway = createGateway({
    baseUrl: PAYMENTS_URL,
    headers: { authorization: PAYMENTS_SECRET },
    authorize: ({ headers }) =>
      isSignedIn(headers.get('authorization')) ? { subject: 'shop', sees: 'all' } : 401,
    store: createSqlStore(new Database(PAYMENTS_STORE)),
    onOrderPaid: ({ data: { order } }) => markPaid(order.number),
    onProblem: console.error,
  });
  gateway.start();
  return toNodeListener(gateway.fetch);
}
