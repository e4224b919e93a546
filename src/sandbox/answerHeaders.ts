import { corsHeaders } from './cors.ts';
import type { World } from './world.ts';

/** What every answer carries: the mark, the service's time, and CORS. */
export function answerHeaders(world: World, request: Headers): Headers {
  const headers = corsHeaders(request, world.settings.exposeRetryAfter);
  headers.set('x-sandbox', 'tillkit');
  headers.set('date', new Date(world.now()).toUTCString());
  headers.set('cache-control', 'no-store');
  return headers;
}
