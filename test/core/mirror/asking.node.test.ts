import { describe, expect, test } from 'vitest';
import { json } from '../client/recordingClient.ts';
import type { RecordedOperation } from '../../../src/core/operations/recorded.ts';
import { minute } from './mirrorTill.ts';
import { recorded, recordTill } from './scriptedRecord.ts';

const day = 24 * 60 * minute;
const broken = () => Promise.reject(new TypeError('fetch failed'));
const about = /^\/operations\/([^/]+)$/;

/** A till whose payment is in doubt: its answer is lost, and the gateway says of it what the test says. */
function doubtful(lie: Record<string, unknown> = {}) {
  const till = recordTill();
  const said: Record<string, unknown> = { state: 'sent', knownForMs: day, ...lie };
  const phases: string[] = [];
  till.answer(/^\/pay$/, broken);
  till.answer(about, (_, id) => json({ id, ...said }));
  const page = till.open();
  page.operations.subscribe(() => phases.push(...page.operations.list().map(({ phase }) => phase)));
  return { ...till, page, only: page.only, phases, say: (more: object) => Object.assign(said, more) };
}

/** The gateway has it, and hears nothing of the service. */
function unknownAtTheGateway() {
  const till = recordTill();
  till.answer(/^\/pay$/, (request) => {
    const id = request.headers.get('x-operation-id') ?? '';
    till.records.set(id, {
      id,
      kind: 'pay',
      phase: 'unknown',
      reason: 'no-response',
      terminalId: 'T1',
      anomalies: [],
      seenProcessing: false,
      createdAt: till.clock.now(),
      seq: 2,
      isOwn: true,
    });
    return broken();
  });
  return { ...till, page: till.open() };
}

describe('a payment whose answer was lost', () => {
  test('is asked about at once, then less and less often, and stays sending for 15 s', async () => {
    const { clock, page, only, asked, live, say, put, records } = doubtful();
    await page.pay();
    const began = clock.monotonic();
    const phases: string[] = [];
    const times: number[] = [];
    for (let second = 0; second < 240; second += 1) {
      await live(1000);
      while (times.length < asked.length - 1) times.push(Math.floor((clock.monotonic() - began) / 1000));
      phases.push(only().phase);
    }
    expect(times).toEqual([1, 1, 3, 7, 15, 25, 55, 115, 175, 235]);
    expect(phases.indexOf('unknown')).toBe(14);
    expect(only()).toMatchObject({ reason: 'no-response', connection: 'ok' });
    const { id } = only();
    records.set(id, { ...only(), seq: 1, isOwn: true });
    say({ state: 'accepted', operation: put(id, { phase: 'complete', status: 'complete' }, false) });
    await live(2 * minute);
    expect(page.operations.list()).toMatchObject([{ phase: 'complete' }]);
  });

  test.each([
    ['is no older than the press', 900],
    ['is ten seconds older than that, and no more', 10_000],
    ['does not say how old it is', undefined],
    ['says it in words', '99999999'],
    ['will not be born yet', -day],
  ])('is not called unsent by a gateway whose memory %s', async (_, knownForMs) => {
    const { live, page, only, phases, questions } = doubtful({ state: 'not-seen', knownForMs });
    await page.pay();
    await live(1000);
    await live(10 * minute);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'no-response' });
    expect(questions().filter((question) => question.startsWith('DELETE'))).toEqual([]);
    expect(phases).not.toContain('rejected');
  });

  test('is not called unsent by a gateway that began anew between the question and the closing', async () => {
    const { live, page, only, phases, answer } = doubtful({ state: 'not-seen' });
    answer(about, ({ method }, id) =>
      method === 'DELETE' ? json({ id, state: 'not-seen', knownForMs: 5, isClosed: true }) : undefined,
    );
    await page.pay();
    await live(minute);
    expect(only().phase).toBe('unknown');
    expect(phases).not.toContain('rejected');
  });

  /** Its row comes while the page waits for the answer that its id is closed. */
  async function closedTooLate(fields: Partial<RecordedOperation>) {
    const till = doubtful({ state: 'not-seen', isClosed: undefined });
    const { clock, live, page, only, answer, script, records } = till;
    let arrive: () => void = () => undefined;
    answer(about, ({ method }, id) => {
      if (method !== 'DELETE') return undefined;
      const closed = { id, state: 'not-seen', knownForMs: day, now: clock.now(), isClosed: true };
      return new Promise<void>((resolve) => (arrive = resolve)).then(() => json(closed));
    });
    await page.pay();
    await live(1000);
    const { id } = only();
    const row = recorded({ id, seq: 3, ...fields });
    records.set(id, row);
    script.tell(row);
    await clock.advance(0);
    arrive();
    await live(1000);
    return { ...till, id };
  }

  test('is not called unsent where its row comes while the id is closed, and a person may say more of it', async () => {
    const ended = { phase: 'complete', confirmedCents: 1250 } as const;
    const { live, page, only, phases, records, id } = await closedTooLate(ended);
    expect(only().phase).toBe('complete');
    expect(phases).not.toContain('rejected');
    page.operations.acknowledge(id);
    await live(minute);
    expect(records.get(id)?.acknowledgedAt).toBeDefined();
  });

  test('is not taken for unsent by the next page either, which reads it again if the gateway has lost the row by then', async () => {
    const { live, open, answer, records, id } = await closedTooLate({ phase: 'waiting' });
    answer(about, () => undefined);
    records.delete(id);
    const next = open();
    await live(minute);
    expect(next.only()).toMatchObject({ id, phase: 'unknown', reason: 'gone' });
  });

  test('is not called unsent by the next page where the clock was set back, and the gateway began anew', async () => {
    const { clock, live, page, open } = doubtful({ state: 'not-seen', knownForMs: 5000, isClosed: true });
    await page.pay();
    await live(1000);
    page.crash();
    clock.jump(-60 * minute);
    const next = open();
    await live(2 * minute);
    expect(next.only().phase).toBe('unknown');
  });

  test('is not called unsent before its id is closed', async () => {
    const { live, page, only, say } = doubtful({ state: 'not-seen', isClosed: undefined });
    await page.pay();
    await live(minute);
    expect(only().phase).toBe('unknown');
    say({ isClosed: true });
    await live(minute);
    expect(only().phase).toBe('rejected');
  });

  test.each([
    ['another operation', { id: 'other' }],
    ['a state it does not know', { state: 'done' }],
    ['a state that is missing', { state: undefined }],
    ['the row of another operation', { operation: { id: 'other' } }],
    ['half a row', { operation: { phase: 'failed' } }],
    ['accepted, and nothing of it', { state: 'accepted' }],
    ['refused, and nothing of it', { state: 'refused' }],
    ['unanswered, and nothing of it', { state: 'unanswered', answer: { status: 400, body: '{}' } }],
  ])('is what it was where the gateway says %s', async (_, lie) => {
    const { live, page, only, phases } = doubtful(lie);
    await page.pay();
    await live(5 * minute);
    expect(only().phase).toBe('unknown');
    expect(new Set(phases)).toEqual(new Set(['sending', 'unknown']));
  });

  test('is shown as asked about in vain, and asked about for a day at most', async () => {
    const { clock, live, page, only, answer, say, asked, script } = doubtful();
    let isDown = true;
    script.begin(() => new Response('', { status: 502 }));
    answer(/^\/operations/, () => (isDown ? json({}, { status: 502 }) : undefined));
    await page.pay();
    await live(minute);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'no-response', connection: 'degraded' });
    expect(only().lastCheckedAt).toBeUndefined();
    await live(30 * minute);
    expect(only()).toMatchObject({ phase: 'unknown', connection: 'degraded' });
    isDown = false;
    clock.jump(23 * 60 * minute);
    const before = asked.length;
    await live(2 * minute);
    expect(asked.length).toBeGreaterThan(before);
    expect(only()).toMatchObject({ phase: 'unknown', connection: 'ok' });
    clock.jump(60 * minute);
    await live(2 * minute);
    const after = asked.length;
    await live(30 * minute);
    expect(asked).toHaveLength(after);
    // The next page asks once.
    page.crash();
    say({ state: 'accepted', operation: undefined });
    const next = page.operations.list()[0]!.id;
    await live(1000);
    expect(asked.filter((question) => question === `GET operations/${next}`).length).toBe(asked.length - 1);
  });

  test('F51: is asked about until the gateway has answered where a laptop wakes after a weekend without a network', async () => {
    const { clock, live, page, only, answer, say } = doubtful();
    let isDown = true;
    answer(/^\/operations/, () => (isDown ? broken() : undefined));
    await page.pay();
    await live(20_000);
    clock.jump(2.5 * day);
    page.wake();
    await live(5000);
    isDown = false;
    say({ state: 'not-seen', isClosed: true, knownForMs: 10 * day });
    await live(2 * minute);
    expect(only().phase).toBe('rejected');
  });

  test('F18: is asked about as soon as the session of the gateway is back', async () => {
    const till = recordTill();
    let token = 'old';
    const { pay, only } = till.open({ headers: () => ({ authorization: token }) });
    till.answer(/^\/pay$/, async (_, __, usual) => {
      await usual();
      return broken();
    });
    till.answer(/^\/operations/, ({ headers }) =>
      headers.get('authorization') === 'old' ? json({}, { status: 401 }) : undefined,
    );
    till.script.begin(({ request, event }) => {
      if (request.headers.get('authorization') === 'old') return json({}, { status: 401 });
      event('open', {});
      return undefined;
    });
    await pay();
    await till.live(90_000);
    expect(only()).toMatchObject({ phase: 'unknown', connection: 'needs-auth' });
    token = 'new';
    await till.live(5000);
    expect(only()).toMatchObject({ phase: 'waiting', msgIdentifier: expect.any(String), connection: 'ok' });
  });

  test('is not asked about while the page is hidden, and is when it is seen again', async () => {
    const { live, page, only, asked } = doubtful();
    await page.pay();
    await live(20_000);
    page.signals.isVisible = false;
    page.hide(false);
    await live(minute);
    const before = asked.length;
    await live(10 * minute);
    expect(asked).toHaveLength(before);
    page.signals.isVisible = true;
    page.wake();
    await live(500);
    expect(asked).toHaveLength(before + 1);
    expect(only().phase).toBe('unknown');
  });

  test('is not asked about while its request is under way', async () => {
    const { live, open, asked, answer, script } = recordTill();
    const { pay, only, wake, operations } = open();
    let arrive: (response: Response) => void = () => undefined;
    answer(/^\/pay$/, () => new Promise((resolve) => (arrive = resolve)));
    await pay();
    await live(5000);
    wake();
    expect(operations.checkNow(only().id)).toEqual({ asked: false, nextAllowedAt: Infinity });
    script.tell({ ...only(), seq: 1, isOwn: true });
    await live(5000);
    expect(asked).toEqual(['POST pay']);
    script.tell({ ...only(), seq: 2, isOwn: true, phase: 'waiting', msgIdentifier: 'msg-1' });
    await live(0);
    expect(only()).toMatchObject({ phase: 'waiting', msgIdentifier: 'msg-1' });
    // The answer comes after the row: it says nothing new.
    script.tell({ ...only(), seq: 3, isOwn: true, phase: 'complete', status: 'complete' });
    arrive(json({ data: { msgIdentifier: 'msg-1' } }, { headers: { 'x-operation-state': 'accepted' } }));
    await live(5000);
    expect(only().phase).toBe('complete');
    expect(asked).toEqual(['POST pay']);
  });

  test('ends as soon as the stream has news of it, however long the page heard nothing of it', async () => {
    const { clock, live, page, put, asked } = unknownAtTheGateway();
    await page.pay();
    await live(40_000);
    const { id } = page.only();
    expect(page.only()).toMatchObject({ phase: 'unknown', reason: 'no-response' });
    const before = asked.length;
    await live(30 * minute);
    expect(asked).toHaveLength(before);
    put(id, { phase: 'waiting', reason: undefined, msgIdentifier: 'msg-9', acceptedAt: clock.now() });
    await live(0);
    expect(page.only()).toMatchObject({ phase: 'waiting', msgIdentifier: 'msg-9' });
    put(id, { phase: 'complete', status: 'complete', confirmedCents: 1250 });
    await live(0);
    expect(page.only()).toMatchObject({ phase: 'complete', confirmedCents: 1250 });
    expect(asked).toHaveLength(before);
  });

  test('and whose end a person at another till saw is resolved here too', async () => {
    const { live, page, put } = unknownAtTheGateway();
    await page.pay();
    await live(20_000);
    const resolution = { charged: true, basis: 'back-office' } as const;
    put(page.only().id, { phase: 'resolved', resolution });
    await live(0);
    expect(page.only()).toMatchObject({ phase: 'resolved', resolution });
  });
});

test('a payment that the gateway lost and found again is shown as it is there', async () => {
  const { live, open, records } = recordTill();
  const { pay, only, operations } = open();
  await pay();
  await live(5000);
  const { id } = only();
  const row = records.get(id)!;
  records.delete(id);
  operations.checkNow(id);
  await live(1000);
  expect(only()).toMatchObject({ phase: 'unknown', reason: 'gone' });
  records.set(id, row);
  operations.checkNow(id);
  await live(1000);
  expect(only().phase).toBe('waiting');
});

describe('F67: "Check now"', () => {
  test('asks once a second, and says when it may be asked again', async () => {
    const { clock, live, page, asked } = unknownAtTheGateway();
    const { pay, only, operations } = page;
    await pay();
    expect(operations.checkNow(only().id)).toEqual({ asked: false, nextAllowedAt: Infinity });
    await live(2 * minute);
    const { id } = only();
    const before = asked.length;
    const results = Array.from({ length: 100 }, () => operations.checkNow(id));
    expect(results.filter((result) => result.asked)).toHaveLength(1);
    await clock.advance(900);
    expect(operations.checkNow(id)).toEqual({ asked: false, nextAllowedAt: clock.now() + 100 });
    await clock.advance(100);
    expect(operations.checkNow(id)).toMatchObject({ asked: true });
    await clock.advance(100);
    expect(asked.slice(before)).toEqual([`GET operations/${id}`, `GET operations/${id}`]);
    expect(only().lastCheckedAt).toBeGreaterThan(clock.now() - 1000);
  });

  test('makes the gateway ask the service about one that was accepted', async () => {
    const { clock, live, open, asked } = recordTill();
    const { pay, only, operations } = open();
    await pay();
    await live(5000);
    const { id } = only();
    asked.length = 0;
    expect(operations.checkNow(id)).toMatchObject({ asked: true });
    await clock.advance(100);
    expect(asked).toEqual(['GET processed-messages/msg-1', `GET operations/${id}`]);
    await live(30_000);
    expect(asked).toHaveLength(2);
  });
});

test('an open payment that the gateway lists no longer is read on, though the stream is up', async () => {
  const { answer, live, mute, open, say, script } = recordTill();
  const page = open();
  await page.pay();
  await live(5000);
  answer(/^\/operations$/, () => json({ items: [] }));
  mute();
  script.last().break();
  await live(10_000);
  const { id } = page.only();
  say(id, 'complete');
  await live(10_000);
  expect(page.only().phase).toBe('complete');
});
