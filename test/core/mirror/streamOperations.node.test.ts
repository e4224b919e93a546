import { describe, expect, test } from 'vitest';
import {
  createServerSentEventParser,
  type StreamedEvent,
} from '../../../src/core/mirror/streamOperations.ts';
import { createVirtualClock } from '../../../src/exports/core.ts';
import { createScriptedStream, recorded } from './scriptedRecord.ts';
import { errorOf, json, recordingGatewayClient } from '../client/recordingClient.ts';

function parsed(...pieces: string[]) {
  const events: unknown[] = [];
  const parse = createServerSentEventParser((event) => events.push(event));
  pieces.forEach(parse);
  return events;
}

describe('server-sent events', () => {
  const text = ': hello\n\nevent: operation\nid: c1\ndata: {"a": "b: c"}\n\nevent: reset\ndata: {}\n\n';
  const whole = [
    { type: 'operation', data: '{"a": "b: c"}', id: 'c1' },
    { type: 'reset', data: '{}', id: 'c1' },
  ];

  test('are read, and comments are not', () => {
    expect(parsed(text)).toEqual(whole);
  });

  test.each(Array.from(text, (_, at) => at))('are the same where they are cut at %i', (at) => {
    expect(parsed(text.slice(0, at), text.slice(at))).toEqual(whole);
  });

  test('are the same character by character', () => {
    expect(parsed(...text.split(''))).toEqual(whole);
  });

  test('are told once their empty line has come, and not before', () => {
    expect(parsed('data: x\n')).toEqual([]);
    expect(parsed('data: x\n', '\n')).toHaveLength(1);
  });

  test('hold the separators of lines and paragraphs that JSON does not escape', () => {
    expect(parsed('event: operation\nid: c1\ndata: {"a":"\u2028\u2029"}\n\n')).toEqual([
      { type: 'operation', data: '{"a":"\u2028\u2029"}', id: 'c1' },
    ]);
  });

  test('without data are none, but say where to go on', () => {
    expect(parsed('event: operation\nid: c7\n\nevent: end\ndata: x\n\n')).toEqual([
      { type: 'end', data: 'x', id: 'c7' },
    ]);
  });

  test('without an end are given up', () => {
    const parse = createServerSentEventParser(() => undefined);
    expect(() => parse('x'.repeat(1_000_001))).toThrow(/event of the stream is too long/);
  });
});

function listen(options: { lastEventId?: string; signal?: AbortSignal } = {}) {
  const stream = createScriptedStream();
  stream.begin(() => undefined);
  const clock = createVirtualClock(Date.UTC(2026, 0, 15));
  const { client, sent } = recordingGatewayClient(() => json({}), { clock, fetcher: stream.connect });
  const events: StreamedEvent[] = [];
  let alive = 0;
  const over = client.streamOperations({
    ...options,
    onEvent: (event) => events.push(event),
    onAlive: () => (alive += 1),
  });
  over.catch(() => undefined);
  return { clock, stream, sent, events, over, alive: () => alive };
}

describe('the stream of a gateway', () => {
  test('is asked for with the headers of the host, and goes on where another broke off', async () => {
    const { clock, stream } = listen({ lastEventId: 'c9' });
    await clock.advance(0);
    const { request } = stream.last();
    expect(request.url).toBe('https://pay.test/base/operations/stream');
    expect(Object.fromEntries(request.headers)).toEqual({
      accept: 'text/event-stream',
      authorization: 'Basic c2VjcmV0',
      'last-event-id': 'c9',
    });
    expect(request.cache).toBe('no-store');
  });

  test('tells of operations, with where to go on', async () => {
    const { clock, stream, events } = listen();
    await clock.advance(0);
    stream.last().write('event: open\nid: c0\ndata: {}\n\n');
    stream.last().event('open', { now: 7, knownForMs: 5 }, 'c1');
    stream.last().event('operation', { operation: recorded(), event: null }, 'c2');
    stream.last().event('reset', {}, 'c3');
    await clock.advance(0);
    expect(events).toEqual([
      // An older gateway.
      { type: 'open', id: 'c0', knownForMs: Infinity, hasCursor: false },
      { type: 'open', id: 'c1', now: 7, knownForMs: 5, hasCursor: false },
      { type: 'operation', id: 'c2', operation: recorded() },
      { type: 'reset', id: 'c3' },
    ]);
  });

  test.each([
    ['goes on', true, ['open']],
    [
      'misses changes if a proxy left out where it broke off, or the gateway is older',
      false,
      ['open', 'reset'],
    ],
  ])('%s', async (_, hasCursor, told) => {
    const { clock, stream, events } = listen({ lastEventId: 'c9' });
    await clock.advance(0);
    stream.last().event('open', { hasCursor });
    await clock.advance(0);
    expect(events.map(({ type }) => type)).toEqual(told);
  });

  test('keeps characters whole whose bytes come apart', async () => {
    const { clock, stream, events } = listen();
    await clock.advance(0);
    const operation = recorded({ orderNumber: '寿司 🍣' });
    const line = `event: operation\ndata: ${JSON.stringify({ operation })}\n\n`;
    for (const byte of new TextEncoder().encode(line)) stream.last().write(Uint8Array.of(byte));
    await clock.advance(0);
    expect(events).toEqual([{ type: 'operation', id: undefined, operation }]);
  });

  test('is alive with each comment', async () => {
    const { clock, stream, alive, events } = listen();
    await clock.advance(0);
    stream.last().write(': still here\n\n');
    await clock.advance(0);
    expect([alive(), events]).toEqual([1, []]);
  });

  test('says of a change that it cannot read that some were not told', async () => {
    const { clock, stream, events } = listen();
    await clock.advance(0);
    stream.last().event('operation', { operation: { ...recorded(), amountCents: '12.50' } }, 'c4');
    stream.last().write('event: operation\nid: c5\ndata: {"oper\n\n');
    stream.last().event('weather', { is: 'fine' }, 'c6');
    await clock.advance(0);
    expect(events).toEqual([
      { type: 'reset', id: 'c4' },
      { type: 'reset', id: 'c5' },
    ]);
  });

  test('says why the gateway ends it, where it does so for a reason', async () => {
    const { clock, stream, events, over } = listen();
    await clock.advance(0);
    stream.last().event('end', { reason: 'too-many' }, 'c1');
    stream.last().end();
    expect(await over).toBeUndefined();
    expect(events).toEqual([{ type: 'end', id: 'c1', reason: 'too-many' }]);
  });

  test('is over without an error where the gateway ends it', async () => {
    const { clock, stream, over } = listen();
    await clock.advance(0);
    stream.last().end();
    expect(await over).toBeUndefined();
  });

  test('is unanswered where the line breaks', async () => {
    const { clock, stream, over } = listen();
    await clock.advance(0);
    stream.last().break();
    expect(await errorOf(over)).toMatchObject({ code: 'unanswered', operationName: 'streamOperations' });
  });

  test('is let go by its signal', async () => {
    const leaving = new AbortController();
    const { clock, stream, over, events } = listen({ signal: leaving.signal });
    await clock.advance(0);
    const connection = stream.last();
    leaving.abort();
    expect(await errorOf(over)).toMatchObject({ code: 'aborted' });
    await clock.advance(0);
    expect(connection.isOpen()).toBe(false);
    expect(events).toEqual([]);
  });

  test.each([
    ['404', () => new Response('', { status: 404 }), { code: 'http', status: 404 }],
    ['401', () => new Response('', { status: 401 }), { code: 'unauthorized', status: 401 }],
    ['a redirect', () => new Response(null, { status: 302 }), { code: 'unauthorized', status: 302 }],
    ['HTML that is called text', () => new Response('<html>'), { code: 'contract' }],
    ['JSON', () => json({}), { code: 'contract', field: 'content-type' }],
    ['nothing', () => new Response(null, { status: 204 }), { code: 'contract' }],
  ])('is none where it answers %s', async (_, answer, error) => {
    const { client } = recordingGatewayClient(answer);
    const heard = client.streamOperations({ onEvent: () => undefined });
    expect(await errorOf(heard)).toMatchObject(error);
  });
});
