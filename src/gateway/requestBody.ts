import { readBodyText } from '../core/client/readAnswer.ts';
import { parseTerminalRequest } from '../core/client/terminalRequests.ts';
import { parseInput } from '../core/wire/check.ts';
import { PaymentsError } from '../core/errors.ts';
import { withTimeout } from '../core/time.ts';
import { isObject, type JsonObject, tryParseJsonWithLongIntegersAsText } from '../core/wire/read.ts';
import { checkCreatePaymentLinkRequest } from '../core/wire/paymentLink.ts';
import { payOrPreAuthBody } from '../core/wire/requests.ts';
import { isMoneyOperation, type OperationName } from '../core/wire/routes.ts';
import { GatewayRefusal, notSentRefusal } from './GatewayRefusal.ts';
import type { GatewayContext } from './gatewayContext.ts';

const deepest = 20;

/** Reads the JSON object in a request's body. Throws a refusal if it is no JSON object, too large or too slow. */
export async function readJsonBody(context: GatewayContext, request: Request): Promise<JsonObject> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/json\s*(;|$)/i.test(type)) {
    throw notSentRefusal(415, 'type', 'The body must be sent as application/json.');
  }
  const text = await readText(context, request);
  const value = tryParseJsonWithLongIntegersAsText(text);
  if (!isObject(value) || !isPlain(value, deepest))
    throw notSentRefusal(400, 'invalid-input', 'The body must be a plain JSON object.');
  return value;
}

async function readText(
  { service, bodyTimeoutMs, maxBodyBytes }: GatewayContext,
  request: Request,
): Promise<string> {
  try {
    return await withTimeout(service.clock, bodyTimeoutMs, readBodyText(request, maxBodyBytes));
  } catch (cause) {
    if (cause instanceof PaymentsError) {
      throw notSentRefusal(413, 'too-large', `The body is larger than ${maxBodyBytes} bytes.`, { cause });
    }
    if (cause instanceof TypeError || request.signal.aborted) {
      throw notSentRefusal(
        400,
        'aborted-body',
        'The body ended early, is not UTF-8, or was already read by a body parser.',
        { cause },
      );
    }
    throw notSentRefusal(408, 'too-slow', 'The body did not arrive in time.', { cause });
  }
}

/** Calls `read`, which reads a part of a request. Turns its `PaymentsError` into a refusal that names the field. */
export function refuseOnPaymentsError<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof PaymentsError)) throw cause;
    throw new GatewayRefusal(400, 'invalid-input', cause.shortMessage, { field: cause.field, cause });
  }
}

/** Whether a JSON value is nested at most `levels` deep, and has no field `__proto__`, which is dangerous to copy. */
function isPlain(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  return (
    levels > 0 &&
    Object.entries(value).every(([name, inner]) => name !== '__proto__' && isPlain(inner, levels - 1))
  );
}

/** Checks the type of an upload, and the announced size, before reading. Throws a refusal. */
export function contentTypeOfCheckedUpload({ maxUploadBytes }: GatewayContext, request: Request): string {
  const type = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;\s*boundary=/i.test(type)) {
    throw new GatewayRefusal(415, 'type', 'An upload must be sent as multipart/form-data.');
  }
  if (Number(request.headers.get('content-length') ?? 0) > maxUploadBytes) throw tooLarge(maxUploadBytes);
  return type;
}

/** The body of an upload as a stream. The stream fails if the upload grows too large or stalls. */
export function limitedUploadBody(context: GatewayContext, request: Request): ReadableStream<Uint8Array> {
  const { service, bodyTimeoutMs, maxUploadBytes } = context;
  const { clock } = service;
  const stalled = new GatewayRefusal(408, 'too-slow', 'The upload stalled for too long.');
  let bytes = 0;
  let timer: unknown;
  const stop = () => clock.clearTimeout(timer);
  const restart = (controller: TransformStreamDefaultController) => {
    timer = clock.setTimeout(() => controller.error(stalled), bodyTimeoutMs);
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

/**
 * Checks a body against the contract. Returns a new body with only the fields that were read, so that the service
 * cannot read it in another way than `authorize`. Throws a refusal that names the field.
 */
export function checkedRequestBody(operation: OperationName, body: JsonObject): JsonObject {
  return refuseOnPaymentsError(() => {
    if (!isMoneyOperation(operation))
      return { ...parseInput(checkCreatePaymentLinkRequest, body, operation) };
    const { provider: _, ...request } = parseTerminalRequest(operation, body, undefined);
    const wire = 'receipt' in request ? payOrPreAuthBody(request) : request;
    return JSON.parse(JSON.stringify(wire)) as JsonObject; // drops undefined fields
  });
}
