import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSandbox, type SandboxOptions } from '../../src/sandbox/createSandbox.ts';
import { createVirtualClock, type VirtualClock } from '../../src/core/time.ts';
import { defineService } from '../../src/core/wire/defineService.ts';
import { createGateway } from '../../src/gateway/createGateway.ts';
import { createTestStore } from './store/testStore.ts';
import type { GatewayOptions, GatewayProblem } from '../../src/gateway/gatewayOptions.ts';
import type { GatewayStore, StoreSteps } from '../../src/gateway/gatewayStore.ts';
import type { OperationRow } from '../../src/gateway/recordRows.ts';

export const tillOrigin = 'https://till.example';
/** How far the gateway knows the operation that it answers for. */
export const stateOf = (response: Response) => response.headers.get('x-operation-state');
const startedAt = Date.UTC(2026, 10, 22, 12);

export type TillOptions = Partial<GatewayOptions> & { sandbox?: SandboxOptions; virtualClock?: VirtualClock };

/** A sandbox, a store, and as many gateways before them as a test wants. */
export function createGatewayTill({
  sandbox: options,
  virtualClock: clock = createVirtualClock(startedAt),
  ...rest
}: TillOptions = {}) {
  const sandbox = createSandbox({ clock, latencyMs: 0, ...options });
  const store = longKnown(createTestStore({ clock })); // nothing restarts here
  const problems: GatewayProblem[] = [];
  /** Every request that reached the service. */
  const sent: Request[] = [];
  const gateway = (own: Partial<GatewayOptions> = {}) =>
    createGateway({
      baseUrl: sandbox.baseUrl,
      headers: { authorization: 'sandbox' },
      authorize: () => true,
      allowedOrigins: [tillOrigin],
      service: defineService({ operationIdHeader: 'x-operation-id' }),
      store,
      clock,
      fetcher: (request) => {
        sent.push(request.clone());
        return sandbox.fetch(request);
      },
      onProblem: (problem) => problems.push(problem),
      ...rest,
      ...own,
    });
  return { clock, sandbox, store, problems, sent, gateway, startedAt };
}

/** A store that says to have forgotten nothing for an hour, or what it is told to say (ms). */
export function longKnown(store: GatewayStore, knownForMs = () => 3_600_000): GatewayStore {
  return {
    ...store,
    transact: (account, access, steps) =>
      store.transact(account, access, (tx) => steps({ ...tx, knownForMs: knownForMs() })),
  };
}

/** A store that loses all it has when it is told to, and does not notice. */
export function forgetfulStore(
  clock: VirtualClock,
  knownForMs?: () => number,
): { store: GatewayStore; forget: () => void } {
  const anew = () => longKnown(createTestStore({ clock }), knownForMs);
  let kept = anew();
  const store: GatewayStore = {
    keepMs: kept.keepMs,
    open: () => kept.open(),
    secret: async () => 'the same for all',
    watch: (onChange) => kept.watch(onChange),
    transact: (account, access, steps) => kept.transact(account, access, steps),
  };
  return {
    store,
    forget() {
      kept = anew();
    },
  };
}

/** What a transaction does to an operation id: it takes it, keeps its answer, or closes it; or it only reads. */
export type Deed = 'claim' | 'answer' | 'closing' | 'read';

interface Meddling {
  /** Throws where it must not be done. */
  before?: (deed: Deed) => void;
  /** Once it is done, before a caller hears of that. Throws where no caller shall. */
  after?: (deed: Deed) => void | Promise<void>;
}

/** A store that the test meddles with. */
export function meddled(store: GatewayStore, { before, after }: Meddling): GatewayStore {
  return {
    ...store,
    async transact(account, access, steps) {
      let deed: Deed | undefined;
      const does = (what: Deed) => {
        before?.(what);
        deed = what;
      };
      if (access === 'read') does('read');
      const result = await store.transact(account, access, (tx) => {
        function* put(row: OperationRow): StoreSteps<void> {
          const [was] = yield* tx.operations.list({ account: row.account, id: row.id });
          if (!was) does(row.state === 'sent' ? 'claim' : 'closing');
          else if (!was.answer && row.answer) does('answer');
          yield* tx.operations.put(row);
        }
        return steps({ ...tx, operations: { ...tx.operations, put } });
      });
      if (deed) await after?.(deed);
      return result;
    },
  };
}

/** A store as an instance has it that is killed: what it still wants to read or write is never done. */
export function mortalStore(store: GatewayStore): { store: GatewayStore; kill: () => void } {
  let isDead = false;
  return {
    store: {
      ...store,
      transact: (...given) => (isDead ? new Promise(() => undefined) : store.transact(...given)),
    },
    kill() {
      isDead = true;
    },
  };
}

/** What the store has of an operation id, in whatever account. */
export async function rowsOf(store: GatewayStore, operation: string): Promise<OperationRow[]> {
  return store.transact('', 'read', (tx) => tx.operations.list({ id: operation }));
}

/** An id as the client makes them. */
export const operationId = (number: number) => `${number}`.padStart(32, '0');

export const saleBody = { clientId: 'till', terminalId: 'terminal-1', amount: 1250, receipt: false };
/** The same at another terminal: one that waits for its result holds its own. */
export const saleAt = (terminalId: string) => ({ ...saleBody, terminalId });

export function post(path: string, body: unknown, headers: Record<string, string> = {}): Request {
  return new Request(`https://till.example${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { origin: tillOrigin, 'content-type': 'application/json', ...headers },
  });
}

export function sale(id: string, body: object = saleBody, headers: Record<string, string> = {}): Request {
  return post('/pay', body, { 'x-operation-id': id, ...headers });
}

export function ask(path: string, headers: Record<string, string> = {}): Request {
  return new Request(`https://till.example${path}`, { headers: { origin: tillOrigin, ...headers } });
}

export function close(id: string, headers: Record<string, string> = {}): Request {
  return new Request(`https://till.example/operations/${id}`, {
    method: 'DELETE',
    headers: { origin: tillOrigin, ...headers },
  });
}

/** A promise and what settles it. */
export function gate<T = void>() {
  let open!: (value: T) => void;
  const promise = new Promise<T>((resolve) => {
    open = resolve;
  });
  return { promise, open };
}

/** A service that answers when it is told to. Hashing takes real time: a test waits until it is `reached`. */
export function slowService() {
  const reached = gate();
  const answer = gate<Response>();
  const fetcher = () => {
    reached.open();
    return answer.promise;
  };
  return { fetcher, reached: reached.promise, answer: answer.open };
}

/** Lets time pass until a promise is settled. */
export async function settled<T>(clock: VirtualClock, promise: Promise<T>): Promise<T> {
  const state = { isSettled: false };
  const settle = () => {
    state.isSettled = true;
  };
  promise.then(settle, settle);
  while (!state.isSettled) await clock.advance(100);
  return promise;
}

/** An address of this machine where no server listens. */
export async function nobodyThere(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `http://127.0.0.1:${port}`;
}
