/** The headers that let a page of any origin read an answer. */
export function corsHeaders(request: Headers, exposesRetryAfter: boolean): Headers {
  const headers = new Headers();
  const origin = request.get('origin');
  if (origin === null) return headers;
  headers.set('access-control-allow-origin', origin);
  headers.set('access-control-expose-headers', `${exposesRetryAfter ? 'Retry-After, ' : ''}Date, X-Sandbox`);
  headers.set('vary', 'Origin');
  return headers;
}

export function isPreflight(method: string, headers: Headers): boolean {
  return method === 'OPTIONS' && headers.has('access-control-request-method');
}

export function preflightHeaders(cors: Headers): Headers {
  cors.set('access-control-allow-methods', 'GET, POST');
  cors.set('access-control-allow-headers', 'authorization, content-type, key-hash, x-operation-id');
  cors.set('access-control-max-age', '600');
  return cors;
}
