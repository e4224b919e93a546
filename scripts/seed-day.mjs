import { setTimeout as pause } from 'node:timers/promises';
import Database from 'libsql';

/**
 * What the shop sold since it opened. The outcome of one sale is unknown: the answer was lost after the card was
 * charged.
 */
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

/** The time of each sale: from five hours ago until now. @param {number} now */
function timesOf(now) {
  const from = now - 5 * hourMs;
  const step = (now - from) / (sales.length + 0.5);
  return sales.map((_, index) => Math.round(from + index * step));
}

/**
 * A clock for the simulated service: it shows the times of the seeded day until `goOn` is called, and the machine's
 * time afterwards.
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
 * @property {number} openedAt Epoch ms.
 */

/**
 * A service and a gateway's store with the sales of a day: a till sold through both, hours ago on a clock of its own.
 * The service and the gateway's record have the same sales.
 *
 * @param {Kit} kit @param {{ url: string, seed: number, shop: string, storePath: string, now?: number }} options
 */
export async function seedDay(kit, { url, seed, shop, storePath, now = Date.now() }) {
  const times = timesOf(now);
  const clock = kit.core.createVirtualClock(times[0] ?? now);
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
  /** Waits in small steps: the store and hashing take real time, which the shop's virtual time must not overtake. @template T @param {Promise<T>} promise */
  const settled = async (promise) => {
    const state = { isSettled: false };
    const over = () => void (state.isSettled = true);
    promise.then(over, over);
    while (!state.isSettled) {
      await pause(1);
      await clock.advance(40);
    }
    return promise;
  };
  /** A request of the till's page. @param {string} path @param {{ id?: string, body?: object }} [call] */
  const ask = async (path, { id = '', body } = {}) => {
    const headers = { origin: url, 'content-type': 'application/json', 'x-operation-id': id };
    const init = body ? { method: 'POST', body: JSON.stringify(body), headers } : { headers };
    const answer = await settled(gateway.fetch(new Request(`${url}/api/payments${path}`, init)));
    return /** @type {{ operation?: import('../src/exports/core.ts').RecordedOperation }} */ (
      await answer.json()
    );
  };
  let count = 0;
  /** @param {'pay' | 'void'} kind @param {object} body */
  const make = async (kind, body) => {
    const id = `this-morning-${seed}-${String((count += 1)).padStart(8, '0')}`;
    await ask(`/${kind}?currency=USD`, { id, body });
    for (;;) {
      const { operation } = await ask(`/operations/${id}`);
      if (operation?.endedAt !== undefined) await ask(`/operations/${id}/acknowledgement`, { body: {} });
      if (operation?.endedAt !== undefined || operation?.phase === 'unknown') return operation;
      await settled(gateway.work({ forMs: 1000 }));
    }
  };

  for (const [index, { terminalId, amount, scenario, isVoided }] of sales.entries()) {
    await clock.advance(Math.max(0, (times[index] ?? now) - clock.now()));
    if (scenario) sandbox.setScenario(scenario, { next: true });
    const sold = await make('pay', { terminalId, amount, receipt: false });
    if (isVoided && sold?.pnRefNum) await make('void', { terminalId, pnRefNum: sold.pnRefNum });
  }
  await gateway.stop();
  database.close();
  shopClock.goOn();
  return { sandbox, day: { shop, openedAt: times[0] ?? now } };
}

/** The service is under /api. @param {Request} request */
function withoutApi(request) {
  return new Request(request.url.replace('/api/', '/'), request);
}
