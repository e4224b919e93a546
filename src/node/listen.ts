import { createServer } from 'node:http';
import { toNodeListener, type WebHandler } from '../gateway/node/toNodeListener.ts';

/** Serves a handler on this machine only, unless `host` says otherwise. Port 0 takes a free port. */
export async function listen(
  handler: WebHandler,
  { port = 0, host = '127.0.0.1' }: { port?: number | undefined; host?: string | undefined } = {},
): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer(toNodeListener(handler));
  // If a reused connection breaks, a browser sends the request again by itself: a second payment (docs/faults.md, M1).
  // So each connection takes one request.
  server.maxRequestsPerSocket = 1;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  const taken = typeof address === 'object' ? address?.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${taken}`,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()));
        server.closeAllConnections();
      }),
  };
}

/** Why a server could not listen, as a sentence for the person who started it. */
export function listenProblem(name: string, error: unknown, port: number, host = '127.0.0.1'): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use. Choose another with --port, or 0 for any free one.`;
  if (code === 'EACCES')
    return `Port ${port} needs rights that this user does not have. Choose one above 1023 with --port.`;
  return `${name} could not listen on ${host}, port ${port}: ${String(error)}`;
}
