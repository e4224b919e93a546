import type { Clock } from '../../src/core/time.ts';
import { createGateway, type Gateway } from '../../src/gateway/createGateway.ts';
import type { WebhookRequest } from '../../src/gateway/webhooks.ts';
import type { Faults } from './faults.ts';
import type { Random } from './random.ts';
import { descriptions, type Service } from './service.ts';
import type { Stores } from './stores.ts';
import type { Trace } from './trace.ts';
import { createMachineClock } from './worldClock.ts';

export const shopOrigin = 'https://shop.example';

/** Who a page is to the gateway, as the host's `authorize` says by its session. */
export interface Session {
  account: string;
  subject: string;
  sees: 'own' | 'all';
}

/** The person or office of a session, as the trace names it. */
export const personOf = ({ account, subject }: Session) =>
  account === '' ? subject : `${subject} of ${account}`;

/** An event as a receiver got it. */
export interface Received {
  id: string;
  type: string;
  account: string | undefined;
  operationId: string | undefined;
  seq: number;
  phase: string | undefined;
}

interface Surroundings {
  clock: Clock;
  random: Random;
  faults: Faults;
  trace: Trace;
  service: Service;
  stores: Stores;
  hasReceiver: boolean;
}

const secret = `whsec_${btoa('a secret of the world, 32 bytes.')}`;

/** The processes of a gateway: several versions on one database, each with a clock of its own. */
export function createGateways({ clock, random, faults, trace, service, stores, hasReceiver }: Surroundings) {
  const received: Received[] = [];
  /** In Node a request hears of its signal until it is garbage: without these, a trace would depend on when that is collected. */
  const requests: Request[] = [];
  /** Subjects whose sign-in has lapsed. */
  const signedOut = new Set<string>();

  const receiver = { isAway: false };
  const sendWebhook = async ({ body }: WebhookRequest): Promise<number> => {
    if (receiver.isAway) {
      faults.count('receiver-away');
      if (random.chance(0.5)) throw new TypeError('fetch failed');
      return 502;
    }
    const fault = faults.strike(['receiver-fails', 'receiver-hangs', 'receiver-answer-lost']);
    if (fault === 'receiver-fails') return 503;
    if (fault === 'receiver-hangs') return new Promise<never>(() => undefined);
    const { id, type, data } = JSON.parse(body) as {
      id: string;
      type: string;
      data: { account?: string; operation?: { id: string; seq: number; phase: string } };
    };
    const { account, operation } = data;
    received.push({
      id,
      type,
      account,
      operationId: operation?.id,
      seq: operation?.seq ?? 0,
      phase: operation?.phase,
    });
    trace.add('receiver', `hears ${type} ${operation?.id} ${operation?.seq}`);
    if (fault === 'receiver-answer-lost') throw new TypeError('fetch failed');
    return 204;
  };

  /** One process. A process that is killed answers nothing more. */
  const createInstance = (name: string, version: number, isOlder = false) => {
    trace.add(name, `starts, version ${version}${isOlder ? ' (an older one)' : ''}`);
    const machine = createMachineClock(clock, stores.skew ?? skewOf(random));
    const gateway = createGateway({
      baseUrl: service.sandbox.baseUrl,
      service: descriptions[version % descriptions.length]!,
      headers: ({ account }) => ({ authorization: 'sandbox', 'x-account': account ?? '' }),
      authorize({ headers }) {
        const session = JSON.parse(headers.get('x-session') ?? '{}') as Session;
        if (!signedOut.has(session.subject)) return { ...session, account: session.account || undefined };
        faults.count('sign-in-lapses');
        return 401;
      },
      allowedOrigins: [shopOrigin],
      basePath: '/pay',
      maxWaitMs: version % 2 === 0 ? 60_000 : 90_000,
      store: stores.open(machine),
      clock: machine.clock,
      ...(hasReceiver && {
        webhooks: [{ id: 'books', url: 'https://books.example/hook', secrets: [secret] }],
        sendWebhook,
      }),
      async fetcher(request: Request) {
        const by = `gateway ${request.headers.get('x-account')}`;
        const response = await service.fetch(request, faults, by);
        trace.add(name, `hears ${response.status} to ${request.method} ${new URL(request.url).pathname}`);
        return machine.isDead() ? new Promise<never>(() => undefined) : response;
      },
    });
    gateway.start();
    return { name, gateway, machine, version, isOlder };
  };
  type Instance = ReturnType<typeof createInstance>;

  let instances: Instance[] = [createInstance('gateway-1', 0), createInstance('gateway-2', random.whole(2))];
  const alive = () => instances.filter(({ machine }) => !machine.isDead());

  return {
    received,
    receiver,
    signedOut,
    /** A request of a page to one of the processes. */
    async fetch(request: Request, session: Session, signal?: AbortSignal): Promise<Response> {
      const up = alive();
      if (up.length === 0) throw new TypeError('Failed to fetch');
      const { gateway, machine, isOlder } = random.pick(up);
      const passed = new Request(request, signal && { signal });
      passed.headers.set('origin', shopOrigin);
      passed.headers.set('x-session', JSON.stringify(session));
      requests.push(passed);
      const response = isOlder
        ? await answerOfOlder(gateway, passed, () => faults.count('gateway-older'))
        : await gateway.fetch(passed);
      if (machine.isDead()) throw new TypeError('Failed to fetch');
      return response;
    },
    /** A process dies without a word, and is started again after a while. */
    kill() {
      const up = alive();
      if (up.length === 0) return false;
      const { name, machine } = random.pick(up);
      trace.add(name, 'dies');
      machine.kill();
      clock.setTimeout(() => this.restart(), random.between(500, 60_000));
      return true;
    },
    freeze() {
      const up = alive();
      if (up.length === 0) return false;
      const { name, machine } = random.pick(up);
      trace.add(name, 'stands still');
      machine.freeze();
      clock.setTimeout(machine.thaw, random.between(2000, 60_000));
      return true;
    },
    jump: () =>
      void (random.pick(instances).machine.skew.ms += random.pick(stores.skew ? jumps.slice(2) : jumps)),
    killAll: () => alive().forEach(({ machine }) => machine.kill()),
    /** One process after the other is replaced by the other version. The old one ends what it began. */
    deploy(isOlder = false) {
      const at = random.whole(instances.length);
      const old = instances[at]!;
      instances[at] = createInstance(old.name, old.version + 1, isOlder);
      if (!old.machine.isDead()) void stop(old.gateway);
    },
    /** All processes are stopped as they should be, and started again later. */
    stopAll() {
      const old = alive();
      for (const { name, gateway, machine } of old) {
        trace.add(name, 'stops');
        void stop(gateway);
        clock.setTimeout(machine.kill, 5000);
      }
      clock.setTimeout(() => this.restart(), random.between(6000, 30_000));
    },
    /** What is dead is started anew. */
    restart() {
      instances = instances.map((each) =>
        each.machine.isDead() ? createInstance(each.name, each.version, each.isOlder) : each,
      );
    },
    /** The deployment ends: no process of an older version is left. */
    replaceOlder() {
      instances.forEach(({ name, isOlder, version, gateway, machine }, at) => {
        if (!isOlder) return;
        instances[at] = createInstance(name, version);
        if (!machine.isDead()) void stop(gateway);
      });
    },
    thaw: () => instances.forEach(({ machine }) => machine.thaw()),
    end() {
      for (const { gateway, machine } of instances) {
        machine.kill();
        void stop(gateway);
      }
      requests.length = 0;
    },
  };
}
export type Gateways = ReturnType<typeof createGateways>;

const jumps = [-3_600_000, -60_000, 60_000, 3_600_000];
const skewOf = (random: Random) => ({ ms: random.chance(0.3) ? random.between(-90_000, 90_000) : 0 });

/** What a version without a stream, orders, transactions and closings has: all else is told without the fields that came with them. */
async function answerOfOlder(gateway: Gateway, request: Request, onOlder: () => void): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (/\/(operations\/stream|transactions|closings|orders)(\/|$)/.test(pathname)) {
    onOlder();
    const error = { code: 'no-route', message: 'There is nothing at this address.' };
    return new Response(JSON.stringify({ error }), { status: 404 });
  }
  const response = await gateway.fetch(request);
  if (request.method !== 'GET' || !pathname.includes('/operations') || response.status !== 200)
    return response;
  onOlder();
  const text = await response.text();
  return new Response(text.replace(/,"(actor|approvedBy|tipCents)":("[^"]*"|\d+)/g, ''), response);
}

const stop = (gateway: Gateway) => gateway.stop().catch(() => undefined);
