import { readBody } from '../core/client/readAnswer.ts';
import { parseTerminalRequest } from '../core/client/terminalRequests.ts';
import { parseInput } from '../core/wire/check.ts';
import { PaymentsError } from '../core/errors.ts';
import { withTimeout } from '../core/time.ts';
import { isObject, type JsonObject, parseJson } from '../core/wire/read.ts';
import { checkCreatePaymentLinkRequest, transactionBody } from '../core/wire/requests.ts';
import { isMoneyOperation, type OperationName } from '../core/wire/routes.ts';
import { GatewayRefusal, notSent } from './GatewayRefusal.ts';
import type { GatewayContext } from './gatewayContext.ts';

const deepest = 20;

/** The JSON object a request brings, within the limits of size and time. Throws a refusal. */
export async function readJsonBody(context: GatewayContext, request: Request): Promise<JsonObject> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw notSent(415, 'type', 'The body must be sent as application/json.');
  }
  const text = await readText(context, request);
  const value = parsed(text);
  if (!isObject(value) || !isPlain(value, deepest))
    throw notSent(400, 'invalid-input', 'The body is not a plain JSON object.');
  return value;
}

async function readText(
  { service, bodyTimeoutMs, maxBodyBytes }: GatewayContext,
  request: Request,
): Promise<string> {
  try {
    return await withTimeout(service.clock, bodyTimeoutMs, readBody(request, maxBodyBytes));
  } catch (cause) {
    if (cause instanceof PaymentsError) {
      throw notSent(413, 'too-large', `The body is larger than ${maxBodyBytes} bytes.`, { cause });
    }
    if (cause instanceof TypeError || request.signal.aborted) {
      throw notSent(400, 'aborted-body', 'The body broke off or is not UTF-8.', {
        cause,
      });
    }
    throw notSent(408, 'too-slow', 'The body did not arrive in time.', {
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

/** Checks an upload before any of it is read: its type, and its size where that is announced. Throws a refusal. */
export function uploadType({ maxUploadBytes }: GatewayContext, request: Request): string {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;\s*boundary=/i.test(type)) {
    throw new GatewayRefusal(415, 'type', 'An upload must be sent as multipart/form-data.');
  }
  if (Number(request.headers.get('content-length') ?? 0) > maxUploadBytes) throw tooLarge(maxUploadBytes);
  return type;
}

/** An upload's body as it streams through: it breaks off when it grows too large or stands still. */
export function uploadBody(context: GatewayContext, request: Request): ReadableStream<Uint8Array> {
  const { service, bodyTimeoutMs, maxUploadBytes } = context;
  const { clock } = service;
  let bytes = 0;
  let timer: unknown;
  const stop = () => clock.clearTimeout(timer);
  const restart = (controller: TransformStreamDefaultController) => {
    timer = clock.setTimeout(() => controller.error(tooSlow()), bodyTimeoutMs);
  };
  const guard = new TransformStream<Uint8Array, Uint8Array>({
    start: (controller) => restart(controller),
    transform(chunk, controller) {
      stop();
      bytes += chunk.byteLength;
      if (bytes > maxUploadBytes) return controller.error(tooLarge(maxUploadBytes));
      controller.enqueue(chunk);
      restart(controller);
    },
    flush: stop,
  });
  return (request.body ?? new Blob([]).stream()).pipeThrough(guard);
}

function tooLarge(maxBytes: number): GatewayRefusal {
  return new GatewayRefusal(413, 'too-large', `The upload is larger than ${maxBytes} bytes.`);
}

function tooSlow(): GatewayRefusal {
  return new GatewayRefusal(408, 'too-slow', 'The upload stood still for too long.');
}

/**
 * The body as the contract has it: written anew from what was read, so that nobody reads it differently than `authorize`
 * did. It is checked against the contract. Throws a refusal that names the field.
 */
export function checkedBody(operation: OperationName, body: JsonObject): JsonObject {
  try {
    if (!isMoneyOperation(operation))
      return { ...parseInput(checkCreatePaymentLinkRequest, body, operation) };
    const { provider: _, ...request } = parseTerminalRequest(operation, body, undefined);
    const wire = 'receipt' in request ? transactionBody(request) : request;
    return JSON.parse(JSON.stringify(wire)) as JsonObject; // what was left out is not there
  } catch (cause) {
    if (!(cause instanceof PaymentsError)) throw cause;
    throw notSent(400, 'invalid-input', cause.shortMessage, {
      field: cause.field,
      cause,
    });
  }
}
