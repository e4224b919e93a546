import express from 'express';
import { payments } from './payments.server.js';

const app = express();
app.use('/api/payments', payments);
app.use(express.static('dist'));
const server = app.listen(Number(process.env.PORT ?? 3000), '127.0.0.1', () => {
  console.log(`Halden Studio: http://localhost:${server.address().port}`);
});
