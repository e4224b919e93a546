import { defineService } from 'tillkit/core';
import { createGateway, createMemoryStore } from 'tillkit/gateway';
import { createSandbox } from 'tillkit/sandbox';
import { listenRaw, type PhysicalRequest, type RawServer, type SocketFault } from '../node/listenRaw.ts';
import { createScaledClock } from '../pages/till/scaledClock.ts';
import type { BuiltPage } from './builtPage.ts';

const isPay = ({ method, path }: PhysicalRequest) => method === 'POST' && /\/pay(\?|$)/.test(path);

export interface Lines {
  /** What the line between browser and gateway does to the n-th copy of a payment, from 1. */
  browserLine?: ((copy: number) => SocketFault | 'cut-while-it-runs' | undefined) | undefined;
  /** What the line between gateway and service does to it. */
  serviceLine?: ((copy: number) => SocketFault | undefined) | undefined;
}

/** A page with a till and its gateway on one origin, and the service behind it: both lines are bare sockets that can break. */
export async function startGatewayTill(fileAt: BuiltPage, { browserLine, serviceLine }: Lines) {
  const sandbox = createSandbox({ clock: createScaledClock(Date.now(), 20), latencyMs: 0 });
  const service: RawServer = await listenRaw({
    handler: sandbox.fetch,
    fault: (request) => (isPay(request) ? serviceLine?.(service.sent.filter(isPay).length) : undefined),
  });
  const gateway = createGateway({
    baseUrl: service.url,
    headers: { authorization: 'sandbox' },
    authorize: () => ({ subject: 'harbour-coffee' }),
    store: createMemoryStore(),
    basePath: '/api/payments',
    service: defineService({ operationIdHeader: 'x-operation-id' }),
  });
  const faultOf = (request: PhysicalRequest) =>
    isPay(request) ? browserLine?.(line.sent.filter(isPay).length) : undefined;
  const line: RawServer = await listenRaw({
    async handler(request) {
      const file = fileAt(new URL(request.url).pathname);
      if (file) return file;
      const newest = line.sent.at(-1);
      const answer = gateway.fetch(request);
      if (request.method === 'POST' && newest && faultOf(newest) === 'cut-while-it-runs') {
        throw new Error('the line is cut');
      }
      return answer;
    },
    fault(request) {
      const fault = faultOf(request);
      return fault === 'cut-while-it-runs' ? undefined : fault;
    },
  });
  return {
    url: line.url,
    sandbox,
    /** The payment as the gateway got it, each time. */
    copies: () => line.sent.filter(isPay),
    /** The payment as the service got it, each time. */
    reached: () => service.sent.filter(isPay),
    close: () => Promise.all([line.close(), service.close()]),
  };
}
