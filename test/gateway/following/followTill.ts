import { expect } from 'vitest';
import type { TerminalOperation } from '../../../src/core/operations/terminalOperation.ts';
import { createVirtualClock, type VirtualClock } from '../../../src/core/time.ts';
import { createGateway, type Gateway } from '../../../src/gateway/createGateway.ts';
import { createTestStore } from '../store/testStore.ts';
import type { GatewayMetric, GatewayOptions, GatewayProblem } from '../../../src/gateway/gatewayOptions.ts';
import type { GatewayStore } from '../../../src/gateway/gatewayStore.ts';
import { longKnown, operationId, sale, saleAt, tillOrigin } from '../gatewayTill.ts';

const startedAt = Date.UTC(2026, 10, 22, 12);

/** What a service says of a message that is so old (ms) when it is asked for the nth time. */
export type Telling = (ageMs: number, times: number) => Told | Promise<Told>;
/** A message, or an answer as it is. */
export type Told = Response | { status: string; amount?: number; pnRefNum?: string };

export const always =
  (told: () => Told): Telling =>
  () =>
    told();
/** `processing`, and then that. */
export const after =
  (ms: number, told: Told): Telling =>
  (ageMs) =>
    ageMs < ms ? { status: 'processing' } : told;
/** No answer at all, until the message is so old. */
export const silentUntil =
  (ms: number, told: Told): Telling =>
  (ageMs) =>
    ageMs < ms ? new Promise(() => undefined) : told;

/** A service that accepts every sale, and writes down when it was asked about which message. */
function createToldService(clock: VirtualClock) {
  const messages = new Map<string, { at: number; telling: Telling; times: number }>();
  const polls: { id: string; at: number; authorization: string | null }[] = [];
  let telling: Telling = after(5_000, { status: 'complete' });
  const now = () => clock.monotonic();
  return {
    polls,
    /** How the messages of later sales go. */
    tell(next: Telling) {
      telling = next;
    },
    /** When a message was asked about (ms since the test began). */
    askedAt: (id: string) => polls.filter((poll) => poll.id === id).map(({ at }) => at),
    async fetch({ method, url, headers }: Request): Promise<Response> {
      if (method === 'POST') {
        const id = `M-${messages.size + 1}`;
        messages.set(id, { at: now(), telling, times: 0 });
        return Response.json({ data: { msgIdentifier: id } });
      }
      const id = new URL(url).pathname.split('/').at(-1) ?? '';
      polls.push({ id, at: now(), authorization: headers.get('authorization') });
      const message = messages.get(id);
      if (!message) return Response.json({ error: { code: 'not-found' } }, { status: 404 });
      message.times += 1;
      const told = await message.telling(now() - message.at, message.times);
      return told instanceof Response ? told : Response.json({ data: { msgIdentifier: id, ...told } });
    },
  };
}

/** A service, a store, and gateways that follow what was sold: no page is there after the sale. */
export function createFollowTill(own: Partial<GatewayOptions> = {}) {
  const clock = createVirtualClock(startedAt);
  const service = createToldService(clock);
  const store = longKnown(createTestStore({ clock }));
  const problems: GatewayProblem[] = [];
  const metrics: GatewayMetric[] = [];
  let sales = 0;
  const gateway = (other: Partial<GatewayOptions> = {}) =>
    createGateway({
      baseUrl: 'https://service.example',
      headers: ({ account }) => ({ authorization: account ?? 'shop' }),
      authorize: ({ headers }) => ({ subject: 'till', account: headers.get('account') ?? undefined }),
      allowedOrigins: [tillOrigin],
      store,
      clock,
      fetcher: (request) => service.fetch(request),
      onProblem: (problem) => problems.push(problem),
      onMetric: (metric) => metrics.push(metric),
      ...own,
      ...other,
    });

  /** Sells at a terminal of its own, over a sum of its own. Gives the operation id. */
  const sell = async (by: Gateway, telling: Telling, account?: string): Promise<string> => {
    sales += 1;
    const id = operationId(sales);
    service.tell(telling);
    const body = { ...saleAt(`terminal-${sales}`), amount: 1000 + sales };
    const answer = await by.fetch(sale(id, body, account === undefined ? {} : { account }));
    expect(answer.status).toBe(200);
    return id;
  };
  /** The next sale, as a request. */
  const saleRequest = () => sale(operationId((sales += 1)), saleAt(`terminal-${sales}`));
  /** What the record has of an operation. */
  const operation = async (id: string): Promise<TerminalOperation> => {
    const [row] = await store.transact('', 'read', (tx) => tx.operations.list({ id }));
    if (!row?.operation) throw new Error(`There is no operation ${id}.`);
    return row.operation;
  };
  return { clock, service, store, problems, metrics, gateway, sell, saleRequest, operation };
}

/** The most of these times (ms) in any so many ms. */
export function mostWithin(times: readonly number[], windowMs: number): number {
  const sorted = times.toSorted((a, b) => a - b);
  return Math.max(
    0,
    ...sorted.map((from, index) => sorted.slice(index).filter((at) => at < from + windowMs).length),
  );
}

/** A store that counts its transactions by account, and what is asked of its tables. */
export function counting(store: GatewayStore) {
  const transactions: { account: string; access: string; verbs: number }[] = [];
  const counted: GatewayStore = {
    ...store,
    transact(account, access, steps) {
      const one = { account, access, verbs: 0 };
      transactions.push(one);
      return store.transact(account, access, (tx) => {
        one.verbs = 0;
        const count =
          <Given extends unknown[], Result>(verb: (...given: Given) => Result) =>
          (...given: Given): Result => {
            one.verbs += 1;
            return verb(...given);
          };
        const tables = Object.entries(tx).map(([name, table]) => [
          name,
          typeof table === 'object'
            ? Object.fromEntries(
                Object.entries(table).map(([verb, run]) => [verb, count(run as () => never)]),
              )
            : table,
        ]);
        return steps(Object.fromEntries(tables));
      });
    },
  };
  return { store: counted, transactions };
}
