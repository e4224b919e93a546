import { describe, expect, test } from 'vitest';
import { createPollBudget } from '../../../src/core/polling/pollBudget.ts';
import { createVirtualClock, sleep } from '../../../src/core/time.ts';
import { createSeededRandom } from '../../../src/sandbox/terminals.ts';
import {
  after,
  always,
  createFollowTill,
  mostWithin,
  silentUntil,
  type Telling,
  type Told,
} from './followTill.ts';
import { ask } from '../gatewayTill.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const notFound = () => Response.json({ error: { code: 'not-found' } }, { status: 404 });

/** A sale whose page is gone, before a gateway that was started. */
async function followed(telling: Telling, own: Parameters<typeof createFollowTill>[0] = {}) {
  const till = createFollowTill(own);
  const gateway = till.gateway();
  gateway.start();
  const id = await till.sell(gateway, telling);
  return { ...till, started: gateway, id, known: () => till.operation(id) };
}

describe('a sale whose page is gone', () => {
  test.each<[string, Told, object]>([
    [
      'complete',
      { status: 'complete', amount: 1001, pnRefNum: 'P-1' },
      { confirmedCents: 1001, pnRefNum: 'P-1' },
    ],
    ['partial', { status: 'complete', amount: 800 }, { confirmedCents: 800 }],
    ['failed', { status: 'failed' }, {}],
  ])('is followed to its ending: %s', async (phase, told, more) => {
    const { clock, service, known } = await followed(after(20 * second, told));
    await clock.advance(19 * second);
    expect(await known()).toMatchObject({ phase: 'waiting', status: 'processing' });
    await clock.advance(3 * second);
    expect(await known()).toMatchObject({ phase, ...more });
    const asked = service.polls.length;
    await clock.advance(10 * minute);
    expect(service.polls).toHaveLength(asked);
    // The first question 2 s after acceptance, and then about one a second.
    expect([service.polls[0]?.at, asked]).toStrictEqual([2 * second, 19]);
  });

  test('is followed by an instance that did not send it', async () => {
    const till = createFollowTill();
    const [sending, following] = [till.gateway(), till.gateway()];
    following.start();
    await till.clock.advance(minute);
    const id = await till.sell(sending, after(10 * second, { status: 'complete' }));
    await till.clock.advance(17 * second);
    expect(await till.operation(id)).toMatchObject({ phase: 'complete' });
  });

  test('and that the service gave up is unknown; a late result wins', async () => {
    const telling: Telling = (age) => ({
      status: age < minute ? 'processing' : age < 12 * minute ? 'timeout' : 'complete',
    });
    const { clock, service, known } = await followed(telling);
    await clock.advance(65 * second);
    expect(await known()).toMatchObject({ phase: 'unknown', reason: 'service-timeout' });
    const before = service.polls.length;
    await clock.advance(10 * minute);
    // For five minutes about every 25 s, then every minute.
    expect(service.polls.length - before).toBeGreaterThanOrEqual(14);
    expect(service.polls.length - before).toBeLessThanOrEqual(20);
    await clock.advance(2 * minute);
    expect(await known()).toMatchObject({ phase: 'complete' });
  });

  test('and that is asked about seldom is asked about at once where a person checks, and not by plain polls', async () => {
    const telling: Telling = (age) => ({ status: age < minute ? 'processing' : 'timeout' });
    const { clock, service, started } = await followed(telling);
    await clock.advance(10 * minute);
    const poll = (query = '') => started.fetch(ask(`/processed-messages/M-1${query}`));
    const asked = service.polls.length;
    await poll();
    await clock.advance(500);
    expect(service.polls).toHaveLength(asked);
    await poll('?fresh=true');
    await clock.advance(500);
    expect(service.polls).toHaveLength(asked + 1);
    // Not more often than once a second, however often it is pressed.
    for (let press = 0; press < 10; press += 1) await poll('?fresh=true');
    await clock.advance(400);
    expect(service.polls).toHaveLength(asked + 1);
  });

  test.each<[string, () => Told, string, string[]]>([
    [
      'a word that is not described',
      () => ({ status: 'SETTLED' }),
      'unrecognised-status',
      ['unrecognised-status: SETTLED'],
    ],
    [
      'an answer that cannot be read',
      () => new Response('{}'),
      'unrecognised-status',
      ['unreadable: status'],
    ],
    ['what is not JSON', () => new Response('<html>'), 'unrecognised-status', []],
    ['that it works on it', () => ({ status: 'processing' }), 'max-wait', []],
  ])(
    'and of which the service says %s, is unknown after five minutes, and goes on',
    async (_, told, reason, anomalies) => {
      const telling: Telling = (age) => (age < 7 * minute ? told() : { status: 'complete' });
      const { clock, known } = await followed(telling);
      await clock.advance(5 * minute - second);
      expect(await known()).toMatchObject({ phase: 'waiting' });
      await clock.advance(minute);
      expect(await known()).toMatchObject({ phase: 'unknown', reason, anomalies });
      await clock.advance(2 * minute);
      expect(await known()).toMatchObject({ phase: 'complete' });
    },
  );

  test('and that the service does not know is unknown once no replica can lag behind; found later, it counts', async () => {
    const telling: Telling = (age) => (age < 5 * minute ? notFound() : { status: 'failed' });
    const { clock, known } = await followed(telling);
    await clock.advance(30 * second);
    expect(await known()).toMatchObject({ phase: 'waiting' });
    await clock.advance(20 * second);
    expect(await known()).toMatchObject({ phase: 'unknown', reason: 'gone' });
    await clock.advance(6 * minute);
    expect(await known()).toMatchObject({ phase: 'failed' });
  });

  test('and about which the service is silent is unknown after five minutes; hours later its result still wins', async () => {
    const { clock, service, known, problems } = await followed(silentUntil(4 * hour, { status: 'complete' }));
    await clock.advance(5 * minute - second);
    expect(await known()).toMatchObject({ phase: 'waiting' });
    await clock.advance(minute);
    expect(await known()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
    expect(new Set(problems.map(({ type }) => type))).toStrictEqual(new Set(['service-unreachable']));
    await clock.advance(4 * hour + hour);
    expect(await known()).toMatchObject({ phase: 'complete' });
    const inHour = (from: number) =>
      service.polls.filter(({ at }) => at >= from * hour && at < (from + 1) * hour);
    // For half an hour often, then every ten minutes, then once an hour.
    expect([inHour(1), inHour(2), inHour(3)].map(({ length }) => length)).toStrictEqual([6, 6, 1]);
  });

  test('what a person said of it stands, until the service says how it ended', async () => {
    const telling: Telling = (age) => ({ status: age < 10 * minute ? 'timeout' : 'complete' });
    const { clock, started, id, known } = await followed(telling);
    await clock.advance(minute);
    const resolution = new Request(`https://till.example/operations/${id}/resolution`, {
      method: 'POST',
      headers: { origin: 'https://till.example', 'content-type': 'application/json' },
      body: JSON.stringify({ charged: false, basis: 'receipt' }),
    });
    expect((await started.fetch(resolution)).status).toBe(200);
    expect(await known()).toMatchObject({ phase: 'resolved' });
    await clock.advance(12 * minute);
    expect(await known()).toMatchObject({ phase: 'complete', anomalies: ['contradicts-operator'] });
  });

  test('and whose service wants a pause of an hour is unknown when the wait is over, not when the pause is', async () => {
    const pause = () => new Response('{}', { status: 429, headers: { 'retry-after': '3600' } });
    const telling: Telling = (age) => (age < 30 * second ? pause() : { status: 'complete' });
    const { clock, known, service } = await followed(telling);
    await clock.advance(14 * minute);
    expect([service.polls.length, (await known()).phase]).toStrictEqual([1, 'waiting']);
    // No pause is believed for longer.
    await clock.advance(2 * minute);
    expect(await known()).toMatchObject({ phase: 'complete' });
  });
});

test('a sale that no instance followed for days is asked about until the service has answered once', async () => {
  const till = createFollowTill();
  const telling: Telling = (_, times) =>
    times < 4 ? new Response('', { status: 500 }) : { status: 'complete' };
  const id = await till.sell(till.gateway(), telling);
  await till.clock.advance(50 * hour);
  till.gateway().start();
  await till.clock.advance(hour);
  expect(await till.operation(id)).toMatchObject({ phase: 'complete' });
  expect(till.service.polls).toHaveLength(4);
});

test('headers that cannot be had for a while: what waited for them is not asked all at once', async () => {
  let ready = Promise.resolve();
  let open = () => {};
  const headers = async () => ready.then(() => ({ authorization: 'shop' }));
  const till = createFollowTill({ headers });
  const gateway = till.gateway();
  for (let sold = 0; sold < 20; sold += 1) await till.sell(gateway, after(hour, { status: 'complete' }));
  ready = new Promise((resolve) => {
    open = resolve;
  });
  gateway.start();
  await till.clock.advance(2 * minute);
  expect(till.service.polls).toHaveLength(0);
  open();
  await till.clock.advance(second);
  expect(till.service.polls.length).toBeLessThanOrEqual(10);
});

test('a sale whose service lets no instance ask is unknown after the wait and one long pause more', async () => {
  const pause = () => new Response('{}', { status: 429, headers: { 'retry-after': '900' } });
  const { clock, known } = await followed(always(pause));
  await clock.advance(21 * minute);
  expect(await known()).toMatchObject({ phase: 'waiting' });
  await clock.advance(minute);
  expect(await known()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
});

test('each merchant’s messages are asked about with its own headers, and one that is silent delays no other', async () => {
  const till = createFollowTill();
  const gateway = till.gateway();
  gateway.start();
  const silent = await Promise.all(
    Array.from({ length: 12 }, () =>
      till.sell(
        gateway,
        always(() => new Response('', { status: 500 })),
        'a',
      ),
    ),
  );
  const sold = await till.sell(gateway, silentUntil(hour, { status: 'complete' }), 'b');
  const fast = await till.sell(gateway, after(4 * second, { status: 'complete' }), 'c');
  await till.clock.advance(6 * second);
  expect(await till.operation(fast)).toMatchObject({ phase: 'complete' });
  expect(await till.operation(sold)).toMatchObject({ phase: 'waiting' });
  expect(await till.operation(silent[0] ?? '')).toMatchObject({ phase: 'waiting' });
  const asked = (account: string) =>
    till.service.polls.filter(({ authorization }) => authorization === account);
  expect(asked('c').map(({ at }) => at)).toStrictEqual([2, 3, 4].map((at) => at * second));
  expect(asked('b')).toHaveLength(1);
});

describe('a shop that sells all the time', () => {
  const many = 300;
  /** From one sale to the next, and how long each takes (ms). */
  const sales = (() => {
    const random = createSeededRandom(5);
    return Array.from({ length: many }, () => {
      const longMs = random() < 0.1 ? minute : 0;
      return { afterMs: 5 * second * random(), tookMs: (3 + 12 * random()) * second + longMs };
    });
  })();
  const p95 = (times: readonly number[]) =>
    times.toSorted((a, b) => a - b)[Math.floor(0.95 * times.length)] ?? 0;

  /** How late each ending is known where a page with the kit's budget asks about what waits longest (ms). */
  async function lateInTurn(): Promise<number[]> {
    const clock = createVirtualClock(0);
    const budget = createPollBudget({ clock });
    const waiting: { endsAt: number; from: number }[] = [];
    const late: number[] = [];
    let isRunning = false;
    const run = async () => {
      if (isRunning) return;
      isRunning = true;
      while (waiting.length > 0) {
        await sleep(clock, Math.max(0, Math.min(...waiting.map(({ from }) => from)) - clock.now()));
        budget.redeem(await budget.acquire());
        const at = waiting.findIndex(({ from }) => from <= clock.now());
        const [next] = waiting.splice(at, 1);
        if (!next) continue;
        if (next.endsAt <= clock.now()) late.push(clock.now() - next.endsAt);
        else waiting.push({ ...next, from: clock.now() + second });
      }
      isRunning = false;
    };
    for (const { afterMs, tookMs } of sales) {
      await clock.advance(afterMs);
      waiting.push({ endsAt: clock.now() + tookMs, from: clock.now() + 2 * second });
      void run();
    }
    await clock.advance(10 * minute);
    return late;
  }

  test('knows each ending at most 1.3 times as late as one that asks in turn', async () => {
    const till = createFollowTill();
    const gateway = till.gateway();
    gateway.start();
    const sold: { id: string; endsAt: number }[] = [];
    for (const { afterMs, tookMs } of sales) {
      await till.clock.advance(afterMs);
      const id = await till.sell(gateway, after(tookMs, { status: 'complete' }));
      sold.push({ id, endsAt: till.clock.now() + tookMs });
    }
    await till.clock.advance(10 * minute);
    const late: number[] = [];
    for (const { id, endsAt } of sold) late.push(((await till.operation(id)).endedAt ?? Infinity) - endsAt);
    const inTurn = await lateInTurn();
    expect(inTurn).toHaveLength(many);
    expect(p95(late)).toBeLessThanOrEqual(1.3 * p95(inTurn));
    const times = till.service.polls.map(({ at }) => at);
    expect(mostWithin(times, minute)).toBeLessThanOrEqual(50);
  });

  test('delays no other merchant’s: another merchant’s messages are asked about at the same moments with it and without', async () => {
    const timesOf = async (busy: number) => {
      const till = createFollowTill();
      const gateway = till.gateway();
      gateway.start();
      const refused = () => new Response('{}', { status: 503, headers: { 'retry-after': '7' } });
      for (let sale = 0; sale < busy; sale += 1) await till.sell(gateway, always(refused), 'north');
      await till.sell(gateway, after(40 * second, { status: 'complete' }), 'south');
      await till.clock.advance(2 * minute);
      return till.service.polls.filter(({ authorization }) => authorization === 'south').map(({ at }) => at);
    };
    const alone = await timesOf(0);
    expect(alone.length).toBeGreaterThan(10);
    expect(await timesOf(100)).toStrictEqual(alone);
  });
});
