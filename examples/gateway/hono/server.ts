import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import Database from 'libsql';
import { createGateway } from 'tillkit/gateway';
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

const app = new Hono();
// The gateway sets its own CORS headers: keep hono/cors, and anything else that answers OPTIONS, off this path.
app.all('/api/payments/*', ({ req }) => gateway.fetch(req.raw));

export const server = serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000) });
// Follows payments until they have ended, whether or not a page is open.
gateway.start();
// Answers the requests under way before the database is closed.
process.once('SIGTERM', () => {
  const stopped = gateway.stop();
  server.close(() => void stopped.then(() => database.close()));
});
