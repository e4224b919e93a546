import { beforeEach, describe, expect, it, test } from 'vitest';
import { createMessageWatcher } from '../../../src/core/polling/messageWatcher.ts';
import { createPollBudget, createVirtualClock, type VirtualClock } from '../../../src/exports/core.ts';
import { json, recordingClient } from '../client/recordingClient.ts';
import { isUnansweredOrServerError } from '../../../src/core/polling/messageState.ts';
import {
  isLaterStatus,
  isUnfinishedStatus,
  type MessageState,
  withPolledMessage,
  withPollError,
  withSlowedConnection,
} from '../../../src/core/polling/messageState.ts';
import { PaymentsError, type PaymentsErrorCode } from '../../../src/core/errors.ts';
import type { ProcessedMessage, ProcessingStatus } from '../../../src/core/wire/message.ts';

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

const statusAnswer = (name: string) => json({ data: { status: name } });

describe('watching a message', () => {
  it('stops asking once the message is final', async () => {
    const { watcher, asked } = watcherOn((_, turn) => statusAnswer(turn < 3 ? 'processing' : 'complete'));
    const watch = watcher.watch('m');
    watch.subscribe(() => undefined);
    await clock.advance(120_000);
    expect(asked()).toHaveLength(3);
    expect(watch.getSnapshot()).toMatchObject({ status: 'complete', isFinal: true, connection: 'ok' });
  });

  it('is one stream for five watchers, and ends with the last of them', async () => {
    const { watcher, asked } = watcherOn(() => statusAnswer('received'));
    const leave = Array.from({ length: 5 }, () => watcher.watch('m').subscribe(() => undefined));
    await clock.advance(3500);
    expect(asked()).toHaveLength(4);
    leave.forEach((stop) => stop());
    await clock.advance(60_000);
    expect(asked()).toHaveLength(4);
  });

  it('asks nothing before a watcher is there', async () => {
    const { watcher, asked } = watcherOn(() => statusAnswer('received'));
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
      return statusAnswer('received');
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
    const { watcher, asked } = watcherOn(() => statusAnswer('received'));
    for (let n = 0; n < 20; n += 1) watcher.watch(`m${n}`).subscribe(() => undefined);
    await clock.advance(120_000);
    const counts = Array.from({ length: 20 }, (_, n) => asked().filter((id) => id === `m${n}`).length);
    expect(Math.min(...counts)).toBeGreaterThanOrEqual(4);
    expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(1);
  });

  it('ignores an answer that goes backwards', async () => {
    const { watcher } = watcherOn((_, turn) => statusAnswer(turn === 1 ? 'processing' : 'received'));
    const watch = watcher.watch('m');
    watch.subscribe(() => undefined);
    await clock.advance(5000);
    expect(watch.getSnapshot().status).toBe('processing');
  });

  it('F17: shows a bad connection after two questions in a row, keeps the status and recovers alone', async () => {
    const { watcher } = watcherOn((_, turn) =>
      turn === 1
        ? statusAnswer('processing')
        : turn < 5
          ? Promise.reject(new TypeError('Failed to fetch'))
          : statusAnswer('complete'),
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
      turn < 3 ? json({}, { status: 401 }) : statusAnswer('complete'),
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
        : statusAnswer('received'),
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
    const { watcher, asked } = watcherOn(() => statusAnswer('APPROVED'));
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
      statusAnswer(turn === 1 ? 'timeout' : turn === 3 ? 'complete' : 'timeout'),
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
    const { watcher, asked } = watcherOn(() => statusAnswer('received'));
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
        request.headers.get('authorization') === 'new' ? statusAnswer('complete') : json({}, { status: 401 }),
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
        return statusAnswer('received');
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
    const { watcher, asked } = watcherOn(() => statusAnswer('received'));
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
    'F71: after a 429 with Retry-After %s no tab asks any earlier',
    async (_, headers, seconds, connection) => {
      const at: number[] = [];
      const { watcher } = watcherOn((id, turn) => {
        at.push(clock.monotonic());
        return id === 'a' && turn === 1 ? json({}, { status: 429, headers }) : statusAnswer('received');
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
      turn === 1 ? json({}, { status: 429 }) : statusAnswer('received'),
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
    const { watcher } = watcherOn(() => statusAnswer('processing'));
    const watch = watcher.watch('m');
    watch.subscribe(() => undefined);
    await clock.advance(1000);
    const { message } = watch.getSnapshot();
    await clock.advance(10_000);
    expect(watch.getSnapshot().message).toBe(message);
  });

  it('asks where waiting costs most: a payment that may be over before one that has just begun', async () => {
    const { watcher, asked } = watcherOn(() => statusAnswer('received'));
    watcher.watch('old', { acceptedAt: clock.now() - 12_000 }).subscribe(() => undefined);
    watcher.watch('new', { acceptedAt: clock.now() }).subscribe(() => undefined);
    await clock.advance(4000);
    const count = (id: string) => asked().filter((message) => message === id).length;
    expect(count('old')).toBeGreaterThan(count('new'));
  });
});

const ranked: ProcessingStatus[] = ['received', 'processing', 'timeout', 'failed', 'complete'];
const at = Date.UTC(2026, 0, 15);
const fresh: MessageState = {
  msgIdentifier: 'm',
  isFinal: false,
  connection: 'ok',
  failures: 0,
  missing: 0,
};
const message = (status: ProcessingStatus, more: Partial<ProcessedMessage> = {}): ProcessedMessage => ({
  msgIdentifier: 'm',
  status,
  raw: { status },
  ...more,
});
const heard = (status: ProcessingStatus) => withPolledMessage(fresh, message(status), at);
const error = (code: PaymentsErrorCode, status?: number) => new PaymentsError(code, 'It failed.', { status });

describe('an answer', () => {
  test('tells more only where it is further on: received, processing, timeout, failed, complete', () => {
    for (const [rank, status] of ranked.entries()) {
      expect(isLaterStatus(status, undefined)).toBe(true);
      for (const [earlier, before] of ranked.entries())
        expect(isLaterStatus(status, before), `${before}, then ${status}`).toBe(rank > earlier);
    }
  });

  test('never takes the state back, and a late result wins over a timeout or a failure', () => {
    for (const [rank, before] of ranked.entries())
      for (const [next, status] of ranked.entries()) {
        const state = withPolledMessage(heard(before), message(status), at + 1000);
        const shown = ranked[Math.max(rank, next)];
        expect([state.status, state.message?.status], `${before}, then ${status}`).toEqual([shown, shown]);
        expect(state.lastCheckedAt).toBe(at + 1000);
      }
  });

  test.each(ranked)('%s: what is final, and what is under way', (status) => {
    expect(heard(status).isFinal).toBe(status !== 'received' && status !== 'processing');
    expect(isUnfinishedStatus(status)).toBe(status === 'received' || status === 'processing');
  });

  test('of which nothing is known is not under way', () => {
    expect(isUnfinishedStatus(undefined)).toBe(false);
  });

  test('ends whatever was wrong with the asking', () => {
    const failing = withPollError(withPollError(fresh, error('unanswered'), at), error('http', 404), at);
    expect(withPolledMessage({ ...failing, nextCheckAt: at }, message('received'), at)).toEqual({
      msgIdentifier: 'm',
      status: 'received',
      isFinal: false,
      message: message('received'),
      connection: 'ok',
      lastCheckedAt: at,
      failures: 0,
      missing: 0,
    });
  });

  test('that goes backwards ends it too', () => {
    const failing = withPollError(heard('processing'), error('unanswered'), at);
    expect(withPolledMessage(failing, message('received'), at)).toMatchObject({
      status: 'processing',
      connection: 'ok',
      failures: 0,
    });
  });

  test('that says the same keeps the message it said it with; one that says more does not', () => {
    const first = heard('processing');
    expect(withPolledMessage(first, message('processing'), at).message).toBe(first.message);
    const more = message('processing', { serviceMessage: 'Insert card' });
    expect(withPolledMessage(first, more, at).message).toBe(more);
    const other = message('processing', { raw: { status: 'processing', step: 2 } });
    expect(withPolledMessage(first, other, at).message).toBe(other);
  });

  test('which a gateway never asked for leaves the time of the last check open', () => {
    expect(withPolledMessage(fresh, message('received'), undefined).lastCheckedAt).toBeUndefined();
  });
});

describe('a question in vain', () => {
  test.each<[PaymentsErrorCode, number | undefined, boolean]>([
    ['unanswered', undefined, true],
    ['aborted', undefined, true],
    ['http', 500, true],
    ['http', 503, true],
    ['http', 499, false],
    ['http', 404, false],
    ['unauthorized', 401, false],
    ['rate-limited', 429, false],
    ['contract', 200, false],
    ['contract', undefined, false],
  ])('%s %s tells only that no answer came: %s', (code, status, transient) => {
    expect(isUnansweredOrServerError(error(code, status))).toBe(transient);
    const state = withPollError({ ...heard('received'), lastCheckedAt: 1 }, error(code, status), at);
    expect(state.lastCheckedAt).toBe(transient ? 1 : at);
  });

  test('changes nothing that is known of the message', () => {
    const before = heard('processing');
    const cause = error('unanswered');
    expect(withPollError(before, cause, at)).toEqual({ ...before, error: cause, failures: 1 });
  });

  test('once is nothing, twice in a row is a bad connection', () => {
    const once = withPollError(fresh, error('unanswered'), at);
    expect([once.connection, once.failures]).toEqual(['ok', 1]);
    const twice = withPollError(once, error('contract', 200), at);
    expect([twice.connection, twice.failures]).toEqual(['degraded', 2]);
    const between = withPolledMessage(once, message('received'), at);
    expect(withPollError(between, error('unanswered'), at).connection).toBe('ok');
  });

  test.each<[PaymentsErrorCode, number, string]>([
    ['unauthorized', 401, 'needs-auth'],
    ['rate-limited', 429, 'slowed'],
    ['http', 503, 'slowed'],
    ['http', 500, 'ok'],
  ])('%s %i makes the connection %s at once', (code, status, connection) => {
    expect(withPollError(fresh, error(code, status), at).connection).toBe(connection);
  });

  test('a refusal that is over once something else goes wrong is kept until the second in a row', () => {
    const refused = withPollError(fresh, error('unauthorized', 401), at);
    expect(withPollError(refused, error('unanswered'), at).connection).toBe('degraded');
    expect(withPollError({ ...refused, failures: 0 }, error('unanswered'), at).connection).toBe('needs-auth');
  });

  test('counts how often in a row there was no such message', () => {
    const once = withPollError(fresh, error('http', 404), at);
    const twice = withPollError(once, error('http', 410), at);
    expect([once.missing, twice.missing]).toEqual([1, 2]);
    expect(withPollError(twice, error('unanswered'), at)).toMatchObject({ missing: 0, failures: 3 });
  });
});

describe('the weather', () => {
  test('slows what is well, whichever message was refused, and lets it be well again', () => {
    const slowed = withSlowedConnection(heard('received'), true);
    expect(slowed).toEqual({ ...heard('received'), connection: 'slowed' });
    expect(withSlowedConnection(slowed, false)).toEqual(heard('received'));
  });

  test('changes nothing where it is as it was', () => {
    const well = heard('received');
    const slowed = withSlowedConnection(well, true);
    expect(withSlowedConnection(well, false)).toBe(well);
    expect(withSlowedConnection(slowed, true)).toBe(slowed);
    const refused = withPollError(fresh, error('unauthorized', 401), at);
    expect(withSlowedConnection(refused, false)).toBe(refused);
  });
});
