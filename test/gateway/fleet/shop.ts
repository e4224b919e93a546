import { expect } from 'vitest';
import type { RecordedOperation, RecordPage } from '../../../src/core/operations/recorded.ts';
import { sleep } from '../../../src/core/time.ts';
import type { GatewayEvent } from '../../../src/gateway/webhooks.ts';
import type { WebHandler } from '../../../src/gateway/node/toNodeListener.ts';
import { listen } from '../../../src/node/listen.ts';
import { createSandbox } from '../../../src/sandbox/createSandbox.ts';
import { createSeededRandom } from '../../../src/sandbox/terminals.ts';
import { createScaledClock, type ScaledClock } from '../../pages/till/scaledClock.ts';
import { type ServerPlan, storeOf } from './serve.ts';
import { startServer, stopServers, type TestServer } from './startServer.ts';

export interface ShopPlan extends Pick<ServerPlan, 'postgres' | 'sqlite' | 'isCalled' | 'paymentTimeoutMs'> {
  sales: number;
  terminals: number;
  /** All times below run so many times as fast. */
  speed: number;
  /** Between two sales (ms). */
  everyMs: number;
  latencyMs: number;
  killEveryMs: number;
  /** What else goes wrong, one after another between the kills. */
  outages?: readonly (() => unknown)[] | undefined;
  /** A proxy before the service loses requests and answers, and delays some. */
  hasFaultyProxy?: boolean | undefined;
  /** The receiver of events is down. */
  downFromMs: number;
  downForMs: number;
  /** How long all may be waited for, after the last sale (ms). */
  patienceMs: number;
}

/** When something was away, in ms of the machine's clock. */
interface Outage {
  from: number;
  until: number;
}

/** What was seen of a day, from outside. */
export interface ShopDay {
  plan: ShopPlan;
  sandbox: ReturnType<typeof createSandbox>;
  /** By operation id: when each copy was sent, and the instance it was sent to. */
  sent: Map<string, { at: number; instance: TestServer }[]>;
  /** By operation id: what a page was told became of it. */
  told: Map<string, string | null>;
  kills: Map<TestServer, Outage>;
  outages: Outage[];
  /** The operations whose answers the proxy before the service lost. */
  lost: Set<string>;
  /** As they came. */
  events: GatewayEvent[];
  operations: RecordedOperation[];
  /** By operation id: the numbers of its changes that receivers are to hear of. */
  changes: Map<string, number[]>;
}

/** What goes wrong at the terminal itself, by the last two digits of the amount; most goes well. */
const endings = [0, 0, 0, 0, 0, 0, 0, 1, 31, 32];

/** A shop's day before two instances of its gateway, which share a store and are killed in turn, and pages that go away. */
export async function runShop(plan: ShopPlan): Promise<ShopDay> {
  const { speed, sales, everyMs, killEveryMs, latencyMs, terminals } = plan;
  const origin = Date.now();
  const clock = createScaledClock(origin, speed);
  const random = createSeededRandom(11);
  const sandbox = createSandbox({ clock, latencyMs, terminals });
  const day: ShopDay = {
    plan,
    sandbox,
    sent: new Map(),
    told: new Map(),
    kills: new Map(),
    outages: [],
    lost: new Set(),
    events: [],
    operations: [],
    changes: new Map(),
  };
  const service = await listen(plan.hasFaultyProxy ? behindFaultyProxy(day, clock) : sandbox.fetch);
  const receiver = await listen(receive(day, clock, origin));
  const server = { ...plan, kind: 'gateway', service: service.url, events: receiver.url, origin } as const;
  const store = storeOf(server);
  try {
    await store.open();
    const instances = await Promise.all([startServer(server), startServer(server)]);
    let isOver = false;
    const killing = failInTurn(instances, () => startServer(server), day, {
      isOver: () => isOver,
      rest: () => sleep(clock, killEveryMs),
    });
    const pages: Promise<void>[] = [];
    for (let number = 1; number <= sales; number += 1) {
      pages.push(press(day, instances, number, random));
      await sleep(clock, everyMs * (0.5 + random()));
      // Where instances start slowly, sales wait, so that at least half of the planned kills and outages fall among them.
      while (day.kills.size + day.outages.length < Math.floor((number * everyMs) / killEveryMs / 2))
        await Promise.race([sleep(clock, everyMs), killing]);
    }
    isOver = true;
    await Promise.all([killing, ...pages]);

    const giveUpAt = clock.now() + plan.patienceMs;
    for (;;) {
      day.operations = await operationsOf(instances[0].url);
      const rows = await store.transact('', 'read', (tx) => tx.events.list({ account: '' }, { by: ['id'] }));
      day.changes = new Map();
      const toTell = rows.filter(({ detail }) => detail?.type === 'operation' || detail?.type === 'anomaly');
      for (const { operationId, seq } of toTell) {
        day.changes.set(operationId, [...(day.changes.get(operationId) ?? []), seq]);
      }
      const count = toTell.length;
      const isKnown = day.operations.every(
        ({ phase, reason }) =>
          phase !== 'sending' && phase !== 'waiting' && (phase !== 'unknown' || reason === 'no-response'),
      );
      if (isKnown && new Set(day.events.map(({ id }) => id)).size >= count) return day;
      if (clock.now() > giveUpAt) return day;
      await sleep(clock, 5_000);
    }
  } finally {
    stopServers();
    await Promise.all([service.close(), receiver.close()]);
  }
}

/** Hears events, but while it is down. */
function receive({ plan, events }: ShopDay, clock: ScaledClock, origin: number): WebHandler {
  return async (request) => {
    const event = (await request.json()) as GatewayEvent;
    const passedMs = clock.now() - origin - plan.downFromMs;
    if (passedMs >= 0 && passedMs < plan.downForMs) return new Response(null, { status: 503 });
    events.push(event);
    return new Response(null, { status: 204 });
  };
}

/** The service behind a proxy: of 100 requests, two never arrive, three lose their answers, and five come late. */
function behindFaultyProxy({ sandbox, lost }: ShopDay, clock: ScaledClock): WebHandler {
  const random = createSeededRandom(12);
  const tooLate = () => new Response('<h1>504 Gateway Time-out</h1>', { status: 504 });
  return async (request) => {
    const fault = random();
    const id = request.headers.get('x-operation-id');
    if (fault < 0.05 && id !== null) lost.add(id);
    if (fault < 0.02) return tooLate();
    if (fault > 0.95) await sleep(clock, 8_000 * random());
    const answer = await sandbox.fetch(request);
    return fault < 0.05 ? tooLate() : answer;
  };
}

async function failInTurn(
  instances: TestServer[],
  start: () => Promise<TestServer>,
  { plan, kills, outages }: ShopDay,
  { isOver, rest }: { isOver: () => boolean; rest: () => Promise<void> },
): Promise<void> {
  const others = plan.outages ?? [];
  for (let turn = 0; ; turn += 1) {
    await rest();
    if (isOver()) return;
    const victim = instances[turn % 2];
    if (!victim) return;
    const from = Date.now();
    await victim.kill();
    kills.set(victim, { from, until: Date.now() });
    instances[turn % 2] = await start();
    const fail = others[turn % others.length];
    if (!fail) continue;
    await rest();
    const outage = { from: Date.now(), until: Infinity };
    outages.push(outage);
    await fail();
    outage.until = Date.now();
  }
}

/** One sale. Half of the pages are gone before they have their answer; of the others, some send again what they lost. */
async function press(
  { plan, sent, told }: ShopDay,
  instances: readonly TestServer[],
  number: number,
  random: () => number,
): Promise<void> {
  const id = `${number}`.padStart(32, 'f');
  const page = new AbortController();
  if (random() < 0.5) setTimeout(() => page.abort(), (random() * 1.5 * plan.latencyMs) / plan.speed);
  // No amount is that of another sale, so that no cashier is asked whether it is meant.
  const amount = number * 100 + (endings[Math.floor(random() * endings.length)] ?? 0);
  const body = JSON.stringify({
    clientId: 'till',
    terminalId: `terminal-${(number % plan.terminals) + 1}`,
    amount,
    receipt: false,
  });
  const copies: { at: number; instance: TestServer }[] = [];
  sent.set(id, copies);
  for (let turn = Math.floor(random() * 2); copies.length < 3; turn += 1) {
    const instance = instances[turn % 2];
    if (!instance) return;
    copies.push({ at: Date.now(), instance });
    try {
      const response = await fetch(`${instance.url}/pay`, {
        method: 'POST',
        headers: { origin: 'https://till.example', 'content-type': 'application/json', 'x-operation-id': id },
        body,
        signal: page.signal,
      });
      await response.text();
      told.set(id, response.headers.get('x-operation-state'));
      return;
    } catch {
      if (page.signal.aborted) return;
    }
  }
}

async function operationsOf(url: string): Promise<RecordedOperation[]> {
  const all: RecordedOperation[] = [];
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ limit: '100', ...(cursor !== undefined && { cursor }) });
    const response = await fetch(`${url}/operations?${query}`, {
      headers: { origin: 'https://till.example' },
    });
    const page = (await response.json()) as RecordPage<RecordedOperation>;
    all.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return all;
}

/** Holds the record against the service's ledger, and the events against the record. Gives what it came to. */
export function checkShop(day: ShopDay) {
  const { plan, sandbox, operations, told, events, changes, kills, outages, lost, sent } = day;
  const { charges, requests, polls } = sandbox.ledger;
  const recorded = new Map(operations.map((operation) => [operation.id, operation]));
  const isUnknown = (id: string) => recorded.get(id)?.phase === 'unknown';

  expect(operations.length).toBe(recorded.size);
  const missed = charges.filter(({ operationId = '', amount }) => {
    const operation = recorded.get(operationId);
    if (operation?.phase === 'unknown') return false;
    const isPaid = operation?.phase === 'complete' || operation?.phase === 'partial';
    return !isPaid || (operation.confirmedCents ?? operation.amountCents) !== amount;
  });
  expect(missed, 'charges that the record does not have').toStrictEqual([]);
  const charged = new Set(charges.map(({ operationId }) => operationId));
  const wrong = operations.filter(
    ({ id, phase }) => (phase === 'failed' || phase === 'rejected') && charged.has(id),
  );
  expect(wrong, 'charged, and recorded as not').toStrictEqual([]);
  const paid = operations.filter(({ phase }) => phase === 'complete' || phase === 'partial');
  expect(
    paid.filter(({ id }) => !charged.has(id)),
    'recorded as paid, and not charged',
  ).toStrictEqual([]);
  const open = operations.filter(({ phase }) => phase === 'sending' || phase === 'waiting');
  expect(open, 'not followed to their ending').toStrictEqual([]);

  const sends = requests.filter(({ operation }) => operation === 'pay').map((request) => request.operationId);
  expect(sends.length, 'requests, one an id').toBe(new Set(sends).size);
  const notSent = [...told].filter(([, state]) => state === 'not-seen').map(([id]) => id);
  expect(notSent.filter((id) => sends.includes(id))).toStrictEqual([]);

  const unknown = operations.filter(({ id }) => isUnknown(id));
  // No page was left that waited for the answer, or the gateway had waited as long as it does.
  const cut = requests
    .filter(({ operation, outcome }) => operation === 'pay' && outcome === 'aborted')
    .map(({ operationId = '' }) => operationId);
  expect(
    cut.filter((id) => !isUnknown(id)),
    'cut off, and recorded as known',
  ).toStrictEqual([]);
  // What a page was told was written before. Of the others it is not known outside when an answer was.
  expect(
    unknown.filter(({ id }) => told.get(id) === 'accepted'),
    'unknown, although a page was told that it was accepted',
  ).toStrictEqual([]);
  // An answer is there after the service's time, and written soon after, on a machine that does much else. A database that
  // was away lets an instance wait, which may be killed meanwhile.
  const writtenWithinMs = plan.latencyMs / plan.speed + (plan.outages ? 20_000 : 1_000);
  const unexplained = unknown.filter(({ id }) => {
    const hasDied = (sent.get(id) ?? []).some(({ at, instance }) => {
      const kill = kills.get(instance);
      const failed = kill ? [...outages, kill] : outages;
      return failed.some(({ from, until }) => at <= until && from <= at + writtenWithinMs);
    });
    return !hasDied && !cut.includes(id) && !lost.has(id);
  });
  expect(unexplained, 'unknown, although no instance died').toStrictEqual([]);

  const heard = new Map<string, Map<string, number>>();
  for (const { id, data } of events) {
    const ofOperation = heard.get(data.operation.id) ?? new Map<string, number>();
    heard.set(data.operation.id, ofOperation);
    if (!ofOperation.has(id)) ofOperation.set(id, data.operation.seq);
  }
  const asRecorded = [...changes].map(([id, seqs]) => [id, seqs]);
  expect(
    asRecorded.map(([id]) => [id, [...(heard.get(String(id))?.values() ?? [])]]),
    'every event, in order within its operation',
  ).toStrictEqual(asRecorded);

  const times = polls.map(({ at }) => at);
  const inAMinute = Math.max(
    0,
    ...times.map((from) => times.filter((at) => at >= from && at < from + 60_000).length),
  );
  expect(inAMinute).toBeLessThanOrEqual(50);
  const chargedAt = new Map(charges.map(({ operationId, at }) => [operationId, at]));
  const late = paid
    .map(({ id, endedAt = NaN }) => endedAt - (chargedAt.get(id) ?? NaN))
    .toSorted((a, b) => a - b);
  return {
    sales: sent.size,
    requests: sends.length,
    charges: charges.length,
    paid: paid.length,
    unknown: unknown.length,
    refused: notSent.length,
    kills: kills.size,
    outages: outages.length,
    lost: lost.size,
    events: events.length,
    repeated: events.length - new Set(events.map(({ id }) => id)).size,
    polls: polls.length,
    inAMinute,
    /** From the charge to the record (ms): the median, and what one in twenty takes at least. */
    knownAfterMs: [late[Math.floor(late.length / 2)], late[Math.floor(late.length * 0.95)]],
  };
}
