import type { GatewayOptions } from './gatewayOptions.ts';
import { GatewayRefusal } from './GatewayRefusal.ts';
import { operationIdHeader } from './operationIdOf.ts';

const exposed = ['x-operation-state', 'retry-after', 'age', 'date'].join(', ');

/** The origin of the page that asks; undefined where none is named. Throws a refusal where it is not allowed. */
export function checkOrigin(request: Request, { allowedOrigins }: GatewayOptions): string | undefined {
  const origin = request.headers.get('origin');
  if (!allowedOrigins && !isOwnAddress(new URL(request.url))) {
    throw new GatewayRefusal(
      403,
      'origin',
      'Anybody may have given this machine the name it was asked under. Name your pages in allowedOrigins.',
    );
  }
  if (origin === null) {
    if (isOwnRead(request)) return undefined;
    throw new GatewayRefusal(
      403,
      'origin',
      'The request names no origin. Only pages that are allowed may send one.',
    );
  }
  const isAllowed = allowedOrigins ? allowedOrigins.includes(origin) : origin === new URL(request.url).origin;
  if (isAllowed) return origin;
  throw new GatewayRefusal(
    403,
    'origin',
    'Pages of this origin may not use this gateway. Name it in allowedOrigins if they should.',
  );
}

// Somebody's page can be loaded from a name of his own that he then makes point here: its origin is the one it asks under
// (DNS rebinding). He has no certificate for ours, and can make neither an IP address nor `localhost` his own.
function isOwnAddress({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || /^([\d.]+|\[.+\]|(.+\.)?localhost)$/.test(hostname);
}

// Browsers name no origin for what a page shows or links to; where they tell its site, it must be the gateway's own.
function isOwnRead({ method, headers }: Request): boolean {
  const site = headers.get('sec-fetch-site') ?? 'none';
  return (method === 'GET' || method === 'HEAD') && (site === 'same-origin' || site === 'none');
}

/** What lets a page of an allowed origin read the answer. */
export function corsHeaders(origin: string | undefined): Record<string, string> {
  if (origin === undefined) return { vary: 'origin' };
  return {
    vary: 'origin',
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': exposed,
  };
}

export function preflight(origin: string | undefined, { allowedHeaders = [] }: GatewayOptions): Response {
  const headers = {
    ...corsHeaders(origin),
    'access-control-allow-methods': 'GET, POST, DELETE',
    'access-control-allow-headers': [
      'content-type',
      'authorization',
      operationIdHeader,
      ...allowedHeaders,
    ].join(', '),
    'access-control-max-age': '600',
  };
  return new Response(null, { status: 204, headers });
}
