import type { Clock, Fetcher } from '../../../src/exports/core.ts';

type Send = () => Promise<Response>;
/** What can happen between a page and its gateway. */
type Way = (send: Send, clock: Clock) => Promise<Response>;

const lost = () => new TypeError('fetch failed');
const answers = (body: string | null, init: ResponseInit) => async (send: Send) => {
  await send().catch(() => undefined);
  return new Response(body, init);
};
const instead = (body: string | null, init: ResponseInit) => async () => new Response(body, init);

/** The answer is lost, and the request arrived. */
const afterEffect: Record<string, Way> = {
  'the answer is lost': async (send) => {
    await send().catch(() => undefined);
    throw lost();
  },
  'the answer is cut off': answers('{"data":{"msgId', { status: 200 }),
  'the answer is a login page': answers('<html>', { status: 200 }),
  'the answer is empty': answers('', { status: 200 }),
  'the answer has no id': answers('{"data":{}}', { status: 200 }),
  'a proxy redirects': answers(null, { status: 302, headers: { location: 'https://elsewhere.test/' } }),
  ...Object.fromEntries(
    [400, 401, 403, 404, 409, 413, 422, 423, 429, 500, 502, 503, 504].map((status) => [
      `a proxy answers ${status}`,
      answers('{}', { status }),
    ]),
  ),
  'the browser sends it twice, and hears the second answer': async (send) => {
    await send().catch(() => undefined);
    return send();
  },
  'the browser sends it twice at once': async (send) => {
    void send().catch(() => undefined);
    return send();
  },
  'no answer ever comes': async (send) => {
    await send().catch(() => undefined);
    return new Promise<never>(() => undefined);
  },
};

/** The request is lost, and no copy of it ever arrives. */
const beforeEffect: Record<string, Way> = {
  'the request is lost': async () => {
    throw lost();
  },
  'something else answers 200': instead('', { status: 200 }),
  ...Object.fromEntries(
    [401, 403, 413, 429, 502, 503].map((status) => [
      `a proxy refuses with ${status}`,
      instead('{}', { status }),
    ]),
  ),
};

/** The page hears nothing, and a copy arrives later. */
const late: Record<string, Way> = Object.fromEntries(
  [200, 3000, 20_000, 120_000].map((ms): [string, Way] => [
    `the request arrives ${ms} ms late`,
    async (send, clock) => {
      clock.setTimeout(() => void send().catch(() => undefined), ms);
      throw lost();
    },
  ]),
);

const ways = { ...afterEffect, ...beforeEffect, ...late };
export const wayNames = Object.keys(ways);
export const waysAfterEffect = Object.keys(afterEffect);
export const waysBeforeEffect = Object.keys(beforeEffect);
export const lateWays = Object.keys(late);

type Kind = 'POST' | 'ask' | 'list' | 'stream';

function kindOf({ method, url }: Request): Kind | undefined {
  const { pathname } = new URL(url);
  if (method === 'POST') return 'POST';
  if (pathname.endsWith('/operations/stream')) return 'stream';
  if (pathname.endsWith('/operations')) return 'list';
  return pathname.includes('/operations/') ? 'ask' : undefined;
}

/** Bends the way of the next payments, questions, lists or streams, whichever page they come from. */
export function createWays(clock: Clock) {
  const bent = new Map<Kind, { name: string; left: number }>();
  return {
    bend: (what: Kind, name: string, next = 1) => void bent.set(what, { name, left: next }),
    /** Nothing gets through, neither there nor back, until it is mended. */
    cut() {
      for (const what of ['POST', 'ask', 'list', 'stream'] as const)
        bent.set(what, { name: 'the request is lost', left: Infinity });
    },
    mend: () => bent.clear(),
    go:
      (fetch: Fetcher): Fetcher =>
      async (request, init) => {
        const kind = kindOf(request);
        const current = kind && bent.get(kind);
        const way = current && current.left > 0 ? ways[current.name] : undefined;
        if (!current || !way) return fetch(request, init);
        current.left -= 1;
        const copy = request.clone();
        return way(() => fetch(copy.clone(), init), clock);
      },
  };
}
