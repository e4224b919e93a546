import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * @typedef {object} Kit
 * @property {typeof import('../src/exports/core.ts')} core
 * @property {typeof import('../src/exports/gateway.ts')} gateway
 * @property {typeof import('../src/exports/gateway-sql.ts')} sql
 * @property {typeof import('../src/exports/sandbox.ts').createSandbox} createSandbox
 *
 * @typedef {import('../src/core/time.ts').Clock} Clock
 */

/** A clock that shows the machine's time, or that of the clock given to `show`. @param {() => number} now */
function createShopClock(now) {
  /** @type {Clock} */
  const machine = {
    now,
    monotonic: now,
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (handle) => clearTimeout(/** @type {NodeJS.Timeout} */ (handle)),
  };
  let shown = machine;
  /** @type {Clock} */
  const clock = {
    now: () => shown.now(),
    monotonic: () => shown.now(),
    setTimeout: (run, ms) => shown.setTimeout(run, ms),
    clearTimeout: (handle) => shown.clearTimeout(handle),
  };
  return {
    clock,
    show: (/** @type {Partial<Clock> | undefined} */ other) => (shown = { ...machine, ...other }),
  };
}

/** @param {string} path @returns {{ seed?: number, at: number, path: string, body: string }[]} */
function readLog(path) {
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line)];
      } catch {
        return []; // the last line, if the process was killed
      }
    });
}

/**
 * The simulated service. Its state is in memory only, so its requests are written to a file and sent again at the next
 * start. With the same seed it gives the same references, and a sale of yesterday can be given back.
 *
 * @param {Kit['createSandbox']} createSandbox @param {{ logPath: string, seed: number, terminals?: number | undefined, now?: () => number }} options
 */
export async function openService(createSandbox, options) {
  const { logPath, terminals, now = Date.now } = options;
  const [first, ...asked] = readLog(logPath);
  const seed = first?.seed ?? options.seed;
  const log = (/** @type {object} */ line) => appendFileSync(logPath, `${JSON.stringify(line)}\n`);
  if (!first) log({ seed });
  const { clock, show } = createShopClock(now);
  show({ now: () => asked[0]?.at ?? now() });
  const sandbox = createSandbox({ seed, clock, terminals });
  for (const { at, path, body } of asked) {
    show({ now: () => at, setTimeout: (run) => setTimeout(run) });
    await sandbox.fetch(requestOf(path, body)).catch(() => undefined);
  }
  show(undefined);
  /** @param {Request} request */
  const loggedFetch = async (request) => {
    const isJson = request.headers.get('content-type')?.startsWith('application/json');
    if (request.method === 'POST' && isJson) {
      const body = await request.clone().text();
      const { pathname: path } = new URL(request.url);
      log({ at: clock.now(), path, body });
    }
    return sandbox.fetch(request);
  };
  return {
    ledger: sandbox.ledger,
    providerOf: (/** @type {string} */ terminalId) =>
      sandbox.terminals.find(({ id }) => id === terminalId)?.provider ?? '',
    clock,
    show,
    seed,
    /** The time of the last request that the service got before this start (epoch ms); 0 if it got none. */
    lastAt: asked.at(-1)?.at ?? 0,
    fetch: loggedFetch,
    /** Sets the scenario of the next payment. @param {import('../src/exports/sandbox.ts').ScenarioName} name */
    setNextScenario: (name) =>
      loggedFetch(requestOf('/__sandbox/scenario', JSON.stringify({ name, next: true, operation: 'pay' }))),
  };
}

/** @param {string} path @param {string} body */
function requestOf(path, body) {
  const headers = { authorization: 'sandbox', 'content-type': 'application/json' };
  return new Request(`http://localhost${path}`, { method: 'POST', body, headers });
}

/**
 * The gateway's store: a file, or the memory where SQLite cannot be loaded.
 *
 * @param {Pick<Kit, 'gateway' | 'sql'>} kit @param {string} path @param {Clock} clock
 */
export async function openStore({ gateway, sql }, path, clock) {
  try {
    const { default: Database } = await import('libsql');
    const database = new Database(path);
    return { store: sql.createSqlStore(database, { clock }), close: () => void database.close() };
  } catch (error) {
    console.log(`There is no SQLite here, so the record ends with this process. (${String(error)})`);
    return { store: gateway.createMemoryStore({ clock }), close: () => undefined };
  }
}

/**
 * @typedef {object} Sale
 * @property {string} terminalId
 * @property {number} amount
 * @property {number} [order] The order number, after the day of the month.
 * @property {import('../src/exports/sandbox.ts').ScenarioName} [scenario]
 * @property {boolean} [isVoided]
 */

/** @type {Sale[]} */
const yesterdaysSales = [
  { terminalId: 'terminal-1', amount: 1240 },
  { terminalId: 'terminal-2', amount: 2250, order: 11 },
  { terminalId: 'terminal-1', amount: 3140, order: 12 },
  { terminalId: 'terminal-1', amount: 7480, order: 13 },
  { terminalId: 'terminal-3', amount: 880 },
];
/** The terminals whose day was closed yesterday. Nobody closed the day of `terminal-1`. */
const closedYesterday = ['terminal-2', 'terminal-3'];

/**
 * What the shop sold today. The outcome of one sale is unknown: the answer was lost after the card was charged.
 *
 * @type {Sale[]}
 */
const todaysSales = [
  { terminalId: 'terminal-1', amount: 950 },
  { terminalId: 'terminal-2', amount: 2380, order: 11 },
  { terminalId: 'terminal-1', amount: 425 },
  { terminalId: 'terminal-2', amount: 1850, scenario: 'declined', order: 12 },
  { terminalId: 'terminal-2', amount: 1850, order: 12 },
  { terminalId: 'terminal-1', amount: 1260, isVoided: true },
  { terminalId: 'terminal-3', amount: 1590 },
  { terminalId: 'terminal-2', amount: 4000, scenario: 'partly-approved', order: 13 },
  { terminalId: 'terminal-3', amount: 2007, scenario: 'lost-answer', order: 14 },
  { terminalId: 'terminal-1', amount: 675 },
];

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * @typedef {object} SeedOptions
 * @property {string} url
 * @property {string} account
 * @property {import('../src/exports/gateway.ts').GatewayStore} store
 * @property {string} timeZone Where the shop is.
 */

/**
 * Makes the sales of yesterday and today, through the service and a gateway, on a clock of their own. Leaves out
 * yesterday if the service had requests before this start, and today if the service had requests today.
 *
 * @param {Kit} kit @param {Awaited<ReturnType<typeof openService>>} service @param {SeedOptions} options
 */
export async function seedDays(kit, service, { url, account, store, timeZone }) {
  const now = service.clock.now();
  const today = kit.core.dayIn(timeZone, now);
  const yesterday = kit.core.dayIn(timeZone, today.from - 1);
  const isNew = service.lastAt === 0;
  if (service.lastAt >= today.from) return;
  const openedAt = Math.min(Math.max(today.from, now - 5 * hourMs), now - 3 * minuteMs);
  const firstAt = isNew ? yesterday.from + 9 * hourMs : Math.max(openedAt, service.lastAt);
  const clock = kit.core.createVirtualClock(firstAt);
  service.show(clock);
  const { sell, close, stop } = createSeller(kit, service, { url, account, store, timeZone, clock });
  if (isNew) {
    await sell(yesterdaysSales, yesterday.from + 9 * hourMs, yesterday.from + 18 * hourMs);
    for (const terminalId of closedYesterday) await close(terminalId);
  }
  await sell(todaysSales, openedAt, now);
  await stop();
  service.show(undefined);
}

/** @param {Kit} kit @param {Awaited<ReturnType<typeof openService>>} service @param {SeedOptions & { clock: import('../src/core/time.ts').VirtualClock }} options */
function createSeller(kit, service, { url, account, store, timeZone, clock }) {
  const gateway = kit.gateway.createGateway({
    baseUrl: `${url}/api`,
    headers: { authorization: 'sandbox' },
    authorize: () => ({ account, subject: 'till-1', actor: 'Till 1', sees: 'all' }),
    store,
    basePath: '/api/payments',
    fetcher: (request) => service.fetch(new Request(request.url.replace('/api/', '/'), request)),
    clock,
  });
  /** Waits in small steps of virtual time, because the store and hashing take real time. @template T @param {Promise<T>} promise */
  const settled = async (promise) => {
    const state = { isSettled: false };
    const over = () => void (state.isSettled = true);
    promise.then(over, over);
    while (!state.isSettled) {
      await pause(1);
      await clock.advance(250);
    }
    return promise;
  };
  /** A request of the till's page. @param {string} path @param {{ id?: string, body?: object }} [call] */
  const ask = async (path, { id = '', body } = {}) => {
    const headers = { origin: url, 'content-type': 'application/json', 'x-operation-id': id };
    const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers };
    const answer = await settled(gateway.fetch(new Request(`${url}/api/payments${path}`, init)));
    return /** @type {{ operation?: import('../src/exports/core.ts').RecordedOperation }} */ (
      JSON.parse((await answer.text()) || '{}')
    );
  };
  let count = 0;
  /** Makes an operation, and follows it to its outcome. Leaves it out if its terminal is not free. @param {string} path @param {{ terminalId: string, [name: string]: unknown }} body */
  const make = async (path, body) => {
    const id = `seeded-${clock.now()}-${(count += 1)}`;
    const provider = service.providerOf(body.terminalId);
    await ask(`/${path}?currency=USD&provider=${provider}`, { id, body });
    for (;;) {
      const { operation } = await ask(`/operations/${id}`);
      if (operation?.endedAt !== undefined) await ask(`/operations/${id}/acknowledgement`, { body: {} });
      if (!operation || operation.endedAt !== undefined || operation.phase === 'unknown') return operation;
      await settled(gateway.work({ forMs: 1000 }));
    }
  };
  const dayOfMonth = new Intl.DateTimeFormat('en', { timeZone, day: 'numeric' });
  return {
    sell: async (
      /** @type {readonly Sale[]} */ sales,
      /** @type {number} */ from,
      /** @type {number} */ to,
    ) => {
      const step = (to - from) / (sales.length + 0.5);
      for (const [index, { terminalId, amount, order, scenario, isVoided }] of sales.entries()) {
        await clock.advance(Math.max(0, Math.round(from + index * step) - clock.now()));
        if (scenario) await settled(service.setNextScenario(scenario));
        const orderNumber = order && `${dayOfMonth.format(clock.now())}${order}`;
        const sold = await make('pay', { terminalId, amount, receipt: false, orderNumber });
        if (isVoided && sold?.pnRefNum) await make('void', { terminalId, pnRefNum: sold.pnRefNum });
      }
    },
    close: (/** @type {string} */ terminalId) => make('close-batch', { terminalId }),
    stop: () => gateway.stop(),
  };
}
