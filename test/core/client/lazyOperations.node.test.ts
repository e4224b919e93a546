import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createLazyOperations, createLazyForwardingCalls } from '../../../src/core/client/lazyOperations.ts';
import type { TerminalOperations } from '../../../src/core/operations/terminalOperations.ts';
import type { PaymentsEvent } from '../../../src/exports/core.ts';
import { allowConsole } from '../../console.ts';
import { recordTill } from '../mirror/scriptedRecord.ts';

beforeEach(() => void vi.stubGlobal('window', {}));
afterEach(() => void vi.unstubAllGlobals());

/** A page whose operations are loaded when the test says so. */
function loading() {
  const till = recordTill();
  const loads: { resolve: (operations: TerminalOperations) => void; reject: (error: Error) => void }[] = [];
  const made = till.open();
  const client = {
    ...made.client,
    loadOperations: () =>
      new Promise<TerminalOperations>((resolve, reject) => void loads.push({ resolve, reject })),
  };
  const operations = createLazyOperations(client, '', client);
  const start = vi.spyOn(made.operations, 'start');
  let disposed = 0;
  const real: TerminalOperations = {
    ...made.operations,
    dispose() {
      disposed += 1;
      made.operations.dispose();
    },
  };
  return {
    ...till,
    operations,
    loads,
    pay: (options = {}) => operations.start('pay', made.request, { currency: 'USD', ...options }),
    arrive: async () => {
      loads.at(-1)!.resolve(real);
      await till.clock.advance(0);
    },
    fail: async () => {
      loads.at(-1)!.reject(new Error('Failed to fetch dynamically imported module'));
      await till.clock.advance(0);
    },
    payments: () => till.asked.filter((path) => path === 'POST pay'),
    disposed: () => disposed,
    started: () => start.mock.calls.map(([, request]) => request),
  };
}

describe('operations whose engine is still being loaded', () => {
  test('are loaded at once in a browser, and nothing is listed until then', async () => {
    const { operations, loads, arrive } = loading();
    expect(loads).toHaveLength(1);
    expect([operations.list(), operations.get('x'), operations.isReady()]).toEqual([[], undefined, false]);
    expect([operations.isRead(), operations.isOwn('x'), operations.isOrphan('x')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(operations.canCheck('x')).toBe(false);
    expect(operations.checkNow('x')).toEqual({ asked: false, nextAllowedAt: Infinity });
    expect(operations.checkMessageNow('m')).toEqual({ asked: false, nextAllowedAt: Infinity });
    await arrive();
    expect(loads).toHaveLength(1);
  });

  test('keep a press until it is there, and send it once', async () => {
    const { clock, arrive, pay, payments, operations, loads } = loading();
    const pressed = pay();
    await clock.advance(3000);
    expect(payments()).toEqual([]);
    expect(loads).toHaveLength(1);
    await arrive();
    expect(await pressed).toMatchObject({ started: true });
    await clock.advance(100);
    expect(payments()).toHaveLength(1);
    expect(operations.list()).toHaveLength(1);
  });

  test('F60: send one request for two presses', async () => {
    const { clock, arrive, pay, payments } = loading();
    const pressed = Promise.all([pay(), pay(), pay({ flowKey: 'other' })]);
    await arrive();
    expect(await pressed).toMatchObject([
      { started: true },
      { started: false, refusal: { code: 'already-started' } },
      { started: false, refusal: { code: 'terminal-busy' } },
    ]);
    await clock.advance(100);
    expect(payments()).toHaveLength(1);
  });

  test('refuse a press where it cannot be loaded, and load it with the next', async () => {
    const { arrive, fail, pay, loads, payments, clock, operations } = loading();
    const first = pay();
    const asked = operations.record.listTransactions({}).catch((error: unknown) => error);
    await fail();
    expect(await asked).toMatchObject({ name: 'PaymentsError', code: 'unanswered' });
    expect(await first).toMatchObject({ started: false, refusal: { code: 'unreachable' } });
    const second = pay();
    expect(loads).toHaveLength(2);
    await arrive();
    expect(await second).toMatchObject({ started: true });
    await clock.advance(100);
    expect(payments()).toHaveLength(1);
  });

  test('are loaded again by themselves where part of the page waits for them', async () => {
    const { clock, arrive, fail, operations, loads } = loading();
    await fail();
    await clock.advance(60_000);
    expect(loads).toHaveLength(1);
    let changes = 0;
    operations.subscribe(() => (changes += 1));
    for (let failures = 0; failures < 5; failures += 1) {
      await fail();
      await clock.advance(60_000);
    }
    expect(loads).toHaveLength(7);
    await arrive();
    expect(changes).toBeGreaterThan(0);
    await clock.advance(600_000);
    expect(loads).toHaveLength(7);
  });

  test('refuse a press that waits for more than ten seconds, and do not send it later', async () => {
    const { clock, arrive, pay, payments } = loading();
    const pressed = pay();
    await clock.advance(10_000);
    expect(await pressed).toMatchObject({ started: false, refusal: { code: 'unreachable' } });
    await arrive();
    await clock.advance(60_000);
    expect(payments()).toEqual([]);
    expect(await pay()).toMatchObject({ started: true });
  });

  test('M10: refuse a press of a machine that slept meanwhile, whose timers and page time stood still', async () => {
    const { clock, arrive, pay, payments } = loading();
    const pressed = pay();
    await clock.advance(1000);
    clock.jump(60 * 60_000);
    await arrive();
    expect(await pressed).toMatchObject({ started: false, refusal: { code: 'unreachable' } });
    await clock.advance(60_000);
    expect(payments()).toEqual([]);
    expect(await pay()).toMatchObject({ started: true });
  });

  test.each(['at once', 'after a load that failed'])('tell subscribers, loaded %s', async (when) => {
    const { clock, arrive, fail, pay, operations, say } = loading();
    let changes = 0;
    const events: PaymentsEvent['type'][] = [];
    const seen: number[] = [];
    operations.subscribe(() => (changes += 1));
    operations.listen(({ type }) => events.push(type));
    operations.record.subscribe(() => seen.push(operations.list().length));
    const left = operations.subscribe(() => expect.fail('It had left.'));
    left();
    if (when !== 'at once') {
      await fail();
      void pay();
    }
    await arrive();
    expect(changes).toBeGreaterThan(0);
    const before = changes;
    if (when === 'at once') await pay();
    await clock.advance(1000);
    say(operations.list()[0]!.id, 'complete');
    await clock.advance(0);
    expect(changes).toBeGreaterThan(before);
    expect(events).toContain('operation');
    expect(seen.at(-1)).toBe(1);
  });

  test('are shown a message as soon as they can be', async () => {
    const { clock, arrive, operations } = loading();
    const watch = operations.watch('m-1');
    let changes = 0;
    const leave = watch.subscribe(() => (changes += 1));
    expect(watch.getSnapshot()).toMatchObject({ msgIdentifier: 'm-1', isFinal: false });
    expect(watch.getSnapshot()).toBe(watch.getSnapshot());
    await arrive();
    await clock.advance(100);
    expect(watch.getSnapshot()).toMatchObject({ status: 'received' });
    expect(changes).toBeGreaterThan(0);
    leave();
  });

  test('do what was asked of them meanwhile once it is there', async () => {
    const { arrive, operations, live } = loading();
    operations.attach('op-1');
    const ready = operations.ready.then(() => 'ready');
    const resumed = operations.resume();
    const listed = operations.record.listTransactions({}).catch(() => 'asked');
    await arrive();
    await live(5000);
    expect(operations.isOwn('op-1')).toBe(true);
    expect(await ready).toBe('ready');
    await resumed;
    expect(await listed).toBe('asked');
    expect([operations.isReady(), operations.isRead()]).toEqual([true, true]);
  });

  test('go on where one part of the page asked for something wrong', async () => {
    allowConsole(/must say where/);
    const { arrive, operations, live, pay } = loading();
    operations.resolveUnknown('op-1', { charged: true, basis: 'other' });
    operations.attach('op-2');
    await arrive();
    await live(5000);
    expect(operations.isOwn('op-2')).toBe(true);
    expect(await operations.ready.then(() => 'ready')).toBe('ready');
    expect(await pay()).toMatchObject({ started: true });
  });

  test('that are given up before it is there send nothing, and leave nothing behind', async () => {
    const { clock, arrive, pay, payments, operations, disposed } = loading();
    let changes = 0;
    operations.subscribe(() => (changes += 1));
    const pressed = pay();
    operations.dispose();
    await arrive();
    expect(await pressed).toMatchObject({ started: false, refusal: { code: 'unreachable' } });
    await clock.advance(60_000);
    expect(payments()).toEqual([]);
    expect([disposed(), changes]).toEqual([1, 0]);
    expect(await pay()).toMatchObject({ started: false, refusal: { code: 'unreachable' } });
  });

  test('that are given up later are disposed of once', async () => {
    const { arrive, operations, disposed } = loading();
    await arrive();
    operations.dispose();
    expect(disposed()).toBe(1);
  });

  test('send no press once they are given up, also if the engine was there', async () => {
    const { clock, arrive, pay, payments, operations } = loading();
    await arrive();
    operations.dispose();
    expect(await pay()).toMatchObject({ started: false, refusal: { code: 'unreachable' } });
    await clock.advance(60_000);
    expect([payments(), operations.list()]).toEqual([[], []]);
  });

  test('send what was pressed, though the host changes its object while the press waits', async () => {
    const { clock, arrive, operations, payments, started } = loading();
    const [value, other] = ['7', '8'].map((table) => ({ key: 'table', value: table }));
    const request = { terminalId: 'terminal-1', amount: 1250, receipt: false, customValues: [value!] };
    const pressed = operations.start('pay', request);
    request.amount = 9900;
    value!.value = '9';
    request.customValues.push(other!);
    await arrive();
    expect(await pressed).toMatchObject({ started: true, operation: { amountCents: 1250 } });
    await clock.advance(100);
    expect(started()).toMatchObject([{ customValues: [{ key: 'table', value: '7' }] }]);
    expect(payments()).toHaveLength(1);
  });

  test('with what cannot be copied is refused by the field, and nothing is sent', async () => {
    const { clock, arrive, operations, payments } = loading();
    const request = { terminalId: 'terminal-1', amount: 1250, receipt: (() => true) as never };
    const pressed = operations.start('pay', request);
    await arrive();
    expect(await pressed).toMatchObject({ refusal: { code: 'invalid-request', field: 'receipt' } });
    await clock.advance(100);
    expect(payments()).toEqual([]);
  });
});

test('F58: on a server nothing is loaded', async () => {
  vi.unstubAllGlobals();
  const { loads, operations, clock } = loading();
  await clock.advance(60_000);
  expect(loads).toEqual([]);
  expect(operations.list()).toEqual([]);
  expect(operations.watch('m').getSnapshot()).toMatchObject({ msgIdentifier: 'm' });
});

test('carry the name of their operator before they are loaded', () => {
  const { client } = recordTill().open();
  const nothing = { ...client, loadOperations: () => new Promise<never>(() => undefined) };
  expect(createLazyOperations(nothing, '', nothing).scope).toBeUndefined();
  const scope = createLazyOperations(nothing, 'ana', nothing).scope;
  expect(scope).toMatch(/^[0-9a-z]+$/);
  expect(scope).not.toBe('ana');
});

test('a call whose part of the page could not be loaded throws a PaymentsError', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const { getReport } = createLazyForwardingCalls(['getReport'], () =>
    Promise.reject<{ getReport: () => void }>(cause),
  );
  await expect(getReport()).rejects.toMatchObject({ name: 'PaymentsError', code: 'unanswered', cause });
});
