import express from 'express';
import Database from 'libsql';
import { createGateway } from 'tillkit/gateway';
import { toNodeListener } from 'tillkit/gateway/node';
import { createSqlStore } from 'tillkit/gateway/sql';
import { authorize, settings } from '../host.ts';

const { baseUrl, authorization, origin, storePath } = settings();
const database = new Database(storePath);
// Without basePath: Express removes a mount's path before it passes a request on.
const gateway = createGateway({
  baseUrl,
  headers: { authorization },
  authorize,
  store: createSqlStore(database),
  allowedOrigins: [origin],
  onProblem: (problem) => console.error(problem),
});

const app = express();
// Mount the gateway before every body parser: it reads the bodies itself, and streams uploads.
app.use('/api/payments', toNodeListener(gateway.fetch));
app.use(express.json());

export const server = app.listen(Number(process.env['PORT'] ?? 3000));
// Follows payments until they have ended, whether or not a page is open.
gateway.start();
// Answers the requests under way before the database is closed.
process.once('SIGTERM', () => {
  const stopped = gateway.stop();
  server.close(() => void stopped.then(() => database.close()));
});
