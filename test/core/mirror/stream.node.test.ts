import { afterEach, describe, expect, test, vi } from 'vitest';
import { json } from '../client/recordingClient.ts';
import { recorded, recordTill } from './scriptedRecord.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const unavailable = () => new Response('', { status: 502 });

describe('while the stream stands', () => {
  test('a payment ends without a single question', async () => {
    const { open, live, say, asked, lists, script } = recordTill();
    const { pay, only, operations, leave } = open();
    await live(1000);
    await pay();
    await live(5000);
    const { id } = only();
    expect(only()).toMatchObject({ phase: 'waiting', connection: 'ok' });
    say(id, 'processing');
    await live(40_000);
    expect(only()).toMatchObject({ phase: 'waiting', status: 'processing' });
    const figures = { confirmedCents: 1450, tipCents: 200, pnRefNum: '77' };
    say(id, 'complete', { ...figures, message: 'Approved' });
    await live(0);
    expect(only()).toMatchObject({ ...figures, phase: 'complete', message: 'Approved', anomalies: [] });
    operations.acknowledge(id);
    await live(60_000);
    expect(asked).toEqual(['POST pay', `POST operations/${id}/acknowledgement`]);
    expect(lists).toHaveLength(2);
    expect(script.connections).toHaveLength(1);
    leave();
    await live(60_000);
    expect(script.open()).toEqual([]);
  });

  test('stands for half a minute after the last part of the page has left', async () => {
    const { open, live, script } = recordTill();
    const { leave, operations } = open();
    leave();
    await live(10_000);
    const leaveAgain = operations.subscribe(() => undefined);
    await live(15_000);
    leaveAgain();
    await live(28_000);
    expect(script.open()).toHaveLength(1);
    await live(5000);
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

  test('a wait that the gateway ended is not known, and a late result still wins', async () => {
    const { open, live, say, put, asked, clock } = recordTill();
    const { pay, only } = open();
    await pay();
    await live(300_000);
    expect(only().phase).toBe('waiting');
    put(only().id, { phase: 'unknown', reason: 'max-wait', unknownAt: clock.now() });
    await live(0);
    expect(only()).toMatchObject({ phase: 'unknown', reason: 'max-wait' });
    await live(3_600_000);
    say(only().id, 'complete', { confirmedCents: 1250, reason: undefined });
    await live(0);
    expect(only()).toMatchObject({ phase: 'complete', confirmedCents: 1250 });
    expect(asked).toEqual(['POST pay']);
  });

  test("a message that is no operation's is asked about by itself", async () => {
    const { clock, open, live, polls, script } = recordTill();
    const { operations } = open();
    await live(1000);
    // Another till's, which this page may see.
    script.tell(recorded({ msgIdentifier: 'msg-of-no-page', isOwn: false }));
    const leave = operations.watch('msg-of-no-page').subscribe(() => undefined);
    await clock.advance(10_000);
    leave();
    expect(polls().length).toBeGreaterThan(3);
    expect(new Set(polls())).toEqual(new Set(['GET processed-messages/msg-of-no-page']));
    const asked = polls().length;
    await clock.advance(60_000);
    expect(polls()).toHaveLength(asked);
  });

  test('a hook that shows the message of an operation hears of its result', async () => {
    const { open, live, say, polls } = recordTill();
    const { pay, only, operations } = open();
    await pay();
    await live(1000);
    const { id, msgIdentifier = '' } = only();
    const watch = operations.watch(msgIdentifier);
    watch.subscribe(() => undefined);
    say(id, 'complete', { confirmedCents: 1250 });
    await live(5000);
    expect(watch.getSnapshot()).toMatchObject({
      status: 'complete',
      isFinal: true,
      message: { msgIdentifier, amount: 1250 },
      nextCheckAt: undefined,
    });
    const asked = polls().length;
    await live(60_000);
    expect(polls()).toHaveLength(asked);
  });

  test('what other tills do changes nothing of what this one began', async () => {
    const { open, live, script } = recordTill();
    const { pay, only, operations } = open();
    await pay();
    await live(5000);
    const { id } = only();
    const before = operations.get(id)!;
    for (let other = 0; other < 50; other += 1) {
      script.tell(recorded({ id: `op-${other}`, msgIdentifier: `other-${other}`, isOwn: false }));
    }
    await live(0);
    const times = { lastCheckedAt: 0, nextCheckAt: 0 };
    expect({ ...operations.get(id), ...times }).toEqual({ ...before, ...times });
    expect(operations.list({ flowKey: 'default' })).toHaveLength(1);
  });

  test('a second tab hears of it without a question', async () => {
    const { open, live, say, asked } = recordTill();
    const [first, second] = [open(), open()];
    await first.pay();
    await live(10_000);
    say(first.only().id, 'complete', { confirmedCents: 1250 });
    await live(100);
    expect([first, second].map(({ only }) => only().phase)).toEqual(['complete', 'complete']);
    expect(second.only().flowKey).toBe(first.only().flowKey);
    expect(asked).toEqual(['POST pay']);
  });

  test('a payment that the stream does not tell of is looked at after a second, then each 10 s until it does', async () => {
    const { open, live, asked, mute, records, script } = recordTill();
    mute();
    const { pay, only } = open();
    await live(5000);
    await pay();
    await live(12_000);
    const { id } = only();
    expect(only()).toMatchObject({ phase: 'waiting', msgIdentifier: 'msg-1' });
    expect(asked).toEqual(['POST pay', ...Array<string>(2).fill(`GET operations/${id}`)]);
    script.tell(records.get(id)!);
    await live(60_000);
    expect(asked).toHaveLength(3);
  });

  test('of two states of a payment the later one is shown, in whatever order they come', async () => {
    const { open, live, put, script, records } = recordTill();
    const { pay, only } = open();
    await pay();
    await live(5000);
    const { id } = only();
    const earlier = records.get(id)!;
    put(id, { phase: 'complete', status: 'complete', confirmedCents: 1250 });
    script.tell(earlier);
    script.tell({ ...earlier, seq: earlier.seq + 1, phase: 'failed' });
    await live(0);
    expect(only()).toMatchObject({ phase: 'complete', confirmedCents: 1250 });
  });

  test('a payment that begins while the lists are read is not asked about for that', async () => {
    const { open, live, answer, asked } = recordTill();
    let read: () => void = () => undefined;
    answer(/^\/operations$/, async () => {
      await new Promise<void>((resolve) => (read = resolve));
      return json({ items: [] });
    });
    const { pay } = open();
    await live(100);
    await pay();
    await live(1000);
    read();
    await live(0);
    read();
    await live(60_000);
    expect(asked).toEqual(['POST pay']);
  });
});

/** How soon a page hears of what happened while the stream told it nothing. */
describe('F115: where the stream', () => {
  test('breaks, questions go on at once, and stop when it is back', async () => {
    const { clock, open, live, say, questions, script } = recordTill();
    const { pay, only } = open();
    await pay();
    await live(20_000);
    script.begin(unavailable);
    script.last().break();
    await clock.advance(100);
    expect(questions()).toHaveLength(1);
    await clock.advance(10_000);
    expect(questions().length).toBeGreaterThan(3);
    script.begin(({ event }) => {
      event('open', {});
    });
    await live(30_000);
    const after = questions().length;
    await live(60_000);
    expect(questions()).toHaveLength(after);
    say(only().id, 'complete', { confirmedCents: 1250 });
    await live(0);
    expect(only().phase).toBe('complete');
  });

  test('breaks, a result of that moment is heard at once', async () => {
    const { clock, open, live, say, script } = recordTill();
    const { pay, only } = open();
    await pay();
    await live(20_000);
    script.begin(unavailable);
    script.last().break();
    say(only().id, 'complete', { confirmedCents: 1250 });
    await clock.advance(100);
    expect(only().phase).toBe('complete');
  });

  test('is held back by a proxy, questions go on as if there were none', async () => {
    const { clock, open, say, script, questions } = recordTill();
    script.begin(() => undefined);
    const { pay, only } = open();
    await pay();
    await clock.advance(30_000);
    expect(questions().length).toBeGreaterThan(10);
    say(only().id, 'complete', { confirmedCents: 1250 });
    await clock.advance(2000);
    expect(only()).toMatchObject({ phase: 'complete', connection: 'ok' });
  });

  test('goes silent, it is noticed within 20 s, and the host is not told that the line was heard just now', async () => {
    const { clock, open, live, say, questions, answer } = recordTill();
    const { pay, only } = open();
    await pay();
    await live(20_000);
    const heardAt = clock.now();
    say(only().id, 'complete', { confirmedCents: 1250 }, false);
    answer(/^\/operations/, () => json({}, { status: 502 }));
    await clock.advance(20_200);
    expect(only().lastCheckedAt).toBe(heardAt);
    answer(/^\/operations/, (_, __, usual) => usual());
    await clock.advance(10_000);
    expect(only().phase).toBe('complete');
    expect(questions().length).toBeLessThan(5);
  });

  test('is not to be had from the gateway, everything is as before, and it is asked for once', async () => {
    const { clock, open, say, script, questions } = recordTill();
    script.begin(() => new Response('', { status: 405 }));
    const { pay, only, operations } = open();
    await pay();
    await clock.advance(20_000);
    say(only().id, 'complete', { confirmedCents: 1250 });
    await clock.advance(2000);
    expect(only()).toMatchObject({ phase: 'complete', connection: 'ok' });
    const before = questions().length;
    expect(before).toBeGreaterThan(8);
    operations.acknowledge(only().id);
    await clock.advance(60_000);
    await pay();
    await clock.advance(20_000);
    expect(questions().length).toBeGreaterThan(before + 8);
    expect(script.connections).toHaveLength(1);
  });

  test.each(['comes back', 'forgot what it told'])(
    '%s, what happened meanwhile is looked at',
    async (how) => {
      const { open, live, say, questions, script } = recordTill();
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
      expect(questions().length).toBeLessThanOrEqual(1);
    },
  );

  test('says that it forgot, and what happened cannot be looked at: it is looked at again', async () => {
    const { clock, open, live, say, script, answer } = recordTill();
    const { pay, only } = open();
    await pay();
    await live(20_000);
    let failures = 3;
    answer(/^\/operations/, () => ((failures -= 1) < 0 ? undefined : json({}, { status: 502 })));
    say(only().id, 'complete', { confirmedCents: 1250 }, false);
    script.last().event('reset', {});
    await live(1000);
    expect(only().phase).toBe('waiting');
    await live(30_000);
    expect(only().phase).toBe('complete');
    await clock.advance(0);
  });

  test('says that it forgot while the lists are read: they are read again', async () => {
    const { open, live, put, script, answer, records } = recordTill();
    const { pay, only } = open();
    await pay();
    await live(20_000);
    const { id } = only();
    const before = records.get(id);
    let read: () => void = () => undefined;
    answer(/^\/operations$/, async ({ url }) => {
      if (read !== done) await new Promise<void>((resolve) => (read = resolve));
      const row = read === done ? records.get(id) : before;
      const isWanted = (row?.phase === 'waiting') === new URL(url).searchParams.has('open');
      return json({ items: isWanted ? [row] : [] });
    });
    const done = () => undefined;
    answer(/^\/operations\/[^/]+$/, () => json({}, { status: 502 }));
    script.last().event('reset', {});
    await live(0);
    put(id, { phase: 'complete', status: 'complete' }, false);
    script.last().event('reset', {});
    await live(0);
    const go = read;
    read = done;
    go();
    await live(5000);
    expect(only().phase).toBe('complete');
  });

  test('is ended by the gateway as one too many, nothing is lost: it is asked', async () => {
    const { open, live, put, questions, script } = recordTill();
    const { pay, only } = open();
    await pay();
    await live(60_000);
    script.last().event('end', { reason: 'too-many' });
    script.last().end();
    await live(5000);
    expect(questions().length).toBeGreaterThan(0);
    put(only().id, { status: 'complete', phase: 'complete', confirmedCents: 1250 });
    await live(5000);
    expect(only()).toMatchObject({ phase: 'complete', connection: 'ok' });
    expect(script.connections).toHaveLength(1);
  });

  test('ends every five minutes, nothing is asked for that', async () => {
    const { open, live, put, asked, lists, script } = recordTill();
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
    expect([asked, lists.length]).toEqual([['POST pay'], 2]);
    expect(script.connections).toHaveLength(4);
  });
});

describe('a page that is opened', () => {
  test('finds what an earlier one has left in the lists, and leaves it to the stream', async () => {
    const { open, live, say, asked, lists } = recordTill();
    const first = open();
    await first.pay();
    await live(5000);
    const { id } = first.only();
    first.crash();
    lists.length = 0;
    asked.length = 0;
    const second = open();
    await live(30_000);
    expect(second.only()).toMatchObject({ id, phase: 'waiting', flowKey: 'default' });
    expect(lists).toHaveLength(2);
    expect(asked.length).toBeLessThanOrEqual(1);
    say(id, 'failed');
    await live(0);
    expect(second.only().phase).toBe('failed');
  });

  test('hears a result that came long after a person stopped waiting', async () => {
    const { clock, open, live, say } = recordTill();
    const first = open();
    await first.pay();
    await live(1000);
    const { id } = first.only();
    first.operations.stopWaiting(id);
    expect(first.only()).toMatchObject({ phase: 'unknown', reason: 'stopped' });
    first.crash();
    clock.jump(20 * 3_600_000);
    const second = open();
    await live(2000);
    expect(second.only()).toMatchObject({ phase: 'unknown', reason: 'stopped' });
    second.crash();
    say(id, 'complete', { confirmedCents: 1250 });
    const third = open();
    await live(2000);
    expect(third.only()).toMatchObject({ phase: 'complete', confirmedCents: 1250 });
  });
});

describe('a page that', () => {
  test('is left gives its connection back, and comes back without a gap', async () => {
    const { clock, open, live, say, script, records, asked, lists } = recordTill();
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
    expect([asked, lists.length]).toEqual([['POST pay'], 2]);
  });

  test('is hidden keeps its stream: a till in another tab has to hear', async () => {
    const { open, live, say, script, asked } = recordTill();
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
    expect(asked).toEqual(['POST pay']);
  });

  test('is hidden asks nothing anew of the record until it is seen again, and then once', async () => {
    const { live, open, script } = recordTill();
    const { operations, hide, signals, wake } = open();
    let changes = 0;
    operations.record.subscribe(() => (changes += 1));
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

  test('F116: is hidden gives its connection to the others where all of them have six, and asks', async () => {
    vi.stubGlobal('document', {});
    vi.spyOn(performance, 'getEntriesByType').mockReturnValue([]);
    const { clock, open, live, say, script, questions } = recordTill();
    const { pay, only, hide, signals, wake } = open();
    await pay();
    await live(5000);
    signals.isVisible = false;
    hide(false);
    await clock.advance(60_000);
    expect(script.open()).toEqual([]);
    expect(questions()).toHaveLength(6);
    signals.isVisible = true;
    wake();
    await live(3000);
    const before = questions().length;
    await live(30_000);
    expect(questions()).toHaveLength(before);
    say(only().id, 'complete', { confirmedCents: 1250 });
    await live(0);
    expect(only().phase).toBe('complete');
  });
});
