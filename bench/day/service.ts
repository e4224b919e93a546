import type { VirtualClock } from 'tillkit/sandbox';

/** What a subject is given. */
export interface World {
  clock: VirtualClock;
  /** No customer completes the payment at the terminal: the till waits, within the service's limits. */
  isEndless: boolean;
  fetch: (request: Request | string, init?: RequestInit) => Promise<Response>;
  /** How many writes are under way. */
  writing: () => number;
  counted: <Value>(work: Promise<Value>) => Promise<Value>;
  /** Resolves once the till knows its earlier sales. */
  ready: Promise<unknown>;
}

const json = (body: object) =>
  new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });

/** A service inside the page: it accepts each sale and approves it at the first poll, except in an endless run. */
export function createService(isEndless: boolean): World['fetch'] {
  // Ids start from the time, so that two tabs never use the same one.
  let last = Date.now() * 1000;
  const amounts = new Map<string, number>();
  return async (request, init) => {
    const url = typeof request === 'string' ? request : request.url;
    const id = url.slice(url.lastIndexOf('/') + 1);
    if (url.includes('/terminals')) {
      const items = [{ id: 'T-1', name: 'Front counter' }];
      return json({ items, total: 1, page: 1, limit: 100 });
    }
    if (amounts.has(id) && isEndless) return json({ msgIdentifier: id, status: 'processing' });
    if (amounts.has(id))
      return json({ msgIdentifier: id, status: 'complete', pnRefNum: id, amount: amounts.get(id) });
    const body = (await new Request(request, init).json()) as { amount: number };
    const msgIdentifier = String((last += 1));
    amounts.set(msgIdentifier, body.amount);
    return json({ msgIdentifier });
  };
}
