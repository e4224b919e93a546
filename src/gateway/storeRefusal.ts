import type { GatewayContext } from './gatewayContext.ts';
import type { GatewayOperation } from './gatewayOptions.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';

/** What a request is told while the store cannot be used; the host is told as well. */
export function storeRefusal(
  { report }: GatewayContext,
  operation: GatewayOperation,
  cause: unknown,
  operationId?: string,
): GatewayRefusal {
  report({
    type: 'store-failed',
    operation,
    operationId,
    message: 'The store of the gateway cannot be used.',
  });
  return new GatewayRefusal(
    503,
    'store',
    'The gateway cannot record anything at the moment, so this was not sent. Tell whoever runs it.',
    { cause, headers: { 'retry-after': '5' } },
  );
}
