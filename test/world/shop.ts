import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'libsql';
import { createGatewayOperations } from '../../src/core/mirror/createGatewayOperations.ts';
import type { PageLifecycle, TabChannel } from '../../src/core/pageLifecycle.ts';
import type { Clock } from '../../src/core/time.ts';
import {
  createGatewayClient,
  defineService,
  type Fetcher,
  type GatewayClient,
  type TerminalOperation,
  type TerminalOperations,
} from '../../src/exports/core.ts';
import { createSandbox } from '../../src/exports/sandbox.ts';
import { createGateway, type Gateway } from '../../src/gateway/createGateway.ts';
import { createMemoryStore } from '../../src/gateway/createMemoryStore.ts';
import type { GatewayStore } from '../../src/gateway/gatewayStore.ts';
import { createSqlStore } from '../../src/gateway/sql/createSqlStore.ts';
import { createNoteStorage } from '../core/mirror/noteStorage.ts';
import { createTabHub } from '../core/fakeChannel.ts';
import type { Random } from './random.ts';
import { createMachineClock, createWorldClock } from './worldClock.ts';

/** Files that live in memory, where the system has such a place: SQLite wants a file. */
const inMemory = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();
const shopOrigin = 'https://shop.example';
const service = defineService({ operationIdHeader: 'x-operation-id' });

/** What can happen to a request between a page and its gateway, and how likely it is. */
export const quietLine = {
  pass: 1,
  lostRequest: 0,
  lostAnswer: 0,
  late: 0,
  twice: 0,
  cut: 0,
  proxy: 0,
};
export type Line = typeof quietLine;
export const roughLine: Line = {
  pass: 0.86,
  lostRequest: 0.03,
  lostAnswer: 0.04,
  late: 0.03,
  twice: 0.02,
  cut: 0.01,
  proxy: 0.01,
};

/** A subject and what it sees, as the host's `authorize` says by its session. */
interface Session {
  subject: string;
  sees: 'own' | 'all';
}

/** Stores of several instances on one database. */
interface Stores {
  open: () => GatewayStore;
  close: () => void;
}

function memoryStores(clock: Clock): Stores {
  const store = createMemoryStore({ clock });
  return { open: () => store, close: () => undefined };
}

function sqliteStores(clock: Clock): Stores {
  const folder = mkdtempSync(join(inMemory, 'tillkit-world-'));
  const database = new Database(join(folder, 'gateway.db'));
  return {
    open: () => createSqlStore(database, { clock }),
    close() {
      database.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A shop: a service, two instances of a gateway on one database, and browsers with pages. Everything follows from `random`. */
export function createShop(random: Random) {
  const clock = createWorldClock(Date.UTC(2026, 0, 15, 9, 0));
  const sandbox = createSandbox({ clock, seed: 1 + random.whole(1_000_000), latencyMs: 80, service });
  // SQLite asks most of the time of a shift, and both stores pass one suite: every fourth shop has it.
  const { open: openStore, close: closeStore } = random.chance(0.25)
    ? sqliteStores(clock)
    : memoryStores(clock);
  const trace: TerminalOperation[] = [];
  const faults = new Map<string, number>();
  const count = (name: string) => void faults.set(name, (faults.get(name) ?? 0) + 1);
  const line: { now: Line } = { now: quietLine };
  /** By operation, whose it is. */
  const owners = new Map<string, string>();

  /** One process of the gateway. A process that is killed answers nothing more, and its clock stands still. */
  const createInstance = () => {
    const machine = createMachineClock(clock);
    const forEver = new Promise<never>(() => undefined);
    const store = openStore();
    const gateway = createGateway({
      baseUrl: sandbox.baseUrl,
      service,
      headers: { authorization: 'sandbox' },
      authorize: ({ headers }) => JSON.parse(headers.get('x-session') ?? '{}') as Session,
      allowedOrigins: [shopOrigin],
      basePath: '/pay',
      store: {
        ...store,
        transact: (...input) => (machine.isDead() ? forEver : store.transact(...input)),
      },
      clock: machine.clock,
      fetcher: async (request: Request) => {
        const response = await sandbox.fetch(request);
        return machine.isDead() ? forEver : response;
      },
    });
    gateway.start();
    return { gateway, machine };
  };
  let instances = [createInstance(), createInstance()];

  const instance = (): Gateway | undefined => {
    const alive = instances.filter(({ machine }) => !machine.isDead());
    return alive.length === 0 ? undefined : random.pick(alive).gateway;
  };

  const send = async (
    request: Request,
    session: Session,
    signal: AbortSignal | undefined,
  ): Promise<Response> => {
    const to = instance();
    if (!to) throw new TypeError('Failed to fetch');
    const at = instances.find(({ gateway }) => gateway === to);
    const headers = new Headers(request.headers);
    headers.set('origin', shopOrigin);
    headers.set('x-session', JSON.stringify(session));
    const id = request.headers.get('x-operation-id');
    if (id !== null) owners.set(id, session.subject);
    const response = await to.fetch(new Request(request, { headers, ...(signal ? { signal } : {}) }));
    if (at?.machine.isDead()) throw new TypeError('Failed to fetch');
    return response;
  };

  /** What becomes of a request on its way. */
  const travel = async (
    request: Request,
    session: Session,
    signal: AbortSignal | undefined,
  ): Promise<Response> => {
    const isStream = request.url.includes('/operations/stream');
    const way = isStream ? 'pass' : random.weighted(line.now);
    if (way !== 'pass') count(`line:${way}`);
    const copy = () => request.clone();
    switch (way) {
      case 'pass':
        return send(request, session, signal);
      case 'lostRequest':
        throw new TypeError('Failed to fetch');
      case 'lostAnswer':
        await send(request, session, signal).catch(() => undefined);
        throw new TypeError('Failed to fetch');
      case 'late':
        // The page hears nothing; the request arrives a while later.
        clock.setTimeout(
          () => void send(copy(), session, undefined).catch(() => undefined),
          random.between(100, 40_000),
        );
        throw new TypeError('Failed to fetch');
      case 'twice': {
        const first = send(copy(), session, signal).catch(() => undefined);
        const second = send(copy(), session, signal);
        await first;
        return second;
      }
      case 'cut': {
        const response = await send(request, session, signal);
        const text = await response.text();
        return new Response(text.slice(0, text.length / 2), { status: response.status });
      }
      case 'proxy':
        return new Response('{}', { status: random.pick([401, 403, 404, 409, 429, 500, 502, 503]) });
    }
  };

  /** A browser: what it keeps, and tabs that hear each other. */
  const createBrowser = (session: Session) => {
    const storage = createNoteStorage();
    const joinTabs = createTabHub();
    // One machine, whose clock is wrong for all its pages.
    const skew = { ms: random.chance(0.3) ? random.between(-600_000, 600_000) : 0, hasJumped: false };
    return {
      session,
      jump(ms: number) {
        skew.ms += ms;
        skew.hasJumped = true;
      },
      open: () => openPage({ session, storage, skew, channel: joinTabs() }),
    };
  };

  const openPage = ({
    session,
    storage,
    skew,
    channel,
  }: {
    session: Session;
    storage: Storage;
    skew: { ms: number; hasJumped: boolean };
    channel: TabChannel & { silence: () => void };
  }) => {
    const machine = createMachineClock(clock, skew);
    const signals = { isVisible: true };
    const [awake, hidden] = [new Set<() => void>(), new Set<(isLeft: boolean) => void>()];
    const page: PageLifecycle = {
      isVisible: () => signals.isVisible,
      onWake: (listener) => (awake.add(listener), () => void awake.delete(listener)),
      onHide: (listener) => (hidden.add(listener), () => void hidden.delete(listener)),
    };
    const streams = new Set<AbortController>();
    const fetcher: Fetcher = async (request, init) => {
      const cut = new AbortController();
      if (request.url.includes('/operations/stream')) streams.add(cut);
      const signal = AbortSignal.any([cut.signal, init?.signal ?? request.signal]);
      const answer = travel(request, session, signal);
      const response = await answer;
      // A page that is gone, or stands still, hears nothing.
      if (machine.isDead()) return new Promise<never>(() => undefined);
      return response;
    };
    const client: GatewayClient = createGatewayClient({
      baseUrl: `${shopOrigin}/pay`,
      clientId: session.subject,
      fetcher,
      clock: machine.clock,
    });
    const operations: TerminalOperations = createGatewayOperations({
      client,
      storage,
      channel,
      page,
      clock: machine.clock,
      random: random.next,
    });
    operations.subscribe(() => {
      // What a person saw: another till's wrong clock is not compared.
      if (!machine.isDead()) for (const shown of operations.list()) trace.push(shown);
    });
    return {
      session,
      skew,
      /** What the browser keeps of an operation. */
      noteOf: (id: string): string =>
        Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
          .filter((key) => key.endsWith(id))
          .map((key) => storage.getItem(key))
          .join(),
      client,
      operations,
      machine,
      cutStream: () => {
        for (const stream of streams) stream.abort(new TypeError('network error'));
        streams.clear();
      },
      show(isVisible: boolean) {
        signals.isVisible = isVisible;
        if (isVisible) awake.forEach((listener) => listener());
        else hidden.forEach((listener) => listener(false));
      },
      wake: () => awake.forEach((listener) => listener()),
      /** The renderer dies without a word. */
      crash() {
        machine.kill();
        channel.silence();
        for (const stream of streams) stream.abort();
        operations.dispose();
      },
    };
  };

  return {
    clock,
    sandbox,
    trace,
    owners,
    faults,
    count,
    line,
    createBrowser,
    /** Rows as the database has them. */
    read: <Value>(steps: Parameters<GatewayStore['transact']>[2]) =>
      openStore().transact('', 'read', steps) as Promise<Value>,
    kill() {
      const alive = instances.filter(({ machine }) => !machine.isDead());
      random.pick(alive)?.machine.kill();
    },
    /** What is dead is started anew; `all`: a deployment, in which the others are stopped as they should be. */
    async restart(all = false) {
      const before = instances;
      instances = before.map((each) => (all || each.machine.isDead() ? createInstance() : each));
      for (const each of before)
        if (!instances.includes(each) && !each.machine.isDead())
          void each.gateway.stop().catch(() => undefined);
    },
    async end() {
      for (const { gateway, machine } of instances) {
        machine.kill();
        void gateway.stop().catch(() => undefined);
      }
      closeStore();
    },
  };
}
export type Shop = ReturnType<typeof createShop>;
export type ShopPage = ReturnType<ReturnType<Shop['createBrowser']>['open']>;
