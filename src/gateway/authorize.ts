import type { GatewayContext } from './gatewayContext.ts';
import type { GatewayCall, GatewayOperation } from './gatewayOptions.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { sha256 } from './sha256.ts';

/** Asks the host who may do this. Gives the hash of the subject it is done for. Throws a refusal. */
export async function authorized(
  { options, report }: GatewayContext,
  request: Request,
  operation: GatewayOperation,
  call: GatewayCall,
): Promise<string> {
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
  if (authorization === true) return sha256('everybody');
  const subject = (authorization as { subject?: unknown } | null | undefined)?.subject;
  if (typeof subject === 'string' && subject !== '') return sha256('subject', subject);
  throw new GatewayRefusal(
    403,
    'not-authorized',
    'You are not signed in, or may not do this. Nothing was sent.',
  );
}
