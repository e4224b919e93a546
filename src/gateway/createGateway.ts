import { authorized } from './authorize.ts';
import { createGatewayContext, type GatewayContext } from './gatewayContext.ts';
import type { GatewayOptions } from './gatewayOptions.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { createMessages } from './createMessages.ts';
import { checkOrigin, corsHeaders, preflight } from './origins.ts';
import { refusalReply } from './replies.ts';
import { createSender } from './createSender.ts';
import type { RouteMatch } from './gatewayRoutes.ts';
import { closeOperation, tellOperation } from './tellOperation.ts';
import { isMoneyOperation } from './wireBody.ts';
import { createPosts } from './createPosts.ts';
import { listQuery, passOn } from './passOn.ts';
import { isUnseen } from './isUnseen.ts';

export interface Gateway {
  /** Answers a request of a dashboard. Never rejects. */
  readonly fetch: (request: Request) => Promise<Response>;
}

/**
 * A proxy on the merchant's own server. It keeps the secret headers, sends every payment to the service at most once, tells what
 * became of it, and asks for results within one budget for all dashboards. Throws `configuration`, naming the option.
 */
export function createGateway(options: GatewayOptions): Gateway {
  const context = createGatewayContext(options);
  const sender = createSender(context);
  const askFor = createMessages(context);
  const post = createPosts(context, sender);

  const answer = async (
    request: Request,
    { operation, provider, id = '' }: RouteMatch,
  ): Promise<Response> => {
    switch (operation) {
      case 'askOperation':
        return tellOperation(
          context,
          sender,
          id,
          await authorized(context, request, operation, { operationId: id }),
        );
      case 'closeOperation':
        return closeOperation(
          context,
          sender,
          id,
          await authorized(context, request, operation, { operationId: id }),
        );
      case 'getProcessedMessage':
        await authorized(context, request, operation, { msgIdentifier: id });
        return askFor(id, provider);
      case 'listTerminals':
      case 'listPaymentLinks': {
        const query = listQuery(request);
        await authorized(context, request, operation, { query });
        return passOn(context, { operation, provider, query, signal: request.signal });
      }
      default:
        return post(request, operation, provider);
    }
  };

  return {
    async fetch(request) {
      let origin: string | undefined;
      let match: RouteMatch | undefined;
      try {
        origin = checkOrigin(request, options);
        if (request.method === 'OPTIONS') return preflight(origin, options);
        match = context.routes.match(request);
        return withHeaders(await answer(request, match), corsHeaders(origin));
      } catch (error) {
        const state = await stateOfRefused(context, request, match);
        return withHeaders(refusalReply(asRefusal(error)), { ...corsHeaders(origin), ...state });
      }
    },
  };
}

/** Whether a payment that is refused here can be told with certainty not to have been sent: no copy of it was seen. */
async function stateOfRefused(
  context: GatewayContext,
  request: Request,
  match: RouteMatch | undefined,
): Promise<Record<string, string>> {
  if (!match || !isMoneyOperation(match.operation)) return {};
  return (await isUnseen(context, request)) ? { 'x-operation-state': 'not-seen' } : {};
}

function asRefusal(error: unknown): GatewayRefusal {
  if (error instanceof GatewayRefusal) return error;
  return new GatewayRefusal(
    500,
    'busy',
    'The gateway failed. Whether something was sent must be asked for.',
    { cause: error },
  );
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}
