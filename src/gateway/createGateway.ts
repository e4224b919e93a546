import { GatewayRefusal } from './GatewayRefusal.ts';
import { authorized, checkOrigin, corsHeaders, preflight } from './authorize.ts';
import { createAllowance, createMessages, createTeller } from './createMessages.ts';
import { createArrivals, createPosts, createUnseen } from './createPosts.ts';
import { createSender } from './createSender.ts';
import { createGatewayContext, type GatewayContext } from './gatewayContext.ts';
import type { GatewayOperation, GatewayOptions, GatewayProblem } from './gatewayOptions.ts';
import { assertWishes, operationIdHeader, type RouteMatch } from './gatewayRoutes.ts';
import { listQuery, passOn } from './prepareCall.ts';
import { operationStateHeader, refusalReply } from './replies.ts';
import { isMoneyOperation } from './requestBody.ts';

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
  const teller = createTeller(context, sender);
  const messages = createMessages(context);
  const post = createPosts(context, sender, messages);
  const isUnseen = createUnseen(context, sender);
  const arrivals = createArrivals();
  // Pages that are not allowed must not fill a log.
  const mayReport = createAllowance(context.service.clock, { most: 10, everyMs: 60_000 });

  const answer = async (request: Request, match: RouteMatch): Promise<Response> => {
    const { operation, provider, id = '' } = match;
    switch (operation) {
      case 'askOperation':
      case 'closeOperation': {
        const { subject } = await authorized(context, request, operation, { operationId: id });
        return teller[operation](id, subject);
      }
      case 'getProcessedMessage': {
        const { account } = await authorized(context, request, operation, { msgIdentifier: id });
        return messages.askFor({ id, provider, account });
      }
      case 'listTerminals':
      case 'listPaymentLinks': {
        const query = listQuery(request, context.service.service.pages);
        const { account } = await authorized(context, request, operation, { query });
        return passOn(context, {
          operation,
          provider,
          account,
          query,
          currency: match.currency,
          signal: request.signal,
        });
      }
      default:
        return post(request, { ...match, operation });
    }
  };

  return {
    async fetch(request) {
      let origin: string | undefined;
      let match: RouteMatch | undefined;
      const operationId = request.headers.get(operationIdHeader);
      const leave = arrivals.enter(operationId);
      try {
        origin = checkOrigin(request, options);
        if (request.method === 'OPTIONS') return preflight(origin, options);
        match = context.routes.match(request);
        assertWishes(context.service, match);
        return withHeaders(await answer(request, match), corsHeaders(origin));
      } catch (error) {
        const refusal = asRefusal(error);
        if (refusal.code === 'origin') {
          match = matchOrNone(context, request);
          if (match && mayReport()) context.report(originRefused(request, match));
        }
        const isOnce = match !== undefined && isSentOnce(match.operation, operationId);
        // Another copy that is still on its way in may be sent.
        const isNotSent = isOnce && arrivals.isAlone(operationId) && (await isUnseen(request, refusal));
        const state = isNotSent ? { [operationStateHeader]: 'not-seen' } : {};
        return withHeaders(refusalReply(refusal), { ...corsHeaders(origin), ...state });
      } finally {
        leave();
      }
    },
  };
}

function matchOrNone({ routes }: GatewayContext, request: Request): RouteMatch | undefined {
  try {
    return routes.match(request);
  } catch {
    return undefined;
  }
}

/** What whoever set the gateway up has to know: of their own page's sign-in nothing is wrong. */
function originRefused({ headers }: Request, { operation }: RouteMatch): GatewayProblem {
  const origin = headers.get('origin')?.slice(0, 200) ?? 'none';
  const message = `A page of the origin ${origin} was refused. If it is yours, name it in allowedOrigins.`;
  return { type: 'origin-refused', operation, operationId: undefined, message };
}

/** Of what carries no id, as a link may, an earlier copy may have been sent. */
function isSentOnce(operation: GatewayOperation, operationId: string | null): boolean {
  return isMoneyOperation(operation) || (operation === 'createPaymentLink' && operationId !== null);
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
