import { describe, expect, test, vi } from 'vitest';
import type { RecordRefusal } from '../../../src/core/errors.ts';
import type { StoreOptions } from '../../../src/gateway/createMemoryStore.ts';
import { createSqlStore } from '../../../src/gateway/sql/createSqlStore.ts';
import { openSqlite, removeSqliteFiles, sqlitePath } from '../../gateway/sql/sqliteFiles.ts';
import { json } from '../client/recordingClient.ts';
import { mirrorTill } from './mirrorTill.ts';
import { recordTill } from './scriptedRecord.ts';

removeSqliteFiles();

const refusing = (refusal: Partial<RecordRefusal> & { code: string }) =>
  json(
    { error: { code: refusal.code, message: 'The terminal is busy at another till.' }, refusal },
    { status: 409, headers: { 'x-operation-state': 'not-seen' } },
  );
const busy = {
  code: 'terminal-busy',
  message: 'The terminal is busy at another till.',
  holder: { kind: 'pay', phase: 'waiting', ageMs: 4000, actor: 'Ana' },
} as const;
const minute = 60_000;

describe('a payment that the gateway keeps back', () => {
  test('is over at once, and says who holds the terminal', async () => {
    const { clock, open, live, answer, asked } = recordTill();
    answer(/^\/pay$/, () => refusing(busy));
    const { pay, only, operations } = open();
    await pay();
    await clock.advance(100);
    expect(only()).toMatchObject({
      phase: 'rejected',
      error: { code: 'http', status: 409, operationState: 'not-seen', refusal: busy },
    });
    operations.acknowledge(only().id);
    await live(minute);
    expect(operations.list({ standing: true })).toEqual([]);
    // Nothing of it is in the record: there is nothing to take note of.
    expect(asked).toEqual(['POST pay']);
  });

  test.each(['answers', 'is away'])(
    'is still explained after a reload, where the gateway %s',
    async (how) => {
      const { live, open, answer, asked } = recordTill();
      answer(/^\/pay$/, () => refusing(busy));
      const first = open();
      await first.pay();
      await live(100);
      first.crash();
      if (how === 'is away') answer(/^\/operations/, () => json({}, { status: 502 }));
      const second = open();
      expect(second.only()).toMatchObject({ phase: 'rejected', error: { refusal: busy } });
      await live(minute);
      expect(second.only()).toMatchObject({ phase: 'rejected', error: { refusal: busy } });
      expect(asked).toEqual(['POST pay']);
      second.operations.acknowledge(second.only().id);
      second.crash();
      expect(open().operations.list()).toEqual([]);
    },
  );

  test('is still over after a reload if the storage is cleared then', async () => {
    const { live, open, answer, asked, storage } = recordTill();
    answer(/^\/pay$/, () => refusing(busy));
    const first = open();
    await first.pay();
    await live(100);
    first.crash();
    const second = open();
    storage.clear();
    second.operations.acknowledge(second.only().id);
    await live(minute);
    expect(second.only()).toMatchObject({ phase: 'rejected', error: { refusal: busy } });
    expect(asked).toEqual(['POST pay']);
  });

  test('can be sent again as it is, as a payment of its own', async () => {
    const { clock, open, answer, headers } = recordTill();
    let isBusy = true;
    answer(/^\/pay$/, () => (isBusy ? refusing(busy) : undefined));
    const { pay, only } = open();
    await pay();
    await clock.advance(100);
    isBusy = false;
    expect(await pay()).toMatchObject({ started: true });
    await clock.advance(100);
    expect(only().phase).toBe('waiting');
    const ids = headers.map((sent) => sent.get('x-operation-id')).filter((id) => id !== null);
    expect(new Set(ids).size).toBe(2);
    expect(headers.some((sent) => sent.has('x-operation-confirmed'))).toBe(false);
  });

  test.each([
    ['nothing that is known', { code: 'weather' }],
    ['nothing', undefined],
    ['a list', []],
  ])('is over where it says %s', async (_, refusal) => {
    const { clock, open, answer } = recordTill();
    answer(/^\/pay$/, () => json({ refusal }, { status: 409, headers: { 'x-operation-state': 'not-seen' } }));
    const { pay, only } = open();
    await pay();
    await clock.advance(100);
    expect(only().phase).toBe('rejected');
    expect(only().error?.refusal).toBeUndefined();
  });

  test('is not believed to be one without the word of the gateway', async () => {
    const { live, open, answer } = recordTill();
    answer(/^\/pay$/, () => json({ refusal: busy }, { status: 409 }));
    answer(/^\/operations\//, () => json({}, { status: 503 }));
    const { pay, only } = open();
    await pay();
    await live(20_000);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'http-error' });
  });
});

describe('a payment that the gateway wants to be confirmed', () => {
  const question = {
    code: 'needs-confirmation',
    message: 'The same amount was sent a short while ago.',
    confirmation: 'op-1|complete|pay|T1|1250|寿司 7',
  } as const;

  function till() {
    const made = recordTill();
    made.answer(/^\/pay$/, (request) => {
      const confirmed = request.headers.get('x-operation-confirmed');
      return confirmed && decodeURIComponent(confirmed) === question.confirmation
        ? undefined
        : refusing(question);
    });
    return made;
  }

  test('is asked about before it is sent again, with what the gateway wants to hear', async () => {
    const { clock, open, headers, asked } = till();
    const { pay, only } = open();
    await pay();
    await clock.advance(100);
    const refused = await pay();
    expect(refused).toEqual({ started: false, refusal: question });
    expect(asked).toEqual(['POST pay']);
    expect(await pay({ confirmed: question.confirmation })).toMatchObject({ started: true });
    await clock.advance(100);
    expect(only().phase).toBe('waiting');
    const [first, second] = headers.filter((sent) => sent.has('x-operation-id'));
    expect(first?.get('x-operation-confirmed')).toBeNull();
    expect(second?.get('x-operation-confirmed')).toMatch(/^[\x21-\x7e]+$/);
    expect(second?.get('x-operation-id')).not.toBe(first?.get('x-operation-id'));
  });

  test('is not asked about again once it was confirmed and paid: the gateway decides about the next one', async () => {
    const { clock, open, say, live, asked } = till();
    const { pay, only, operations } = open();
    await pay();
    await clock.advance(100);
    await pay({ confirmed: question.confirmation });
    await clock.advance(100);
    say(only().id, 'complete', { pnRefNum: 'P-9' });
    await live(5000);
    operations.acknowledge(only().id);
    expect(await pay()).toMatchObject({ started: true });
    await clock.advance(100);
    expect(asked.filter((request) => request === 'POST pay')).toHaveLength(3);
  });

  test('in another currency is another payment, and is sent', async () => {
    const { clock, open, asked } = till();
    const { pay } = open();
    await pay({ currency: 'USD' });
    await clock.advance(100);
    expect(await pay({ currency: 'EUR' })).toMatchObject({ started: true });
    await clock.advance(100);
    expect(asked.filter((request) => request === 'POST pay')).toHaveLength(2);
  });

  test('is asked by the gateway anew after five minutes: by then it may want nothing', async () => {
    const { clock, open, answer } = till();
    const { pay, only } = open();
    await pay();
    await clock.advance(6 * 60_000);
    answer(/^\/pay$/, (_, __, usual) => usual());
    expect(await pay()).toMatchObject({ started: true });
    await clock.advance(100);
    expect(only().phase).toBe('waiting');
  });

  test('is another one for another provider, whose payment has the same reference', async () => {
    const { clock, open, answer } = till();
    answer(/^\/refund$/, () => refusing(question));
    const { operations } = open();
    const refund = (provider: string) =>
      operations.start('refund', { terminalId: 'T1', pnRefNum: 'P-1', amount: 400, provider });
    await refund('north');
    await clock.advance(100);
    expect(await refund('north')).toEqual({ started: false, refusal: question });
    expect(await refund('south')).toMatchObject({ started: true });
  });

  test('is another one with another amount', async () => {
    const { clock, open } = till();
    const { pay, operations, request } = open();
    await pay();
    await clock.advance(100);
    const other = operations.start('pay', { ...request, amount: 900 }, { currency: 'USD' });
    expect(await other).toMatchObject({ started: true });
  });

  test('is asked about before it is sent again after a reload, too', async () => {
    const { clock, open, asked } = till();
    const first = open();
    await first.pay();
    await clock.advance(100);
    first.crash();
    const second = open();
    expect(await second.pay()).toEqual({ started: false, refusal: question });
    expect(asked).toEqual(['POST pay']);
  });

  test('keeps half a character from breaking the request', async () => {
    const { clock, open, headers } = recordTill();
    const { pay } = open();
    await pay({ confirmed: 'half \ud83c' });
    await clock.advance(100);
    const sent = headers.find((each) => each.has('x-operation-id'));
    expect(sent?.get('x-operation-confirmed')).toBe('half%20%EF%BF%BD');
  });
});

describe('a press', () => {
  test('F60: of a double click, or of a button beside it, is sent once', async () => {
    const { clock, open, asked } = recordTill();
    const { pay, operations } = open();
    const results = await Promise.all([pay(), pay(), pay({ flowKey: 'other' })]);
    expect(results).toMatchObject([
      { started: true },
      { started: false, refusal: { code: 'already-started' } },
      { started: false, refusal: { code: 'terminal-busy' } },
    ]);
    await clock.advance(100);
    expect(asked).toEqual(['POST pay']);
    expect(operations.list()).toHaveLength(1);
  });

  test('without an answer keeps its terminal after a reload, too', async () => {
    const { live, open, answer, asked } = recordTill();
    answer(/^\/pay$/, () => Promise.reject(new TypeError('fetch failed')));
    answer(/^\/operations/, () => json({}, { status: 500 }));
    const first = open();
    await first.pay();
    await live(20_000);
    first.crash();
    const second = open();
    const { id } = second.only();
    const busyHere = { started: false, refusal: { code: 'terminal-busy', operationId: id } };
    expect(await second.pay()).toMatchObject(busyHere);
    await live(20_000);
    expect(await second.pay()).toMatchObject(busyHere);
    // A person looked at the terminal.
    second.operations.resolveUnknown(id, { charged: false, basis: 'terminal-screen' });
    answer(/^\/operations/, (_, __, usual) => usual());
    answer(/^\/pay$/, (_, __, usual) => usual());
    await live(40_000);
    expect(await second.pay()).toMatchObject({ started: true });
    await live(100);
    expect(asked.filter((path) => path === 'POST pay')).toHaveLength(2);
  });

  test.each([
    ['amount', { amount: 12.5 }],
    ['terminalId', { terminalId: '' }],
  ])('whose %s is wrong is refused, and nothing is sent', async (field, changes) => {
    const { live, open, asked } = recordTill();
    const { operations, request } = open();
    const result = await operations.start('pay', { ...request, ...changes }, { currency: 'USD' });
    expect(result).toMatchObject({ started: false, refusal: { code: 'invalid-request', field } });
    await live(1000);
    expect([asked, operations.list()]).toEqual([[], []]);
  });

  test('of a kind that does not exist is refused with the kinds there are', async () => {
    const { operations, request } = recordTill().open();
    expect(await operations.start('sale' as 'pay', request)).toMatchObject({
      refusal: { code: 'invalid-request', field: 'kind', message: expect.stringContaining('pay, preAuth,') },
    });
  });
});

test('a payment without a sign-in is not sent, and is over at once, in a database that is 15 s old', async () => {
  const database = openSqlite(await sqlitePath());
  const store = (options: StoreOptions) => createSqlStore(database, options);
  const gateway = { onOrderPaid: () => undefined };
  const { clock, open, pass, payments, refused, assertSafe } = await mirrorTill({
    store,
    gateway,
    knownForMs: 0,
  });
  const reader = store({ clock });
  const knownForMs = () =>
    reader.transact('', 'read', function* (tx) {
      yield* tx.operations.list({});
      return tx.knownForMs;
    });
  // SQLite takes real time, in which the virtual clock stands still.
  await vi.waitFor(async () => {
    await pass(1000);
    expect(await knownForMs()).toBeGreaterThan(0);
  }, 20_000);
  await pass(15_000);
  const { pay, only } = open();
  refused.set('pay', 401);
  await pay();
  await pass(1000);
  expect(only()).toMatchObject({ phase: 'rejected' });
  expect(payments()).toEqual([]);
  refused.delete('pay');
  await pay();
  await pass(20_000);
  expect(only()).toMatchObject({ phase: 'complete' });
  expect(payments()).toHaveLength(1);
  assertSafe();
});
