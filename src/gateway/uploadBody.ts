import type { GatewayContext } from './gatewayContext.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';

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
