import type { LedgerCharge, LedgerRequest, TraceEntry } from 'tillkit/sandbox';
import { expect } from 'vitest';
import { sleep } from '../../src/core/time.ts';
import { type Tab, type Tabs, withTabs } from './tabs.ts';
import { openTillTab, type TillServer } from './tillServer.ts';

/** What became of ten minutes at six tabs. Times are the service's. */
export interface Shift {
  startedAt: number;
  endedAt: number;
  requests: readonly LedgerRequest[];
  charges: readonly LedgerCharge[];
  /** When the tab that asked was killed. */
  kills: number[];
  /** How many operations waited for a result, each time the test looked. */
  waiting: number[];
  /** What each tab shows at the end. */
  shown: TraceEntry[][];
}

interface Seat {
  name: string;
  terminals: readonly string[];
  tab: Tab;
}

const minute = 60_000;
const shiftMs = 10 * minute;
const killEveryMs = minute;
const showEveryMs = minute / 4;

/** Nothing is ever heard of these. */
const stuckTerminals = ['terminal-3', 'terminal-9', 'terminal-15'];
// The last two digits of an amount choose how a payment goes.
const [approved, slow, stuck] = [0, 5, 6];

/** Six tabs keep three payments each under way for ten minutes; half-way the service asks for a pause. */
export function workShift(server: TillServer): Promise<Shift> {
  return withTabs(async (tabs) => {
    const { clock, sandbox } = server;
    const seats = await takeSeats(tabs, server);
    const sell = createSeller();
    const kills: number[] = [];
    const waiting: number[] = [];
    const startedAt = clock.now();
    const isTimeToPause = once(startedAt + shiftMs / 2 + killEveryMs / 2); // or the tab that hears of it may be killed
    const isTimeToShow = every(showEveryMs);
    const isTimeToKill = every(killEveryMs);
    for (let now = clock.now(); now < startedAt + shiftMs; now = clock.now()) {
      if (isTimeToPause(now)) {
        sandbox.setScenario('rate-limited', { operation: 'getProcessedMessage', next: 1 });
      }
      if (isTimeToShow(now)) await seats[Math.floor(now / showEveryMs) % seats.length]?.tab.show();
      if (isTimeToKill(now)) {
        const leader = seats.find(({ name }) => name === server.lastAsking());
        kills.push(now);
        await leader?.tab.crash();
        if (leader) leader.tab = await openTillTab(tabs, server.urlOf(leader.name));
      }
      let open = 0;
      for (const seat of seats) open += await sell(seat);
      waiting.push(open);
      await sleep(clock, 1000);
    }
    const endedAt = clock.now();
    for (const { tab } of seats) await tab.until(isAllHeard, stuck);
    const shown = await Promise.all(seats.map(({ tab }) => tab.evaluate(listOperations)));
    const { requests, charges } = sandbox.ledger;
    return { startedAt, endedAt, requests, charges, kills, waiting, shown };
  });
}

async function takeSeats(tabs: Tabs, server: TillServer): Promise<Seat[]> {
  const seats: Seat[] = [];
  for (let n = 0; n < 6; n += 1) {
    const terminals = [1, 2, 3].map((m) => `terminal-${3 * n + m}`);
    seats.push({ name: `${n}`, terminals, tab: await openTillTab(tabs, server.urlOf(`${n}`)) });
  }
  return seats;
}

/** Starts a payment on each free terminal of a tab; gives how many wait in the browser. */
function createSeller(): (seat: Seat) => Promise<number> {
  let sales = 0;
  return async ({ tab, terminals }) => {
    const open = (await tab.evaluate(listOperations)).filter(isOpen).map(({ terminalId }) => terminalId);
    for (const terminalId of terminals.filter((id) => !open.includes(id))) {
      sales += 1;
      const usual = sales % 4 === 0 ? approved : slow;
      const amount = 100 * sales + (stuckTerminals.includes(terminalId) ? stuck : usual);
      expect(await tab.evaluate(startSale, terminalId, amount)).toMatchObject({ started: true });
    }
    await tab.until(isAllSent);
    return open.length;
  };
}

const isOpen = ({ phase }: TraceEntry) => phase !== 'complete' && phase !== 'failed';

/** Each of these is true once for every time that it becomes time. */
function every(ms: number): (now: number) => boolean {
  let lastAt: number | undefined;
  return (now) => {
    const isTime = lastAt !== undefined && now - lastAt >= ms;
    if (isTime || lastAt === undefined) lastAt = now;
    return isTime;
  };
}

function once(at: number): (now: number) => boolean {
  let isOver = false;
  return (now) => {
    const isTime = !isOver && now >= at;
    isOver ||= isTime;
    return isTime;
  };
}

// These run in the page.
const listOperations = (): TraceEntry[] => window.till.list();
const isAllSent = () => window.till.list().every(({ phase }) => phase !== 'sending');
const isAllHeard = (stuckCents: number) =>
  window.till
    .list()
    .every(({ phase, amountCents = 0 }) => phase === 'complete' || amountCents % 100 === stuckCents);
const startSale = (terminalId: string, amount: number) =>
  window.till.start('pay', { terminalId, amount, receipt: false });
