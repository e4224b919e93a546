import { onTestFinished } from 'vitest';
import {
  createGatewayClient,
  defineService,
  type Fetcher,
  type GatewayClientOptions,
  type TerminalOperation,
  type TransactionRequest,
} from '../../../src/exports/core.ts';
import { createSandbox, type SandboxOptions } from '../../../src/exports/sandbox.ts';
import {
  createGatewayOperations,
  type GatewayOperationsOptions,
} from '../../../src/core/mirror/createGatewayOperations.ts';
import type { NoteStorage } from '../../../src/core/mirror/browserOperationNotes.ts';
import type { PageLifecycle, TabChannel } from '../../../src/core/pageLifecycle.ts';
import { createGateway } from '../../../src/gateway/createGateway.ts';
import type { Authorization, GatewayOperation, GatewayOptions } from '../../../src/gateway/gatewayOptions.ts';
import { createPatientClock } from '../../gateway/outbox/outboxTill.ts';
import { createTestStore } from '../../gateway/store/testStore.ts';
import { createFreezer } from '../standalone/schedules/frozenClock.ts';
import { createTabHub } from '../fakeChannel.ts';
import { createNoteStorage } from './noteStorage.ts';
import { loadWhatPagesLoad } from './scriptedRecord.ts';
import { createWays } from './ways.ts';

await loadWhatPagesLoad();

export const minute = 60_000;
const shop = 'https://shop.example';
const basePath = '/api/payments';

interface TillOptions extends SandboxOptions {
  gateway?: Partial<GatewayOptions>;
  store?: typeof createTestStore;
  /** For how long the gateway has forgotten nothing when the first page opens (ms). */
  knownForMs?: number;
}

/** What pages of one browser share. */
export function createBrowser() {
  return { storage: createNoteStorage() as NoteStorage, join: createTabHub() };
}

interface Opening {
  browser?: ReturnType<typeof createBrowser>;
  /** Who is signed in. */
  till?: string;
  client?: Partial<GatewayClientOptions>;
  operations?: Partial<GatewayOperationsOptions>;
  storage?: NoteStorage;
  /** How long the host takes for the headers of a request. */
  headersMs?: number;
  /** After how many steps, before and after everything that is awaited or written down, the page dies. */
  diesAfter?: number | undefined;
}

/** The sandbox, a gateway before it, ways that lose things, and the pages of browsers. */
export async function mirrorTill({
  gateway: own,
  store: openStore = createTestStore,
  knownForMs = 10 * minute,
  ...options
}: TillOptions = {}) {
  const { clock, pass } = createPatientClock(Date.UTC(2026, 0, 15, 9, 30));
  const sandbox = createSandbox({ latencyMs: 50, ...options, clock });
  const ways = createWays(clock);
  /** Operations that the host does not let pages do, and with what it refuses them. */
  const refused = new Map<GatewayOperation, Authorization>();
  /** Every question about a single operation, as `GET id` or `DELETE id`, that arrived. */
  const asks: string[] = [];
  const trace: TerminalOperation[] = [];
  const here = createBrowser();
  const streams = new Set<TransformStreamDefaultController<Uint8Array>>();
  /** Nothing gets through any more, and what is open breaks, until it is mended. */
  const cut = () => {
    ways.cut();
    streams.forEach((stream) => stream.error(new TypeError('network error')));
    streams.clear();
  };

  const instance = (store: GatewayOptions['store']) => {
    const made = createGateway({
      baseUrl: sandbox.baseUrl,
      headers: { authorization: 'sandbox' },
      authorize({ headers }, operation) {
        const till = headers.get('x-till') ?? 'bar';
        return refused.get(operation) ?? { subject: till, actor: till, sees: 'all' };
      },
      allowedOrigins: [shop],
      basePath,
      service: defineService({ operationIdHeader: 'x-operation-id' }),
      store,
      clock,
      fetcher: (request) => sandbox.fetch(request),
      ...own,
    });
    made.start();
    // Time stands still by then: it need not be waited for.
    onTestFinished(() => void made.stop());
    return { made, store, isGone: false, isForgotten: false };
  };
  let current = instance(openStore({ clock }));

  const arrive: Fetcher = async (request, init) => {
    const headers = new Headers(request.headers);
    // What a browser adds.
    headers.set('origin', shop);
    const signal = init?.signal ?? request.signal;
    const [, id] = /\/operations\/([0-9a-f]{32})$/.exec(request.url) ?? [];
    if (id) asks.push(`${request.method} ${id}`);
    const asked = current;
    const response = await asked.made.fetch(new Request(request, { headers, signal }));
    // What was under way in a process that is gone is cut off.
    if (asked.isGone) throw new TypeError('fetch failed');
    return response;
  };

  const open = ({ browser = here, till = 'bar', headersMs = 0, diesAfter, ...more }: Opening = {}) => {
    const freezer = createFreezer(clock);
    const waitFor = (ms: number) =>
      freezer.arrives(
        new Promise<{ 'x-till': string }>((resolve) =>
          clock.setTimeout(() => resolve({ 'x-till': till }), ms),
        ),
      );
    const signals = { isVisible: true };
    const [awake, hidden] = [new Set<() => void>(), new Set<(isLeft: boolean) => void>()];
    const page: PageLifecycle = {
      isVisible: () => signals.isVisible,
      onWake: (listener) => (awake.add(listener), () => void awake.delete(listener)),
      onHide: (listener) => (hidden.add(listener), () => void hidden.delete(listener)),
    };
    const tabs = browser.join();
    const channel: TabChannel = {
      post: (message) => (isGone ? undefined : tabs.post(message)),
      listen: (listener) => tabs.listen((message) => freezer.deliver(() => listener(message))),
    };
    const never = new Promise<never>(() => undefined);
    let [isGone, steps] = [false, 0];
    const step = () => {
      if (steps === diesAfter) crash();
      steps += 1;
    };
    const alive = async <Value>(run: () => Promise<Value>): Promise<Value> => {
      step();
      if (isGone) return never;
      const value = await run();
      step();
      return isGone ? never : value;
    };
    /** What a stream brings waits as well while the page is frozen. */
    const whileAwake = (response: Response) => {
      if (!response.body || response.headers.get('content-type') !== 'text/event-stream') return response;
      const gate = new TransformStream<Uint8Array, Uint8Array>({
        start: (controller) => void streams.add(controller),
        transform: async (chunk, to) => to.enqueue(await freezer.arrives(Promise.resolve(chunk))),
      });
      return new Response(response.body.pipeThrough(gate), response);
    };
    const asked: string[] = [];
    const way: Fetcher = (request, init) => {
      const process = current;
      // A copy that was under way does not reach a process that knows nothing of the first.
      const send: Fetcher = async (...copy) => {
        if (process.isForgotten) throw new TypeError('fetch failed');
        return arrive(...copy);
      };
      return ways.go(send)(request, init);
    };
    const fetcher: Fetcher = (request, init) => {
      asked.push(`${request.method} ${new URL(request.url).pathname.replace(`${basePath}/`, '')}`);
      return alive(async () => whileAwake(await freezer.arrives(way(request, init))));
    };
    const kept = more.storage ?? browser.storage;
    const write = (change: () => void) => {
      step();
      if (!isGone) change();
      step();
    };
    const storage: NoteStorage = {
      get length() {
        return kept.length;
      },
      key: (index) => kept.key(index),
      getItem: (key) => kept.getItem(key),
      setItem: (key, value) => write(() => kept.setItem(key, value)),
      removeItem: (key) => write(() => kept.removeItem(key)),
    };
    const client = createGatewayClient({
      baseUrl: `${shop}${basePath}`,
      clientId: 'till',
      // A token takes a while to get, where the test says so.
      headers: () => (headersMs > 0 ? waitFor(headersMs) : { 'x-till': till }),
      fetcher,
      clock: freezer.clock,
      ...more.client,
    });
    const operations = createGatewayOperations({
      client,
      storage,
      clock: freezer.clock,
      channel,
      page,
      random: () => 0.5,
      ...more.operations,
    });
    /** The renderer dies without a word. */
    const crash = () => {
      isGone = true;
      tabs.silence();
      operations.dispose();
    };
    // As a part of the page does that shows them.
    operations.subscribe(() => {
      if (!isGone) trace.push(...operations.list());
    });
    onTestFinished(() => operations.dispose());
    const request: TransactionRequest = {
      terminalId: sandbox.terminals[0]!.id,
      amount: 1250,
      receipt: false,
      provider: sandbox.terminals[0]!.provider,
    };
    return {
      client,
      operations,
      request,
      signals,
      asked,
      pay: (changes: Partial<TransactionRequest> = {}, start: Parameters<typeof operations.start>[2] = {}) =>
        operations.start('pay', { ...request, ...changes }, { currency: 'USD', ...start }),
      only: () => operations.list()[0]!,
      wake: () => awake.forEach((listener) => listener()),
      hide: (isLeft: boolean) => hidden.forEach((listener) => listener(isLeft)),
      freeze: () => freezer.freeze(),
      /** What waited for it comes now. */
      thaw: async () => {
        await freezer.thaw();
        awake.forEach((listener) => listener());
      },
      /** It hears the others no more, and they hear no answer. */
      silence: () => tabs.silence(),
      crash,
      /** It is left as pages are, and says goodbye to the other tabs. */
      close: () => {
        operations.dispose();
        isGone = true;
      },
    };
  };

  /** The process of the gateway ends, and another begins. */
  const restart = ({ forgets }: { forgets: boolean }) => {
    current.isGone = true;
    current.isForgotten = forgets;
    void current.made.stop();
    current = instance(forgets ? openStore({ clock }) : current.store);
  };
  /** The answer to a question, for which time passes. */
  const settled = async <Value>(question: Promise<Value>): Promise<Value> => {
    const [answer] = await Promise.all([question, pass(1000)]);
    return answer;
  };
  const payments = () =>
    sandbox.ledger.requests.filter(({ operation }) => operation !== 'getProcessedMessage');

  await pass(knownForMs);
  return {
    clock,
    sandbox,
    ways,
    refused,
    asks,
    trace,
    open,
    pass,
    settled,
    restart,
    cut,
    /** What the record has. */
    rows: async () => {
      const found = await current.store.transact('', 'read', (tx) => tx.operations.list({}));
      return found.flatMap(({ operation, ...row }) => (operation ? { ...operation, ...row } : []));
    },
    payments,
    assertSafe: () => sandbox.assertSafe(trace),
  };
}
