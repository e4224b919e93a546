import Database from 'libsql';
import { createGateway } from '../../src/exports/gateway.ts';
import { createSqlStore } from '../../src/exports/gateway-sql.ts';
import { defineService } from '../../src/exports/core.ts';
import { listen } from '../../src/node/listen.ts';

export interface GatewayPlan {
  /** The file of its store. */
  sqlite: string;
  /** The address of the service. */
  service: string;
  /** Where the pages are. */
  origin: string;
}

/** Serves the gateway of a shop and tells its address; ends with the process that started it. */
export async function serve({ sqlite, service, origin }: GatewayPlan): Promise<void> {
  const gateway = createGateway({
    baseUrl: service,
    headers: { authorization: 'sandbox' },
    authorize: () => ({ subject: 'harbour-coffee' }),
    store: createSqlStore(new Database(sqlite)),
    basePath: '/api/payments',
    allowedOrigins: [origin],
    service: defineService({ operationIdHeader: 'x-operation-id' }),
    paymentTimeoutMs: 15_000,
  });
  gateway.start();
  const { url } = await listen(gateway.fetch);
  process.once('disconnect', () => process.exit());
  process.send?.(url);
}
