import { describe, expect, test } from 'vitest';
import { sleep } from '../../../src/core/time.ts';
import { json } from '../client/recordingClient.ts';
import { minute, mirrorTill } from './mirrorTill.ts';
import { recorded, recordTill } from './scriptedRecord.ts';

const unreachable = { started: false, refusal: { code: 'unreachable' } };

describe('while the gateway is away', () => {
  test('what is shown says so, and since when nothing was heard', async () => {
    const { open, pass, cut, ways, clock } = await mirrorTill({ scenario: 'slow' });
    const page = open();
    await page.pay();
    await pass(2000);
    expect(page.only()).toMatchObject({ phase: 'waiting', connection: 'ok' });
    await pass(8000);
    const heardAt = page.only().lastCheckedAt!;
    expect(clock.now() - heardAt).toBeLessThan(15_000);
    cut();
    await pass(minute);
    expect(page.only()).toMatchObject({ phase: 'waiting', connection: 'degraded', lastCheckedAt: heardAt });
    expect(page.only().nextCheckAt).toBeGreaterThan(clock.now());
    await pass(10 * minute);
    expect(page.only()).toMatchObject({ phase: 'waiting', connection: 'degraded', lastCheckedAt: heardAt });
    ways.mend();
    await pass(minute);
    expect(page.only()).toMatchObject({ phase: 'complete', connection: 'ok' });
  });

  test('a press is refused at once after two questions failed, and goes as soon as it is back', async () => {
    const { open, pass, cut, ways, payments, assertSafe } = await mirrorTill();
    const page = open();
    await pass(1000);
    cut();
    await pass(2500);
    expect(await page.pay()).toMatchObject(unreachable);
    // A person who presses again at once is not believed to know more.
    expect(await page.pay()).toMatchObject(unreachable);
    await pass(20_000);
    expect(await page.pay()).toMatchObject(unreachable);
    expect(page.operations.list()).toEqual([]);
    ways.mend();
    await pass(30_000);
    expect(await page.pay()).toMatchObject({ started: true });
    await pass(minute);
    expect(page.only().phase).toBe('complete');
    expect(payments()).toHaveLength(1);
    assertSafe();
  });

  test('a refused press makes the page look: the next one goes where the gateway is back', async () => {
    const { open, pass, cut, ways } = await mirrorTill();
    const page = open();
    await pass(1000);
    cut();
    await pass(10 * minute);
    ways.mend();
    expect(await page.pay()).toMatchObject(unreachable);
    await pass(100);
    expect(await page.pay()).toMatchObject({ started: true });
  });

  // A browser has six connections: questions that wait for one another time out, and the page never learns that the gateway is back.
  test('a person who presses each second does not make the page ask what it is still asking', async () => {
    const { clock, open, live, answer, script, records } = recordTill();
    const page = open();
    await live(1000);
    for (const id of ['op-1', 'op-2', 'op-3']) {
      records.set(id, recorded({ id, isOwn: false }));
      script.tell(records.get(id)!);
    }
    await live(1000);
    let [asking, most] = [0, 0];
    answer(/^\/operations/, async () => {
      asking += 1;
      most = Math.max(most, asking);
      await sleep(clock, 10_000);
      asking -= 1;
      return json({}, { status: 502 });
    });
    script.begin(() => new Response('', { status: 502 }));
    script.last().break();
    await clock.advance(30_000);
    for (let count = 0; count < 30; count += 1) {
      expect(await page.pay()).toMatchObject(unreachable);
      await clock.advance(1000);
    }
    expect(most).toBe(4); // about each of the three, and for a list
    answer(/^\/operations/, (_, __, usual) => usual());
    await clock.advance(10_000);
    expect(await page.pay()).toMatchObject(unreachable);
    await clock.advance(100);
    expect(await page.pay()).toMatchObject({ started: true });
  });

  test('one press is believed to be sent where its outcome was not known yet, and is found not to have been', async () => {
    const { open, pass, cut, ways, payments } = await mirrorTill();
    const page = open();
    await pass(1000);
    cut();
    expect(await page.pay()).toMatchObject({ started: true });
    await pass(20_000);
    expect(page.only()).toMatchObject({ phase: 'unknown', connection: 'degraded' });
    expect(await page.pay()).toMatchObject({ started: false, refusal: { code: 'terminal-busy' } });
    expect(await page.pay({ terminalId: 'terminal-2' })).toMatchObject(unreachable);
    ways.mend();
    await pass(minute);
    expect(page.only().phase).toBe('rejected');
    expect(payments()).toEqual([]);
  });
});

describe('a gateway is not away', () => {
  test('where a proxy keeps streams alone from a page', async () => {
    const { open, pass, ways } = await mirrorTill();
    ways.bend('stream', 'the request is lost', Infinity);
    const page = open();
    const codes = new Set<string>();
    for (let count = 0; count < 20; count += 1) {
      await pass(3700);
      const result = await page.pay({ amount: 1000 + count, terminalId: `terminal-${1 + (count % 3)}` });
      codes.add(result.started ? 'started' : result.refusal.code);
    }
    expect(codes).not.toContain('unreachable');
    expect(codes).toContain('started');
  });

  test('where it wants a sign-in: the press says so', async () => {
    const { open, pass, refused } = await mirrorTill();
    for (const question of ['askOperation', 'listOperations', 'streamOperations', 'pay'] as const)
      refused.set(question, 401);
    const page = open();
    await pass(minute);
    expect(await page.pay()).toMatchObject({ started: true });
    await pass(1000);
    expect(page.only()).toMatchObject({ phase: 'rejected', error: { code: 'unauthorized' } });
  });

  test('where one that a page asked long ago was, and it followed nothing since', async () => {
    const { open, live, answer, script } = recordTill();
    script.begin(() => new Response('', { status: 502 }));
    answer(/^\/operations/, () => json({}, { status: 502 }));
    const page = open({}, {}, { isFollowed: false });
    await live(10 * minute);
    answer(/^\/operations/, (_, __, usual) => usual());
    expect(await page.pay()).toMatchObject({ started: true });
  });

  test('where it keeps back one payment of another till, which is shown no more', async () => {
    const { open, live, answer, script, records, asked } = recordTill();
    const { operations, pay, only } = open();
    await live(1000);
    const other = recorded({ id: 'op-of-another', isOwn: false });
    records.set(other.id, other);
    script.tell(other);
    await live(0);
    expect(operations.list()).toHaveLength(1);
    records.delete(other.id);
    answer(/^\/operations\/op-of-another$/, () =>
      json({ refusal: { code: 'not-yours', message: 'No.' } }, { status: 403 }),
    );
    script.last().event('reset', {});
    await live(1000);
    expect(operations.list()).toEqual([]);
    await pay();
    await live(1000);
    expect(only()).toMatchObject({ phase: 'waiting', connection: 'ok' });
    expect(asked.filter((path) => path.endsWith(other.id))).toHaveLength(1);
  });

  test('where it is newer and lists a row that this page cannot read, which is not asked for without end', async () => {
    const { open, live, records, script, lists } = recordTill();
    const { pay, only, operations } = open();
    await live(1000);
    records.set('op-of-tomorrow', recorded({ id: 'op-of-tomorrow', kind: 'tip' as 'pay' }));
    script.last().event('reset', {});
    await live(minute);
    const before = lists.length;
    await live(minute);
    expect(lists.length - before).toBeLessThanOrEqual(4);
    expect(await pay()).toMatchObject({ started: true });
    await live(1000);
    expect(only()).toMatchObject({ phase: 'waiting', connection: 'ok' });
    expect(operations.list()).toHaveLength(1);
  });
});

describe('a gateway, or what stands before it, that wants to be left alone', () => {
  test.each([429, 503])('with %i is left alone as long as it says, and a person may ask', async (status) => {
    const { open, live, answer, script, lists, clock } = recordTill();
    const { pay, only, operations } = open();
    await pay();
    await live(5000);
    script.begin(() => new Response('', { status, headers: { 'retry-after': '120' } }));
    answer(/^\/operations/, () => json({}, { status, headers: { 'retry-after': '120' } }));
    script.last().break();
    await clock.advance(1000);
    expect(only().connection).toBe('slowed');
    const before = lists.length;
    await clock.advance(100_000);
    expect(lists).toHaveLength(before);
    answer(/^\/operations/, (_, __, usual) => usual());
    expect(operations.checkNow(only().id)).toMatchObject({ asked: true });
    await clock.advance(100);
    expect(only().connection).toBe('ok');
  });

  test('for ever is asked again after a quarter of an hour', async () => {
    const { open, answer, script, lists, clock } = recordTill();
    const rest = () => json({}, { status: 503, headers: { 'retry-after': '999999999' } });
    script.begin(rest);
    answer(/^\/operations/, rest);
    open();
    await clock.advance(minute);
    const before = lists.length;
    await clock.advance(16 * minute);
    expect(lists.length).toBeGreaterThan(before);
  });
});
