import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PollRules } from '../../src/gateway/gatewayStore.ts';
import { waitForTurn } from '../../src/gateway/pollTurns.ts';
import type { CreateHarness } from './storeConformance.ts';

const rules: PollRules = { limit: 4, windowMs: 10_000, minGapMs: 1000 };

type Step =
  | { kind: 'pass'; ms: number }
  | { kind: 'ask'; message: string }
  | { kind: 'ended'; message: string }
  | { kind: 'keep'; message: string; isFinal: boolean }
  | { kind: 'rest'; ms: number };

const message = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const steps = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('pass' as const), ms: fc.nat({ max: 3000 }) }) },
    { weight: 8, arbitrary: fc.record({ kind: fc.constant('ask' as const), message }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('ended' as const), message }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('keep' as const), message, isFinal: fc.boolean() }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('rest' as const), ms: fc.nat({ max: 8000 }) }) },
  ),
  { minLength: 20, maxLength: 120 },
) satisfies fc.Arbitrary<Step[]>;

/** What a store should say, kept as plainly as can be: the whole log, and `waitForTurn` over what the window shows of it. */
function createModel() {
  const grants: { from: number; at: number; message: string }[] = [];
  const wants: { at: number; message: string }[] = [];
  const askedAt = new Map<string, number>();
  const kept = new Map<string, { at: number; isFinal: boolean }>();
  let restUntil = 0;
  return {
    grants,
    ask(now: number, wantedMessage: string) {
      const known = kept.get(wantedMessage);
      if (known?.isFinal) return { isGranted: false, waitMs: 0 };
      const inWindow = ({ at }: { at: number }) => at + rules.windowMs > now;
      const wanted = new Set(wants.filter(inWindow).map((want) => want.message));
      if (!wanted.has(wantedMessage)) askedAt.delete(wantedMessage); // nobody waited: it begins anew
      wanted.add(wantedMessage);
      const open = [...wanted].filter((name) => !kept.get(name)?.isFinal);
      const lastAskedAt = askedAt.get(wantedMessage);
      const slots = grants.filter(inWindow).map(({ at }) => at);
      wants.push({ at: now, message: wantedMessage });
      const wait = waitForTurn(now, { slots, wanted: open.length, lastAskedAt, restUntil }, rules);
      if (wait > 0) return { isGranted: false, waitMs: Math.ceil(wait) };
      askedAt.set(wantedMessage, now);
      grants.push({ from: now, at: now, message: wantedMessage });
      return { isGranted: true, waitMs: 0 };
    },
    /** Gives whether there was a question to end: one that was granted within the window. */
    ended(now: number, name: string): boolean {
      const grant = grants.find((one) => one.message === name && one.at === askedAt.get(name));
      if (!grant || kept.get(name)?.isFinal || now - grant.at >= rules.windowMs) return false;
      grant.at = now;
      grants.sort((one, other) => one.at - other.at);
      return true;
    },
    keep(now: number, name: string, isFinal: boolean) {
      if (isFinal || !kept.get(name)?.isFinal) kept.set(name, { at: now, isFinal });
    },
    rest(now: number, ms: number) {
      restUntil = Math.max(restUntil, now + ms);
    },
    known: (name: string) => kept.get(name),
  };
}

/** What every store promises about polls. `runs`: how many random logs it is held against. */
export function testPolls(create: CreateHarness, { runs }: { runs: number }): void {
  describe('polls', () => {
    test('are granted as the arithmetic says, never more than the limit in any window', async () => {
      await fc.assert(
        fc.asyncProperty(steps, async (log) => {
          const { store, clock } = await create();
          const model = createModel();
          for (const step of log) {
            const now = clock.now();
            if (step.kind === 'pass') await clock.advance(step.ms);
            else if (step.kind === 'rest') {
              await store.rest(step.ms);
              model.rest(now, step.ms);
            } else if (step.kind === 'ended') {
              if (model.ended(now, step.message)) await store.pollEnded(step.message);
            } else if (step.kind === 'keep') {
              await store.keepMessage(step.message, { body: `at ${now}`, isFinal: step.isFinal });
              model.keep(now, step.message, step.isFinal);
            } else {
              const known = model.known(step.message);
              const told = known && { body: `at ${known.at}`, isFinal: known.isFinal, ageMs: now - known.at };
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
        }),
        { numRuns: runs },
      );
    }, 60_000);

    test('keep to the limit when many ask at once', async () => {
      const { store, letTimePass } = await create();
      const ask = () => Promise.all(Array.from({ length: 30 }, (_, id) => store.askFor(`m-${id}`, rules)));
      expect((await ask()).filter(({ isGranted }) => isGranted)).toHaveLength(4);
      await letTimePass(9999);
      expect((await ask()).filter(({ isGranted }) => isGranted)).toHaveLength(0);
      await letTimePass(1);
      expect((await ask()).filter(({ isGranted }) => isGranted)).toHaveLength(4);
    });

    test('of one message keep their gap', async () => {
      const { store, letTimePass } = await create();
      expect(await store.askFor('m', rules)).toEqual({ isGranted: true, waitMs: 0, known: undefined });
      expect(await store.askFor('m', rules)).toMatchObject({ isGranted: false, waitMs: 1000 });
      await letTimePass(400);
      expect(await store.askFor('m', rules)).toMatchObject({ isGranted: false, waitMs: 600 });
      await letTimePass(600);
      expect(await store.askFor('m', rules)).toMatchObject({ isGranted: true });
    });

    test('are shared: of messages that are asked about all the time none starves', async () => {
      const { store, letTimePass } = await create();
      const messages = ['a', 'b', 'c', 'd', 'e', 'f'];
      const granted = new Map(messages.map((name) => [name, 0]));
      for (let second = 0; second < 120; second += 1) {
        for (const name of messages) {
          const { isGranted } = await store.askFor(name, rules);
          if (isGranted) granted.set(name, (granted.get(name) ?? 0) + 1);
        }
        await letTimePass(1000);
      }
      const counts = [...granted.values()];
      expect(counts.reduce((sum, count) => sum + count)).toBeGreaterThanOrEqual(44);
      expect(Math.min(...counts)).toBeGreaterThanOrEqual(6);
    });

    test('of a message nobody wanted for a whole window begin anew', async () => {
      const { store, letTimePass } = await create();
      const askAll = (...names: string[]) => Promise.all(names.map((name) => store.askFor(name, rules)));
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
      await store.rest(5000);
      await store.rest(2000);
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
      const others = await Promise.all(['a', 'b', 'c', 'd'].map((name) => store.askFor(name, rules)));
      expect(others.every(({ isGranted }) => isGranted)).toBe(true);
    });

    test('and results are known to another instance', async () => {
      const harness = await create();
      const { store } = harness;
      for (const name of ['a', 'b', 'c', 'd']) await store.askFor(name, rules);
      await store.keepMessage('a', { body: 'over', isFinal: true });
      await store.rest(12_000);
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
