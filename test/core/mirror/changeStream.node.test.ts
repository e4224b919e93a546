import { describe, expect, test } from 'vitest';
import { createChangeStream, type StreamUpdate } from '../../../src/core/mirror/changeStream.ts';
import {
  createGatewayClient,
  createVirtualClock,
  type GatewayClientOptions,
} from '../../../src/exports/core.ts';
import { createScriptedStream, recorded } from './scriptedRecord.ts';

function made(options: Partial<GatewayClientOptions> = {}, random = () => 0.5) {
  const clock = createVirtualClock(Date.UTC(2026, 0, 15));
  const script = createScriptedStream();
  const client = createGatewayClient({
    baseUrl: 'https://till.test/api',
    clock,
    fetcher: script.connect,
    ...options,
  });
  const news: StreamUpdate[] = [];
  const stream = createChangeStream({ client, clock, random, onUpdate: (one) => void news.push(one) });
  /** What was told, but for signs of life. */
  const told = () => news.map(({ type }) => type).filter((type) => type !== 'alive');
  /** When each connection was made (monotonic ms). */
  const times: number[] = [];
  const noteTimes = (begin: Parameters<typeof script.begin>[0]) =>
    script.begin((connection) => {
      times.push(clock.monotonic());
      return begin(connection);
    });
  const opens: Parameters<typeof script.begin>[0] = (connection) => {
    connection.event('open', {});
    return undefined;
  };
  noteTimes(opens);
  /** Comments, as a gateway sends them. */
  const live = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 15_000) {
      await clock.advance(Math.min(15_000, ms - passed));
      script.open().forEach(({ write }) => write(': alive\n\n'));
      await clock.advance(0);
    }
  };
  return { clock, script, stream, told, times, noteTimes, opens, live };
}
const refusing = (status: number, headers?: Record<string, string>) => () =>
  new Response('{}', { status, ...(headers && { headers }) });

describe('a stream is open', () => {
  test('while the page wants it, one for all of it', async () => {
    const { script, stream, live } = made();
    expect(script.connections).toEqual([]);
    stream.open();
    stream.open();
    await live(60_000);
    expect(script.connections).toHaveLength(1);
    expect(stream.stands()).toBe(true);
  });

  test('no longer than that, and begins anew when it is wanted again', async () => {
    const { clock, script, stream } = made();
    stream.open();
    await clock.advance(100);
    stream.close();
    await clock.advance(0);
    expect(script.open()).toEqual([]);
    expect(stream.stands()).toBe(false);
    await clock.advance(600_000);
    expect(script.connections).toHaveLength(1);
    stream.open();
    await clock.advance(0);
    expect(script.open()).toHaveLength(1);
    // What happened meanwhile the page reads in the lists.
    expect(script.last().request.headers.get('last-event-id')).toBeNull();
  });

  test('never again once it is closed, whatever comes late', async () => {
    let token = 'old';
    const { clock, stream, times, noteTimes } = made({ headers: () => ({ authorization: token }) });
    noteTimes(refusing(401));
    stream.open();
    await clock.advance(1000);
    stream.close();
    token = 'new';
    await clock.advance(600_000);
    expect(times).toHaveLength(1);
  });
});

describe('a stream stands', () => {
  test('from when the gateway says so, and tells of what happens', async () => {
    const { clock, script, stream, told } = made();
    script.begin(() => undefined);
    stream.open();
    await clock.advance(1000);
    expect(stream.stands()).toBe(false);
    script.last().event('open', {});
    await clock.advance(0);
    expect(stream.stands()).toBe(true);
    script.tell(recorded());
    script.last().write(': alive\n\n');
    script.last().event('reset', {});
    await clock.advance(0);
    expect(told()).toEqual(['up', 'operation', 'up']);
  });

  test('over its ends every five minutes, and goes on where it was', async () => {
    const { clock, script, stream, told, live } = made();
    stream.open();
    await live(300_000);
    script.last().event('operation', { operation: recorded() }, 'c77');
    script.last().end();
    await clock.advance(100);
    expect(script.connections).toHaveLength(2);
    expect(script.last().request.headers.get('last-event-id')).toBe('c77');
    expect(stream.stands()).toBe(true);
    expect(told()).toEqual(['up', 'operation']);
  });

  test('no longer than two seconds over one that comes again slowly', async () => {
    const { clock, script, stream, told, live } = made();
    stream.open();
    await live(300_000);
    script.begin(() => undefined);
    script.last().end();
    await clock.advance(1900);
    expect(stream.stands()).toBe(true);
    await clock.advance(200);
    expect(stream.stands()).toBe(false);
    script.last().event('open', {});
    await clock.advance(0);
    expect(told()).toEqual(['up', 'down', 'up']);
  });

  test('no more at once where the line breaks, and comes again', async () => {
    const { clock, script, stream, told, live } = made();
    stream.open();
    await live(60_000);
    script.last().break();
    await clock.advance(0);
    expect(stream.stands()).toBe(false);
    expect(told().at(-1)).toBe('down');
    await clock.advance(2000);
    expect(stream.stands()).toBe(true);
    expect(script.connections).toHaveLength(2);
  });

  test('no more where nothing comes for 20 s, not even a comment', async () => {
    const { clock, script, stream } = made();
    stream.open();
    await clock.advance(19_000);
    expect(stream.stands()).toBe(true);
    await clock.advance(1100);
    expect(stream.stands()).toBe(false);
    expect(script.open()).toEqual([]);
  });

  test('no more where a fetcher neither answers nor lets go', async () => {
    const { clock, stream, times, noteTimes } = made({});
    noteTimes(() => undefined);
    const stuck = made({ fetcher: () => new Promise(() => undefined) });
    stuck.stream.open();
    await stuck.clock.advance(25_000);
    expect(stuck.stream.stands()).toBe(false);
    stream.open();
    await clock.advance(25_000);
    expect(times).toHaveLength(2);
  });
});

describe('a stream that cannot be had comes again', () => {
  const gapsOf = (times: readonly number[]) => times.slice(1).map((at, index) => at - times[index]!);

  test('after pauses that grow from 1 to 30 s', async () => {
    const { clock, stream, times, noteTimes } = made();
    noteTimes(refusing(502));
    stream.open();
    await clock.advance(150_000);
    expect(gapsOf(times).slice(0, 7)).toEqual([1500, 3000, 6000, 12_000, 22_500, 22_500, 22_500]);
  });

  test('between half and all of a pause, but not sooner than 1 s', async () => {
    for (const [random, gaps] of [
      [0, [1000, 2000, 4000, 8000, 15_000, 15_000]],
      [1, [2000, 4000, 8000, 16_000, 30_000, 30_000]],
    ] as const) {
      const { clock, stream, times, noteTimes } = made({}, () => random);
      noteTimes(refusing(502));
      stream.open();
      await clock.advance(150_000);
      expect(gapsOf(times).slice(0, 6)).toEqual(gaps);
    }
  });

  test('as late as the gateway asks', async () => {
    const { clock, stream, times, noteTimes } = made();
    noteTimes(refusing(503, { 'retry-after': '40' }));
    stream.open();
    await clock.advance(60_000);
    expect(gapsOf(times)).toEqual([40_000]);
  });

  test('after a quarter of an hour however late that is', async () => {
    const { clock, stream, times, noteTimes } = made();
    noteTimes(refusing(503, { 'retry-after': '9999999999' }));
    stream.open();
    await clock.advance(16 * 60_000);
    expect(gapsOf(times)).toEqual([900_000]);
  });

  test('with growing pauses behind a proxy that holds everything back', async () => {
    const { clock, stream, times, noteTimes } = made();
    noteTimes(() => undefined);
    stream.open();
    await clock.advance(150_000);
    expect(gapsOf(times)).toEqual([21_500, 23_000, 26_000, 32_000, 42_500]);
    expect(stream.stands()).toBe(false);
  });

  test('with growing pauses where it ends as soon as it began', async () => {
    const { clock, stream, times, noteTimes, opens } = made();
    noteTimes((connection) => {
      const answer = opens(connection);
      clock.setTimeout(connection.end, 1000);
      return answer;
    });
    stream.open();
    await clock.advance(40_000);
    expect(gapsOf(times)).toEqual([2500, 4000, 7000, 13_000]);
  });

  test('with short pauses again once it stood for a while', async () => {
    const { clock, script, stream, times, noteTimes, opens, live } = made();
    noteTimes(refusing(502));
    stream.open();
    await clock.advance(40_000);
    noteTimes(opens);
    await live(60_000);
    noteTimes(refusing(502));
    times.length = 0;
    script.last().break();
    await clock.advance(6000);
    expect(gapsOf([clock.monotonic() - 6000, ...times])).toEqual([1500, 3000]);
  });
});

describe('a stream that a gateway', () => {
  const noRoute = () => Response.json({ refusal: { code: 'no-route', message: 'No.' } }, { status: 404 });
  test.each([
    ['no such route', noRoute],
    ['405', refusing(405)],
    ['501', refusing(501)],
  ])('does not have (%s) is asked for six times an hour', async (_, answer) => {
    const { clock, stream, times, noteTimes, opens } = made();
    noteTimes(answer);
    stream.open();
    await clock.advance(300_000);
    stream.close();
    await clock.advance(60_000);
    stream.open();
    stream.wake();
    await clock.advance(239_000);
    expect(times).toHaveLength(1);
    await clock.advance(1000);
    expect(times).toHaveLength(2);
    // The last old instance of a deployment is gone.
    noteTimes(opens);
    await clock.advance(599_000);
    expect(times).toHaveLength(2);
    await clock.advance(1000);
    expect(times).toHaveLength(3);
    expect(stream.stands()).toBe(true);
  });

  test.each([401, 403])('refuses with %i comes once the host has new headers', async (status) => {
    let token = 'old';
    const { clock, stream, times, noteTimes, opens } = made({
      headers: () => ({ authorization: token }),
    });
    noteTimes(refusing(status));
    stream.open();
    await clock.advance(20_000);
    expect(times).toHaveLength(1);
    noteTimes(opens);
    token = 'new';
    await clock.advance(2100);
    expect(stream.stands()).toBe(true);
    expect(times).toHaveLength(2);
  });

  test('refuses comes after a sign-in by cookie too', async () => {
    const { clock, stream, noteTimes, opens } = made();
    noteTimes(refusing(401));
    stream.open();
    await clock.advance(20_000);
    noteTimes(opens);
    await clock.advance(11_000);
    expect(stream.stands()).toBe(true);
  });
});

test('a 404 of something before the gateway does not say that it has none', async () => {
  const { clock, stream, times, noteTimes } = made();
  noteTimes(refusing(404));
  stream.open();
  await clock.advance(40_000);
  expect(times.length).toBeGreaterThan(4);
});

test('a stream that the gateway ends, since there are too many, does not come again for ten minutes', async () => {
  const { script, stream, told, live } = made();
  stream.open();
  await live(60_000);
  script.last().event('end', { reason: 'too-many' });
  script.last().end();
  await live(540_000);
  expect(script.connections).toHaveLength(1);
  expect([stream.stands(), told()]).toEqual([false, ['up', 'down']]);
  await live(120_000);
  expect(script.connections).toHaveLength(2);
});

describe('a page that wakes', () => {
  test('looks at its line anew', async () => {
    const { clock, script, stream } = made();
    stream.open();
    await clock.advance(10_000);
    const before = script.last();
    stream.wake();
    stream.wake();
    expect(stream.stands()).toBe(true);
    await clock.advance(0);
    expect(before.isOpen()).toBe(false);
    expect(script.connections).toHaveLength(2);
    expect(script.last().request.headers.get('last-event-id')).toBe('c1');
  });

  test('leaves it as it is where it was heard a moment ago', async () => {
    const { clock, script, stream } = made();
    stream.open();
    await clock.advance(4000);
    stream.wake();
    await clock.advance(0);
    expect(script.connections).toHaveLength(1);
  });

  test('does not believe a line that is silent since the machine slept', async () => {
    const { clock, script, stream } = made();
    stream.open();
    await clock.advance(1000);
    clock.jump(3_600_000);
    script.begin(() => undefined);
    stream.wake();
    await clock.advance(2100);
    expect(stream.stands()).toBe(false);
  });

  test('does not wait for the end of a pause', async () => {
    const { clock, stream, times, noteTimes, opens } = made();
    noteTimes(refusing(502));
    stream.open();
    await clock.advance(60_000);
    noteTimes(opens);
    times.length = 0;
    stream.wake();
    await clock.advance(0);
    expect(times).toHaveLength(1);
  });

  test('opens nothing where nothing is followed', async () => {
    const { clock, script, stream } = made();
    stream.wake();
    await clock.advance(1000);
    expect(script.connections).toEqual([]);
  });
});

describe('a page that is left', () => {
  test('gives its connection back, and says nothing of it', async () => {
    const { clock, script, stream, told } = made();
    stream.open();
    await clock.advance(1000);
    stream.rest(true);
    await clock.advance(600_000);
    expect(script.open()).toEqual([]);
    expect(script.connections).toHaveLength(1);
    expect(told()).not.toContain('down');
  });

  test('goes on where it was when it comes back', async () => {
    const { clock, script, stream } = made();
    stream.open();
    await clock.advance(1000);
    stream.rest(true);
    clock.jump(600_000);
    stream.wake();
    await clock.advance(0);
    expect(stream.stands()).toBe(true);
    expect(script.last().request.headers.get('last-event-id')).toBe('c1');
  });

  test('for another tab is told, and opens none', async () => {
    const { clock, script, stream, told } = made();
    stream.open();
    await clock.advance(1000);
    stream.rest(false);
    expect(told().at(-1)).toBe('down');
    stream.open();
    await clock.advance(600_000);
    expect(script.open()).toEqual([]);
    stream.wake();
    await clock.advance(0);
    expect(stream.stands()).toBe(true);
  });
});
