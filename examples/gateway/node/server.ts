import { createServer } from 'node:http';
import { createGateway } from 'tillkit/gateway';
import { createFileStore, toNodeListener } from 'tillkit/gateway/node';
import { settings, signedIn } from '../host.ts';

const { baseUrl, authorization, origin, storePath } = settings();
const store = createFileStore(storePath);
const gateway = createGateway({
  baseUrl,
  headers: { authorization },
  authorize: signedIn,
  store,
  basePath: '/api/payments',
  allowedOrigins: [origin],
  onProblem: (problem) => console.error(problem),
});
const payments = toNodeListener(gateway.fetch);

export const server = createServer((request, response) => {
  if (request.url?.startsWith('/api/payments/')) return payments(request, response);
  response.writeHead(404).end();
});
server.listen(Number(process.env['PORT'] ?? 3000));
// Payments under way are answered before the file is let go.
process.once('SIGTERM', () => server.close(() => void store.close()));
