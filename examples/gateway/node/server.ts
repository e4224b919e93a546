import { createServer } from 'node:http';
import Database from 'libsql';
import { createGateway } from 'tillkit/gateway';
import { toNodeListener } from 'tillkit/gateway/node';
import { createSqlStore } from 'tillkit/gateway/sql';
import { authorize, settings } from '../host.ts';

const { baseUrl, authorization, origin, storePath } = settings();
const database = new Database(storePath);
const gateway = createGateway({
  baseUrl,
  headers: { authorization },
  authorize,
  store: createSqlStore(database),
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
// Follows payments until they have ended, whether or not a page is open.
gateway.start();
// Answers the requests under way before the database is closed.
process.once('SIGTERM', () => {
  const stopped = gateway.stop();
  server.close(() => void stopped.then(() => database.close()));
});
