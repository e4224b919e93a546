import { readBody } from '../core/client/readAnswer.ts';
import { isObject, type JsonObject, parseJson } from '../core/wire/read.ts';
import { PaymentsError } from '../core/errors.ts';
import { withinMs } from '../core/time.ts';
import type { GatewayContext } from './gatewayContext.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';

const deepest = 20;

/** The JSON object a request brings, within the limits of size and time. Throws a refusal. */
export async function readJsonBody(context: GatewayContext, request: Request): Promise<JsonObject> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw new GatewayRefusal(415, 'type', 'The body must be sent as application/json. Nothing was sent.');
  }
  const text = await readText(context, request);
  const value = parsed(text);
  if (!isObject(value) || !isPlain(value, deepest))
    throw new GatewayRefusal(400, 'invalid-input', 'The body is not a plain JSON object. Nothing was sent.');
  return value;
}

async function readText(
  { service, bodyTimeoutMs, maxBodyBytes }: GatewayContext,
  request: Request,
): Promise<string> {
  const { body, headers } = request;
  const length = headers.get('content-length');
  const answer = new Response(body, { headers: length === null ? {} : { 'content-length': length } });
  try {
    return await withinMs(service.clock, bodyTimeoutMs, readBody(answer, maxBodyBytes));
  } catch (cause) {
    if (cause instanceof PaymentsError) {
      throw new GatewayRefusal(
        413,
        'too-large',
        `The body is larger than ${maxBodyBytes} bytes. Nothing was sent.`,
        { cause },
      );
    }
    if (cause instanceof TypeError || request.signal.aborted) {
      throw new GatewayRefusal(400, 'aborted-body', 'The body broke off or is not UTF-8. Nothing was sent.', {
        cause,
      });
    }
    throw new GatewayRefusal(408, 'too-slow', 'The body did not arrive in time. Nothing was sent.', {
      cause,
    });
  }
}

// `__proto__` is nobody's field, and dangerous to who copies it.
function isPlain(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return (
    levels > 0 &&
    Object.entries(value).every(([name, inner]) => name !== '__proto__' && isPlain(inner, levels - 1))
  );
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
