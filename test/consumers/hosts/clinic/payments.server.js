import Database from 'libsql';
import { createGateway } from 'tillkit/gateway';
import { toNodeListener } from 'tillkit/gateway/node';
import { createSqlStore } from 'tillkit/gateway/sql';

const { PAYMENTS_URL, PAYMENTS_SECRET, PAYMENTS_STORE } = process.env;

/** The clinic's gateway: only this process has the secret. */
export function openPayments(userOf) {
  const gateway = createGateway({
    baseUrl: PAYMENTS_URL,
    headers: { authorization: PAYMENTS_SECRET },
    authorize({ headers }) {
      const user = userOf(headers.get('cookie'));
      return user ? { subject: user.desk, actor: user.name, sees: 'all' } : 401;
    },
    store: createSqlStore(new Database(PAYMENTS_STORE)),
    onProblem: console.error,
  });
  gateway.start();
  return toNodeListener(gateway.fetch);
}
