import { beforeEach, describe, expect, it } from 'vitest';
import { createMessageWatcher } from '../../../src/core/polling/messageWatcher.ts';
import { createPollBudget, createVirtualClock, type VirtualClock } from '../../../src/exports/core.ts';
import { json, recordingClient } from '../client/recordingClient.ts';

let clock: VirtualClock;
beforeEach(() => {
  clock = createVirtualClock(Date.UTC(2026, 0, 15));
});

function watcherOn(answer: (id: string, turn: number) => Response | Promise<Response>) {
  const turns = new Map<string, number>();
  const { client, sent } = recordingClient(
    (request) => {
      const id = request.url.split('/').at(-1) ?? '';
      const turn = (turns.get(id) ?? 0) + 1;
      turns.set(id, turn);
      return answer(id, turn);
    },
    { clock, pollBudget: createPollBudget({ clock }) },
  );
  const watcher = createMessageWatcher({ client, clock, random: () => 0.5, tab: 'a' });
  return { watcher, asked: () => sent.map(({ request }) => request.url.split('/').at(-1)) };
}

const status = (name: string) => json({ data: { status: name } });

describe('watching a message', () => {
  it('stops asking once the message is final', async () => {
    const { watcher, asked } = watcherOn((_, turn) => status(turn < 3 ? 'processing' : 'complete'));
    const watch = watcher.watch('m');
    watch.subscribe(() => undefined);
    await clock.advance(120_000);
    expect(asked()).toHaveLength(3);
    expect(watch.getSnapshot()).toMatchObject({ status: 'complete', isFinal: true, connection: 'ok' });
  });

  it('is one stream for five watchers, and ends with the last of them', async () => {
    const { watcher, asked } = watcherOn(() => status('received'));
    const leave = Array.from({ length: 5 }, () => watcher.watch('m').subscribe(() => undefined));
    await clock.advance(3500);
    expect(asked()).toHaveLength(4);
    leave.forEach((stop) => stop());
    await clock.advance(60_000);
    expect(asked()).toHaveLength(4);
  });

  it('asks nothing before somebody watches', async () => {
    const { watcher, asked } = watcherOn(() => status('received'));
    watcher.watch('m');
    await clock.advance(10_000);
    expect(asked()).toEqual([]);
  });

  it('has one question in flight, and leaves a second between two', async () => {
    let inFlight = 0;
    let most = 0;
    const { watcher, asked } = watcherOn(async () => {
      inFlight += 1;
      most = Math.max(most, inFlight);
      await new Promise<void>((resolve) => clock.setTimeout(resolve, 3000));
      inFlight -= 1;
      return status('received');
    });
    watcher.watch('m').subscribe(() => undefined);
    for (let n = 0; n < 20; n += 1) {
      watcher.checkNow('m');
      await clock.advance(500);
    }
    expect(most).toBe(1);
    expect(asked().length).toBeLessThanOrEqual(4);
  });

  it('starves none of twenty', async () => {
    const { watcher, asked } = watcherOn(() => status('received'));
    for (let n = 0; n < 20; n += 1) watcher.watch(`m${n}`).subscribe(() => undefined);
    await clock.advance(120_000);
    const counts = Array.from({ length: 20 }, (_, n) => asked().filter((id) => id === `m${n}`).length);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(4);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  it('ignores an answer that goes backwards', async () => {
    const { watcher } = watcherOn((_, turn) => status(turn === 1 ? 'processing' : 'received'));
    const watch = watcher.watch('m');
    watch.subscribe(() => undefined);
    await clock.advance(5000);
    expect(watch.getSnapshot().status).toBe('processing');
  });

  it('F17: shows a bad connection after two questions in a row, keeps the status and recovers alone', async () => {
    const { watcher } = watcherOn((_, turn) =>
      turn === 1
        ? status('processing')
        : turn < 5
          ? Promise.reject(new TypeError('Failed to fetch'))
          : status('complete'),
    );
    const watch = watcher.watch('m');
    const seen = new Set<string>();
    watch.subscribe(() => {
      const state = watch.getSnapshot();
      seen.add(`${state.status} ${state.connection} ${state.error?.code}`);
    });
    await clock.advance(60_000);
    expect([...seen]).toEqual([
      'processing ok undefined',
      'processing ok unanswered',
      'processing degraded unanswered',
      'complete ok undefined',
    ]);
  });

  it('F18: asks seldom while the service wants other credentials', async () => {
    const { watcher, asked } = watcherOn((_, turn) =>
      turn < 3 ? json({}, { status: 401 }) : status('complete'),
    );
    const watch = watcher.watch('m');
    watch.subscribe(() => undefined);
    await clock.advance(5000);
    expect(watch.getSnapshot()).toMatchObject({ connection: 'needs-auth', isFinal: false });
    expect(asked()).toHaveLength(1);
    await clock.advance(60_000);
    expect(watch.getSnapshot()).toMatchObject({ connection: 'ok', status: 'complete' });
  });

  it.each([429, 503])('F71, F73: a %i slows every message down for as long as it says', async (code) => {
    const { watcher, asked } = watcherOn((id, turn) =>
      id === 'a' && turn === 2
        ? json({}, { status: code, headers: { 'retry-after': '20' } })
        : status('received'),
    );
    const watch = watcher.watch('a');
    watch.subscribe(() => undefined);
    watcher.watch('b').subscribe(() => undefined);
    await clock.advance(2000);
    const before = asked().length;
    expect(watch.getSnapshot()).toMatchObject({ connection: 'slowed', status: 'received' });
    await clock.advance(18_500);
    expect(asked()).toHaveLength(before);
    await clock.advance(5000);
    expect(asked().length).toBeGreaterThan(before);
    expect(watch.getSnapshot().connection).toBe('ok');
  });

  it('keeps on waiting, visibly, on a status that is none of the five', async () => {
    const { watcher, asked } = watcherOn(() => status('APPROVED'));
    const watch = watcher.watch('m');
    watch.subscribe(() => undefined);
    await clock.advance(20_000);
    expect(watch.getSnapshot()).toMatchObject({
      isFinal: false,
      error: expect.objectContaining({ code: 'contract' }),
    });
    expect(asked().length).toBeGreaterThan(2);
  });

  it('asks on after timeout every 30 s for 5 min, and takes a late result', async () => {
    const { watcher, asked } = watcherOn((_, turn) =>
      status(turn === 1 ? 'timeout' : turn === 3 ? 'complete' : 'timeout'),
    );
    const watch = watcher.watch('m');
    watch.subscribe(() => undefined);
    await clock.advance(20_000);
    expect(watch.getSnapshot()).toMatchObject({ status: 'timeout', isFinal: true });
    expect(asked()).toHaveLength(1);
    await clock.advance(60_000);
    expect(watch.getSnapshot().status).toBe('complete');
  });

  it('says when the next question can be asked', async () => {
    const { watcher, asked } = watcherOn(() => status('received'));
    watcher.watch('m').subscribe(() => undefined);
    await clock.advance(0);
    const result = watcher.checkNow('m');
    expect(result).toEqual({ asked: false, nextAllowedAt: clock.now() + 1000 });
    await clock.advance(1000);
    expect(asked()).toHaveLength(2);
    expect(watcher.checkNow('unknown').asked).toBe(false);
  });

  it('F18: asks at once when the host has new headers', async () => {
    let token = 'old';
    const { client, sent } = recordingClient(
      (request) =>
        request.headers.get('authorization') === 'new' ? status('complete') : json({}, { status: 401 }),
      { clock, pollBudget: createPollBudget({ clock }), headers: () => ({ authorization: token }) },
    );
    const watch = createMessageWatcher({ client, clock, random: () => 0.5, tab: 'a' }).watch('m');
    watch.subscribe(() => undefined);
    await clock.advance(10_000);
    expect(watch.getSnapshot().connection).toBe('needs-auth');
    expect(sent).toHaveLength(1);
    token = 'new';
    await clock.advance(3000);
    expect(watch.getSnapshot()).toMatchObject({ connection: 'ok', status: 'complete' });
    expect(sent).toHaveLength(2);
  });

  it('F53: timers that come 70 s late, or forty at once, open nothing', async () => {
    let lateMs = 70_000;
    const lazy = {
      ...clock,
      setTimeout: (run: () => void, ms: number) => clock.setTimeout(run, ms + lateMs),
    };
    const at: number[] = [];
    const { client } = recordingClient(
      () => {
        at.push(clock.monotonic());
        return status('received');
      },
      { clock: lazy, pollBudget: createPollBudget({ clock: lazy }) },
    );
    const watcher = createMessageWatcher({ client, clock: lazy, random: () => 0.5, tab: 'a' });
    for (let n = 0; n < 40; n += 1) watcher.watch(`m${n}`).subscribe(() => undefined);
    await clock.advance(200_000);
    lateMs = 0;
    await clock.advance(200_000);
    const most = Math.max(...at.map((from) => at.filter((t) => t >= from && t < from + 60_000).length));
    expect(most).toBeLessThanOrEqual(47);
    expect(at.length).toBeGreaterThan(100);
  });

  it('F67: a hundred presses are one question, and say when it goes out', async () => {
    const { watcher, asked } = watcherOn(() => status('received'));
    watcher.watch('m', { acceptedAt: clock.now() }).subscribe(() => undefined);
    await clock.advance(20_000);
    const before = asked().length;
    const results = Array.from({ length: 100 }, () => watcher.checkNow('m'));
    expect(new Set(results.map(({ nextAllowedAt }) => nextAllowedAt)).size).toBe(1);
    const wait = results[0]!.nextAllowedAt - clock.now();
    await clock.advance(Math.max(0, wait - 1));
    const early = asked().length;
    await clock.advance(2);
    expect([early - before, asked().length - before]).toEqual([wait > 0 ? 0 : 1, 1]);
  });

  it.each<[string, Record<string, string>, number, string]>([
    ['7', { 'retry-after': '7' }, 7, 'slowed'],
    ['a date', { 'retry-after': new Date(Date.UTC(2026, 0, 15, 0, 0, 30)).toUTCString() }, 29, 'slowed'],
    ['a past date', { 'retry-after': 'Thu, 01 Jan 2026 00:00:00 GMT' }, 1, 'slowed'],
    ['"abc"', { 'retry-after': 'abc' }, 60, 'slowed'],
    ['"-1"', { 'retry-after': '-1' }, 60, 'slowed'],
    ['"1.5"', { 'retry-after': '1.5' }, 2, 'slowed'],
    ['hidden', {}, 60, 'slowed'],
    ['"99999999"', { 'retry-after': '99999999' }, 99_999_999, 'slowed'],
  ])(
    'F71: after a 429 with Retry-After %s nobody asks any earlier',
    async (_, headers, seconds, connection) => {
      const at: number[] = [];
      const { watcher } = watcherOn((id, turn) => {
        at.push(clock.monotonic());
        return id === 'a' && turn === 1 ? json({}, { status: 429, headers }) : status('received');
      });
      const watch = watcher.watch('a');
      watch.subscribe(() => undefined);
      await clock.advance(500);
      const other = watcher.watch('b');
      other.subscribe(() => undefined);
      const refusedAt = at[0]!;
      await clock.advance(400);
      expect(watch.getSnapshot()).toMatchObject({ connection, isFinal: false });
      expect(other.getSnapshot().connection).toBe(connection);
      await clock.advance(Math.min(seconds, 3600) * 1000 + 5000);
      const [next = Infinity] = at.slice(1);
      // A date is told in whole seconds of the service's clock.
      expect(next - refusedAt).toBeGreaterThanOrEqual(seconds > 3600 ? Infinity : seconds * 1000 - 1);
      if (seconds < 3600) expect(next - refusedAt).toBeLessThan(seconds * 1000 + 4000);
    },
  );

  it('F72: while a stranger spends too, a person may ask once after 15 s', async () => {
    const { watcher, asked } = watcherOn((_, turn) =>
      turn === 1 ? json({}, { status: 429 }) : status('received'),
    );
    watcher.watch('m').subscribe(() => undefined);
    await clock.advance(5000);
    expect(watcher.checkNow('m')).toMatchObject({
      asked: false,
      nextAllowedAt: Date.UTC(2026, 0, 15, 0, 0, 15),
    });
    await clock.advance(9000);
    expect(asked()).toHaveLength(1);
    await clock.advance(2000);
    expect(asked()).toHaveLength(2);
    watcher.checkNow('m');
    await clock.advance(30_000);
    expect(asked()).toHaveLength(2);
    await clock.advance(20_000);
    expect(asked().length).toBeGreaterThan(2);
  });

  it('keeps the same message while it says the same', async () => {
    const { watcher } = watcherOn(() => status('processing'));
    const watch = watcher.watch('m');
    watch.subscribe(() => undefined);
    await clock.advance(1000);
    const { message } = watch.getSnapshot();
    await clock.advance(10_000);
    expect(watch.getSnapshot().message).toBe(message);
  });

  it('asks where waiting costs most: a payment that may be over before one that has just begun', async () => {
    const { watcher, asked } = watcherOn(() => status('received'));
    watcher.watch('old', { acceptedAt: clock.now() - 12_000 }).subscribe(() => undefined);
    watcher.watch('new', { acceptedAt: clock.now() }).subscribe(() => undefined);
    await clock.advance(4000);
    const count = (id: string) => asked().filter((message) => message === id).length;
    expect(count('old')).toBeGreaterThan(count('new'));
  });
});
