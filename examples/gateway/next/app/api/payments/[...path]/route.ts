import Database from 'libsql';
import { createGateway, type Gateway } from 'tillkit/gateway';
import { createSqlStore } from 'tillkit/gateway/sql';
// If your host.ts is beside the folder `app`, import it from '../../../../host'.
import { authorize, settings } from '../../../../../host';

// Seconds. It must exceed the gateway's paymentTimeoutMs, or the platform ends a payment in the middle.
export const maxDuration = 120;

function openGateway(): Gateway {
  const { baseUrl, authorization, origin, storePath } = settings();
  const gateway = createGateway({
    baseUrl,
    headers: { authorization },
    authorize,
    // For `next start` on one machine. Otherwise use a Pool of pg.
    store: createSqlStore(new Database(storePath)),
    basePath: '/api/payments',
    allowedOrigins: [origin],
    onProblem: (problem) => console.error(problem),
  });
  // Follows payments until they have ended, whether or not a page is open. If no process stays alive, leave this out,
  // and let a scheduler of the platform call a route every minute that does `await gateway.work({ forMs: 25_000 })`.
  gateway.start();
  return gateway;
}

// The first request opens the gateway, because `next build` runs this module too. globalThis keeps the gateway, because
// `next dev` runs this module again and again.
const opened = globalThis as typeof globalThis & { paymentsGateway?: Gateway };

function payments(request: Request): Promise<Response> {
  opened.paymentsGateway ??= openGateway();
  return opened.paymentsGateway.fetch(request);
}

export { payments as GET, payments as POST, payments as DELETE, payments as OPTIONS };
