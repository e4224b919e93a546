import type { Clock, Fetcher } from '../../../src/exports/core.ts';
import type { createSandbox } from '../../../src/exports/sandbox.ts';
import { contractService } from '../../../src/core/wire/service.ts';

interface Entry {
  isClosed: boolean;
  /** While it is undefined, the service is being asked. */
  answer?: { status: number; body: string } | 'none' | undefined;
  running?: Promise<void> | undefined;
}

/** What gateways remember; several may share it. */
export function createGatewayMemory(clock: Clock) {
  const memory = {
    entries: new Map<string, Entry>(),
    knownSince: clock.monotonic() - 24 * 60 * 60_000,
    /** What was under way in an earlier one is cut off. */
    run: 0,
  };
  return {
    ...memory,
    /** The process ends and another begins; a store in memory forgets everything. */
    restart(forgets: boolean) {
      this.run += 1;
      if (forgets) this.entries.clear();
      if (forgets) this.knownSince = clock.monotonic();
    },
  };
}

export interface ScriptedGateway {
  fetch: Fetcher;
  /** Forgets everything, as a store in memory does when its process ends. */
  restart: () => void;
  /** Asked before anything else; a status refuses. */
  authorize: (check: ((request: Request) => number | undefined) | undefined) => void;
  /** What an ask is told, whatever is true. */
  lie: (lie: Record<string, unknown> | undefined) => void;
  /** Every question about an operation, as `GET id` or `DELETE id`. */
  readonly asks: string[];
}

const moneyPaths = ['/pay', '/pre-auth', '/capture', '/void', '/refund', '/close-batch'];

/** A gateway of one page before a sandbox: what the protocol says, and no more. Entries may be shared by several. */
export function createScriptedGateway(
  { sandbox, clock }: { sandbox: ReturnType<typeof createSandbox>; clock: Clock },
  memory = createGatewayMemory(clock),
): ScriptedGateway {
  const { entries } = memory;
  let refuse: ((request: Request) => number | undefined) | undefined;
  let lie: Record<string, unknown> | undefined;
  const asks: string[] = [];

  const stateOf = (entry: Entry | undefined) => {
    if (!entry || entry.isClosed) return 'not-seen';
    const { answer } = entry;
    if (answer === undefined) return 'sent';
    if (answer === 'none') return 'unanswered';
    if (answer.status >= 200 && answer.status < 300) return 'accepted';
    return contractService.isRefusal(answer.status, 'pay') ? 'refused' : 'unanswered';
  };

  const tell = (id: string, { close }: { close: boolean }): Response => {
    asks.push(`${close ? 'DELETE' : 'GET'} ${id}`);
    if (close && !entries.has(id)) entries.set(id, { isClosed: true });
    const entry = entries.get(id);
    const answer = entry?.answer === 'none' ? { status: 504, body: '{}' } : entry?.answer;
    const truth = {
      id,
      state: stateOf(entry),
      knownForMs: clock.monotonic() - memory.knownSince,
      ...(entry?.isClosed && { isClosed: true }),
      ...(answer && { answer }),
    };
    return json({ ...truth, ...lie });
  };

  const own = (status: number, headers: Record<string, string> = {}) =>
    json({ error: { code: 'gateway', message: 'The gateway is not ready.' } }, status, headers);

  const post = async (request: Request, id: string): Promise<Response> => {
    const known = entries.get(id);
    if (known?.isClosed) return own(410, { 'x-operation-state': 'not-seen' });
    const { run } = memory;
    const entry: Entry = known ?? { isClosed: false };
    entries.set(id, entry);
    if (!known) entry.running = askService(request, entry);
    await entry.running;
    if (memory.run !== run) throw new TypeError('fetch failed');
    const { answer } = entry;
    if (!answer || answer === 'none') return own(504, { 'x-operation-state': 'unanswered' });
    const isEmpty = answer.status === 204;
    return json(isEmpty ? undefined : answer.body, answer.status, { 'x-operation-state': stateOf(entry) });
  };

  const askService = async (request: Request, entry: Entry): Promise<void> => {
    try {
      const response = await sandbox.fetch(request);
      entry.answer = { status: response.status, body: await response.text() };
    } catch {
      entry.answer = 'none';
    }
  };

  const fetch: Fetcher = async (asked) => {
    const { pathname } = new URL(asked.url);
    // An older one, which keeps no record.
    if (pathname.endsWith('/operations/stream')) return own(404);
    const id = /\/operations\/(.+)$/.exec(pathname)?.[1];
    const operationId = asked.headers.get('x-operation-id') ?? id ?? '';
    const refused = refuse?.(asked);
    if (refused !== undefined) {
      const isUnseen = id === undefined && stateOf(entries.get(operationId)) === 'not-seen';
      return own(refused, isUnseen ? { 'x-operation-state': 'not-seen' } : {});
    }
    if (id !== undefined) return tell(id, { close: asked.method === 'DELETE' });
    const headers = new Headers(asked.headers);
    headers.set('authorization', 'sandbox');
    const request = new Request(asked, { headers });
    return moneyPaths.includes(pathname) ? post(request, operationId) : poll(await sandbox.fetch(request));
  };

  return {
    fetch,
    asks,
    restart: () => memory.restart(true),
    authorize(check) {
      refuse = check;
    },
    lie(told) {
      lie = told;
    },
  };
}

async function poll(response: Response): Promise<Response> {
  if (response.status !== 200) return response;
  return json(await response.text(), 200, { age: '0' });
}

export function json(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  const text = typeof body === 'string' || body === undefined ? body : JSON.stringify(body);
  return new Response(text ?? null, { status, headers: { 'content-type': 'application/json', ...headers } });
}
