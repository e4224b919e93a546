import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkedPollLimitsWithDefaults } from '../../../src/core/polling/pollBudget.ts';
import { createTestStore } from '../store/testStore.ts';
import { type TakenPollTurn, takePollTurn } from '../../../src/gateway/pollTurns.ts';
import { recordPollOutcome, type PollOutcome } from '../../../src/gateway/recordPollOutcome.ts';
import type { MessageRow } from '../../../src/gateway/recordRows.ts';
import { newMessageColumns } from '../../../src/gateway/record.ts';
import { runs } from '../../runs.ts';
import { mostWithin } from './followTill.ts';

const second = 1_000;
const minute = 60 * second;
const rules = { limits: checkedPollLimitsWithDefaults({}), maxWaitMs: 5 * minute };
const account = 'shop';

/** What the service says about a message (its age in ms), and how long question and answer take on their way (ms). */
interface Service {
  answer: (message: Sim['messages'][number], at: number) => Response;
  legs: () => readonly [there: number, back: number];
  /** Whether the page that asked is gone before the answer. */
  isLost?: () => boolean;
}

interface Sim {
  /** Reached the service. */
  arrivals: { id: string; at: number }[];
  /** Slots, as they were taken. */
  turns: { id: string; at: number; isPatient: boolean }[];
  messages: { id: string; at: number }[];
}

/**
 * Instances that share a store ask about messages, each accepted at its time, without gateways around: virtual time goes from event to
 * event.
 */
async function simulate(
  messages: readonly (Partial<MessageRow> & { id: string; at: number })[],
  untilMs: number,
  service: Service,
  instances = 2,
): Promise<Sim> {
  let now = 0;
  const clock = { now: () => now, monotonic: () => now, setTimeout: () => 0, clearTimeout: () => undefined };
  const store = createTestStore({ clock });
  const sim: Sim = { arrivals: [], turns: [], messages: [...messages] };
  const events: { at: number; run: () => Promise<void> }[] = [];
  const plan = (at: number, run: () => Promise<void>) => events.push({ at, run });

  for (const { at, ...message } of messages) {
    plan(at, () =>
      store.transact(account, 'write', function* (tx) {
        const accepted = { ...newMessageColumns(at), operationId: message.id, dueAt: at + 2 * second };
        yield* tx.messages.put({ ...accepted, account, provider: '', ...message });
      }),
    );
  }
  /** When each instance looks next. */
  const looksAt = Array.from({ length: instances }, () => Infinity);
  const lookAt = (instance: number, at: number) => {
    if (at >= (looksAt[instance] ?? 0)) return;
    looksAt[instance] = at;
    plan(at, async () => {
      if (looksAt[instance] !== at) return;
      looksAt[instance] = Infinity;
      await look(instance);
    });
  };
  const look = async (instance: number) => {
    const { turn, inMs } = await store.transact(account, 'write', (tx) => takePollTurn(tx, account, rules));
    if (turn) ask(instance, turn);
    // Each looks now and then, also where nothing was due.
    lookAt(instance, now + Math.max(1, Math.min(inMs, 2_000)));
  };
  const ask = (instance: number, turn: TakenPollTurn) => {
    const { id } = turn.message;
    const [there, back] = service.legs();
    sim.turns.push({ id, at: now, isPatient: isPatientIn(turn.message, now) });
    plan(now + there, async () => {
      sim.arrivals.push({ id, at: now });
      if (service.isLost?.()) return;
      const told = service.answer(sim.messages.find((one) => one.id === id) ?? { id, at: 0 }, now);
      const answer = { status: told.status, body: await told.text(), headers: told.headers };
      plan(now + back, async () => {
        const heard: PollOutcome = { answer };
        await store.transact(account, 'write', (tx) =>
          recordPollOutcome(tx, turn, heard, rules, (sim.turns.length * 0.618) % 1),
        );
        lookAt(instance, now);
      });
    });
  };
  for (let instance = 0; instance < instances; instance += 1) lookAt(instance, 50 * instance);
  while (events.length > 0) {
    events.sort((a, b) => b.at - a.at);
    const next = events.pop();
    if (!next || next.at > untilMs) break;
    now = next.at;
    await next.run();
  }
  return sim;
}

const isPatientIn = ({ operationId, since, askedAt, timedOutAt }: MessageRow, now: number) =>
  operationId === null ||
  timedOutAt !== null ||
  (askedAt ?? since) - since > 5 * minute ||
  now - since > 30 * minute;
const said = (id: string, status: string) => Response.json({ data: { msgIdentifier: id, status } });
const quick = () => [50, 50] as const;
const working: Service = { answer: ({ id }) => said(id, 'processing'), legs: quick };
const idsOf = (count: number, name = 'm') => Array.from({ length: count }, (_, index) => `${name}-${index}`);
const times = (sim: Sim, id: string) => sim.arrivals.filter((one) => one.id === id).map(({ at }) => at);
const longestGap = (at: readonly number[]) =>
  Math.max(...at.slice(1).map((time, index) => time - (at[index] ?? 0)));

describe('which message is asked about next', () => {
  test('one alone: 2 s after it was accepted, and then at least a second after each answer', async () => {
    const sim = await simulate([{ id: 'm', at: 0 }], 8 * second, working);
    expect(times(sim, 'm')).toStrictEqual([2, 3.1, 4.2, 5.3, 6.4, 7.5].map((at) => at * second + 50));
  });

  test('thirty at once: a burst, then evenly, each in its turn', async () => {
    const sim = await simulate(
      idsOf(30).map((id) => ({ id, at: 0 })),
      5 * minute,
      working,
    );
    const taken = sim.turns.map(({ at }) => at);
    expect(mostWithin(taken, second)).toBe(10);
    expect(mostWithin(taken, minute)).toBeLessThanOrEqual(47);
    expect(taken.length).toBeGreaterThan(4.7 * 47);
    // A round of all is 38 s.
    for (const id of idsOf(30)) expect(longestGap(times(sim, id))).toBeLessThanOrEqual(50 * second);
  });

  test('more late ones than are held against each other hide no message that a page waits for', async () => {
    const late = idsOf(600, 'late').map((id) => ({ id, at: 0, timedOutAt: 0, dueAt: 0 }));
    const service: Service = { ...working, answer: ({ id }) => said(id, 'timeout') };
    const sim = await simulate([...late, { id: 'young', at: 5 * second }], 15 * second, service, 1);
    expect(times(sim, 'young')[0]).toBeLessThanOrEqual(9 * second);
  });

  test('late and strange ones share a tenth of the minute while a page waits for others', async () => {
    const late = idsOf(40, 'late').map((id) => ({ id, at: 0, timedOutAt: 0 }));
    const strange = idsOf(40, 'strange').map((id) => ({ id, at: 0, operationId: null, wantedUntil: 1e9 }));
    const young = idsOf(8, 'young').map((id, index) => ({ id, at: 2 * minute + index * 100 }));
    const service: Service = {
      answer: ({ id }) => said(id, id.startsWith('late') ? 'timeout' : 'processing'),
      legs: quick,
    };
    const sim = await simulate([...late, ...strange, ...young], 6 * minute, service);
    const patient = (from: number, until: number) =>
      sim.turns.filter(({ at, isPatient }) => isPatient && at >= from && at < until);
    // Before anybody waits they have all of it.
    expect(patient(0, 2 * minute).length).toBeGreaterThan(80);
    // Then four or five a minute, both kinds.
    for (const from of [3, 4, 5]) {
      const theirs = patient(from * minute, (from + 1) * minute);
      expect(theirs.length).toBeLessThanOrEqual(5);
      expect(theirs.length).toBeGreaterThanOrEqual(4);
    }
    const ids = patient(3 * minute, 6 * minute).map(({ id }) => id);
    expect(ids.some((id) => id.startsWith('late'))).toBe(true);
    // No page that waits notices: eight share 42 a minute.
    for (const { id, at } of young) {
      expect((times(sim, id)[0] ?? Infinity) - at).toBeLessThanOrEqual(15 * second);
      expect(longestGap(times(sim, id))).toBeLessThanOrEqual(16 * second);
    }
  });

  test('of late and strange ones the late come first, and the strange in the end', async () => {
    const late = idsOf(10, 'late').map((id) => ({ id, at: 0, timedOutAt: 0 }));
    const strange = idsOf(8, 'strange').map((id) => ({ id, at: 0, operationId: null, wantedUntil: 1e9 }));
    const service: Service = {
      answer: ({ id }) => said(id, id.startsWith('late') ? 'timeout' : 'processing'),
      legs: quick,
    };
    // A page waits all the time, and none for more than five minutes.
    const busy = [0, 4, 8, 12].map((from) => ({ id: `busy-${from}`, at: from * minute }));
    const sim = await simulate([...late, ...strange, ...busy], 16 * minute, service);
    const asked = (name: string) => sim.arrivals.filter(({ id }) => id.startsWith(name)).length;
    expect(asked('late')).toBeGreaterThan(3 * asked('strange'));
    for (const { id } of [...late, ...strange]) expect(times(sim, id).length).toBeGreaterThan(0);
  });

  test('of late ones those come first that are asked about more often', async () => {
    const hours = 60 * minute;
    const old = idsOf(30, 'old').map((id) => ({
      id,
      at: 0,
      since: -5 * hours,
      timedOutAt: -5 * hours,
      askedAt: -hours,
      dueAt: 0,
    }));
    const late = idsOf(5, 'late').map((id) => ({ id, at: 0, timedOutAt: 0 }));
    const service: Service = {
      answer: ({ id }) => said(id, /late|old/.test(id) ? 'timeout' : 'processing'),
      legs: quick,
    };
    const sim = await simulate(
      [...idsOf(8, 'sale').map((id) => ({ id, at: 0 })), ...old, ...late],
      4 * minute,
      service,
    );
    for (const { id } of late) expect(times(sim, id).length).toBeGreaterThanOrEqual(2);
  });

  test('what was asked about after the longest wait shares the tenth: its person was told that it is unknown', async () => {
    const stuck = idsOf(15, 'stuck').map((id) => ({ id, at: 0 }));
    const sales = idsOf(20, 'sale').map((id, index) => ({ id, at: 6 * minute + index * 100 }));
    const sim = await simulate([...stuck, ...sales], 10 * minute, working);
    for (const from of [8, 9]) {
      const isAsked = ({ id, at }: Sim['arrivals'][number]) =>
        id.startsWith('stuck') && at >= from * minute && at < (from + 1) * minute;
      expect(sim.arrivals.filter(isAsked).length).toBeLessThanOrEqual(5);
    }
  });

  test('hundreds that are asked about once an hour make no page wait', async () => {
    const old = idsOf(400, 'old').map((id, index) => ({
      id,
      at: 0,
      since: -5 * 60 * minute,
      dueAt: index * 9 * second,
    }));
    const sim = await simulate([...old, { id: 'young', at: minute }], 3 * minute, working);
    const asked = times(sim, 'young');
    expect(asked[0]).toBeLessThanOrEqual(minute + 4 * second);
    expect(longestGap(asked)).toBeLessThanOrEqual(4 * second);
  });

  test('made-up ids by the hundred, wanted for a minute each, leave no trace after it', async () => {
    const strange = idsOf(600, 'strange').map((id, index) => ({
      id,
      at: index * 100,
      operationId: null,
      wantedUntil: index * 100 + minute,
    }));
    const sim = await simulate([...strange, { id: 'young', at: 70 * second }], 5 * minute, working);
    const after = sim.arrivals.filter(({ at }) => at > 130 * second);
    expect(new Set(after.map(({ id }) => id))).toStrictEqual(new Set(['young']));
    expect(longestGap(times(sim, 'young'))).toBeLessThanOrEqual(4 * second);
  });

  test('a question whose asker is gone holds its message for ten seconds, and no other', async () => {
    let lost = 1;
    const service: Service = { ...working, isLost: () => lost-- > 0 };
    const sim = await simulate(
      [
        { id: 'a', at: 0 },
        { id: 'b', at: 300 },
      ],
      20 * second,
      service,
    );
    const [first, again] = times(sim, 'a');
    expect((again ?? 0) - (first ?? 0)).toBeGreaterThanOrEqual(10 * second);
    expect((again ?? 0) - (first ?? 0)).toBeLessThanOrEqual(11 * second);
    expect(longestGap(times(sim, 'b'))).toBeLessThanOrEqual(2 * second);
  });
});

describe('how often a message is asked about in a day', () => {
  test('less and less, and then no more', async () => {
    const sim = await simulate([{ id: 'm', at: 0 }], 26 * 60 * minute, working, 1);
    const within = (from: number, until: number) =>
      times(sim, 'm').filter((at) => at >= from * minute && at < until * minute).length;
    expect(within(0, 5)).toBeGreaterThan(200);
    expect(within(5, 30)).toBeGreaterThanOrEqual(55);
    expect(within(5, 30)).toBeLessThanOrEqual(110);
    expect(within(31, 180)).toBeGreaterThanOrEqual(14);
    expect(within(31, 180)).toBeLessThanOrEqual(15);
    expect(within(181, 24 * 60)).toBeGreaterThanOrEqual(20);
    expect(within(181, 24 * 60)).toBeLessThanOrEqual(21);
    expect(within(24 * 60 + 1, 26 * 60)).toBe(0);
  });
});

describe('the limits', () => {
  const random = fc.record({
    accepted: fc.array(fc.integer({ min: 0, max: 90_000 }), { minLength: 1, maxLength: 80 }),
    durations: fc.array(fc.integer({ min: 500, max: 120_000 }), { minLength: 1, maxLength: 10 }),
    there: fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 8 }),
    back: fc.array(fc.integer({ min: 0, max: 4_000 }), { minLength: 1, maxLength: 8 }),
    pauses: fc.array(
      fc.record({
        at: fc.integer({ min: 0, max: 150_000 }),
        status: fc.constantFrom(429, 503),
        seconds: fc.option(fc.integer({ min: 1, max: 40 }), { nil: undefined }),
      }),
      { maxLength: 3 },
    ),
    late: fc.integer({ min: 2, max: 9 }),
    instances: fc.integer({ min: 1, max: 3 }),
  });

  test('hold in any minute, whatever comes and however long it takes on its way; pauses are kept', async () => {
    await fc.assert(
      fc.asyncProperty(random, async ({ accepted, durations, there, back, pauses, late, instances }) => {
        let legs = 0;
        const open = pauses.toSorted((a, b) => a.at - b.at);
        const rests: { from: number; until: number }[] = [];
        const pick = (of: readonly number[], index: number) => of[index % of.length] ?? 0;
        const messages = accepted.map((at, index) => ({ id: `m-${index}`, at }));
        const service: Service = {
          legs: () => [pick(there, (legs += 1)), pick(back, legs)],
          answer({ id, at }, now) {
            if (open[0] && open[0].at <= now) {
              const { status, seconds } = open.shift()!;
              rests.push({ from: now, until: now + (seconds ?? 0) * second });
              return new Response('{}', {
                status,
                headers: seconds === undefined ? {} : { 'retry-after': `${seconds}` },
              });
            }
            const index = Number(id.split('-')[1]);
            const isOver = now - at > pick(durations, index);
            return said(id, isOver ? (index % late === 0 ? 'timeout' : 'complete') : 'processing');
          },
        };
        const sim = await simulate(messages, 4 * minute, service, instances);
        expect(
          mostWithin(
            sim.arrivals.map(({ at }) => at),
            minute,
          ),
        ).toBeLessThanOrEqual(50);
        expect(
          mostWithin(
            sim.turns.map(({ at }) => at),
            minute,
          ),
        ).toBeLessThanOrEqual(47);
        for (const { id } of messages) {
          const taken = sim.turns.filter((turn) => turn.id === id).map(({ at }) => at);
          taken
            .slice(1)
            .forEach((at, index) => expect(at - (taken[index] ?? 0)).toBeGreaterThanOrEqual(second));
        }
        // What was on its way when the pause was heard may still arrive.
        for (const { from, until } of rests) {
          expect(sim.turns.filter(({ at }) => at > from + 4_000 && at < until)).toStrictEqual([]);
        }
      }),
      { numRuns: runs(6, 15) },
    );
  });

  test.each([
    [6, 1],
    [25, 2],
    [60, 3],
  ])('none starves: of %i, by %i instances, each is asked about in each round', async (count, instances) => {
    const messages = idsOf(count).map((id, index) => ({ id, at: (index * 7_919) % 20_000 }));
    const sim = await simulate(messages, 3 * minute, working, instances);
    const roundMs = (count * minute) / 47;
    for (const { id } of messages)
      expect(longestGap(times(sim, id))).toBeLessThanOrEqual(1.5 * roundMs + 4 * second);
  });

  test('a refusal that was not of our making leaves room for others that ask', async () => {
    const others: number[] = [];
    const service: Service = {
      legs: quick,
      answer({ id }, at) {
        // Another client asks ten times a minute.
        const now = Math.floor(at / (6 * second));
        while (others.length <= now) others.push(others.length * 6 * second);
        const lately = [...others, ...seen].filter((time) => time > at - minute && time <= at).length;
        if (lately >= 50) return new Response('{}', { status: 429, headers: { 'retry-after': '2' } });
        seen.push(at);
        return said(id, 'processing');
      },
    };
    const seen: number[] = [];
    const sim = await simulate(
      idsOf(10).map((id) => ({ id, at: 0 })),
      10 * minute,
      service,
    );
    const refused = sim.arrivals.length - seen.length;
    expect(refused / sim.arrivals.length).toBeLessThan(0.05);
    expect(seen.length / 10).toBeGreaterThan(30);
  });
});
