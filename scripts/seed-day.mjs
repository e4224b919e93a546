import { setTimeout as pause } from 'node:timers/promises';
import Database from 'libsql';

/** What the shop sold since it opened. One outcome nobody knows: the answer got lost after the card was charged. */
/** @type {{ terminalId: string, amount: number, scenario?: import('../src/exports/sandbox.ts').ScenarioName, isVoided?: boolean }[]} */
const sales = [
  { terminalId: 'terminal-1', amount: 950 },
  { terminalId: 'terminal-2', amount: 2380 },
  { terminalId: 'terminal-1', amount: 425 },
  { terminalId: 'terminal-2', amount: 1850, scenario: 'declined' },
  { terminalId: 'terminal-2', amount: 1850 },
  { terminalId: 'terminal-1', amount: 1260, isVoided: true },
  { terminalId: 'terminal-3', amount: 3140 },
  { terminalId: 'terminal-2', amount: 4000, scenario: 'partly-approved' },
  { terminalId: 'terminal-3', amount: 2007, scenario: 'lost-answer' },
  { terminalId: 'terminal-1', amount: 675 },
];
const hourMs = 60 * 60_000;

/** When each was sold: from five hours ago until just now, at whatever time of day that is. @param {number} now */
function timesOf(now) {
  const from = now - 5 * hourMs;
  const step = (now - from) / (sales.length + 0.5);
  return sales.map((_, index) => Math.round(from + index * step));
}

/**
 * A clock for the simulated service: it shows the times of the seeded day until `goOn`, and from then on the machine's.
 *
 * @param {import('../src/core/time.ts').VirtualClock} day
 */
function createShopClock(day) {
  const startedAt = day.now();
  let isNow = false;
  /** @type {import('../src/core/time.ts').Clock} */
  const clock = {
    now: () => (isNow ? Date.now() : day.now()),
    monotonic: () => (isNow ? Date.now() - startedAt : day.monotonic()),
    setTimeout: (run, ms) => (isNow ? setTimeout(run, ms) : day.setTimeout(run, ms)),
    clearTimeout: (handle) =>
      isNow ? clearTimeout(/** @type {ReturnType<typeof setTimeout>} */ (handle)) : day.clearTimeout(handle),
  };
  return { clock, goOn: () => void (isNow = true) };
}

/**
 * @typedef {object} Kit
 * @property {typeof import('../src/exports/core.ts')} core
 * @property {typeof import('../src/exports/gateway.ts')} gateway
 * @property {typeof import('../src/exports/gateway-sql.ts')} sql
 * @property {typeof import('../src/exports/sandbox.ts').createSandbox} createSandbox
 *
 * @typedef {object} Day
 * @property {string} shop
 * @property {import('../src/exports/core.ts').OperationRecord[]} records What the till that took these payments has of them.
 */

/**
 * A service and a gateway's store that have a day behind them: a till sold through both, by the kit's own core, hours ago on a
 * clock of its own. What it sold is in the service, in the store, and in the records, which a page takes over.
 *
 * @param {Kit} kit @param {{ url: string, seed: number, shop: string, storePath: string, now?: number }} options
 */
export async function seedDay(kit, { url, seed, shop, storePath, now = Date.now() }) {
  const { createVirtualClock, createPaymentsClient, createMemoryJournal, createTerminalOperations } =
    kit.core;
  const times = timesOf(now);
  const clock = createVirtualClock(times[0] ?? now);
  const shopClock = createShopClock(clock);
  const sandbox = kit.createSandbox({ seed, clock: shopClock.clock });
  const database = new Database(storePath);
  const gateway = kit.gateway.createGateway({
    baseUrl: `${url}/api`,
    headers: { authorization: 'sandbox' },
    authorize: () => ({ account: shop, subject: 'till-of-this-morning' }),
    store: kit.sql.createSqlStore(database, { clock }),
    basePath: '/api/payments',
    fetcher: (request) => sandbox.fetch(withoutApi(request)),
    clock,
  });
  const client = createPaymentsClient({
    baseUrl: `${url}/api/payments`,
    gateway: true,
    headers: { origin: url },
    fetcher: (request, init) => gateway.fetch(new Request(request, init)),
    clock,
  });
  const journal = createMemoryJournal();
  const operations = createTerminalOperations({ client, journal, clock });
  /** The store and the hashing take real time: its own must not run away from them. @param {() => boolean} isSo @param {number} stepMs */
  const until = async (isSo, stepMs) => {
    while (!isSo()) {
      await pause(5);
      await clock.advance(stepMs);
    }
  };
  /** @type {<K extends 'pay' | 'void'>(kind: K, request: import('../src/exports/core.ts').TerminalRequests[K]) => Promise<import('../src/exports/core.ts').TerminalOperation | undefined>} */
  const make = async (kind, request) => {
    const count = () => sandbox.ledger.requests.filter(({ operation }) => operation === kind).length;
    const before = count();
    let isAnswered = false;
    const started = operations.start(kind, request, { flowKey: 'this-morning', currency: 'USD' });
    void started.then(() => (isAnswered = true));
    await until(() => isAnswered || count() > before, 0);
    await until(() => isAnswered, 200);
    const result = await started;
    if (!result.started) throw new Error(`The day was not seeded: ${result.refusal.message}`);
    const { id } = result.operation;
    const phase = () => operations.get(id)?.phase;
    await until(() => phase() !== 'sending' && phase() !== 'waiting', 500);
    if (phase() !== 'unknown') operations.acknowledge(id);
    return operations.get(id);
  };

  for (const [index, { terminalId, amount, scenario, isVoided }] of sales.entries()) {
    await clock.advance(Math.max(0, (times[index] ?? now) - clock.now()));
    if (scenario) sandbox.setScenario(scenario, { next: true });
    const sold = await make('pay', { terminalId, amount, receipt: false });
    if (isVoided && sold?.pnRefNum) await make('void', { terminalId, pnRefNum: sold.pnRefNum });
  }
  const records = await journal.list();
  operations.dispose();
  await gateway.stop();
  database.close();
  shopClock.goOn();
  return { sandbox, day: { shop, records } };
}

/** The service stands under /api. @param {Request} request */
function withoutApi(request) {
  return new Request(request.url.replace('/api/', '/'), request);
}
