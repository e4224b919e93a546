import { onTestFinished } from 'vitest';
import { createTabHub } from '../core/fakeChannel.ts';
import { loadWhatPagesLoad } from '../core/mirror/scriptedRecord.ts';
import {
  createGatewayClient,
  createVirtualClock,
  type Fetcher,
  type GatewayClientOptions,
  type VirtualClock,
} from '../../src/exports/core.ts';
import {
  createGatewayOperations,
  type GatewayOperationsOptions,
} from '../../src/core/mirror/createGatewayOperations.ts';
import type { PageLifecycle } from '../../src/core/pageLifecycle.ts';
import { createNoteStorage } from '../core/mirror/noteStorage.ts';
import { createGateway } from '../../src/gateway/createGateway.ts';
import type { GatewayOptions } from '../../src/gateway/gatewayOptions.ts';
import { watchSigning } from './outbox/outboxTill.ts';
import { createTestStore } from './store/testStore.ts';

await loadWhatPagesLoad();

const shopOrigin = 'https://shop.example';

type Answer = (headers: Headers) => Response | undefined;

/** Who asks, as the session (a cookie) says: the page itself does not know. */
interface Session {
  till: string;
  account?: string;
  sees?: unknown;
}

/** Pages before a gateway, whose service says of each message what the test says, by merchant. */
export async function createPages({
  clock = createVirtualClock(Date.UTC(2026, 0, 15, 9, 30)),
  ...own
}: Partial<GatewayOptions> & { clock?: VirtualClock } = {}) {
  const running = watchSigning();
  /** By merchant and message. */
  const results = new Map<string, object>();
  const posted: { merchant: string; path: string; body: Record<string, unknown> }[] = [];
  const polls: { merchant: string; id: string; at: number }[] = [];
  const counts = new Map<string, number>();
  const service = async (request: Request) => {
    const merchant = request.headers.get('authorization') ?? '';
    const { pathname } = new URL(request.url);
    if (request.method === 'GET') {
      const id = pathname.split('/').at(-1) ?? '';
      polls.push({ merchant, id, at: clock.now() });
      const told = results.get(`${merchant} ${id}`);
      if (!told && Number(id.split('-')[1]) > (counts.get(merchant) ?? 0))
        return Response.json({ error: { code: 'not-found' } }, { status: 404 });
      return Response.json({ data: { msgIdentifier: id, status: 'processing', ...told } });
    }
    const body = (await request.json()) as Record<string, unknown>;
    posted.push({ merchant, path: pathname, body });
    const number = (counts.get(merchant) ?? 0) + 1;
    counts.set(merchant, number);
    return Response.json({ data: { msgIdentifier: `M-${number}`, pnRefNum: `P-${number}` } });
  };
  const store = createTestStore({ clock });
  const session: Session = { till: 'till-1' };
  const gateway = (more: Partial<GatewayOptions> = {}) =>
    createGateway({
      baseUrl: 'https://service.example',
      headers: ({ account }) => ({ authorization: account ?? 'one' }),
      authorize: ({ headers }) => {
        const given = JSON.parse(headers.get('x-session') ?? '{}') as Session;
        return { subject: given.till, account: given.account, sees: (given.sees ?? 'own') as 'own' };
      },
      allowedOrigins: [shopOrigin],
      basePath: '/api/payments',
      store,
      clock,
      fetcher: service,
      ...own,
      ...more,
    });
  const first = gateway();
  // A store in SQLite remembers from when it is opened.
  await store.open();
  await clock.advance(10 * 60_000);
  first.start();
  onTestFinished(() => first.stop());
  const join = createTabHub();

  interface Opening {
    /** What the browser keeps. */
    storage?: Storage;
    by?: { fetch: (request: Request) => Promise<Response> };
    /** What the browser is signed in as; may be changed. */
    as?: Session;
    client?: Partial<GatewayClientOptions>;
    operations?: Partial<GatewayOperationsOptions>;
  }
  const open = ({ storage = createNoteStorage(), by = first, as = session, ...more }: Opening = {}) => {
    const asked: string[] = [];
    const sent: Headers[] = [];
    const line = { isDown: /^$/, isLost: /^$/ };
    const instead: { what: RegExp; answer: Answer }[] = [];
    const signals = { isVisible: true };
    const awake = new Set<() => void>();
    const hidden = new Set<(isLeft: boolean) => void>();
    const page: PageLifecycle = {
      isVisible: () => signals.isVisible,
      onWake: (listener) => (awake.add(listener), () => void awake.delete(listener)),
      onHide: (listener) => (hidden.add(listener), () => void hidden.delete(listener)),
    };
    const fetcher: Fetcher = async (request, init) => {
      const headers = new Headers(request.headers);
      headers.set('origin', shopOrigin);
      headers.set('x-session', JSON.stringify(as));
      const what = `${request.method} ${new URL(request.url).pathname.replace(/^\/api\/[^/]+\//, '')}`;
      asked.push(what);
      sent.push(headers);
      if (line.isDown.test(what)) throw new TypeError('Failed to fetch');
      const signal = init?.signal ?? request.signal;
      const given = instead.find((one) => one.what.test(what))?.answer(headers);
      const response = given ?? (await by.fetch(new Request(request, { headers, signal })));
      if (line.isLost.test(what)) throw new TypeError('Failed to fetch');
      return response;
    };
    const client = createGatewayClient({
      baseUrl: `${shopOrigin}/api/payments`,
      fetcher,
      clock,
      ...more.client,
    });
    const channel = join();
    const operations = createGatewayOperations({
      client,
      storage,
      clock,
      channel,
      page,
      random: () => 0.5,
      ...more.operations,
    });
    onTestFinished(() => operations.dispose());
    // As a part of the page does that shows them.
    operations.subscribe(() => undefined);
    return {
      client,
      operations,
      asked,
      sent,
      line,
      /** Something answers in place of the gateway, where it gives something: `what` is `GET terminals`. */
      answer: (what: RegExp, answer: Answer) => void instead.unshift({ what, answer }),
      signals,
      storage,
      wake: () => awake.forEach((listener) => listener()),
      hide: (isLeft: boolean) => hidden.forEach((listener) => listener(isLeft)),
      pay: (request: object = {}, options: object = {}) =>
        operations.start(
          'pay',
          { terminalId: 'T1', amount: 1250, receipt: false, ...request },
          { currency: 'USD', ...options },
        ),
      only: () => operations.list()[0]!,
      crash: () => {
        channel.silence();
        operations.dispose();
      },
    };
  };

  /** Hashing takes real time, so virtual time waits for it. */
  const pass = async (ms: number, step = 100) => {
    for (let passed = 0; passed < ms; passed += step) {
      await clock.advance(Math.min(step, ms - passed));
      while (running.size > 0) {
        await Promise.allSettled(running);
        await clock.advance(0);
      }
    }
  };
  const settled = async <Value>(question: Promise<Value>): Promise<Value> => {
    const [answer] = await Promise.all([question, pass(1000)]);
    return answer;
  };
  /** What the record has of an operation. */
  const recorded = async (id: string) => {
    const rows = await store.transact('', 'read', (tx) => tx.operations.list({ id }));
    return rows.map(({ account, operation, isUnseen, isOpen }) => ({
      account,
      isUnseen,
      isOpen,
      ...operation,
    }));
  };
  return { clock, store, results, posted, polls, gateway, first, open, pass, settled, recorded, session };
}
