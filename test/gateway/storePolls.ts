import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GatewayStore, PollRules } from '../../src/gateway/gatewayStore.ts';
import { waitForTurn } from '../../src/gateway/createMemoryStore.ts';
import { fuzz } from './fuzz.ts';
import type { CreateHarness } from './storeConformance.ts';

const rules: PollRules = { limit: 4, windowMs: 10_000, minGapMs: 1000 };

type Step =
  | { kind: 'pass'; ms: number }
  | { kind: 'ask'; message: string }
  | { kind: 'ended'; message: string }
  | { kind: 'keep'; message: string; isFinal: boolean }
  | { kind: 'hand-out'; message: string }
  | { kind: 'rest'; ms: number; message: string };

const anyName = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat({ max: 3000 }) }) },
    { weight: 8, arbitrary: fc.record({ kind: fc.constant('ask' as const), message: anyName }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('ended' as const), message: anyName }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('keep' as const), message: anyName, isFinal: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('hand-out' as const), message: anyName }) },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant('rest' as const),
        ms: fc.nat({ max: 8000 }),
        message: anyName,
      }),
    },
  ),
  { minLength: 20, maxLength: 120 },
) satisfies fc.Arbitrary<Step[]>;

/** What a store should say, kept as plainly as can be: the whole log, and `waitForTurn` over what the window shows of it. */
function createModel() {
  const grants: { from: number; at: number; message: string; isEnded: boolean }[] = [];
  let wants: { at: number; place: string }[] = [];
  const askedAt = new Map<string, number>();
  const kept = new Map<string, { at: number; body: string; isFinal: boolean }>();
  const restUntil = { known: 0, strange: 0 };
  return {
    grants,
    ask(now: number, message: string) {
      const known = kept.get(message);
      const place = known ? message : 'strangers';
      if (known?.isFinal) return { isGranted: false, waitMs: 0 };
      const inWindow = ({ at }: { at: number }) => at + rules.windowMs > now;
      const wanted = new Set(wants.filter(inWindow).map((want) => want.place));
      if (!wanted.has(place)) askedAt.delete(place); // nobody waited: it begins anew
      wanted.add(place);
      const lastAskedAt = askedAt.get(place);
      const slots = grants.filter(inWindow).map(({ at }) => at);
      wants.push({ at: now, place });
      const rest = known ? restUntil.known : Math.max(restUntil.known, restUntil.strange);
      const log = { slots, wanted: wanted.size, lastAskedAt, isStrange: !known, restUntil: rest };
      const wait = waitForTurn(now, log, rules);
      if (wait > 0) return { isGranted: false, waitMs: Math.ceil(wait) };
      askedAt.set(place, now);
      grants.push({ from: now, at: now, message, isEnded: false });
      return { isGranted: true, waitMs: 0 };
    },
    /** Gives whether there was a question to end: one that was granted within the window. */
    ended(now: number, name: string): boolean {
      const grant = grants.findLast((one) => one.message === name && !one.isEnded);
      if (!grant || now - grant.at >= rules.windowMs) return false;
      grant.at = now;
      grant.isEnded = true;
      grants.sort((one, other) => one.at - other.at);
      return true;
    },
    keep(now: number, name: string, body: string, isFinal: boolean) {
      const before = kept.get(name);
      if (before?.isFinal && !isFinal && body !== '') return true;
      if (isFinal) {
        wants = wants.filter(({ place }) => place !== name);
        askedAt.delete(name);
      } else if (!before && body !== '') {
        wants.push({ at: now, place: name });
        askedAt.set(name, now);
      }
      kept.set(name, { at: now, body, isFinal });
      return before !== undefined;
    },
    rest(now: number, ms: number, name: string) {
      const who = kept.has(name) ? 'known' : 'strange';
      restUntil[who] = Math.max(restUntil[who], now + ms);
    },
    known: (name: string) => kept.get(name),
  };
}

const handedOut = { body: '', isFinal: false };
const handOut = (store: GatewayStore, ...names: string[]) =>
  Promise.all(names.map((name) => store.keepMessage(name, handedOut)));

/** What every store promises about polls. `runs`: how many random logs it is held against. */
export function testPolls(create: CreateHarness, { runs }: { runs: number }): void {
  describe('polls', () => {
    test('are granted as the arithmetic says, never more than the limit in any window', async () => {
      await fuzz(
        steps,
        async (log) => {
          const { store, clock } = await create();
          const model = createModel();
          for (const step of log) {
            const now = clock.now();
            if (step.kind === 'pass') await clock.advance(step.ms);
            else if (step.kind === 'rest') {
              await store.rest(step.ms, step.message);
              model.rest(now, step.ms, step.message);
            } else if (step.kind === 'ended') {
              if (model.ended(now, step.message)) await store.pollEnded(step.message);
            } else if (step.kind === 'keep') {
              const body = `at ${now}`;
              const wasThere = model.keep(now, step.message, body, step.isFinal);
              const entry = { body, isFinal: step.isFinal };
              expect(await store.keepMessage(step.message, entry)).toBe(wasThere);
            } else if (step.kind === 'hand-out') {
              const wasThere = model.keep(now, step.message, '', false);
              expect(await store.keepMessage(step.message, handedOut)).toBe(wasThere);
            } else {
              const known = model.known(step.message);
              const told = known && { body: known.body, isFinal: known.isFinal, ageMs: now - known.at };
              const expected = { ...model.ask(now, step.message), known: told };
              expect(await store.askFor(step.message, rules)).toEqual(expected);
            }
          }
          // Whenever each of them reached the service between its grant and its end: never too many in any window.
          for (const last of model.grants) {
            const mayMeet = model.grants.filter(
              ({ from, at }) => from <= last.from && at > last.from - rules.windowMs,
            );
            expect(mayMeet.length).toBeLessThanOrEqual(rules.limit);
          }
        },
        { runs, limitMs: 45_000 },
      );
    }, 60_000);

    test('keep to the limit when many ask at once', async () => {
      const { store, letTimePass } = await create();
      const names = Array.from({ length: 30 }, (_, id) => `m-${id}`);
      await handOut(store, ...names);
      const ask = () => Promise.all(names.map((name) => store.askFor(name, rules)));
      expect((await ask()).filter(({ isGranted }) => isGranted)).toHaveLength(4);
      await letTimePass(9999);
      expect((await ask()).filter(({ isGranted }) => isGranted)).toHaveLength(0);
      await letTimePass(1);
      expect((await ask()).filter(({ isGranted }) => isGranted)).toHaveLength(4);
    });

    test.each([
      ['handed out', () => true],
      ['strange', () => false],
    ])('of one %s message keep their gap', async (_, isHandedOut) => {
      const { store, letTimePass } = await create();
      if (isHandedOut()) await handOut(store, 'm');
      const known = isHandedOut() ? { ...handedOut, ageMs: 0 } : undefined;
      expect(await store.askFor('m', rules)).toEqual({ isGranted: true, waitMs: 0, known });
      expect(await store.askFor('m', rules)).toMatchObject({ isGranted: false, waitMs: 1000 });
      await letTimePass(400);
      expect(await store.askFor('m', rules)).toMatchObject({ isGranted: false, waitMs: 600 });
      await letTimePass(600);
      expect(await store.askFor('m', rules)).toMatchObject({ isGranted: true });
    });

    test('are shared: of messages that are asked about all the time none starves', async () => {
      const { store, letTimePass } = await create();
      const messages = ['a', 'b', 'c', 'd', 'e', 'f'];
      await handOut(store, ...messages);
      const granted = new Map(messages.map((name) => [name, 0]));
      for (let second = 0; second < 120; second += 1) {
        const turns = await Promise.all(messages.map((name) => store.askFor(name, rules)));
        turns.forEach(({ isGranted }, index) => {
          const name = messages[index] ?? '';
          if (isGranted) granted.set(name, (granted.get(name) ?? 0) + 1);
        });
        await letTimePass(1000);
      }
      const counts = [...granted.values()];
      expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(44);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(6);
    });

    test('of made-up ids together are as many as leave three quarters of a full window to the others', async () => {
      const { store, letTimePass } = await create();
      await handOut(store, 'a', 'b', 'c');
      const granted = { handedOut: 0, strange: 0 };
      for (let second = 0; second < 60; second += 1) {
        const madeUp = Array.from({ length: 6 }, (_, index) => `made-up-${second}-${index}`);
        const turns = await Promise.all(madeUp.map((name) => store.askFor(name, rules)));
        granted.strange += turns.filter(({ isGranted }) => isGranted).length;
        const others = await Promise.all(['a', 'b', 'c'].map((name) => store.askFor(name, rules)));
        granted.handedOut += others.filter(({ isGranted }) => isGranted).length;
        await letTimePass(1000);
      }
      expect(granted.handedOut + granted.strange).toBeGreaterThanOrEqual(23);
      expect(granted.strange).toBeGreaterThanOrEqual(5);
      expect(granted.strange).toBeLessThanOrEqual(8);
    });

    test('about a strange message that the service knows are like any other’s from then on', async () => {
      const { store, letTimePass } = await create();
      await store.askFor('m', rules);
      await letTimePass(300);
      await store.pollEnded('m');
      await store.keepMessage('m', { body: 'received', isFinal: false });
      expect(await store.askFor('m', rules)).toMatchObject({ isGranted: false, waitMs: 1000 });
      await letTimePass(900);
      await store.askFor('strange', rules);
      await letTimePass(100);
      expect(await store.askFor('m', rules)).toMatchObject({ isGranted: true });
      expect(await store.askFor('stranger', rules)).toMatchObject({ isGranted: false });
    });

    test('that overlap, of one message: each slot counts from the end of a question', async () => {
      const { store, letTimePass } = await create();
      const two = { limit: 2, windowMs: 10_000, minGapMs: 1000 };
      await handOut(store, 'm', 'n');
      await store.askFor('m', two);
      await letTimePass(2500);
      expect(await store.askFor('m', two)).toMatchObject({ isGranted: true });
      await letTimePass(2500);
      await store.pollEnded('m');
      await letTimePass(1000);
      await store.pollEnded('m');
      await store.pollEnded('m');
      expect(await store.askFor('n', two)).toMatchObject({ isGranted: false, waitMs: 9000 });
    });

    test('of which one never ends: it counts from when it was granted, the other from its end', async () => {
      const { store, letTimePass } = await create();
      const two = { limit: 2, windowMs: 10_000, minGapMs: 1000 };
      await handOut(store, 'm', 'n');
      await store.askFor('m', two);
      await letTimePass(2500);
      await store.askFor('m', two);
      await letTimePass(2500);
      await store.pollEnded('m');
      expect(await store.askFor('n', two)).toMatchObject({ isGranted: false, waitMs: 5000 });
    });

    test('keep a gap that is longer than the window', async () => {
      const { store, letTimePass } = await create();
      const slow = { limit: 4, windowMs: 1000, minGapMs: 5000 };
      await handOut(store, 'm');
      await store.askFor('m', slow);
      await letTimePass(2000);
      expect(await store.askFor('m', slow)).toMatchObject({ isGranted: false, waitMs: 3000 });
    });

    test('of a message with a result leave their share to the others at once', async () => {
      const { store } = await create();
      const names = ['a', 'b', 'c', 'd', 'e', 'f'];
      await handOut(store, ...names);
      for (const name of names) await store.askFor(name, rules);
      expect(await store.askFor('a', rules)).toMatchObject({ isGranted: false, waitMs: 15_000 });
      for (const name of ['e', 'f']) await store.keepMessage(name, { body: 'over', isFinal: true });
      expect(await store.askFor('a', rules)).toMatchObject({ isGranted: false, waitMs: 10_000 });
    });

    test('of a message that is handed out again begin anew, for every instance', async () => {
      const harness = await create();
      const { store, letTimePass } = harness;
      expect(await handOut(store, 'm', 'n')).toEqual([false, false]);
      await store.keepMessage('m', { body: 'processing', isFinal: false });
      await store.keepMessage('n', { body: 'over', isFinal: true });
      expect(await handOut(store, 'm', 'n')).toEqual([true, true]);
      expect(await store.askFor('n', rules)).toMatchObject({ isGranted: true, known: { body: '' } });
      await letTimePass(1000);
      const { isGranted, known } = await (await harness.another()).askFor('n', rules);
      expect([isGranted, known?.body ?? '']).toEqual([true, '']);
    });

    test('rest for the strange alone after a question about a strange one', async () => {
      const harness = await create();
      const { store, letTimePass } = harness;
      await handOut(store, 'm');
      await store.rest(5000, 'strange');
      await letTimePass(1000);
      expect(await store.askFor('stranger', rules)).toMatchObject({ isGranted: false, waitMs: 4000 });
      expect(await store.askFor('m', rules)).toMatchObject({ isGranted: true });
      const another = await harness.another();
      expect(await another.askFor('stranger', rules)).toMatchObject({ isGranted: false, waitMs: 4000 });
      await letTimePass(4000);
      expect(await another.askFor('stranger', rules)).toMatchObject({ isGranted: true });
    });

    test('of a message nobody wanted for a whole window begin anew', async () => {
      const { store, letTimePass } = await create();
      await handOut(store, 'a', 'b', 'c', 'd', 'e', 'f');
      const askAll = async (...names: string[]) => {
        const turns = [];
        for (const name of names) turns.push(await store.askFor(name, rules));
        return turns;
      };
      await askAll('a', 'b', 'c', 'd', 'e', 'f');
      await letTimePass(9000);
      await askAll('b', 'c', 'd', 'e', 'f');
      await letTimePass(1500);
      const [unwanted, wanted] = await askAll('a', 'b');
      expect(unwanted).toMatchObject({ isGranted: true });
      expect(wanted).toMatchObject({ isGranted: false, waitMs: 4500 });
    });

    test('rest for all messages; a shorter rest does not end a longer one', async () => {
      const { store, letTimePass } = await create();
      await handOut(store, 'm', 'n');
      await store.rest(5000, 'm');
      await store.rest(2000, 'n');
      expect(await store.askFor('m', rules)).toMatchObject({ isGranted: false, waitMs: 5000 });
      await letTimePass(4999);
      expect(await store.askFor('n', rules)).toMatchObject({ isGranted: false, waitMs: 1 });
      await letTimePass(1);
      expect(await store.askFor('n', rules)).toMatchObject({ isGranted: true });
    });

    test('of a message with a result cost no slot, and the result stays', async () => {
      const { store, letTimePass } = await create();
      const result = { body: '{"status":"complete"}', isFinal: true };
      await store.keepMessage('m', { body: '{"status":"processing"}', isFinal: false });
      await store.keepMessage('m', result);
      await store.keepMessage('m', { body: '{"status":"processing"}', isFinal: false });
      await letTimePass(3000);
      for (let times = 0; times < 10; times += 1) {
        expect(await store.askFor('m', rules)).toEqual({
          isGranted: false,
          waitMs: 0,
          known: { ...result, ageMs: 3000 },
        });
      }
      await handOut(store, 'a', 'b', 'c', 'd');
      const others = await Promise.all(['a', 'b', 'c', 'd'].map((name) => store.askFor(name, rules)));
      expect(others.every(({ isGranted }) => isGranted)).toBe(true);
    });

    test('and results are known to another instance', async () => {
      const harness = await create();
      const { store } = harness;
      await handOut(store, 'a', 'b', 'c', 'd');
      for (const name of ['a', 'b', 'c', 'd']) await store.askFor(name, rules);
      await store.keepMessage('a', { body: 'over', isFinal: true });
      await store.rest(12_000, 'b');
      await harness.letTimePass(1000);
      const another = await harness.another();
      expect(await another.askFor('a', rules)).toMatchObject({
        waitMs: 0,
        known: { body: 'over', ageMs: 1000 },
      });
      expect(await another.askFor('e', rules)).toMatchObject({ isGranted: false, waitMs: 11_000 });
      await harness.letTimePass(8999);
      expect(await another.askFor('b', { ...rules, windowMs: 20_000 })).toMatchObject({ isGranted: false });
    });
  });
}
