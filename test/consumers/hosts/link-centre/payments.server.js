import { createProxyMiddleware } from 'http-proxy-middleware';

const { PAYMENTS_URL, PAYMENTS_SECRET } = process.env;

/** Only this process has the secret. It sends each request once. */
export const payments = createProxyMiddleware({
  target: PAYMENTS_URL,
  changeOrigin: true,
  headers: { authorization: PAYMENTS_SECRET },
});
