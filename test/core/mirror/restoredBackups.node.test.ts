import { describe, expect, test } from 'vitest';
import { createTestStore } from '../../gateway/store/testStore.ts';
import { json } from '../client/recordingClient.ts';
import { mirrorTill } from './mirrorTill.ts';
import { recordTill } from './scriptedRecord.ts';

const noStream = () => json({ refusal: { code: 'no-route', message: 'No.' } }, { status: 404 });

/** A sale that the page knows as complete, and the row of a backup that was made before. */
async function soldBeforeRestore({ hasStream = true } = {}) {
  const till = recordTill();
  const { clock, script, records, live, say } = till;
  let forgotAt = -Infinity;
  const times = () => ({ now: clock.now(), knownForMs: Math.min(clock.now() - forgotAt, 1e9) });
  script.begin((connection) => {
    if (!hasStream) return noStream();
    connection.event('open', times());
    if (forgotAt > 0) connection.event('reset', {});
    return undefined;
  });
  const page = till.open();
  await page.pay();
  await live(5000);
  const { id } = page.only();
  const backup = records.get(id)!;
  say(id, 'processing');
  say(id, 'complete', { confirmedCents: 1250 });
  await live(5000);
  expect(page.only().phase).toBe('complete');
  till.answer(/^\/operations\/([^/]+)$/, () =>
    json({ id, state: 'accepted', ...times(), operation: records.get(id) }),
  );
  const forget = () => {
    records.set(id, backup);
    forgotAt = clock.now();
  };
  const restore = () => {
    forget();
    if (hasStream) script.last().break();
  };
  return { ...till, page, id, backup, forget, restore };
}

test.each([true, false])(
  'a page shows what the gateway knows after a backup was restored, with a stream (%s)',
  async (hasStream) => {
    const { page, id, live, restore, say } = await soldBeforeRestore({ hasStream });
    restore();
    await live(40_000);
    expect(page.only()).toMatchObject({ id, phase: 'waiting' });
    say(id, 'complete', { confirmedCents: 1250 });
    await live(5000);
    expect(page.only()).toMatchObject({ phase: 'complete', confirmedCents: 1250 });
  },
);

test('a page shows the row of a restored backup that has come to the `seq` of the one before', async () => {
  const { page, id, live, restore, say, records } = await soldBeforeRestore();
  const { seq } = records.get(id)!;
  restore();
  say(id, 'processing');
  say(id, 'failed');
  expect(records.get(id)).toMatchObject({ seq, phase: 'failed' });
  await live(40_000);
  expect(page.only()).toMatchObject({ id, phase: 'failed' });
});

test('a page that got no answer about the restored row reads it again, though the stream is up', async () => {
  const { clock, page, id, live, restore, answer } = await soldBeforeRestore();
  const backAt = clock.now() + 10_000;
  answer(/^\/operations\/([^/]+)$/, () => (clock.now() < backAt ? json({}, { status: 502 }) : undefined));
  restore();
  await live(60_000);
  expect(page.only()).toMatchObject({ id, phase: 'waiting' });
});

test('a page reads the restored row once, and leaves it to the stream then', async () => {
  const { live, restore, questions } = await soldBeforeRestore();
  restore();
  await live(40_000);
  expect(questions()).toHaveLength(1);
});

test.each([
  ['had forgotten nothing', 1e9],
  ['began anew shortly before the page heard of the ending', 5000],
])('a late answer of a gateway that %s does not undo an ending', async (_, knownForMs) => {
  const { clock, page, id, backup, live, records, script, answer } = await soldBeforeRestore();
  const now = clock.now() - 5500;
  answer(/^\/operations\/([^/]+)$/, () =>
    json({ id, state: 'accepted', knownForMs, now, operation: backup }),
  );
  // The lists are as late.
  const ended = records.get(id)!;
  records.set(id, backup);
  script.last().break();
  await live(10_000);
  records.set(id, ended);
  expect(page.only().phase).toBe('complete');
});

test('a page that slept shows the failure of a row that it had seen complete, whoever has acknowledged that', async () => {
  const { page, id, live, restore, say, put } = await soldBeforeRestore();
  page.operations.acknowledge(id);
  await live(5000);
  restore();
  say(id, 'failed', {}, false);
  put(id, { acknowledgedAt: 1 }, false);
  await live(40_000);
  expect(page.only()).toMatchObject({ id, phase: 'failed' });
});

test('a page that slept shows what it has not seen of a restored row with the phase and `seq` of the one before', async () => {
  const { page, id, live, restore, say, put, records } = await soldBeforeRestore();
  page.operations.acknowledge(id);
  await live(5000);
  const { seq } = records.get(id)!;
  restore();
  say(id, 'processing', {}, false);
  say(id, 'complete', {}, false);
  put(id, { anomalies: ['contradiction'] }, false);
  expect(records.get(id)).toMatchObject({ seq, phase: 'complete' });
  await live(40_000);
  expect(page.only()).toMatchObject({ anomalies: ['contradiction'], acknowledgedAt: undefined });
});

test.each(['resolution', 'acknowledgement'])(
  'where the database lacked a payment for a while, the %s that it refused then is not shown once it has that again',
  async (command) => {
    const { open, live, put, clock, records, answer, script } = recordTill();
    const page = open();
    await page.pay();
    await live(5000);
    const { id } = page.only();
    if (command === 'resolution')
      put(id, { phase: 'unknown', reason: 'no-response', unknownAt: clock.now() });
    else put(id, { phase: 'failed', endedAt: clock.now() });
    await live(5000);
    const before = page.only();
    const refusal = { code: 'not-found', message: 'There is no such operation.' };
    answer(/\/(resolution|acknowledgement)$/, () => json({ refusal }, { status: 404 }));
    if (command === 'resolution') page.operations.resolveUnknown(id, { charged: true, basis: 'receipt' });
    else page.operations.acknowledge(id);
    await live(5000);
    expect(page.only()).not.toEqual(before);
    script.tell(records.get(id)!);
    await live(5000);
    expect(page.only()).toMatchObject({ phase: before.phase, acknowledgedAt: undefined });
  },
);

describe('what the gateway told before a restore, and the page hears after it, gives way', () => {
  test.each(['stream', 'list', 'answer'])('on the %s', async (way) => {
    const { clock, page, id, live, forget, restore, say, records, script, answer } =
      await soldBeforeRestore();
    const [ended, now] = [records.get(id)!, clock.now()];
    const lateMs = 5000;
    const isLate = () => clock.now() - now < 1000;
    const late = (body: object) =>
      new Promise<Response>((resolve) => clock.setTimeout(() => resolve(json(body)), lateMs));
    forget();
    if (way === 'list') answer(/^\/operations$/, () => (isLate() ? late({ items: [ended] }) : undefined));
    else if (way === 'answer')
      answer(/^\/operations\/([^/]+)$/, () =>
        isLate() ? late({ id, state: 'accepted', knownForMs: 1e9, now, operation: ended }) : undefined,
      );
    else clock.setTimeout(() => script.last().event('operation', { operation: ended }), lateMs);
    void page.operations.resume();
    await clock.advance(lateMs);
    restore();
    await live(10_000);
    expect(page.only().phase).toBe('waiting');
    say(id, 'failed');
    await live(40_000);
    expect(page.only().phase).toBe('failed');
  });
});

describe('F113: a payment that is refused in the two minutes after a restore', () => {
  async function restoredTill() {
    let forgotAt = 0;
    const till = await mirrorTill({
      store(options) {
        const store = createTestStore(options);
        return {
          ...store,
          transact: (account, access, steps) =>
            store.transact(account, access, (tx) => {
              const known = Math.min(tx.knownForMs, forgotAt > 0 ? tx.now - forgotAt : Infinity);
              return steps({ ...tx, forgotAt, knownForMs: known });
            }),
        };
      },
    });
    return { ...till, page: till.open(), restore: () => void (forgotAt = till.clock.now()) };
  }

  test('is shown with the time after which it may be pressed again', async () => {
    const { page, pass, restore, payments, clock } = await restoredTill();
    restore();
    const safeAt = clock.now() + 120_000;
    await pass(30_000);
    await page.pay();
    await pass(3000);
    const { phase, error, endedAt = 0 } = page.only();
    expect({ phase, code: error?.code }).toEqual({ phase: 'rejected', code: 'unanswered' });
    const mayPressAt = endedAt + (error?.retryAfterMs ?? 0);
    expect(mayPressAt).toBeGreaterThanOrEqual(safeAt);
    expect(mayPressAt).toBeLessThan(safeAt + 1500);
    expect(payments()).toEqual([]);
    await pass(mayPressAt - clock.now());
    await page.pay();
    await pass(60_000);
    expect(page.only().phase).toBe('complete');
  });

  test.each([
    [0, { phase: 'unknown', reason: 'http-error' }],
    [11_000, { phase: 'unknown', reason: 'http-error' }],
    [13_000, { phase: 'rejected' }],
  ])(
    'is unknown in the first 12 s, not for a busy terminal, since it may be of before: after %i ms',
    async (ms, state) => {
      const { page, pass, restore, payments } = await restoredTill();
      restore();
      await pass(ms);
      await page.pay();
      await pass(300_000);
      expect(page.only()).toMatchObject(state);
      expect(payments()).toEqual([]);
    },
  );

  test('does not stop the page from asking for a payment that is on its way', async () => {
    const { page, pass, restore, ways, cut, sandbox } = await restoredTill();
    await page.pay({ amount: 1300 });
    await pass(200);
    restore();
    cut();
    ways.mend();
    ways.bend('stream', 'the request is lost', Infinity);
    await pass(30_000);
    await page.pay({ terminalId: sandbox.terminals[1]!.id });
    await pass(45_000);
    expect(page.operations.list().map(({ phase }) => phase)).toEqual(['rejected', 'complete']);
  });
});
