import { randomUUID } from 'node:crypto';
import express from 'express';
import { orders } from './orders.js';
import { openPayments } from './payments.server.js';

const tokenSeconds = Number(process.env.TOKEN_SECONDS ?? 300);
/** The tokens that are valid, and until when (epoch ms). */
const tokens = new Map();
const isSignedIn = (authorization) => (tokens.get(authorization?.replace('Bearer ', '')) ?? 0) > Date.now();

const markPaid = (number) => {
  const order = orders.find((other) => other.number === number);
  if (order) order.isPaid = true;
};

const app = express();
app.use('/api/payments', openPayments(isSignedIn, markPaid));
app.post('/api/token', (_, response) => {
  const token = randomUUID();
  tokens.set(token, Date.now() + tokenSeconds * 1000);
  response.json({ token, expiresIn: tokenSeconds });
});
app.post('/api/sign-out-everywhere', (_, response) => {
  tokens.clear();
  response.sendStatus(204);
});
app.get('/api/orders', ({ headers }, response) => {
  if (isSignedIn(headers.authorization)) response.json(orders);
  else response.sendStatus(401);
});
app.use(express.static('dist'));
const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`Fern & Thistle: http://localhost:${server.address().port}`);
});
