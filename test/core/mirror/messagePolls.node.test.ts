import { describe, expect, it } from 'vitest';
import { json } from '../client/recordingClient.ts';
import { recordTill } from './scriptedRecord.ts';

type Headers = Record<string, string>;

/** A page that shows one message, and a gateway that answers as it is told. */
function watching() {
  const till = recordTill();
  const polls: number[] = [];
  let answer: { status: string; headers: Headers } = { status: 'received', headers: { age: '0' } };
  till.answer(/^\/processed-messages/, () => {
    polls.push(till.clock.now());
    return json({ data: { status: answer.status } }, { headers: answer.headers });
  });
  const page = till.open();
  const watch = page.operations.watch('m-1');
  const leave = watch.subscribe(() => undefined);
  return {
    ...till,
    ...page,
    polls,
    watch,
    leave,
    say: (status: string, headers: Headers = { age: '0' }) => {
      answer = { status, headers };
    },
  };
}

describe('how fresh a result is that a gateway tells', () => {
  it('was checked when the service was asked, not when the gateway was', async () => {
    const { clock, polls, watch, say } = watching();
    say('processing', { age: '7' });
    await clock.advance(10_000);
    expect(watch.getSnapshot().lastCheckedAt).toBe(polls.at(-1)! - 7000);
    say('processing', { age: '0' });
    await clock.advance(10_000);
    expect(watch.getSnapshot().lastCheckedAt).toBe(polls.at(-1));
  });

  it('never goes back', async () => {
    const { clock, polls, watch, say } = watching();
    await clock.advance(10_000);
    const checkedAt = watch.getSnapshot().lastCheckedAt;
    const asked = polls.length;
    say('received', { age: '3600' });
    await clock.advance(10_000);
    expect(polls.length).toBeGreaterThan(asked);
    expect(watch.getSnapshot().lastCheckedAt).toBe(checkedAt);
  });

  it.each([[{}], [{ age: '' }], [{ age: '-1' }], [{ age: 'x' }]])(
    'was not asked about yet where its age is %o',
    async (headers: Headers) => {
      const { clock, polls, watch, say } = watching();
      say('received', headers);
      await clock.advance(10_000);
      expect(polls.length).toBeGreaterThan(0);
      expect(watch.getSnapshot()).toMatchObject({
        status: 'received',
        lastCheckedAt: undefined,
        connection: 'ok',
      });
    },
  );
});

describe('when a gateway is asked again', () => {
  it.each([
    ['9', 9],
    ['600', 60],
  ])('not before it has something new: retry-after %s', async (retryAfter, seconds) => {
    const { clock, polls, say, watch } = watching();
    say('received', { age: '1', 'retry-after': retryAfter });
    await clock.advance(5000);
    expect(polls).toHaveLength(1);
    expect(watch.getSnapshot().nextCheckAt).toBeGreaterThanOrEqual(polls[0]! + seconds * 1000);
    say('received');
    await clock.advance(seconds * 1000);
    expect(polls[1]! - polls[0]!).toBeGreaterThanOrEqual(seconds * 1000);
    expect(polls[1]! - polls[0]!).toBeLessThan(seconds * 1000 + 5000);
  });

  it('F67: not before that by a press either, which is told when', async () => {
    const { clock, polls, say, operations } = watching();
    say('received', { 'retry-after': '9' });
    await clock.advance(5000);
    const { asked, nextAllowedAt } = operations.checkMessageNow('m-1');
    expect([asked, nextAllowedAt]).toEqual([false, polls[0]! + 9000]);
    await clock.advance(nextAllowedAt - clock.now());
    expect(polls).toHaveLength(2);
    expect(operations.checkMessageNow('of no page')).toEqual({ asked: false, nextAllowedAt: Infinity });
  });

  it('F67: once by a hundred presses', async () => {
    const { clock, polls, operations } = watching();
    await clock.advance(1500);
    const results = Array.from({ length: 100 }, () => operations.checkMessageNow('m-1'));
    await clock.advance(100);
    expect(results.filter(({ asked }) => asked)).toHaveLength(1);
    expect(polls).toHaveLength(2);
  });

  it('no more once the result is there, or nothing shows it', async () => {
    const { clock, polls, say, watch, leave } = watching();
    await clock.advance(5000);
    leave();
    const asked = polls.length;
    await clock.advance(60_000);
    expect(polls).toHaveLength(asked);
    watch.subscribe(() => undefined);
    say('complete');
    await clock.advance(5000);
    const after = polls.length;
    await clock.advance(60_000);
    expect(polls).toHaveLength(after);
    expect(watch.getSnapshot()).toMatchObject({ status: 'complete', isFinal: true, nextCheckAt: undefined });
  });

  it('ever more rarely where it does not answer, and as ever once it does', async () => {
    const { clock, watch, answer, asked, say } = watching();
    let isDown = true;
    answer(/^\/processed-messages/, () => (isDown ? json({}, { status: 502 }) : undefined));
    await clock.advance(120_000);
    expect(asked.length).toBeLessThan(12);
    expect(watch.getSnapshot()).toMatchObject({ connection: 'degraded' });
    isDown = false;
    say('processing');
    await clock.advance(30_000);
    expect(watch.getSnapshot()).toMatchObject({ status: 'processing', connection: 'ok' });
  });
});
