import { describe, expect, test } from 'vitest';
import type { RecordRefusal } from '../../../src/core/errors.ts';
import { json } from '../client/recordingClient.ts';
import { recordTill } from './recordTill.ts';

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

describe('a payment that the gateway keeps back', () => {
  test('is over at once, and says who holds the terminal', async () => {
    const { clock, open, answer, asked, polls } = recordTill();
    answer(/^\/pay$/, () => refusing(busy));
    const { pay, only, operations } = open();
    await pay();
    await clock.advance(100);
    expect(only()).toMatchObject({
      phase: 'rejected',
      error: { code: 'http', status: 409, operationState: 'not-seen', refusal: busy },
    });
    operations.acknowledge(only().id);
    await clock.advance(60_000);
    // Nothing of it is in the record: there is nothing to take note of.
    expect(asked).toEqual(['POST pay']);
    expect(polls()).toEqual([]);
  });

  test('is still explained after a reload', async () => {
    const { clock, open, answer } = recordTill();
    answer(/^\/pay$/, () => refusing(busy));
    const first = open();
    await first.pay();
    await clock.advance(100);
    first.crash();
    const second = open();
    await clock.advance(1000);
    expect(second.only().error?.refusal).toEqual(busy);
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
    const { clock, open, answer } = recordTill();
    answer(/^\/pay$/, () => json({ refusal: busy }, { status: 409 }));
    answer(/^\/operations\//, () => json({}, { status: 503 }));
    const { pay, only } = open();
    await pay();
    await clock.advance(20_000);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'conflict' });
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
    const [first, second] = headers;
    expect(first?.get('x-operation-confirmed')).toBeNull();
    expect(second?.get('x-operation-confirmed')).toMatch(/^[\x21-\x7e]+$/);
    expect(second?.get('x-operation-id')).not.toBe(first?.get('x-operation-id'));
  });

  test('is asked about once, although this page would ask something else', async () => {
    const { clock, open, say, answer } = recordTill();
    let isStrict = false;
    answer(/^\/pay$/, (request) =>
      isStrict && request.headers.get('x-operation-confirmed') !== encodeURIComponent(question.confirmation)
        ? refusing(question)
        : undefined,
    );
    const { pay, only, operations } = open();
    await pay();
    await clock.advance(100);
    say(only().id, 'complete', { confirmedCents: 1250 });
    await clock.advance(3000);
    isStrict = true;
    const asked = await pay({ repeats: only().id });
    expect(asked).toMatchObject({ started: false, refusal: { code: 'needs-confirmation' } });
    const own = asked.started ? '' : asked.refusal.confirmation;
    await pay({ repeats: only().id, confirmed: own });
    await clock.advance(100);
    expect(only().phase).toBe('rejected');
    expect(await pay()).toEqual({ started: false, refusal: question });
    expect(await pay({ confirmed: question.confirmation })).toMatchObject({ started: true });
    await clock.advance(100);
    expect(operations.list().map(({ phase }) => phase)).toEqual(['waiting', 'rejected', 'complete']);
  });

  test('is another one with another amount', async () => {
    const { clock, open } = till();
    const { pay, operations, request } = open();
    await pay();
    await clock.advance(100);
    const other = operations.start('pay', { ...request, amount: 900 }, { currency: 'USD' });
    expect(await other).toMatchObject({ started: true });
  });

  test('is asked about in a page without a guard of its own too', async () => {
    const { clock, open } = till();
    const { pay } = open({}, { duplicateGuard: false });
    await pay();
    await clock.advance(100);
    expect(await pay()).toEqual({ started: false, refusal: question });
  });

  test('keeps half a character from breaking the request', async () => {
    const { clock, open, headers } = recordTill();
    const { pay } = open();
    await pay({ confirmed: 'half \ud83c' });
    await clock.advance(100);
    expect(headers[0]?.get('x-operation-confirmed')).toBe('half%20%EF%BF%BD');
  });
});

test('a service is not told what was confirmed', async () => {
  const { clock, open, headers } = recordTill();
  const { pay } = open({ gateway: false });
  await pay({ confirmed: 'yes' });
  await clock.advance(100);
  expect(headers[0]?.has('x-operation-confirmed')).toBe(false);
});
