import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { createGateway } from 'tillkit/gateway';
import { createFileStore } from 'tillkit/gateway/node';
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

const app = new Hono();
// The gateway sets its own CORS headers: leave hono/cors, and whatever else answers OPTIONS, off this path.
app.all('/api/payments/*', ({ req }) => gateway.fetch(req.raw));

export const server = serve({ fetch: app.fetch, port: Number(process.env['PORT'] ?? 3000) });
// Payments under way are answered before the file is let go.
process.once('SIGTERM', () => server.close(() => void store.close()));
