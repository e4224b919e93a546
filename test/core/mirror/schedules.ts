import fc from 'fast-check';
import { expect } from 'vitest';
import { type ScenarioName, scenarioNames } from '../../../src/exports/sandbox.ts';
import { createBrowser, minute, mirrorTill } from './mirrorTill.ts';
import { wayNames } from './ways.ts';

const polling: ScenarioName[] = ['offline', 'lost-answer', 'malformed', 'server-error', 'rate-limited'];

const tab = fc.nat(2);
const weighted = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) => ({ weight, arbitrary });
const press = fc.record({
  do: fc.constant('press' as const),
  tab,
  terminal: fc.nat(1),
  amount: fc.integer({ min: 100, max: 400 }),
  clicks: fc.integer({ min: 1, max: 3 }),
  confirms: fc.boolean(),
});
const step = fc.oneof(
  weighted(7, press),
  weighted(5, fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 20_000 }) })),
  weighted(
    6,
    fc.record({
      do: fc.constant('way' as const),
      what: fc.constantFrom(
        'POST' as const,
        'POST' as const,
        'ask' as const,
        'list' as const,
        'stream' as const,
      ),
      name: fc.constantFrom(...wayNames),
      next: fc.integer({ min: 1, max: 4 }),
    }),
  ),
  weighted(
    2,
    fc.record({
      do: fc.constant('scenario' as const),
      name: fc.constantFrom<ScenarioName>('approved', ...scenarioNames),
    }),
  ),
  weighted(1, fc.record({ do: fc.constant('pollFault' as const), name: fc.constantFrom(...polling) })),
  weighted(
    2,
    fc.record({
      do: fc.constantFrom('reload' as const, 'crash' as const, 'freeze' as const, 'thaw' as const),
      tab,
    }),
  ),
  weighted(2, fc.record({ do: fc.constantFrom('hide' as const, 'show' as const, 'leave' as const), tab })),
  weighted(2, fc.record({ do: fc.constantFrom('note' as const, 'stop' as const, 'check' as const), tab })),
  weighted(2, fc.record({ do: fc.constant('resolve' as const), tab, charged: fc.boolean() })),
  weighted(1, fc.record({ do: fc.constant('restart' as const), forgets: fc.boolean() })),
  weighted(1, fc.record({ do: fc.constantFrom('sign out' as const, 'sign in' as const, 'cut' as const) })),
  weighted(
    1,
    fc.record({ do: fc.constant('jump' as const), ms: fc.integer({ min: -7_200_000, max: 7_200_000 }) }),
  ),
  weighted(1, fc.record({ do: fc.constantFrom('full' as const, 'cleared' as const) })),
);
export type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const length = { minLength: 3, maxLength: 16 };
/** What people, browsers, networks and deployments do to the tills of a shop. */
export const schedules: fc.Arbitrary<Step[]> = fc.array(step, length);

const lossy: readonly Step['do'][] = [
  'press',
  'wait',
  'way',
  'reload',
  'crash',
  'sign out',
  'sign in',
  'cut',
  'hide',
  'show',
];
/** Only between page and gateway something is lost, and the service does what it should. */
export const lossySchedules: fc.Arbitrary<Step[]> = fc.array(
  step
    .filter((one) => lossy.includes(one.do))
    .map((one) => (one.do === 'press' ? { ...one, amount: one.amount - (one.amount % 100) + 50 } : one)),
  length,
);

/** Runs a schedule in virtual time, then holds what screens showed and said against the record and the service's ledger. */
export async function runSchedule(steps: readonly Step[], seed: number, isFindable = false): Promise<void> {
  const till = await mirrorTill({ seed });
  const { sandbox, clock, ways, pass, trace } = till;
  const [bar, kiosk] = [createBrowser(), createBrowser()];
  let isFull = false;
  for (const browser of [bar, kiosk]) {
    const kept = browser.storage;
    const setItem = (name: string, value: string) => {
      if (isFull) throw new DOMException('full', 'QuotaExceededError');
      kept.setItem(name, value);
    };
    browser.storage = new Proxy(kept, {
      get: (_, name) => (name === 'setItem' ? setItem : (Reflect.get(kept, name) as unknown)),
    });
  }
  const openTab = (index: number) =>
    index < 2 ? till.open({ browser: bar, till: 'bar' }) : till.open({ browser: kiosk, till: 'kiosk' });
  const tabs = [0, 1, 2].map(openTab);
  await pass(300);
  const wentBack = steps.some((one) => one.do === 'jump' && one.ms < 0);
  let hasForgotten = false;

  for (const action of steps) {
    const page = tabs['tab' in action ? action.tab : 0]!;
    const own = page.operations.list().filter(({ scope }) => scope === page.operations.scope);
    const open = own.find(({ phase }) => phase === 'waiting' || phase === 'unknown' || phase === 'sending');
    switch (action.do) {
      case 'press': {
        const request = { amount: action.amount, terminalId: sandbox.terminals[action.terminal]!.id };
        const presses = Array.from({ length: action.clicks }, () => page.pay(request));
        const [result] = await Promise.all(presses);
        await pass(1);
        const asked = !result?.started && result?.refusal.confirmation;
        if (asked && action.confirms) await page.pay(request, { confirmed: asked });
        break;
      }
      case 'wait':
        await pass(action.ms);
        break;
      case 'way':
        ways.bend(action.what, action.name, action.next);
        break;
      case 'cut':
        till.cut();
        await pass(7000);
        ways.mend();
        break;
      case 'scenario':
        sandbox.setScenario(action.name);
        break;
      case 'pollFault':
        sandbox.setScenario(action.name, { operation: 'getProcessedMessage', next: 3 });
        break;
      case 'reload':
      case 'crash':
        page[action.do === 'reload' ? 'close' : 'crash']();
        tabs[action.tab] = openTab(action.tab);
        break;
      case 'freeze':
        page.freeze();
        break;
      case 'thaw':
        await page.thaw();
        break;
      case 'hide':
      case 'leave':
        page.signals.isVisible = false;
        page.hide(action.do === 'leave');
        break;
      case 'show':
        page.signals.isVisible = true;
        page.wake();
        break;
      case 'note':
        for (const { id } of own) page.operations.acknowledge(id);
        break;
      case 'stop':
        if (open) page.operations.stopWaiting(open.id);
        break;
      case 'check':
        if (open) for (let count = 0; count < 5; count += 1) page.operations.checkNow(open.id);
        break;
      case 'resolve':
        if (open) page.operations.resolveUnknown(open.id, { charged: action.charged, basis: 'receipt' });
        break;
      case 'restart': {
        // A page that opens after its clock was set back cannot know how old an operation is.
        const forgets = action.forgets && !wentBack && !isFindable;
        hasForgotten ||= forgets;
        till.restart({ forgets });
        break;
      }
      case 'sign out':
        for (const name of ['pay', 'askOperation', 'listOperations', 'streamOperations'] as const)
          till.refused.set(name, 401);
        break;
      case 'sign in':
        till.refused.clear();
        break;
      case 'jump':
        clock.jump(action.ms);
        break;
      case 'full':
        isFull = true;
        break;
      case 'cleared':
        (bar.storage as Storage).clear();
        break;
    }
    await pass(0);
  }

  sandbox.setScenario(undefined);
  ways.mend();
  till.refused.clear();
  isFull = false;
  for (const page of tabs) {
    page.signals.isVisible = true;
    await page.thaw();
  }
  await pass(2 * minute);
  for (const [index, page] of tabs.entries()) {
    page.close();
    tabs[index] = openTab(index);
  }
  await pass(8 * minute);
  for (const page of tabs) trace.push(...page.operations.list());

  sandbox.assertSafe(trace);
  if (hasForgotten) return;
  const rows = await till.rows();
  const phases = new Map(rows.map(({ id, phase }) => [id, phase]));
  // No charge is lost, nor called none.
  for (const { operationId = '' } of sandbox.ledger.charges)
    expect(['complete', 'partial', 'unknown', 'resolved']).toContain(phases.get(operationId));
  for (const [index, page] of tabs.entries()) {
    const shown = page.operations.list({ standing: true });
    // What a till began and no operator took note of stands there, as the record has it.
    const name = index < 2 ? 'bar' : 'kiosk';
    const expected = rows.filter(({ actor, isOpen, isUnseen }) => isOpen || (isUnseen && actor === name));
    const words = (list: readonly { id: string; phase: string }[]) =>
      list.map(({ id, phase }) => `${id} ${phase}`);
    const recorded = shown.filter(({ id }) => phases.has(id));
    expect(words(recorded).toSorted()).toEqual(words(expected as never).toSorted());
  }
  // What was said is told.
  for (const { storage } of [bar, kiosk]) {
    const notes = Array.from({ length: storage.length }, (_, at) => storage.getItem(storage.key(at)!)!);
    for (const note of notes.map((text) => JSON.parse(text) as Record<string, unknown>)) {
      const hasPendingCommand =
        (note['resolution'] ?? note['seen']) !== undefined && !note['isOver'] && !note['refused'];
      expect(hasPendingCommand && phases.has(note['id'] as string) ? note : undefined).toBeUndefined();
    }
  }
  if (isFindable)
    for (const page of tabs)
      for (const { phase } of page.operations.list()) expect(['complete', 'rejected']).toContain(phase);
}
