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
  const watcher = createMessageWatcher({ client, clock, random: () => 0.5 });
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
});
