import express from 'express';
import { openPayments } from './payments.server.js';

const staff = { 'session-of-dana': { desk: 'front-desk', name: 'Dana Whitfield' } };
/** The clinic's own sign-in. */
const userOf = (cookie) => staff[/(?:^|; )session=([\w-]+)/.exec(cookie ?? '')?.[1]];

const app = express();
app.use('/api/payments', openPayments(userOf));
app.get('/', (_, response, next) => {
  response.cookie('session', 'session-of-dana', { httpOnly: true, sameSite: 'strict' });
  next();
});
app.use(express.static('dist'));
const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`Northgate Family Clinic: http://localhost:${server.address().port}`);
});
