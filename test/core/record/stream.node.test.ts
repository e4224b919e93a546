import { afterEach, describe, expect, test, vi } from 'vitest';
import { json } from '../client/recordingClient.ts';
import { recordTill } from './recordTill.ts';
import { recorded } from './scriptedStream.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('while the stream stands', () => {
  test('a payment ends without a single poll', async () => {
    const { open, live, say, asked, script } = recordTill();
    const { pay, only, operations } = open();
    await live(1000);
    expect(script.connections).toEqual([]);
    await pay();
    await live(5000);
    const { id } = only();
    expect(only()).toMatchObject({ phase: 'waiting', connection: 'ok' });
    say(id, 'processing');
    await live(40_000);
    expect(only()).toMatchObject({ phase: 'waiting', status: 'processing', seenProcessing: true });
    say(id, 'complete', { confirmedCents: 1450, tipCents: 200, pnRefNum: '77', message: 'Approved' });
    await live(0);
    expect(only()).toMatchObject({
      phase: 'complete',
      confirmedCents: 1450,
      tipCents: 200,
      pnRefNum: '77',
      message: 'Approved',
      anomalies: [],
    });
    operations.acknowledge(id);
    await live(60_000);
    expect(asked).toEqual(['POST pay', `POST operations/${id}/acknowledgement`]);
    expect(script.connections).toHaveLength(1);
    expect(script.open()).toEqual([]);
  });

  test('what is shown of the asking is true: heard just now, and heard again within 20 s', async () => {
    const { clock, open, live, say } = recordTill();
    const { pay, only } = open();
    await pay();
    await live(1000);
    say(only().id, 'processing');
    await live(30_000);
    const { lastCheckedAt = 0, nextCheckAt = 0, connection } = only();
    expect(connection).toBe('ok');
    expect(clock.now() - lastCheckedAt).toBeLessThan(5001);
    expect(nextCheckAt - lastCheckedAt).toBe(20_000);
  });

  test('"Check now" still asks', async () => {
    const { clock, open, live, polls } = recordTill();
    const { pay, only, operations } = open();
    await pay();
    await live(5000);
    expect(operations.checkNow(only().id)).toMatchObject({ asked: true });
    await clock.advance(100);
    expect(polls()).toHaveLength(1);
    await live(30_000);
    expect(polls()).toHaveLength(1);
  });

  test('a wait still ends after five minutes, and a late result still wins', async () => {
    const { open, live, say, polls } = recordTill();
    const { pay, only } = open();
    await pay();
    await live(1000);
    say(only().id, 'processing');
    await live(290_000);
    expect(only().phase).toBe('waiting');
    await live(20_000);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
    await live(3_600_000);
    say(only().id, 'complete', { confirmedCents: 1250 });
    await live(0);
    expect(only()).toMatchObject({ phase: 'complete', confirmedCents: 1250 });
    expect(polls()).toEqual([]);
  });

  test("a message that is no operation's is polled as ever", async () => {
    const { clock, open, live, polls, script } = recordTill();
    const { pay, operations } = open();
    await pay();
    await live(1000);
    // Another till's, which this page may see.
    script.tell(recorded({ msgIdentifier: 'msg-of-nobody', isOwn: false }));
    const leave = operations.watch('msg-of-nobody').subscribe(() => undefined);
    await clock.advance(10_000);
    leave();
    expect(polls().length).toBeGreaterThan(3);
    expect(new Set(polls())).toEqual(new Set(['GET processed-messages/msg-of-nobody']));
  });

  test('a hook that polls the message of an operation hears of it too', async () => {
    const { open, live, say, polls } = recordTill();
    const { pay, only, operations } = open();
    await pay();
    await live(1000);
    const { id, msgIdentifier = '' } = only();
    const watch = operations.watch(msgIdentifier);
    const leave = watch.subscribe(() => undefined);
    say(id, 'complete', { confirmedCents: 1250 });
    await live(0);
    expect(watch.getSnapshot()).toMatchObject({
      status: 'complete',
      isFinal: true,
      message: { msgIdentifier, amount: 1250 },
      nextCheckAt: undefined,
    });
    leave();
    expect(polls()).toEqual([]);
  });

  test('what other tills do changes nothing that is shown here', async () => {
    const { open, live, script } = recordTill();
    const { pay, only, operations } = open();
    await pay();
    await live(5000);
    const before = only();
    let changes = 0;
    operations.subscribe(() => (changes += 1));
    for (let other = 0; other < 50; other += 1) {
      script.tell(recorded({ id: `op-${other}`, msgIdentifier: `other-${other}`, isOwn: false }));
    }
    await live(0);
    expect(changes).toBeLessThanOrEqual(1);
    expect({ ...only(), lastCheckedAt: 0, nextCheckAt: 0 }).toEqual({
      ...before,
      lastCheckedAt: 0,
      nextCheckAt: 0,
    });
  });

  test('a pause that the service wants of those who poll is none of theirs, until they poll again', async () => {
    const { clock, open, live, answer, script } = recordTill();
    const { pay, only, operations } = open();
    await pay();
    await live(5000);
    answer(/^\/processed-messages/, () => json({}, { status: 429, headers: { 'retry-after': '300' } }));
    operations.checkNow(only().id);
    await clock.advance(100);
    await live(15_000);
    expect(only().connection).toBe('ok');
    script.begin(() => new Response('', { status: 404 }));
    script.last().break();
    await clock.advance(100);
    expect(only().connection).toBe('slowed');
  });

  test('a second tab hears of it without a poll, and one answer is enough for that', async () => {
    const { open, live, say, polls, asked } = recordTill();
    const [first, second] = [open(), open()];
    await first.pay();
    await live(10_000);
    say(first.only().id, 'complete', { confirmedCents: 1250 });
    await live(100);
    expect([first, second].map(({ only }) => only().phase)).toEqual(['complete', 'complete']);
    expect(polls()).toEqual([]);
    expect(asked.filter((path) => path.startsWith('GET operations/')).length).toBeLessThanOrEqual(1);
  });

  test('a payment that the stream did not tell of yet is looked at once, and then left to it', async () => {
    const { open, live, say, polls, asked, mute } = recordTill();
    mute();
    const { pay, only } = open();
    await pay();
    await live(100);
    say(only().id, 'processing');
    await live(30_000);
    expect(only().status).toBe('processing');
    expect(asked).toEqual(['POST pay', `GET operations/${only().id}`]);
    expect(polls()).toEqual([]);
  });

  test('a payment that the gateway does not show is polled as ever', async () => {
    const { open, live, say, answer, polls, asked, mute } = recordTill();
    mute();
    answer(/^\/operations\//, () => json({ error: { code: 'not-yours' } }, { status: 403 }));
    const { pay, only } = open();
    await pay();
    await live(10_000);
    expect(asked.filter((path) => path.startsWith('GET operations'))).toHaveLength(1);
    expect(polls().length).toBeGreaterThan(3);
    say(only().id, 'complete', { confirmedCents: 1250 });
    await live(3000);
    expect(only().phase).toBe('complete');
  });
});

/** How soon a page hears of what happened while nobody told it. */
describe('F115: where the stream', () => {
  test('breaks, polls go on at once, and stop when it is back', async () => {
    const { clock, open, live, say, polls, script, put } = recordTill();
    const { pay, only } = open();
    await pay();
    await live(20_000);
    script.begin(() => new Response('', { status: 502 }));
    script.last().break();
    await clock.advance(100);
    expect(polls()).toHaveLength(1);
    await clock.advance(10_000);
    const before = polls().length;
    expect(before).toBeGreaterThan(3);
    script.begin(({ event }) => {
      event('open', {});
    });
    await clock.advance(30_000);
    const after = polls().length;
    await live(60_000);
    expect(polls()).toHaveLength(after);
    put(only().id, {});
    say(only().id, 'complete', { confirmedCents: 1250 });
    await live(0);
    expect(only().phase).toBe('complete');
  });

  test('breaks, a result is heard as soon as by polls alone', async () => {
    const { clock, open, live, say, script } = recordTill();
    const { pay, only } = open();
    await pay();
    await live(20_000);
    script.begin(() => new Response('', { status: 502 }));
    script.last().break();
    say(only().id, 'complete', { confirmedCents: 1250 });
    await clock.advance(100);
    expect(only().phase).toBe('complete');
  });

  test('is held back by a proxy, polls go on as if there were none', async () => {
    const { clock, open, say, script, polls } = recordTill();
    script.begin(() => undefined);
    const { pay, only } = open();
    await pay();
    await clock.advance(30_000);
    expect(polls().length).toBeGreaterThan(15);
    say(only().id, 'complete', { confirmedCents: 1250 });
    await clock.advance(2000);
    expect(only().phase).toBe('complete');
  });

  test('goes silent, it is noticed within 20 s', async () => {
    const { clock, open, live, say, polls } = recordTill();
    const { pay, only } = open();
    await pay();
    await live(20_000);
    say(only().id, 'complete', { confirmedCents: 1250 }, false);
    await clock.advance(20_200);
    expect(only().phase).toBe('complete');
    expect(polls()).toHaveLength(1);
  });

  test('is of an older gateway, everything is as before, and it is asked for once', async () => {
    const { clock, open, say, script, polls } = recordTill();
    script.begin(() => new Response('', { status: 404 }));
    const { pay, only, operations } = open();
    await pay();
    await clock.advance(20_000);
    say(only().id, 'complete', { confirmedCents: 1250 });
    await clock.advance(2000);
    expect(only().phase).toBe('complete');
    const before = polls().length;
    expect(before).toBeGreaterThan(10);
    operations.acknowledge(only().id);
    await clock.advance(60_000);
    await pay();
    await clock.advance(20_000);
    expect(polls().length).toBeGreaterThan(before + 10);
    expect(script.connections).toHaveLength(1);
  });

  test.each(['comes back', 'forgot what it told'])(
    '%s, what happened meanwhile is looked at',
    async (how) => {
      const { open, live, say, polls, script } = recordTill();
      const { pay, only, wake } = open();
      await pay();
      await live(20_000);
      say(only().id, 'complete', { confirmedCents: 1250 }, false);
      if (how === 'comes back') {
        script.last().break();
        wake();
      } else script.last().event('reset', {});
      await live(0);
      expect(only().phase).toBe('complete');
      expect(polls().length).toBeLessThanOrEqual(1);
    },
  );

  test('says that it forgot, and what happened cannot be looked at: it is polled', async () => {
    const { clock, open, live, say, polls, script, answer } = recordTill();
    const { pay, only } = open();
    await pay();
    await live(20_000);
    answer(/^\/operations\//, () => json({}, { status: 503 }));
    say(only().id, 'complete', { confirmedCents: 1250 }, false);
    script.last().event('reset', {});
    await clock.advance(1000);
    expect(only().phase).toBe('complete');
    expect(polls()).toHaveLength(1);
  });

  test('is sent away as one too many, it does not come again at once, nor is lost', async () => {
    const { open, live, put, polls, script } = recordTill();
    const { pay, only } = open();
    await pay();
    await live(60_000);
    script.last().event('end', { reason: 'too-many' });
    script.last().end();
    await live(500);
    expect(script.connections).toHaveLength(1);
    await live(5000);
    expect(script.connections).toHaveLength(2);
    expect(polls().length).toBeGreaterThan(0);
    put(only().id, { status: 'complete', phase: 'complete', confirmedCents: 1250 });
    await live(0);
    expect(only().phase).toBe('complete');
  });

  test('ends every five minutes, nothing is asked for that', async () => {
    const { open, live, put, asked, script } = recordTill();
    const { pay, only } = open();
    await pay();
    for (let turn = 0; turn < 3; turn += 1) {
      await live(300_000);
      script.last().end();
    }
    await live(1000);
    put(only().id, { status: 'complete', phase: 'complete', confirmedCents: 1250 });
    await live(0);
    expect(only().phase).toBe('complete');
    expect(asked).toEqual(['POST pay']);
    expect(script.connections).toHaveLength(4);
  });
});

test('a message of which a poll has heard more is polled until the gateway has told as much', async () => {
  const { clock, open, live, say, polls } = recordTill();
  const { pay, only, operations } = open();
  await pay();
  await live(5000);
  say(only().id, 'processing', {}, false);
  operations.checkNow(only().id);
  await clock.advance(100);
  expect(only().status).toBe('processing');
  await live(10_000);
  const before = polls().length;
  expect(before).toBeGreaterThan(4);
  say(only().id, 'processing');
  await live(2000);
  const after = polls().length;
  await live(50_000);
  expect(polls()).toHaveLength(after);
});

describe('a page that is opened', () => {
  test('looks once at what an earlier one has left, and leaves it to the stream', async () => {
    const { open, live, say, polls, asked } = recordTill();
    const first = open();
    await first.pay();
    await live(5000);
    const { id } = first.only();
    first.crash();
    const second = open();
    await live(30_000);
    expect(second.only().phase).toBe('waiting');
    expect(asked.filter((path) => path === `GET operations/${id}`)).toHaveLength(1);
    expect(polls().length).toBeLessThanOrEqual(1);
    say(id, 'failed');
    await live(0);
    expect(second.only().phase).toBe('failed');
  });

  test('hears a result that came long after it stopped asking', async () => {
    const { clock, open, live, say, polls } = recordTill();
    const first = open();
    await first.pay();
    await live(1000);
    const { id } = first.only();
    first.operations.stopWaiting(id);
    first.crash();
    clock.jump(20 * 3_600_000);
    say(id, 'complete', { confirmedCents: 1250 });
    const second = open();
    await live(2000);
    expect(second.only()).toMatchObject({ phase: 'complete', confirmedCents: 1250 });
    expect(polls().length).toBeLessThanOrEqual(1);
  });
});

describe('a page that', () => {
  test('is left gives its connection back, and comes back without a gap', async () => {
    const { clock, open, live, say, script, records, asked } = recordTill();
    const { pay, only, hide, wake } = open();
    await pay();
    await live(5000);
    hide(true);
    await clock.advance(0);
    expect(script.open()).toEqual([]);
    clock.jump(60_000);
    say(only().id, 'complete', { confirmedCents: 1250 });
    script.begin(({ event, request }) => {
      event('open', {});
      // Where it goes on, it tells what was missed.
      if (request.headers.has('last-event-id'))
        event('operation', { operation: records.get(only().id), event: null });
      return undefined;
    });
    wake();
    await clock.advance(0);
    expect(only().phase).toBe('complete');
    expect(asked).toEqual(['POST pay']);
  });

  test('is hidden keeps its stream: a till in another tab has to hear', async () => {
    const { open, live, say, script, polls } = recordTill();
    const { pay, only, hide, signals } = open();
    await pay();
    await live(5000);
    signals.isVisible = false;
    hide(false);
    await live(60_000);
    expect(script.open()).toHaveLength(1);
    say(only().id, 'complete', { confirmedCents: 1250 });
    await live(0);
    expect(only().phase).toBe('complete');
    expect(polls()).toEqual([]);
  });

  test('is hidden asks nothing anew of the record until it is seen again, and then once', async () => {
    const { live, open, script } = recordTill();
    const { operations, hide, signals, wake } = open();
    let changes = 0;
    operations.onRecordChange(() => (changes += 1));
    await live(10_000);
    signals.isVisible = false;
    hide(false);
    const before = changes;
    for (let change = 0; change < 10; change += 1) script.tell(recorded({ id: `op-${change}` }));
    await live(60_000);
    expect(changes).toBe(before);
    signals.isVisible = true;
    wake();
    expect(changes).toBe(before + 1);
    await live(1000);
    script.tell(recorded());
    await live(0);
    expect(changes).toBe(before + 2);
    wake();
    expect(changes).toBe(before + 2);
  });

  test('F116: is hidden gives its connection to the others where all of them have six, and polls', async () => {
    vi.stubGlobal('document', {});
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
    const { clock, open, live, say, script, polls } = recordTill();
    const { pay, only, hide, signals, wake } = open();
    await pay();
    await live(5000);
    signals.isVisible = false;
    hide(false);
    await clock.advance(30_000);
    expect(script.open()).toEqual([]);
    expect(polls().length).toBeGreaterThan(10);
    signals.isVisible = true;
    wake();
    await live(3000);
    const before = polls().length;
    await live(30_000);
    expect(polls()).toHaveLength(before);
    say(only().id, 'complete', { confirmedCents: 1250 });
    await live(0);
    expect(only().phase).toBe('complete');
  });
});
