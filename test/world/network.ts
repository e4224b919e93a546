import { type Clock, sleep } from '../../src/core/time.ts';
import { type Faults, wayFaults } from './faults.ts';
import { type Gateways, personOf, type Session } from './gateways.ts';
import type { Random } from './random.ts';
import { busy, drip } from './service.ts';
import type { Trace } from './trace.ts';

const usualFaults = wayFaults.filter((kind) => kind !== 'answer-of-another');

interface Surroundings {
  clock: Clock;
  random: Random;
  faults: Faults;
  trace: Trace;
  gateways: Gateways;
}

const lost = () => new TypeError('Failed to fetch');

/** The way between pages and their gateway. */
export function createNetwork({ clock, random, faults, trace, gateways }: Surroundings) {
  /** `asked`: how many requests pages have made. */
  const state = { isAway: false, asked: 0 };
  /** By subject and path, the last answer to a reading of one operation, as a cache has it. */
  const cached = new Map<string, string>();
  const idOf = (request: Request) =>
    request.headers.get('x-operation-id') ?? /operations\/([^/?]{20,})/.exec(request.url)?.[1];

  return {
    state,
    async fetch(request: Request, session: Session, signal: AbortSignal | undefined): Promise<Response> {
      const isStream = request.url.includes('/operations/stream');
      const id = idOf(request);
      state.asked += 1;
      if (state.isAway) {
        faults.count('network-away', id);
        throw lost();
      }
      const own = `${session.account} ${session.subject} `;
      const others =
        request.method === 'GET' && id !== undefined
          ? [...cached].filter(([name]) => name.startsWith(own) && name !== own + id)
          : [];
      const kinds = others.length > 0 ? wayFaults : usualFaults;
      const asked = `${request.method} ${new URL(request.url).pathname}`;
      trace.add(personOf(session), `asks ${asked}`);
      const fault = isStream ? faults.strike(['stream-refused']) : faults.strike(kinds, id);
      const send = (copy: Request, abort = signal) => gateways.fetch(copy, session, abort);
      switch (fault) {
        case undefined: {
          const response = await send(request);
          trace.add(personOf(session), `hears ${response.status} to ${asked}`);
          if (request.method === 'GET' && id !== undefined && response.status === 200)
            cached.set(own + id, await response.clone().text());
          return response;
        }
        case 'request-lost':
          throw lost();
        case 'answer-lost':
          await send(request).catch(() => undefined);
          throw lost();
        case 'request-late': {
          // The page hears nothing; the request arrives a while later.
          const copy = request.clone();
          clock.setTimeout(
            () => void gateways.fetch(copy, session).catch(() => undefined),
            random.between(100, 40_000),
          );
          throw lost();
        }
        case 'request-repeated': {
          const copy = request.clone();
          if (random.chance(0.5)) {
            // The browser, or a proxy, sends the other copy a while later.
            clock.setTimeout(
              () => void gateways.fetch(copy, session).catch(() => undefined),
              random.between(100, 60_000),
            );
            return send(request);
          }
          const first = send(copy).catch(() => undefined);
          const second = send(request);
          await first;
          return second;
        }
        case 'answer-cut': {
          const response = await send(request);
          const text = await response.text();
          return new Response(text.slice(0, text.length / 2) || null, { status: response.status });
        }
        case 'answer-slow': {
          const response = await send(request);
          await sleep(clock, random.between(1000, 45_000), signal);
          return response;
        }
        case 'answer-drips':
          return drip(clock, await send(request), random.between(1000, 45_000), signal);
        case 'answer-of-another': {
          const response = await send(request);
          return new Response(random.pick(others)[1], response);
        }
        case 'proxy-answers':
          // Some have passed the request on, and some have a page of their own for it.
          if (random.chance(0.5)) await send(request).catch(() => undefined);
          if (random.chance(0.2)) return new Response('<html>', { headers: { 'content-type': 'text/html' } });
          return new Response('{}', { status: random.pick([401, 403, 404, 409, 429, 500, 502, 503]) });
        case 'proxy-busy':
          return busy(random);
        case 'stream-refused':
          return new Response('{}', { status: random.pick([401, 403, 404, 409, 429, 500, 502, 503]) });
      }
    },
  };
}
export type Network = ReturnType<typeof createNetwork>;
