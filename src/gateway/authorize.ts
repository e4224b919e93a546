import type { GatewayContext } from './gatewayContext.ts';
import type { GatewayCall, GatewayOperation } from './gatewayOptions.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { sha256 } from './sha256.ts';

/** For whom something is done. */
export interface Caller {
  /** The hash of who it is. */
  subject: string;
  /** The merchant whose headers go to the service, where the host names one. */
  account: string | undefined;
}

/** Asks the host who may do this. Throws a refusal. */
export async function authorized(
  { options, report }: GatewayContext,
  request: Request,
  operation: GatewayOperation,
  call: GatewayCall,
): Promise<Caller> {
  const { url, method, headers } = request;
  let authorization: unknown;
  try {
    authorization = await options.authorize(new Request(url, { method, headers }), operation, call);
  } catch (cause) {
    report({ type: 'authorize-failed', operation, message: 'authorize threw. The request was refused.' });
    throw new GatewayRefusal(
      500,
      'not-authorized',
      'It could not be found out who you are. Nothing was sent.',
      { cause },
    );
  }
  if (authorization === true) return { subject: await sha256('everybody'), account: undefined };
  const { subject, account } = (authorization || {}) as { subject?: unknown; account?: unknown };
  if (isName(subject) && account === undefined) return { subject: await sha256('subject', subject), account };
  // Two merchants may both have a till 1.
  if (isName(subject) && isName(account))
    return { subject: await sha256('account', account, subject), account };
  throw new GatewayRefusal(
    403,
    'not-authorized',
    'You are not signed in, or may not do this. Nothing was sent.',
  );
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
