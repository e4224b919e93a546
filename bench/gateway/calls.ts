import { Agent, createServer, request, type RequestOptions } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Call = (number: number) => Promise<unknown>;

/** A service that takes a while to accept a payment and has its result some seconds later. */
export async function startService(latencyMs: number) {
  let number = 0;
  const server = createServer((incoming, response) => {
    incoming.resume();
    incoming.once('end', () => {
      const isPoll = incoming.method === 'GET';
      const id = isPoll ? incoming.url?.split('/').at(-1)?.split('?')[0] : `M-${(number += 1)}`;
      const data = isPoll
        ? { msgIdentifier: id, status: 'complete', pnRefNum: `P-${id}` }
        : { msgIdentifier: id };
      setTimeout(
        () => {
          response.setHeader('content-type', 'application/json');
          response.end(JSON.stringify({ data }));
        },
        isPoll ? 0 : latencyMs,
      );
    });
  });
  server.keepAliveTimeout = 60_000;
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const close = () => {
    server.close();
    server.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

let sales = 0;

/** Pages of one gateway that cost this process as little as possible. */
export function createCaller(url: string) {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(url);
  const ask = (options: RequestOptions, body?: string) =>
    new Promise<{ msgIdentifier: string; status?: string }>((resolve, reject) => {
      const asked = request({ hostname, port, agent, ...options }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.once('end', () => {
          if (response.statusCode === 200) resolve(JSON.parse(text).data);
          else reject(new Error(`${options.path} was answered with ${response.statusCode}: ${text}`));
        });
      });
      asked.once('error', reject);
      asked.end(body);
    });
  const origin = 'https://till.example';
  return {
    /** Every payment has its own terminal and amount, so that no lock or duplicate guard applies. */
    sale() {
      sales += 1;
      const id = `${sales}`.padStart(32, '0');
      const headers = { origin, 'content-type': 'application/json', 'x-operation-id': id };
      const body = { clientId: 'till', terminalId: `terminal-${sales}`, amount: sales, receipt: false };
      return ask({ method: 'POST', path: '/pay', headers }, JSON.stringify(body));
    },
    async poll(id: string) {
      const { status } = await ask({ path: `/processed-messages/${id}`, headers: { origin } });
      return { isFinal: status === 'complete' };
    },
  };
}
