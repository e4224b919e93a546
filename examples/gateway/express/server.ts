import express from 'express';
import Database from 'libsql';
import { createGateway } from 'tillkit/gateway';
import { toNodeListener } from 'tillkit/gateway/node';
import { createSqlStore } from 'tillkit/gateway/sql';
import { settings, signedIn } from '../host.ts';

const { baseUrl, authorization, origin, storePath } = settings();
const database = new Database(storePath);
// No basePath: Express takes the path of a mount off before it hands a request on.
const gateway = createGateway({
  baseUrl,
  headers: { authorization },
  authorize: signedIn,
  store: createSqlStore(database),
  allowedOrigins: [origin],
  onProblem: (problem) => console.error(problem),
});

const app = express();
// Before every body parser: a body that was read is not there for the gateway, and an upload streams through it.
app.use('/api/payments', toNodeListener(gateway.fetch));
app.use(express.json());

export const server = app.listen(Number(process.env['PORT'] ?? 3000));
// Payments are followed to their endings, whether or not a page is there.
gateway.start();
// Those under way are answered before the database is let go.
process.once('SIGTERM', () => {
  const stopped = gateway.stop();
  server.close(() => void stopped.then(() => database.close()));
});
